import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MINIMUM_RESOLUTION, maxZoomOf, resolutionOfZoom, zoomOfResolution } from "./zoom.ts";

const cases: [width: number, height: number, maxZoom: number][] = [
  [1, 1, 0],
  [256, 256, 0],
  [257, 1, 1],
  [512, 512, 1],
  [513, 512, 2],
  [2220, 2967, 4],
  [40_960, 40_960, 8],
  [100, 40_960, 8],
];
for (const [width, height, maxZoom] of cases) {
  it(`a slide of ${width} x ${height} px has its full resolution at zoom ${maxZoom}`, () => {
    expect(maxZoomOf({ width, height })).toBe(maxZoom);
    expect(resolutionOfZoom(maxZoom, maxZoom)).toBe(1);
  });
}

it("one zoom step halves the slide pixels per screen pixel", () => {
  expect([0, 1, 2, 3].map((zoom) => resolutionOfZoom(zoom, 3))).toEqual([8, 4, 2, 1]);
});

it("at zoom 0 a slide fits into 256 px", () => {
  const side = fc.integer({ min: 1, max: 2 ** 20 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const resolution = resolutionOfZoom(0, maxZoomOf({ width, height }));
      expect(Math.max(width, height) / resolution).toBeLessThanOrEqual(256);
    }),
  );
});

it("zoom and resolution are inverses, also beyond full resolution", () => {
  expect(zoomOfResolution(MINIMUM_RESOLUTION, 8)).toBeGreaterThan(8);
  fc.assert(
    fc.property(fc.double({ min: -20, max: 40, noNaN: true }), fc.integer({ min: 0, max: 12 }), (zoom, maxZoom) => {
      expect(zoomOfResolution(resolutionOfZoom(zoom, maxZoom), maxZoom)).toBeCloseTo(zoom, 9);
    }),
  );
});

describe("zooming beyond full resolution", () => {
  it("ends at 0.45 slide pixels per screen pixel", () => expect(MINIMUM_RESOLUTION).toBe(0.45));
});
