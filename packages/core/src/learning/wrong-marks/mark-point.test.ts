import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containsPoint } from "../../geometry/contains-point.ts";
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { areaPx2, markPoint } from "./mark-point.ts";

const square = (left: number, top: number, side: number): SlidePoint[] => [
  [left, top],
  [left + side, top],
  [left + side, top + side],
  [left, top + side],
];
const polygon = (...rings: SlidePoint[][]): Shape => ({ kind: "polygon", rings });

describe("the point of a mark", () => {
  it("of a point is itself, of several the one nearest to their mean", () => {
    expect(markPoint({ kind: "point", point: [3, 4] })).toEqual([3, 4]);
    const points = [
      [0, 0],
      [4, 1],
      [10, 0],
    ] as const;
    expect(markPoint({ kind: "multiPoint", points })).toEqual([4, 1]);
  });

  it("of a line is the middle of its length, of several that of the longest", () => {
    const path = [
      [0, 0],
      [10, 0],
      [10, 30],
    ] as const;
    expect(markPoint({ kind: "line", path })).toEqual([10, 10]);
    expect(
      markPoint({
        kind: "multiLine",
        paths: [
          [
            [0, 50],
            [4, 50],
          ],
          path,
        ],
      }),
    ).toEqual([10, 10]);
    expect(
      markPoint({
        kind: "line",
        path: [
          [2, 2],
          [2, 2],
        ],
      }),
    ).toEqual([2, 2]);
  });

  it("of an area is its centroid, of several that of the largest", () => {
    expect(markPoint(polygon(square(100_000, 100_000, 10)))).toEqual([100_005, 100_005]);
    const polygons = [[square(0, 0, 2)], [square(50, 50, 10)]];
    expect(markPoint({ kind: "multiPolygon", polygons })).toEqual([55, 55]);
  });

  it("of a ring or a horseshoe is inside it, not in its hole", () => {
    const ring = [square(0, 0, 30), square(10, 10, 10)];
    const [x, y] = markPoint(polygon(...ring));
    expect([containsPoint(ring, [x, y]), y]).toEqual([true, 15]);
    const horseshoe: SlidePoint[] = [
      [0, 0],
      [30, 0],
      [30, 30],
      [24, 30],
      [24, 4],
      [4, 4],
      [4, 30],
      [0, 30],
    ];
    expect(containsPoint([horseshoe], markPoint(polygon(horseshoe)))).toBe(true);
  });

  it("of any outline, also a self-intersecting or empty one, is a point of the slide near it", () => {
    const number = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 3, maxLength: 12 }), (corners) => {
        const ring = corners as SlidePoint[];
        const [x, y] = markPoint(polygon(ring));
        for (const [value, axis] of [
          [x, 0],
          [y, 1],
        ] as const) {
          expect(value).toBeGreaterThanOrEqual(Math.min(...ring.map((corner) => corner[axis])) - 1e-6);
          expect(value).toBeLessThanOrEqual(Math.max(...ring.map((corner) => corner[axis])) + 1e-6);
        }
      }),
    );
  });
});

it("the area of a polygon excludes its holes, whatever their direction", () => {
  expect(areaPx2([square(0, 0, 30), square(10, 10, 10)])).toBe(800);
  expect(areaPx2([square(0, 0, 30), square(10, 10, 10).reverse()])).toBe(800);
});
