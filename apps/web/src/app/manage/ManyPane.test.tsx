// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { histology } from "#tree/testing/build-tree.ts";
import { treeEn } from "#tree/tree.en.ts";
import { type TreeRow, treeRows } from "#tree/tree-rows.ts";
import { ManyPane } from "./ManyPane.tsx";
import type { RowActions } from "./row-actions.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { tree: treeEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const ACTIONS = new Proxy({}, { get: () => () => undefined }) as RowActions;

function showSelection(rows: readonly TreeRow[], count: number): void {
  render(
    <MantineProvider>
      <ManyPane tree={histology()} count={count} rows={rows} actions={ACTIONS} />
    </MantineProvider>,
  );
}

it("lists the selected items, and counts those that are included inside them", () => {
  const rows = treeRows(histology(), { isExpanded: () => false, filter: null });
  showSelection(rows, rows.length + 3);
  expect(screen.getByRole("heading", { name: `${rows.length + 3} items selected` })).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(rows.map(({ title }) => title));
  expect(screen.getByText("Includes 3 items inside the selected items.")).toBeTruthy();
});

it("omits the count if there are none", () => {
  const rows = treeRows(histology(), { isExpanded: () => false, filter: null });
  showSelection(rows, rows.length);
  expect(screen.queryByText(/inside the selected items/)).toBeNull();
});
