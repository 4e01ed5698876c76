import { simplifyPath } from "@parfocal/core/geometry/simplify.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import { distanceToOutline } from "./shape-distance.ts";
import { simplifyToLimit } from "./simplify.ts";

const circle = (count: number, radius: number): SlidePoint[] =>
  Array.from({ length: count }, (_unused, index) => {
    const angle = (index / (count - 1)) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

describe("simplifying a line", () => {
  it("omits vertices on the line", () => {
    expect(
      simplifyPath(
        [
          [0, 0],
          [5, 0.2],
          [10, 0],
          [10, 10],
        ],
        1,
      ),
    ).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
    ]);
  });
  it("keeps a vertex farther away than the tolerance, but not one at exactly that distance", () => {
    expect(
      simplifyPath(
        [
          [0, 0],
          [5, 1.01],
          [10, 0],
        ],
        1,
      ),
    ).toHaveLength(3);
    expect(
      simplifyPath(
        [
          [0, 0],
          [5, 1],
          [10, 0],
        ],
        1,
      ),
    ).toHaveLength(2);
  });
  it("leaves two points, one or none unchanged", () => {
    expect(
      simplifyPath(
        [
          [0, 0],
          [1, 1],
        ],
        5,
      ),
    ).toHaveLength(2);
    expect(simplifyPath([[3, 3]], 5)).toEqual([[3, 3]]);
    expect(simplifyPath([], 5)).toEqual([]);
  });
  it("moves a closed path by no more than the tolerance, although its ends are equal", () => {
    const traced = circle(2000, 300);
    const path = simplifyPath(traced, 1);
    expect(path.length).toBeLessThan(80);
    expect(path.length).toBeGreaterThan(20);
    const farthest = Math.max(...traced.map((point) => distanceToOutline(point, { kind: "line", path })));
    expect(farthest).toBeLessThanOrEqual(1);
  });
  it("continues until few enough points are left to be stored", () => {
    const zigzag = Array.from({ length: 12_000 }, (_unused, index): SlidePoint => [index, (index % 2) * 3]);
    expect(simplifyPath(zigzag, 1)).toHaveLength(12_000);
    expect(simplifyToLimit(zigzag, 1).length).toBeLessThanOrEqual(10_000);
  });
});
