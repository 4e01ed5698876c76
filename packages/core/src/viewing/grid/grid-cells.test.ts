import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { cellAt, cellLabel, columnLeft, countPerCell, gridGeometry, rowTop } from "./grid-cells.ts";

/** 0.1 mm are 400 px horizontally, and 200 px vertically if pixels are twice as high as wide. */
const SQUARE = { x: 0.25, y: 0.25 };
const TALL = { x: 0.25, y: 0.5 };
const SLIDE = { width: 2000, height: 1200 };

describe("cells are square in mm", () => {
  it("and in pixels, if pixels are square", () => {
    const { cellWidth, cellHeight } = gridGeometry({
      slide: SLIDE,
      pixelSizeUm: SQUARE,
      cellSizeMm: 0.1,
      center: [0, 0],
    });
    expect([cellWidth, cellHeight]).toEqual([400, 400]);
  });
  it("pixels twice as high as wide: half as many vertically", () => {
    const { cellWidth, cellHeight } = gridGeometry({
      slide: SLIDE,
      pixelSizeUm: TALL,
      cellSizeMm: 0.1,
      center: [0, 0],
    });
    expect([cellWidth, cellHeight]).toEqual([400, 200]);
  });
});

describe("the number of cells on a slide of 2000 x 1200 px", () => {
  const cases: [center: SlidePoint, columnCount: number, rowCount: number, left: number, top: number][] = [
    [[0, 0], 5, 3, 0, 0],
    [[400, 800], 5, 3, 0, 0],
    [[100, 100], 6, 4, -300, -300],
    [[2000, 1200], 5, 3, 0, 0],
    [[1999, 0], 6, 3, -1, 0],
    [[-50, 2500], 6, 4, -50, -300],
  ];
  for (const [center, columnCount, rowCount, left, top] of cases) {
    it(`centre ${center}: ${columnCount} columns from ${left}, ${rowCount} rows from ${top}`, () => {
      const grid = gridGeometry({ slide: SLIDE, pixelSizeUm: SQUARE, cellSizeMm: 0.1, center });
      expect([grid.columnCount, grid.rowCount]).toEqual([columnCount, rowCount]);
      expect(columnLeft(grid, 0)).toBeCloseTo(left, 6);
      expect(rowTop(grid, 0)).toBeCloseTo(top, 6);
    });
  }
});

describe("a cell's name", () => {
  const cases: [column: number, row: number, expected: string][] = [
    [0, 0, "A1"],
    [25, 8, "Z9"],
    [26, 0, "AA1"],
    [51, 99, "AZ100"],
    [52, 0, "BA1"],
    [701, 0, "ZZ1"],
    [702, 0, "AAA1"],
  ];
  for (const [column, row, expected] of cases) {
    it(expected, () => expect(cellLabel({ column, row })).toBe(expected));
  }
});

describe("left and upper edges count, right and lower ones do not", () => {
  const grid = gridGeometry({ slide: SLIDE, pixelSizeUm: SQUARE, cellSizeMm: 0.1, center: [400, 400] });
  const cases: [place: SlidePoint, expected: string | null][] = [
    [[0, 0], "A1"],
    [[399.99, 10], "A1"],
    [[400, 10], "B1"],
    [[10, 400], "A2"],
    [[400, 400], "B2"],
    [[1999.99, 1199.99], "E3"],
    [[2000, 10], null],
    [[10, 1200], null],
    [[Number.NaN, 10], null],
    [[-0.01, 10], null],
  ];
  for (const [place, expected] of cases) {
    it(`${place}: ${expected ?? "off the slide"}`, () => {
      const cell = cellAt(grid, place);
      expect(cell && cellLabel(cell)).toBe(expected);
    });
  }
});

describe("counting per cell", () => {
  it("lists cells row by row, without empty ones", () => {
    const grid = gridGeometry({ slide: SLIDE, pixelSizeUm: SQUARE, cellSizeMm: 0.1, center: [0, 0] });
    const places: SlidePoint[] = [
      [10, 900],
      [410, 10],
      [10, 10],
      [410, 20],
      [5000, 10],
    ];
    expect(countPerCell(grid, places).map(({ label, count }) => [label, count])).toEqual([
      ["A1", 1],
      ["B1", 2],
      ["A3", 1],
    ]);
  });

  it("counts each position on the slide exactly once, for any centre and pixel size", () => {
    const share = fc.double({ min: 0, max: 0.999999, noNaN: true });
    const pixel = fc.double({ min: 0.05, max: 4, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(share, share), { maxLength: 40 }),
        fc.tuple(share, share),
        fc.record({ x: pixel, y: pixel }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        (shares, [centerX, centerY], pixelSizeUm, cellSizeMm) => {
          const center: SlidePoint = [centerX * SLIDE.width, centerY * SLIDE.height];
          const grid = gridGeometry({ slide: SLIDE, pixelSizeUm, cellSizeMm, center });
          const places = shares.map(([x, y]): SlidePoint => [x * SLIDE.width, y * SLIDE.height]);
          const counts = countPerCell(grid, places);
          expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(places.length);
        },
      ),
    );
  });
});
