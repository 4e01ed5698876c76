import { expect, it } from "vitest";
import { readShapeOf } from "./annotation-shape.ts";

it("a shape is read once and comes with the box around it", () => {
  const read = readShapeOf("LINESTRING (4 9, 1 2)");
  expect(read).toEqual({
    shape: {
      kind: "line",
      path: [
        [4, 9],
        [1, 2],
      ],
    },
    bounds: { minX: 1, minY: 2, maxX: 4, maxY: 9 },
  });
  expect(readShapeOf("LINESTRING (4 9, 1 2)")).toBe(read);
});

it("what is no shape is none, again and again", () => {
  expect([readShapeOf("CIRCLE (1 2)"), readShapeOf("CIRCLE (1 2)")]).toEqual([null, null]);
});
