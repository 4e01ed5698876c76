/** A shape while it is being drawn: the points given so far, with undo and redo. Immutable. */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import { type DrawingTool, drawingTool } from "./drawing-tools.ts";

export interface Sketch {
  readonly typeName: DrawnTypeName;
  readonly isFreehand: boolean;
  readonly tool: DrawingTool;
  readonly vertices: readonly SlidePoint[];
  /** Undone points; the last one is redone first. */
  readonly undone: readonly SlidePoint[];
}

export function emptySketch(typeName: DrawnTypeName, isFreehand: boolean): Sketch {
  return { typeName, isFreehand, tool: drawingTool(typeName, isFreehand), vertices: [], undone: [] };
}

/** A new vertex clears the redo list. */
export function addVertex(sketch: Sketch, point: SlidePoint): Sketch {
  return { ...sketch, vertices: [...sketch.vertices, point], undone: [] };
}

export function undoVertex(sketch: Sketch): Sketch {
  const last = sketch.vertices.at(-1);
  return last ? { ...sketch, vertices: sketch.vertices.slice(0, -1), undone: [...sketch.undone, last] } : sketch;
}

export function redoVertex(sketch: Sketch): Sketch {
  const last = sketch.undone.at(-1);
  return last ? { ...sketch, vertices: [...sketch.vertices, last], undone: sketch.undone.slice(0, -1) } : sketch;
}

export function isComplete({ tool, vertices }: Sketch): boolean {
  return tool.maxVertices !== null && vertices.length >= tool.maxVertices;
}

/** null: too few points to finish. */
export function shapeOfSketch(sketch: Sketch, frame: DrawingFrame): Shape | null {
  return sketch.tool.shapeOf(sketch.vertices, frame);
}

/** The shape including the pointer's position; a line if there are too few points for the tool's own shape. */
export function previewOfSketch(sketch: Sketch, pointer: SlidePoint | null, frame: DrawingFrame): Shape | null {
  const isFull = isComplete(sketch) || sketch.tool.gesture === "trace";
  const vertices = pointer && !isFull ? [...sketch.vertices, pointer] : sketch.vertices;
  if (sketch.vertices.length === 0) return null;
  return sketch.tool.shapeOf(vertices, frame) ?? (vertices.length > 1 ? { kind: "line", path: vertices } : null);
}

/**
 * Whether a click finishes the shape: on the last vertex again (a double click), or on the first one of a closed shape.
 *
 * @param tolerance slide pixels.
 */
export function isFinishingClick({ tool, vertices }: Sketch, [x, y]: SlidePoint, tolerance: number): boolean {
  if (tool.gesture !== "vertices") return false;
  const isNear = (vertex: SlidePoint | undefined): boolean =>
    vertex !== undefined && Math.hypot(vertex[0] - x, vertex[1] - y) <= tolerance;
  return (
    (tool.isClosed && vertices.length >= 3 && isNear(vertices[0])) || (vertices.length >= 2 && isNear(vertices.at(-1)))
  );
}
