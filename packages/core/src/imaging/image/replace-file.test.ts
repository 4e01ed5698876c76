import { describe, expect, it } from "vitest";
import { scaleShape } from "../../geometry/scale-shape.ts";
import { parseWkt } from "../../geometry/wkt.ts";
import { maxZoomOf, resolutionOfZoom } from "../../geometry/zoom.ts";
import { isSameSize, rescaleZoom, type SlideMeasures, scaleByMicrons } from "./replace-file.ts";

const half: SlideMeasures = { width: 4_000, height: 3_000, pixelSizeUm: { x: 0.5, y: 0.5 } };
const quarter: SlideMeasures = { width: 8_000, height: 6_000, pixelSizeUm: { x: 0.25, y: 0.25 } };

describe("size comparison", () => {
  const cases: [what: string, other: SlideMeasures, isSame: boolean][] = [
    ["the same", half, true],
    ["with other µm", { ...half, pixelSizeUm: null }, true],
    ["one pixel wider", { ...half, width: 4_001 }, false],
    ["one pixel lower", { ...half, height: 2_999 }, false],
  ];
  for (const [what, other, isSame] of cases) it(what, () => expect(isSameSize(half, other)).toBe(isSame));
});

it("a slide scanned at twice the resolution is scaled by 2", () =>
  expect(scaleByMicrons(half, quarter)).toEqual({ x: 2, y: 2 }));

it("without a pixel size on either side, nothing is scaled", () => {
  expect(scaleByMicrons({ ...half, pixelSizeUm: null }, quarter)).toBeNull();
  expect(scaleByMicrons(half, { ...quarter, pixelSizeUm: null })).toBeNull();
});

it("a zoom keeps its µm per screen pixel", () => {
  const zoom = rescaleZoom(3, half, quarter, { x: 2, y: 2 });
  expect(resolutionOfZoom(zoom, maxZoomOf(quarter)) * 0.25).toBeCloseTo(resolutionOfZoom(3, maxZoomOf(half)) * 0.5, 9);
});

const shapes: [wkt: string, scaled: string][] = [
  ["POINT (1 2)", "POINT (2 6)"],
  ["LINESTRING (1 2, 3 4)", "LINESTRING (2 6, 6 12)"],
  ["POLYGON ((0 0, 4 0, 4 4, 0 0), (1 1, 2 1, 2 2, 1 1))", "POLYGON ((0 0, 8 0, 8 12, 0 0), (2 3, 4 3, 4 6, 2 3))"],
  ["MULTIPOINT ((1 2), (3 4))", "MULTIPOINT ((2 6), (6 12))"],
  ["MULTILINESTRING ((1 2, 3 4))", "MULTILINESTRING ((2 6, 6 12))"],
  ["MULTIPOLYGON (((0 0, 4 0, 4 4, 0 0)))", "MULTIPOLYGON (((0 0, 8 0, 8 12, 0 0)))"],
];
for (const [wkt, scaled] of shapes) {
  it(`${wkt} is scaled along x and y`, () => {
    const [from, to] = [parseWkt(wkt), parseWkt(scaled)];
    expect(from.ok && to.ok && scaleShape(from.shape, { x: 2, y: 3 })).toEqual(to.ok && to.shape);
  });
}
