import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { describe, expect, it } from "vitest";
import { createBoxGrid } from "./box-grid.ts";

/** Reproducible random numbers in [0, 1). Source: Park and Miller 1988, CACM 31(10). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function found(boxes: Float64Array, bounds: Bounds): number[] {
  const indexes: number[] = [];
  createBoxGrid(boxes).search(bounds, (index) => indexes.push(index) > 0);
  return indexes;
}

const isWithin = (boxes: Float64Array, index: number, bounds: Bounds): boolean => {
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = boxes.subarray(index * 4, index * 4 + 4);
  return minX <= bounds.maxX && maxX >= bounds.minX && minY <= bounds.maxY && maxY >= bounds.minY;
};

describe("a grid of boxes", () => {
  const random = randomNumbers(7);
  const COUNT = 2_000;
  const boxes = new Float64Array(COUNT * 4);
  for (let index = 0; index < COUNT; index += 1) {
    const [x, y] = [random() * 40_000, random() * 30_000];
    const side = index % 50 === 0 ? 20_000 * random() : 200 * random();
    boxes.set([x, y, x + side, y + side / 2], index * 4);
  }
  for (let trial = 0; trial < 12; trial += 1) {
    const [x, y, side] = [random() * 45_000 - 3_000, random() * 33_000 - 2_000, 10 ** (random() * 4)];
    const bounds = { minX: x, minY: y, maxX: x + side, maxY: y + side };
    it(`finds the same boxes as a linear search, each once, around ${Math.round(x)}, ${Math.round(y)}`, () => {
      const expected = Array.from({ length: COUNT }, (_unused, index) => index).filter((index) =>
        isWithin(boxes, index, bounds),
      );
      expect(found(boxes, bounds).sort((a, b) => a - b)).toEqual(expected);
    });
  }

  it("finds all boxes in the complete area, also in a second search", () => {
    const grid = createBoxGrid(boxes);
    for (const _search of [1, 2]) {
      const seen = new Set<number>();
      grid.search({ minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 }, (index) => seen.add(index).size > 0);
      expect(seen.size).toBe(COUNT);
    }
  });
  it("stops on request", () => {
    let calls = 0;
    createBoxGrid(boxes).search({ minX: 0, minY: 0, maxX: 40_000, maxY: 30_000 }, () => {
      calls += 1;
      return calls < 5;
    });
    expect(calls).toBe(5);
  });

  const borders: [string, Bounds, number[]][] = [
    ["touching at a side", { minX: 10, minY: 0, maxX: 20, maxY: 5 }, [0]],
    ["touching at a corner", { minX: -5, minY: -5, maxX: 0, maxY: 0 }, [0]],
    ["just beside", { minX: 10.01, minY: 0, maxX: 20, maxY: 5 }, []],
    ["on a point", { minX: 100, minY: 100, maxX: 100, maxY: 100 }, [1]],
  ];
  const few = new Float64Array([0, 0, 10, 10, 100, 100, 100, 100]);
  for (const [name, bounds, expected] of borders) it(name, () => expect(found(few, bounds)).toEqual(expected));

  it("never finds an empty box, and finds nothing without boxes", () => {
    const infinity = Number.POSITIVE_INFINITY;
    const everywhere = { minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9 };
    expect(found(new Float64Array([infinity, infinity, -infinity, -infinity, 1, 1, 2, 2]), everywhere)).toEqual([1]);
    expect(found(new Float64Array([infinity, infinity, -infinity, -infinity]), everywhere)).toEqual([]);
    expect(found(new Float64Array(0), everywhere)).toEqual([]);
  });
});
