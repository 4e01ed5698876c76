import { describe, expect, it } from "vitest";
import { changedGrid, GRID_COLORS, GRID_DEFAULTS, type GridProblem, gridProblem } from "./grid-settings.ts";

it("by default the grid is off, grey, with cells of 0.1 mm, not fixed", () => {
  expect(GRID_DEFAULTS).toEqual({ color: "grey", cellSizeMm: 0.1, isEnabled: false, isFixed: false, center: null });
  expect(GRID_COLORS[GRID_DEFAULTS.color]).toBe("#808080");
});

describe("a cell size outside 0.1 to 1 mm changes nothing", () => {
  const cases: [cellSizeMm: number, isTaken: boolean][] = [
    [0.1, true],
    [0.25, true],
    [1, true],
    [0.099, false],
    [1.001, false],
    [0, false],
    [-0.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ];
  for (const [cellSizeMm, isTaken] of cases) {
    it(`${cellSizeMm} mm is ${isTaken ? "accepted" : "rejected"}`, () => {
      const before = { ...GRID_DEFAULTS, isEnabled: true, cellSizeMm: 0.5 };
      const after = changedGrid(before, { cellSizeMm });
      if (isTaken) expect(after).toEqual({ ...before, cellSizeMm });
      else expect(after).toBe(before);
    });
  }
});

describe("a grid's centre", () => {
  const fixed = changedGrid(GRID_DEFAULTS, { isFixed: true, center: [10, 20] });
  it("is locked while it is fixed, whatever else changes", () =>
    expect(changedGrid(fixed, { cellSizeMm: 0.3, color: "blue" }).center).toEqual([10, 20]));
  it("is released when the grid is not fixed", () => expect(changedGrid(fixed, { isFixed: false }).center).toBeNull());
});

describe("a grid needs a positive pixel size and cell size", () => {
  const cases: [micronsPerPixel: number | null, cellSizeMm: number, expected: GridProblem | null][] = [
    [0.25, 0.1, null],
    [null, 0.1, "noPixelSize"],
    [0, 0.1, "noPixelSize"],
    [-1, 0.1, "noPixelSize"],
    [Number.NaN, 0.1, "noPixelSize"],
    [0.25, 0, "noCellSize"],
    [0.25, -1, "noCellSize"],
    [0.25, Number.NaN, "noCellSize"],
  ];
  for (const [micronsPerPixel, cellSizeMm, expected] of cases) {
    it(`${micronsPerPixel} µm/px, ${cellSizeMm} mm: ${expected ?? "no problem"}`, () =>
      expect(gridProblem({ micronsPerPixel, cellSizeMm })).toBe(expected));
  }
});
