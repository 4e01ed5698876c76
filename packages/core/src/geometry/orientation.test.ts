import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orientationOf } from "./orientation.ts";
import type { SlidePoint } from "./slide-point.ts";

const cases: [what: string, a: SlidePoint, b: SlidePoint, c: SlidePoint, expected: -1 | 0 | 1][] = [
  ["right, then down", [0, 0], [10, 0], [10, 10], 1],
  ["right, then up", [0, 0], [10, 0], [10, -10], -1],
  ["straight on", [0, 0], [10, 10], [30, 30], 0],
  ["on a line of tenths, which are not exact doubles", [0.1, 0.1], [0.2, 0.2], [0.3, 0.3], 0],
  ["one rounding above that line", [0.1, 0.1], [0.2, 0.2], [0.3, 0.30000000000000004], 1],
  ["one rounding below that line", [0.1, 0.1], [0.2, 0.2], [0.3, 0.29999999999999993], -1],
  ["a repeated point", [0.1, 0.7], [0.1, 0.7], [3, 4], 0],
  ["numbers whose products are too small for a double", [0, 0], [1e-200, 1e-200], [1e-200, 2e-200], 1],
];
for (const [what, a, b, c, expected] of cases) {
  it(`${what}: ${expected}`, () => {
    expect(orientationOf(a, b, c)).toBe(expected);
  });
}

describe("for any three points near a line", () => {
  const near = fc.record({
    step: fc.integer({ min: -4, max: 4 }),
    at: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  });
  it("reversing their order reverses the sign, rotating it does not", () => {
    fc.assert(
      fc.property(near, near, near, (...points) => {
        const [a, b, c] = points.map(({ step, at }): SlidePoint => [at, at * (1 + step * Number.EPSILON)]) as [
          SlidePoint,
          SlidePoint,
          SlidePoint,
        ];
        const side = orientationOf(a, b, c);
        expect([orientationOf(b, c, a), orientationOf(c, a, b)]).toEqual([side, side]);
        expect(orientationOf(b, a, c)).toBe(side === 0 ? 0 : -side);
      }),
    );
  });
});
