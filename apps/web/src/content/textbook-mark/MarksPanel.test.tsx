// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { uiEn } from "#ui/ui.en.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { MarksPanel } from "./MarksPanel.tsx";
import { textbookMarkEn } from "./textbook-mark.en.ts";

vi.mock("#ui/undo-toast.tsx", () => ({ showUndo: vi.fn() }));

const AREA = { left: 0.1, top: 0.6, width: 0.3, height: 0.1 };
const SLIDE: NonNullable<TextbookMark["target"]> = {
  ...{ itemId: 9, type: "image", title: "Kidney, HE", steps: [], view: null, pageIndex: null },
};
const mark = (id: number, more: Partial<TextbookMark>): TextbookMark => ({
  ...{ id, pageIndex: 2, area: AREA, label: `Figure ${id}`, target: null },
  ...more,
});
const MARKS = [
  mark(1, { target: SLIDE }),
  mark(2, { pageIndex: 40, target: { ...SLIDE, itemId: null, type: null, title: "", pageIndex: 6 } }),
  mark(3, { pageIndex: 41 }),
];

beforeAll(async () => {
  const translation = { textbookMark: textbookMarkEn, ui: uiEn };
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** @returns requests that were sent, without reads. */
function show(marks: readonly TextbookMark[]) {
  const sent: string[] = [];
  let left = marks;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    if (method === "GET") return Response.json(left);
    sent.push(`${method} ${url}`);
    left = method === "DELETE" ? marks.slice(1) : marks;
    return Response.json(marks[0]);
  });
  const reader = { pageNumber: 3, pageCount: 100, rotationDeg: 0 as const, goToPage: vi.fn(), setPanel: vi.fn() };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MarksPanel textbookId={5} reader={reader} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { sent, reader };
}

it("lists all marks with page and target; a click moves to the mark", async () => {
  const { reader } = show(MARKS);
  const list = within(await screen.findByRole("list", { name: "Marks" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Figure 1, page 3Opens “Kidney, HE”",
    "Figure 2, page 41Opens page 7",
    `Figure 3, page 42${textbookMarkEn.unavailable}`,
  ]);
  fireEvent.click(list.getByRole("button", { name: "Figure 2, page 41" }));
  expect(reader.goToPage).toHaveBeenCalledWith(41, { xShare: 0.1, yShare: 0.6 });
});

it("deletes a mark, and restores it by undo", async () => {
  const { sent } = show(MARKS);
  fireEvent.click(await screen.findByRole("button", { name: "Delete Figure 1" }));
  await vi.waitFor(() => expect(showUndo).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("button", { name: "Delete Figure 1" })).toBeNull();
  vi.mocked(showUndo).mock.lastCall?.[2]();
  expect(await screen.findByRole("button", { name: "Delete Figure 1" })).toBeTruthy();
  expect(sent).toEqual(["DELETE /api/v2/textbook/5/mark/1", "POST /api/v2/textbook/5/mark/1/restore"]);
});

it("reports that the book has no marks", async () => {
  show([]);
  expect(await screen.findByText(textbookMarkEn.none)).toBeTruthy();
});
