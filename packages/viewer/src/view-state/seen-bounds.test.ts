import { expect, it } from "vitest";
import { seenBounds } from "./seen-bounds.ts";

const CASES: [rotationDeg: number, halfWidth: number, halfHeight: number][] = [
  [0, 800, 400],
  [90, 400, 800],
  [-90, 400, 800],
  [180, 800, 400],
  [45, 1200 * Math.SQRT1_2, 1200 * Math.SQRT1_2],
];
for (const [rotationDeg, halfWidth, halfHeight] of CASES) {
  it(`rotated by ${rotationDeg} degrees, the visible box extends ${Math.round(halfWidth)} to each side`, () => {
    const { minX, minY, maxX, maxY } = seenBounds({ center: [5_000, 3_000], resolution: 2, rotationDeg }, [800, 400]);
    expect([5_000 - minX, maxX - 5_000]).toEqual([expect.closeTo(halfWidth), expect.closeTo(halfWidth)]);
    expect([3_000 - minY, maxY - 3_000]).toEqual([expect.closeTo(halfHeight), expect.closeTo(halfHeight)]);
  });
}
