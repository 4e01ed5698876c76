// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AnnotationListPanel } from "./AnnotationListPanel.tsx";
import { annotationEn } from "./annotation.en.ts";
import { NOTHING_SEEN } from "./annotations-seen.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

const LIST_HEIGHT_PX = 600;
const ROW_HEIGHT_PX = 50;

beforeAll(async () => {
  // There is no layout here: the list would be 0 px high and show nothing.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(LIST_HEIGHT_PX);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW_HEIGHT_PX);
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { annotation: annotationEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);
afterAll(() => vi.restoreAllMocks());

const LEARNER = { id: 7, displayName: "Leo", isExpert: false, isContentManager: false };
const EXPERT = { ...LEARNER, isExpert: true };

function showPanel(facts: Partial<AnnotationBoard>) {
  const reload = vi.fn();
  const setFilter = vi.fn();
  const onSelect = vi.fn();
  const board = {
    ...{
      annotations: [],
      isWhole: true,
      total: 0,
      seen: NOTHING_SEEN,
      filter: "expert",
      clearedBy: null,
      viewer: LEARNER,
      commentCounts: new Map([[1, { comments: 3, new: 2 }]]),
    },
    ...{ isLoading: false, hasFailed: false, selected: null, selectedIds: new Set(), hoveredId: null, outbox: null },
    ...{ hover: vi.fn(), reload, setFilter },
    ...facts,
  } as unknown as AnnotationBoard;
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>
          <AnnotationListPanel
            image={{ id: 9 } as never}
            board={board}
            annotator={{} as Annotator}
            viewer={null}
            canAnnotate={false}
            isAnnotating={false}
            onSelect={onSelect}
          />
        </MantineProvider>
      </QueryClientProvider>
    </RouterContextProvider>,
  );
  return { reload, setFilter, onSelect };
}

const many = (count: number) => Array.from({ length: count }, (_unused, index) => buildAnnotation({ id: index + 1 }));
const rows = () => screen.getAllByRole("listitem");

describe("the list", () => {
  it("reports in the specified words that annotations could not be loaded, and offers to try again", () => {
    const { reload } = showPanel({ hasFailed: true });
    expect(screen.getByRole("alert").textContent).toContain("Sorry! Could not load annotations. Please try again.");
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  const states: [what: string, facts: Partial<AnnotationBoard>, text: string][] = [
    ["hidden", { clearedBy: "button" }, "Annotations are hidden."],
    ["turned off for this item", { clearedBy: "place" }, "Annotations are turned off here."],
    ["own ones, none yet", { filter: "mine" }, annotationEn.emptyMine],
    ["others' ones, none", {}, "No annotations."],
  ];
  for (const [what, facts, text] of states) {
    it(`${what}: “${text}”`, () => {
      showPanel(facts);
      expect(screen.getByText(text)).toBeTruthy();
    });
  }

  it("shows in each row the number of comments, and of new ones", () => {
    showPanel({ annotations: many(2), total: 2 });
    expect(screen.getAllByText(/comments/).map(({ textContent }) => textContent)).toEqual(["3 comments, 2 new"]);
  });

  it("of 100,000 renders only the rows in view, and contains their number", () => {
    showPanel({ annotations: many(100_000), total: 100_000 });
    expect(rows().length).toBeLessThan(40);
    expect(rows().length).toBeGreaterThan(5);
    expect(rows()[0]?.getAttribute("aria-setsize")).toBe("100000");
  });

  it("keeps the numbers during a search, and shows the number of results", async () => {
    showPanel({ annotations: many(12), total: 12 });
    fireEvent.change(screen.getByRole("searchbox", { name: "Search annotations" }), {
      target: { value: "annotation 12" },
    });
    expect(await screen.findByText("1 of 12")).toBeTruthy();
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining("12Annotation 12")]);
  });

  it("of a part shows how many are in view, and how many exist", () => {
    const bounds = { minX: 0, minY: 0, maxX: 100, maxY: 100 };
    const far = buildAnnotation({ id: 50, geometry: "POINT (900 900)" });
    const seen = { ...NOTHING_SEEN, bounds, inSquares: 2_000 };
    showPanel({ annotations: [...many(3), far], isWhole: false, total: 20_000, seen });
    expect(screen.getByText("2,003 of 20,000 in view")).toBeTruthy();
    expect(rows()).toHaveLength(3);
  });
});

it("shows all selected ones; Ctrl+click adds one to them, a click selects only one", () => {
  const toggleSelected = vi.fn();
  const selectedIds = new Set([1, 3]);
  const { onSelect } = showPanel({ annotations: many(3), total: 3, selectedIds, toggleSelected });
  const pressed = () => rows().map((row) => row.querySelector("[data-annotation]")?.getAttribute("aria-pressed"));
  expect(pressed()).toEqual(["true", "false", "true"]);
  const second = rows()[1]?.querySelector("[data-annotation]") as HTMLElement;
  fireEvent.click(second, { ctrlKey: true });
  expect([toggleSelected.mock.calls, onSelect.mock.calls]).toEqual([[[2]], []]);
  fireEvent.click(second);
  expect(onSelect.mock.calls).toEqual([[2]]);
});

describe("the filter", () => {
  const filters: [who: string, viewer: typeof LEARNER, values: string[]][] = [
    ["an expert", EXPERT, ["all", "expert", "student", "mine", "none"]],
    ["a learner", LEARNER, ["all", "expert", "mine", "none"]],
  ];
  for (const [who, viewer, values] of filters)
    it(`of ${who} defaults to expert, and offers ${values.join(", ")}`, () => {
      showPanel({ viewer });
      const filter = screen.getByRole<HTMLSelectElement>("combobox", { name: annotationEn.filter });
      expect([...filter.options].map(({ value }) => value)).toEqual(values);
      expect(filter.value).toBe("expert");
    });

  it("is not offered in Group space, where the list belongs to a work group", () => {
    showPanel({ filter: "workgroup" });
    expect(screen.queryByRole("combobox", { name: annotationEn.filter })).toBeNull();
  });
});

it("a polygon of the analysis tool (201) is in the list like a drawn one (211)", () => {
  const types = [201, 211, 213] as const;
  showPanel({ annotations: types.map((typeId, at) => buildAnnotation({ id: at + 1, typeId })) as never, total: 3 });
  const icons = rows().map((row) => within(row).getAllByRole("img")[0]?.getAttribute("aria-label"));
  expect(icons).toEqual([annotationEn.typePolygon, annotationEn.typePolygon, annotationEn.typePoint]);
});

describe("who can reorder", () => {
  const cases: [what: string, facts: Partial<AnnotationBoard>, canOrder: boolean][] = [
    ["an expert, all", { viewer: EXPERT, filter: "all" }, true],
    ["an expert, the experts'", { viewer: EXPERT, filter: "expert" }, true],
    ["an expert, the students'", { viewer: EXPERT, filter: "student" }, false],
    ["an expert, a part", { viewer: EXPERT, filter: "all", isWhole: false }, false],
    ["a learner", { viewer: LEARNER, filter: "expert" }, false],
  ];
  for (const [what, facts, canOrder] of cases) {
    it(`${what}: ${canOrder ? "yes" : "no"}`, () => {
      const seen = { ...NOTHING_SEEN, bounds: { minX: 0, minY: 0, maxX: 100, maxY: 100 } };
      showPanel({ annotations: many(3), total: 3, seen, ...facts });
      expect(screen.queryAllByRole("button", { name: /^Move / })).toHaveLength(canOrder ? 3 : 0);
    });
  }
});
