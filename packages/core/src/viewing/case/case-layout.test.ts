import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  assignItems,
  CASE_LAYOUT_MAX,
  type CaseLayout,
  caseContainerId,
  DEFAULT_CASE_LAYOUT,
  shownLayout,
} from "./case-layout.ts";

const layoutOf = (columns: number, rows: number): CaseLayout => ({ columns, rows });

it("defaults to two slides side by side, and allows a matrix of up to 4 x 4", () => {
  expect(DEFAULT_CASE_LAYOUT).toEqual(layoutOf(2, 1));
  expect(CASE_LAYOUT_MAX).toBe(4);
});

describe("the displayed layout", () => {
  const wide = { isSmallScreen: false };
  const small = { isSmallScreen: true };
  const cases: [name: string, layout: CaseLayout, facts: Parameters<typeof shownLayout>[1], shown: CaseLayout][] = [
    ["several slides on a wide screen: as chosen", layoutOf(3, 2), { ...wide, itemCount: 2 }, layoutOf(3, 2)],
    ["one slide: one container", layoutOf(3, 2), { ...wide, itemCount: 1 }, layoutOf(1, 1)],
    ["no slide: one container", layoutOf(3, 2), { ...wide, itemCount: 0 }, layoutOf(1, 1)],
    ["a small screen: one container", layoutOf(3, 2), { ...small, itemCount: 6 }, layoutOf(1, 1)],
  ];
  for (const [name, layout, facts, shown] of cases) it(name, () => expect(shownLayout(layout, facts)).toEqual(shown));
});

describe("items are assigned to containers cyclically", () => {
  const cases: [columns: number, rows: number, itemCount: number, places: number[]][] = [
    [2, 1, 2, [0, 1]],
    [2, 2, 3, [0, 1, 2, 0]],
    [2, 1, 5, [0, 1]],
    [3, 1, 1, [0, 0, 0]],
    [2, 2, 0, []],
  ];
  for (const [columns, rows, itemCount, places] of cases) {
    it(`${itemCount} in ${columns} x ${rows}`, () => {
      expect(assignItems(layoutOf(columns, rows), itemCount)).toEqual(places);
    });
  }

  it("no item is repeated before all have been assigned once", () => {
    const side = fc.integer({ min: 1, max: CASE_LAYOUT_MAX });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 64 }), (columns, rows, itemCount) => {
        const places = assignItems(layoutOf(columns, rows), itemCount);
        expect(places).toHaveLength(columns * rows);
        const counts = Array.from({ length: itemCount }, (_unused, item) => places.filter((at) => at === item).length);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        expect(places.slice(0, itemCount)).toEqual(places.slice(0, itemCount).map((_at, place) => place));
      }),
    );
  });
});

it("containers are named case-slide-map- followed by their number", () => {
  expect([0, 1, 15].map(caseContainerId)).toEqual(["case-slide-map-0", "case-slide-map-1", "case-slide-map-15"]);
});
