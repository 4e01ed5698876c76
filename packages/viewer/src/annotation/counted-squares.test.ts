import { expect, it } from "vitest";
import { levelOfSquares } from "./counted-squares.ts";
import { visitSquares } from "./density-levels.ts";

it("squares counted elsewhere are found by position, whatever their order", () => {
  const level = levelOfSquares(
    [
      { sidePx: 64, column: 3, row: 2, count: 9 },
      { sidePx: 64, column: 0, row: 0, count: 4 },
      { sidePx: 64, column: 1, row: 2, count: 30 },
    ],
    2,
  );
  const found: [column: number, row: number, count: number, kind: number][] = [];
  visitSquares(level, { minX: 64, minY: 130, maxX: 200, maxY: 190 }, (number) => {
    const at = <Numbers extends ArrayLike<number>>(numbers: Numbers) => numbers[number] as number;
    found.push([at(level.columns), at(level.rows), at(level.shapes), at(level.kinds)]);
  });
  expect(found).toEqual([
    [1, 2, 30, 2],
    [3, 2, 9, 2],
  ]);
  expect(level).toMatchObject({ sidePx: 64, count: 3, maxShapes: 30 });
});
