/** The shapes of annotations, in slide pixels (y down). */
import type { SlidePoint } from "./slide-point.ts";

export type Shape =
  | { readonly kind: "point"; readonly point: SlidePoint }
  | { readonly kind: "line"; readonly path: readonly SlidePoint[] }
  | {
      readonly kind: "polygon";
      /** The first ring is the outline, the others are holes. Rings do not repeat their first point at the end. */
      readonly rings: readonly (readonly SlidePoint[])[];
    }
  | { readonly kind: "multiPoint"; readonly points: readonly SlidePoint[] }
  | { readonly kind: "multiLine"; readonly paths: readonly (readonly SlidePoint[])[] }
  | { readonly kind: "multiPolygon"; readonly polygons: readonly (readonly (readonly SlidePoint[])[])[] };

/** All vertices of a shape, in drawing order. */
export function verticesOf(shape: Shape): readonly SlidePoint[] {
  switch (shape.kind) {
    case "point":
      return [shape.point];
    case "line":
      return shape.path;
    case "polygon":
      return shape.rings.flat();
    case "multiPoint":
      return shape.points;
    case "multiLine":
      return shape.paths.flat();
    case "multiPolygon":
      return shape.polygons.flat(2);
  }
}

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Axis-aligned bounding box, in slide pixels. */
export function boundsOf(shape: Shape): Bounds {
  let minX = Number.POSITIVE_INFINITY;
  let minY = Number.POSITIVE_INFINITY;
  let maxX = Number.NEGATIVE_INFINITY;
  let maxY = Number.NEGATIVE_INFINITY;
  for (const [x, y] of verticesOf(shape)) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX, minY, maxX, maxY };
}
