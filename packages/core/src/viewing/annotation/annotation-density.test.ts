import { expect, it } from "vitest";
import { densityCellPx } from "./annotation-density.ts";

const cases: [what: string, width: number, height: number, cellPx: number][] = [
  ["a slide of 100,000 px", 100_000, 60_000, 2_048],
  ["exactly 64 cells", 65_536, 10, 1_024],
  ["one px more than 64 cells", 10, 65_537, 2_048],
  ["an area without size", 0, 0, 1],
];
for (const [what, width, height, cellPx] of cases) {
  it(`${what}: cells of ${cellPx} px`, () => {
    expect(densityCellPx({ minX: 100, minY: 7, maxX: 100 + width, maxY: 7 + height })).toBe(cellPx);
  });
}
