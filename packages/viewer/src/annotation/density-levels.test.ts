import { describe, expect, it } from "vitest";
import { createDensityLevels, SMALLEST_SQUARE_PX, squareSidePx, visitSquares } from "./density-levels.ts";

/** Boxes of 2 x 2 px around these positions. */
const boxesAt = (...places: readonly (readonly [number, number])[]): Float64Array =>
  Float64Array.from(places.flatMap(([x, y]) => [x - 1, y - 1, x + 1, y + 1]));
/** The scale at which squares have this width on the slide. */
const scaleFor = (sidePx: number): number => SMALLEST_SQUARE_PX / sidePx;

describe("density", () => {
  for (const scale of [4, 1, 0.3, 0.0125]) {
    it(`at scale ${scale} square widths are powers of two, and one to two times the minimum on the screen`, () => {
      const sidePx = squareSidePx(scale);
      expect(Math.log2(sidePx) % 1).toBe(0);
      expect(sidePx * scale).toBeGreaterThanOrEqual(SMALLEST_SQUARE_PX);
      expect(sidePx * scale).toBeLessThan(2 * SMALLEST_SQUARE_PX);
    });
  }

  const boxes = boxesAt([10, 10], [20, 30], [70, 10], [63.9, 63.9], [64, 64], [-5, 200]);
  const level = createDensityLevels(boxes, Uint8Array.from([1, 2, 0, 2, 3, 0])).level(scaleFor(64));
  const squares = Array.from({ length: level.count }, (_unused, number) => [
    level.columns[number],
    level.rows[number],
    level.shapes[number],
    level.kinds[number],
  ]);

  it("counts each shape once, at its centre, with the most frequent kind", () => {
    expect(squares).toEqual([
      [0, 0, 3, 2],
      [1, 0, 1, 0],
      [1, 1, 1, 3],
      [-1, 3, 1, 0],
    ]);
    expect(level.maxShapes).toBe(3);
  });
  it("contains all shapes at every level", () => {
    const levels = createDensityLevels(boxes, new Uint8Array(6));
    for (const scale of [10, 1, 0.1, 0.001]) {
      expect(levels.level(scale).shapes.reduce((sum, shapes) => sum + shapes, 0)).toBe(6);
    }
  });
  it("counts a level once", () => {
    const levels = createDensityLevels(boxes, new Uint8Array(6));
    expect(levels.level(1)).toBe(levels.level(1.1));
  });
  it("omits shapes without a position", () => {
    const infinity = Number.POSITIVE_INFINITY;
    const levels = createDensityLevels(
      Float64Array.from([infinity, infinity, -infinity, -infinity]),
      new Uint8Array(1),
    );
    expect(levels.level(1).count).toBe(0);
  });

  const views: [string, { minX: number; minY: number; maxX: number; maxY: number }, number[]][] = [
    ["all", { minX: -100, minY: -100, maxX: 500, maxY: 500 }, [0, 1, 2, 3]],
    ["the upper row", { minX: 0, minY: 0, maxX: 127, maxY: 63 }, [0, 1]],
    ["the right column", { minX: 65, minY: 5, maxX: 66, maxY: 190 }, [1, 2]],
    ["a square that the view only touches", { minX: -60, minY: 192, maxX: -1, maxY: 400 }, [3]],
    ["none", { minX: 300, minY: 0, maxX: 400, maxY: 300 }, []],
  ];
  for (const [name, bounds, expected] of views) {
    it(`in view: ${name}`, () => {
      const visited: number[] = [];
      visitSquares(level, bounds, (number) => visited.push(number));
      expect(visited).toEqual(expected);
    });
  }
});
