// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { PageFields } from "./PageFields.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));

const field = (id: number, title: string, data: string) => ({ id, title, data, fieldType: "text", isPrimary: false });
beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(call).mockResolvedValue([field(1, "Organ", "Kidney"), field(2, "Stain", "")] as never);
});
afterEach(cleanup);

function show(kind: ItemKind): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <PageFields id={7} kind={kind} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

const KINDS: readonly ItemKind[] = [
  ...(["folder", "quiz", "page", "embed", "textbook", "radiology", "enrollment", "attachment"] as const),
];
describe("the custom fields on the page", () => {
  for (const kind of KINDS)
    it(`of ${kind}: those with a value`, async () => {
      show(kind);
      await screen.findByText("Kidney");
      expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Organ"]);
      expect(vi.mocked(call).mock.calls[0]?.[1]).toMatchObject({ params: { itemId: 7, type: kind } });
    });

  it("of a course are not requested: it has none", () => {
    show("course");
    expect(call).not.toHaveBeenCalled();
  });
});
