import { NO_NUCLEI, type PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { expect, it } from "vitest";
import { placeCells } from "./cells-in-view.ts";

function nucleiAt(places: readonly (readonly [number, number])[]): PackedNuclei {
  return { ...NO_NUCLEI, count: places.length, centroids: Float32Array.from(places.flat()) };
}

/** Pseudo-random, the same in each run. */
const scattered = Array.from(
  { length: 5_000 },
  (_unused, at) => [(at * 7919) % 10_007, (at * 104_729) % 9_973] as const,
);

it("all nuclei within bounds are found, each once, and no others", () => {
  const cells = placeCells(nucleiAt(scattered));
  for (const bounds of [
    { minX: 100, minY: 200, maxX: 3_000, maxY: 2_500 },
    { minX: -50, minY: -50, maxX: 20_000, maxY: 20_000 },
    { minX: 5_000, minY: 5_000, maxX: 5_001, maxY: 5_001 },
  ]) {
    const found: number[] = [];
    cells.within(bounds, (nucleus) => found.push(nucleus));
    const { minX, minY, maxX, maxY } = bounds;
    const expected = scattered.flatMap(([x, y], at) => (x >= minX && x <= maxX && y >= minY && y <= maxY ? [at] : []));
    expect(found.sort((a, b) => a - b)).toEqual(expected);
  }
});

it("the nearest nucleus within reach is selected", () => {
  const cells = placeCells(
    nucleiAt([
      ...[[100, 100] as const, [110, 100] as const],
      ...scattered.map(([x, y]) => [x + 500, y + 500] as const),
    ]),
  );
  expect(cells.nearest([104, 101], 20)).toBe(0);
  expect(cells.nearest([107, 101], 20)).toBe(1);
  expect(cells.nearest([107, 101], 20, (nucleus) => nucleus !== 1)).toBe(0);
  expect(cells.nearest([150, 100], 20)).toBeNull();
});

it("nothing is found without nuclei", () => {
  const found: number[] = [];
  placeCells(NO_NUCLEI).within({ minX: -1, minY: -1, maxX: 1, maxY: 1 }, (nucleus) => found.push(nucleus));
  expect(found).toEqual([]);
});
