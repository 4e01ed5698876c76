import { countPerCell, gridGeometry } from "@parfocal/core/grid/grid-cells.ts";
import { describe, expect, it } from "vitest";
import { countsAsCsv, placesOf } from "./counted-places.ts";

describe("an annotation is counted", () => {
  const cases: [what: string, wkt: string, expected: readonly (readonly number[])[]][] = [
    ["a point at its position", "POINT(10 20)", [[10, 20]]],
    [
      "several points each at its position",
      "MULTIPOINT((1 2),(3 4))",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["a line at the centre of its bounding box", "LINESTRING(0 0,100 0,100 50)", [[50, 25]]],
    ["an area at the centre of its bounding box", "POLYGON((0 0,40 0,40 20,0 0))", [[20, 10]]],
    ["not at all if it cannot be parsed", "POINT(", []],
  ];
  for (const [what, wkt, expected] of cases) {
    it(what, () => expect(placesOf([wkt])).toEqual(expected));
  }
});

it("the table contains cell, count, corner in µm and size, one row per non-empty cell", () => {
  const pixelSizeUm = { x: 0.25, y: 0.5 };
  const grid = gridGeometry({ slide: { width: 2000, height: 2000 }, pixelSizeUm, cellSizeMm: 0.1, center: [0, 0] });
  const counts = countPerCell(grid, placesOf(["POINT(10 20)", "POINT(20 10)", "POINT(410 210)"]));
  const heads = { cell: "Cell", count: "Count", left: "Left (µm)", top: "Top (µm)", size: "Size (mm)" };
  expect(countsAsCsv(counts, grid, pixelSizeUm, 0.1, heads)).toBe(
    "Cell,Count,Left (µm),Top (µm),Size (mm)\r\nA1,2,0,0,0.1\r\nB2,1,100,100,0.1\r\n",
  );
});
