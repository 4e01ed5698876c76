/** One-click operations on an edited shape. Each returns null if it would change nothing. */
import { boundsOf, type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { ChangeShape, TypedShape } from "@parfocal/viewer/annotation/annotation-layer.ts";
import { TURN_STEP_DEG } from "@parfocal/viewer/annotation/shape-box.ts";
import { isArea, repaired, simplifiedShape } from "@parfocal/viewer/annotation/shape-clipping.ts";
import { mapVertices } from "@parfocal/viewer/annotation/shape-paths.ts";
import { turnAbout } from "@parfocal/viewer/annotation/shape-transform.ts";

/** Factor per button press. */
const RESIZE_STEP = 1.1;

function middleOf(shape: Shape): SlidePoint {
  const { minX, minY, maxX, maxY } = boundsOf(shape);
  return [(minX + maxX) / 2, (minY + maxY) / 2];
}

/** @param direction 1: clockwise. */
export const turnedBy =
  (direction: 1 | -1): ChangeShape =>
  ({ shape, typeName }, pixelAspect) => ({
    shape: mapVertices(shape, turnAbout(middleOf(shape), direction * TURN_STEP_DEG, pixelAspect)),
    typeName,
  });

/** @param direction 1: larger. */
export const resizedBy =
  (direction: 1 | -1): ChangeShape =>
  ({ shape, typeName }) => {
    const [centerX, centerY] = middleOf(shape);
    const factor = RESIZE_STEP ** direction;
    const resized = mapVertices(shape, ([x, y]) => [
      centerX + (x - centerX) * factor,
      centerY + (y - centerY) * factor,
    ]);
    return { shape: resized, typeName };
  };

export function withoutHoles({ shape, typeName }: TypedShape): TypedShape | null {
  if (shape.kind === "polygon" && shape.rings.length > 1) {
    return { shape: { kind: "polygon", rings: shape.rings.slice(0, 1) }, typeName };
  }
  if (shape.kind === "multiPolygon" && shape.polygons.some(({ length }) => length > 1)) {
    return { shape: { kind: "multiPolygon", polygons: shape.polygons.map((rings) => rings.slice(0, 1)) }, typeName };
  }
  return null;
}

/**
 * The same area without self-intersections. A rectangle, ellipse or freehand outline may split into parts; it then
 * becomes a polygon.
 */
export function withoutCrossing({ shape }: TypedShape): TypedShape | null {
  const fixed = isArea(shape) ? repaired(shape) : null;
  return fixed && { shape: fixed, typeName: "polygon" };
}

/** @param tolerance slide pixels. */
export const simplifiedTo =
  (tolerance: number) =>
  ({ shape, typeName }: TypedShape): (TypedShape & { readonly vertexCount: number }) | null => {
    const simple = simplifiedShape(shape, tolerance);
    const isTyped = typeName === "polygon" || typeName === "line" || typeName === "freehand" || typeName === "arrow";
    const vertexCount = verticesOf(simple).length;
    if (vertexCount >= verticesOf(shape).length) return null;
    // A freehand outline that splits into parts, or an ellipse with few vertices, becomes a polygon.
    const keepsType = isTyped && (simple.kind === "polygon" || simple.kind === "line");
    return { shape: simple, typeName: keepsType ? typeName : "polygon", vertexCount };
  };
