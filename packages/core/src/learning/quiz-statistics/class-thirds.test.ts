import fc from "fast-check";
import { expect, it } from "vitest";
import { thirdsOf } from "./class-thirds.ts";

const cases: [points: number[], thirds: number[]][] = [
  [[], []],
  [[5], [2]],
  [
    [1, 9],
    [3, 1],
  ],
  [
    [3, 1, 2],
    [1, 3, 2],
  ],
  [
    [6, 5, 4, 3, 2, 1],
    [1, 1, 2, 2, 3, 3],
  ],
  [
    [7, 7, 7, 7],
    [2, 2, 2, 2],
  ],
  [
    [4, 4, 4, 0],
    [2, 2, 2, 3],
  ],
];
for (const [points, thirds] of cases)
  it(`points ${points.join(", ") || "of nobody"}: thirds ${thirds.join(", ") || "of nobody"}`, () =>
    expect(thirdsOf(points)).toEqual(thirds));

it("equal points share a third, more points are never in a lower one, and reversing the class reverses the thirds", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 30 }), (points) => {
      const thirds = thirdsOf(points);
      for (const [one, value] of points.entries())
        for (const [other, next] of points.entries()) {
          if (value === next) expect(thirds[one]).toBe(thirds[other]);
          if (value > next) expect(thirds[one]).toBeLessThanOrEqual(thirds[other] ?? 0);
        }
      expect(thirdsOf(points.map((value) => -value))).toEqual(thirds.map((third) => 4 - third));
    }),
  );
});
