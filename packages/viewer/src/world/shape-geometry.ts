/** Shapes in slide pixels as the map library's geometries. */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type Geometry from "ol/geom/Geometry.js";
import LineString from "ol/geom/LineString.js";
import MultiLineString from "ol/geom/MultiLineString.js";
import MultiPoint from "ol/geom/MultiPoint.js";
import MultiPolygon from "ol/geom/MultiPolygon.js";
import Point from "ol/geom/Point.js";
import Polygon from "ol/geom/Polygon.js";
import { type WorldPoint, worldOfSlide } from "./world.ts";

const pathInWorld = (path: readonly SlidePoint[]): WorldPoint[] => path.map(worldOfSlide);

/** The map library repeats a ring's first point at its end, core does not. */
function ringInWorld(ring: readonly SlidePoint[]): WorldPoint[] {
  const first = ring[0];
  return pathInWorld(first ? [...ring, first] : ring);
}

export function geometryOfShape(shape: Shape): Geometry {
  switch (shape.kind) {
    case "point":
      return new Point(worldOfSlide(shape.point));
    case "line":
      return new LineString(pathInWorld(shape.path));
    case "polygon":
      return new Polygon(shape.rings.map(ringInWorld));
    case "multiPoint":
      return new MultiPoint(pathInWorld(shape.points));
    case "multiLine":
      return new MultiLineString(shape.paths.map(pathInWorld));
    case "multiPolygon":
      return new MultiPolygon(shape.polygons.map((rings) => rings.map(ringInWorld)));
  }
}

export function pointGeometry(point: SlidePoint): Point {
  return new Point(worldOfSlide(point));
}

export function pointsGeometry(points: readonly SlidePoint[]): MultiPoint {
  return new MultiPoint(pathInWorld(points));
}

/**
 * Direction from one place to another on the unrotated map.
 *
 * @returns radians clockwise from north, as the map library turns marks.
 */
export function headingOf([x0, y0]: SlidePoint, [x1, y1]: SlidePoint): number {
  return Math.atan2(x1 - x0, y0 - y1);
}
