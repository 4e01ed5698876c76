import { expect, it } from "vitest";
import { readShapeOf } from "./annotation-shape.ts";

it("a shape is parsed once and includes its bounding box", () => {
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

it("an invalid shape is null, every time", () => {
  expect([readShapeOf("CIRCLE (1 2)"), readShapeOf("CIRCLE (1 2)")]).toEqual([null, null]);
});
