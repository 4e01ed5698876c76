// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { CaseText } from "./CaseText.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#box/ContentBoxes.tsx", () => ({ ContentBoxes: () => null }));
afterEach(cleanup);

const SHOWN = {
  ...{ id: 5, title: "Two stains", subtitle: "", summary: "", description: "", diagnosis: "" },
  collapseDiagnosis: false,
} as Case;

function show(values: readonly string[]): void {
  const field = { itemType: "case", fieldType: "text", isPrimary: false };
  vi.mocked(call).mockResolvedValue(values.map((data, id) => ({ ...field, id, title: `Field ${id}`, data })) as never);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <CaseText shown={SHOWN} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

it("custom fields of a case that have a value are shown beside its text", async () => {
  show(["Kidney", ""]);
  expect(await screen.findByText("Kidney")).toBeTruthy();
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(["Field 0"]);
  expect(vi.mocked(call).mock.calls[0]?.[1]).toMatchObject({ params: { itemId: 5, type: "case" } });
  expect(screen.queryByText("case.noText")).toBeNull();
});

it("a case without text and values reports it", async () => {
  show([]);
  expect(await screen.findByText("case.noText")).toBeTruthy();
});
