import { expect, it } from "vitest";
import { middleSquare } from "./square-picture.ts";

it.each([
  [300, 200, { x: 50, y: 0, side: 200 }],
  [201, 400, { x: 0, y: 99, side: 201 }],
  [7, 7, { x: 0, y: 0, side: 7 }],
])("the middle of %d × %d", (width, height, square) => {
  expect(middleSquare({ width, height })).toEqual(square);
});
