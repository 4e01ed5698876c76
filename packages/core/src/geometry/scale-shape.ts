import type { Shape } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";

/** Pixels of one image per pixel of another, along x and y. */
export interface PixelScale {
  readonly x: number;
  readonly y: number;
}

export const scalePoint = ([x, y]: SlidePoint, scale: PixelScale): SlidePoint => [x * scale.x, y * scale.y];

/** Scales a shape to an image of the same item with another pixel count; the origin is unchanged. */
export function scaleShape(shape: Shape, scale: PixelScale): Shape {
  const point = (one: SlidePoint): SlidePoint => scalePoint(one, scale);
  const path = (points: readonly SlidePoint[]): SlidePoint[] => points.map(point);
  const rings = (paths: readonly (readonly SlidePoint[])[]): SlidePoint[][] => paths.map(path);
  switch (shape.kind) {
    case "point":
      return { kind: "point", point: point(shape.point) };
    case "line":
      return { kind: "line", path: path(shape.path) };
    case "polygon":
      return { kind: "polygon", rings: rings(shape.rings) };
    case "multiPoint":
      return { kind: "multiPoint", points: path(shape.points) };
    case "multiLine":
      return { kind: "multiLine", paths: rings(shape.paths) };
    case "multiPolygon":
      return { kind: "multiPolygon", polygons: shape.polygons.map(rings) };
  }
}
