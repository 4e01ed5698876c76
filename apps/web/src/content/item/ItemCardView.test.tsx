// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ItemCardView } from "./ItemCardView.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }),
}));
vi.mock("@tanstack/react-router", () => ({ Link: ({ children }: { children: string }) => <span>{children}</span> }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, can: () => false }) }));
afterEach(cleanup);

function show(card: Partial<ItemCard>): void {
  const item: ItemCard = {
    ...{ id: 5, itemId: 5, type: "page", title: "Reading list", subtitle: "", thumbnail: null, colour: null },
    ...{ isActive: true, annotationsActive: true, parent: 2, itemCount: 0, job: null },
    ...card,
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ItemCardView item={item} steps={[{ kind: "course", id: 2 }]} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

it("a card shows the formatted value of the primary field", () => {
  show({ primaryField: { title: "Country", value: "AT", type: "country" } });
  expect(screen.getByText("Country: Austria")).toBeTruthy();
});

it("a card without such a value shows none", () => {
  show({});
  expect(screen.queryByText(/:/)).toBeNull();
});
