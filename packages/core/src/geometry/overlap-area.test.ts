import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsPoint, distanceToOutlineUm, type Rings } from "./contains-point.ts";
import { intersectionOverUnion, overlapPx2 } from "./overlap-area.ts";
import type { SlidePoint } from "./slide-point.ts";

const box = (x: number, y: number, width: number, height = width): SlidePoint[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const TRIANGLE: SlidePoint[] = [
  [0, 0],
  [10, 0],
  [0, 10],
];
/** A self-intersecting outline: two triangles that meet in (5, 5). */
const BOW: SlidePoint[] = [
  [0, 0],
  [10, 10],
  [10, 0],
  [0, 10],
];

const cases: [name: string, first: Rings, second: Rings, areas: [number, number, number]][] = [
  ["the same", [box(0, 0, 10)], [box(0, 0, 10)], [100, 100, 100]],
  ["apart", [box(0, 0, 10)], [box(20, 0, 10)], [100, 100, 0]],
  ["side by side", [box(0, 0, 10)], [box(10, 0, 10)], [100, 100, 0]],
  ["half", [box(0, 0, 10)], [box(5, 0, 10)], [100, 100, 50]],
  ["one inside the other", [box(0, 0, 10)], [box(2, 2, 5)], [100, 25, 25]],
  ["one in the hole of the other", [box(0, 0, 10), box(2, 2, 6)], [box(3, 3, 2)], [64, 4, 0]],
  ["across a hole", [box(0, 0, 10), box(2, 2, 6)], [box(0, 4, 10, 2)], [64, 20, 8]],
  ["a triangle and a box", [TRIANGLE], [box(0, 0, 5)], [50, 25, 25]],
  [
    "edges that cross in one strip",
    [TRIANGLE],
    [
      [
        [10, 10],
        [0, 0],
        [10, 0],
      ],
    ],
    [50, 50, 25],
  ],
  ["a self-intersecting outline", [BOW], [box(0, 0, 10)], [50, 100, 50]],
  ["nothing", [], [box(0, 0, 10)], [0, 100, 0]],
];
describe("areas of two shapes and their intersection", () => {
  for (const [name, first, second, [a, b, common]] of cases) {
    it(name, () => {
      const found = overlapPx2(first, second);
      expect(found.first).toBeCloseTo(a, 9);
      expect(found.second).toBeCloseTo(b, 9);
      expect(found.common).toBeCloseTo(common, 9);
    });
  }
});

it("the share of both is 1 for the same shape and 0 for no area", () => {
  expect(intersectionOverUnion({ first: 5, second: 5, common: 5 })).toBe(1);
  expect(intersectionOverUnion({ first: 0, second: 0, common: 0 })).toBe(0);
});

const circle = (corners: number, x: number, radius: number): SlidePoint[] =>
  Array.from({ length: corners }, (_, index) => {
    const angle = (2 * Math.PI * index) / corners;
    return [x + radius * Math.cos(angle), radius * Math.sin(angle)];
  });
/** Two circles of radius 1 whose centres are d apart. */
const lens = (d: number) => 2 * Math.acos(d / 2) - (d / 2) * Math.sqrt(4 - d * d);
for (const corners of [500, 6_000]) {
  it(`two circles of ${corners} vertices intersect in a lens`, () => {
    const { first, common } = overlapPx2([circle(corners, 0, 1)], [circle(corners, 1, 1)]);
    expect(first).toBeCloseTo(Math.PI, 3);
    expect(common).toBeCloseTo(lens(1), 3);
  });
}

const point = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }));
const ring = fc.array(point, { minLength: 3, maxLength: 9 });
it("never depends on the order of the shapes, and never exceeds either area", () => {
  fc.assert(
    fc.property(ring, ring, (a, b) => {
      const there = overlapPx2([a], [b]);
      const back = overlapPx2([b], [a]);
      expect(back.common).toBeCloseTo(there.common, 6);
      expect(back.first).toBeCloseTo(there.second, 6);
      expect(there.common).toBeLessThanOrEqual(Math.min(there.first, there.second) + 1e-6);
      expect(overlapPx2([a], [a]).common).toBeCloseTo(there.first, 6);
    }),
  );
});

it("equals the share of grid points in both, for any two outlines", () => {
  const step = 0.25;
  fc.assert(
    fc.property(ring, ring, (a, b) => {
      let inBoth = 0;
      for (let x = step / 2; x < 40; x += step)
        for (let y = step / 2; y < 40; y += step)
          if (containsPoint([a], [x, y]) && containsPoint([b], [x, y])) inBoth += 1;
      expect(Math.abs(overlapPx2([a], [b]).common - inBoth * step * step)).toBeLessThan(40);
    }),
    { numRuns: 15 },
  );
});

it("a point in a hole is outside, and its distance is measured to the hole's edge", () => {
  const rings: Rings = [box(0, 0, 100), box(40, 40, 20)];
  expect(containsPoint(rings, [10, 10])).toBe(true);
  expect(containsPoint(rings, [50, 50])).toBe(false);
  expect(containsPoint(rings, [101, 50])).toBe(false);
  expect(distanceToOutlineUm(rings, [50, 58], { x: 1, y: 1 })).toBeCloseTo(2);
});

it("distances use the pixel size of each axis", () => {
  const rings: Rings = [box(0, 0, 100)];
  expect(distanceToOutlineUm(rings, [104, 50], { x: 0.25, y: 2 })).toBeCloseTo(1);
  expect(distanceToOutlineUm(rings, [50, 104], { x: 0.25, y: 2 })).toBeCloseTo(8);
  expect(distanceToOutlineUm([], [0, 0], { x: 1, y: 1 })).toBe(Number.POSITIVE_INFINITY);
});
