/** The vertices of very many shapes in typed arrays, which need little memory and are fast to paint. */
import type { Bounds, Shape } from "@parfocal/core/geometry/shape.ts";
import { pathsOf } from "./shape-paths.ts";

/** Shapes and paths by index; slide pixels. */
export interface ShapeStore {
  readonly count: number;
  /** Alternating x and y. Single precision: 1/64 px on a slide of 200,000 px, which is not visible on any screen. */
  readonly coordinates: Float32Array;
  /** Path p has the vertices from `pathStart[p]` up to but not including `pathStart[p + 1]`. */
  readonly pathStart: Uint32Array;
  readonly isClosed: Uint8Array;
  /** Shape s has the paths from `firstPath[s]` up to but not including `firstPath[s + 1]`. */
  readonly firstPath: Uint32Array;
  /** minX, minY, maxX, maxY of each shape in turn. */
  readonly boxes: Float64Array;
}

export function storeShapes(shapes: readonly Shape[]): ShapeStore {
  let [vertexCount, pathCount] = [0, 0];
  for (const shape of shapes) {
    for (const { points } of pathsOf(shape)) {
      vertexCount += points.length;
      pathCount += 1;
    }
  }
  const coordinates = new Float32Array(vertexCount * 2);
  const pathStart = new Uint32Array(pathCount + 1);
  const isClosed = new Uint8Array(pathCount);
  const firstPath = new Uint32Array(shapes.length + 1);
  const boxes = new Float64Array(shapes.length * 4);
  let [vertex, path] = [0, 0];
  for (const [index, shape] of shapes.entries()) {
    let [minX, minY, maxX, maxY] = [
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (const { points, isClosed: isRing } of pathsOf(shape)) {
      for (const [x, y] of points) {
        coordinates[vertex * 2] = x;
        coordinates[vertex * 2 + 1] = y;
        vertex += 1;
        if (x < minX) minX = x;
        if (y < minY) minY = y;
        if (x > maxX) maxX = x;
        if (y > maxY) maxY = y;
      }
      isClosed[path] = isRing ? 1 : 0;
      path += 1;
      pathStart[path] = vertex;
    }
    firstPath[index + 1] = path;
    boxes.set([minX, minY, maxX, maxY], index * 4);
  }
  return { count: shapes.length, coordinates, pathStart, isClosed, firstPath, boxes };
}

/** Longer side of a shape's box; slide pixels. */
export function longerSideOf({ boxes }: Pick<ShapeStore, "boxes">, index: number): number {
  const at = index * 4;
  return Math.max(
    (boxes[at + 2] as number) - (boxes[at] as number),
    (boxes[at + 3] as number) - (boxes[at + 1] as number),
  );
}

/** Whether the box of a shape intersects these bounds, extended by a margin in slide pixels. */
export function isBoxWithin({ boxes }: ShapeStore, index: number, bounds: Bounds, margin: number): boolean {
  const at = index * 4;
  return (
    (boxes[at] as number) <= bounds.maxX + margin &&
    (boxes[at + 1] as number) <= bounds.maxY + margin &&
    (boxes[at + 2] as number) >= bounds.minX - margin &&
    (boxes[at + 3] as number) >= bounds.minY - margin
  );
}
