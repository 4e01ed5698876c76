/** Any shape as a list of paths, so that operations on vertices do not depend on the type of shape. */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";

export interface ShapePath {
  readonly points: readonly SlidePoint[];
  readonly isClosed: boolean;
  /** Minimum number of points of the path. */
  readonly minPoints: number;
}

const openPath = (points: readonly SlidePoint[]): ShapePath => ({ points, isClosed: false, minPoints: 2 });
const closedPath = (points: readonly SlidePoint[]): ShapePath => ({ points, isClosed: true, minPoints: 3 });
const loosePoint = (point: SlidePoint): ShapePath => ({ points: [point], isClosed: false, minPoints: 1 });

export function pathsOf(shape: Shape): readonly ShapePath[] {
  switch (shape.kind) {
    case "point":
      return [loosePoint(shape.point)];
    case "line":
      return [openPath(shape.path)];
    case "polygon":
      return shape.rings.map(closedPath);
    case "multiPoint":
      return shape.points.map(loosePoint);
    case "multiLine":
      return shape.paths.map(openPath);
    case "multiPolygon":
      return shape.polygons.flatMap((rings) => rings.map(closedPath));
  }
}

/** A shape of the same type with other vertices. @param paths as many as returned by `pathsOf(shape)`. */
export function withPaths(shape: Shape, paths: readonly (readonly SlidePoint[])[]): Shape {
  const first = paths[0]?.[0];
  switch (shape.kind) {
    case "point":
      return first ? { kind: "point", point: first } : shape;
    case "line":
      return { kind: "line", path: paths[0] ?? [] };
    case "polygon":
      return { kind: "polygon", rings: paths };
    case "multiPoint":
      return { kind: "multiPoint", points: paths.flat() };
    case "multiLine":
      return { kind: "multiLine", paths };
    case "multiPolygon": {
      let taken = 0;
      const polygons = shape.polygons.map((rings) => {
        taken += rings.length;
        return paths.slice(taken - rings.length, taken);
      });
      return { kind: "multiPolygon", polygons };
    }
  }
}

export function mapVertices(shape: Shape, change: (point: SlidePoint) => SlidePoint): Shape {
  return withPaths(
    shape,
    pathsOf(shape).map(({ points }) => points.map(change)),
  );
}

/** Stored decimals of a slide pixel: far finer than visible, with short texts. */
const COORDINATE_DECIMALS = 2;

export function pointOnSlide(
  [x, y]: SlidePoint,
  slide: { readonly width: number; readonly height: number },
): SlidePoint {
  return [Math.min(slide.width, Math.max(0, x)), Math.min(slide.height, Math.max(0, y))];
}

/** Rounded to 1/100 px and limited to the slide. */
export function tidyShape(shape: Shape, slide: { readonly width: number; readonly height: number }): Shape {
  const factor = 10 ** COORDINATE_DECIMALS;
  const rounded = (value: number): number => Math.round(value * factor) / factor;
  return mapVertices(shape, (point) => {
    const [x, y] = pointOnSlide(point, slide);
    return [rounded(x), rounded(y)];
  });
}
