import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import {
  addVertex,
  emptySketch,
  isComplete,
  isFinishingClick,
  previewOfSketch,
  redoVertex,
  shapeOfSketch,
  undoVertex,
} from "./sketch.ts";

const FRAME = { turnDeg: 0, resolution: 1 };
const A: SlidePoint = [0, 0];
const B: SlidePoint = [100, 0];
const C: SlidePoint = [100, 100];
const drawn = (typeName: Parameters<typeof emptySketch>[0], ...points: SlidePoint[]) =>
  points.reduce(addVertex, emptySketch(typeName, false));

describe("a sketch", () => {
  it("undoes and redoes vertices in order", () => {
    const twiceBack = undoVertex(undoVertex(drawn("polygon", A, B, C)));
    expect(twiceBack.vertices).toEqual([A]);
    expect(redoVertex(redoVertex(twiceBack)).vertices).toEqual([A, B, C]);
  });
  it("has nothing to redo after a new vertex", () => {
    expect(redoVertex(addVertex(undoVertex(drawn("line", A, B)), C)).vertices).toEqual([A, C]);
  });
  it("is unchanged if there is nothing to undo or redo", () => {
    const sketch = drawn("line");
    expect(undoVertex(sketch)).toBe(sketch);
    expect(redoVertex(sketch)).toBe(sketch);
  });
  it("completes automatically if the number of points is fixed", () => {
    expect(
      [drawn("point", A), drawn("rectangle", A), drawn("arrow", A, B), drawn("line", A, B)].map(isComplete),
    ).toEqual([true, false, true, false]);
  });
  it("previews with the pointer, as a line until there are enough points for a polygon", () => {
    expect(previewOfSketch(drawn("polygon"), A, FRAME)).toBeNull();
    expect(previewOfSketch(drawn("polygon", A), B, FRAME)).toEqual({ kind: "line", path: [A, B] });
    expect(previewOfSketch(drawn("polygon", A, B), C, FRAME)).toEqual({ kind: "polygon", rings: [[A, B, C]] });
    expect(shapeOfSketch(drawn("polygon", A, B), FRAME)).toBeNull();
  });
  const clicks: [string, ReturnType<typeof drawn>, SlidePoint, boolean][] = [
    ["on the first vertex of three", drawn("polygon", A, B, C), [5, 5], true],
    ["on the first vertex of two only begins", drawn("polygon", A, B), [5, 5], false],
    ["on the last vertex, as a double click does", drawn("polygon", A, B, C), [97, 104], true],
    ["on the first vertex of a line continues", drawn("line", A, B, C), [5, 5], false],
    ["on the last vertex of a line", drawn("line", A, B), [100, 3], true],
    ["elsewhere", drawn("polygon", A, B, C), [50, 50], false],
  ];
  for (const [name, sketch, point, isFinish] of clicks) {
    it(`a click ${name}: ${isFinish ? "finished" : "not finished"}`, () =>
      expect(isFinishingClick(sketch, point, 8)).toBe(isFinish));
  }
});
