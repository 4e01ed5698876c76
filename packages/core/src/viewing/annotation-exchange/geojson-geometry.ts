/**
 * Converts shapes to GeoJSON geometries and back. Positions are slide pixels, y down.
 *
 * Source: RFC 7946, section 3.1; further numbers of a position (height) are ignored.
 */
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { WKT_MAX_POINTS } from "../../geometry/wkt.ts";
import { EntryProblem } from "./exchanged-annotation.ts";

export interface GeoJsonGeometry {
  readonly type: "Point" | "LineString" | "Polygon" | "MultiPoint" | "MultiLineString" | "MultiPolygon";
  readonly coordinates: unknown;
}

/** GeoJSON repeats a ring's first position at its end. */
const closed = (ring: readonly SlidePoint[]): readonly SlidePoint[] => [...ring, ...ring.slice(0, 1)];

export function geometryOfShape(shape: Shape): GeoJsonGeometry {
  switch (shape.kind) {
    case "point":
      return { type: "Point", coordinates: shape.point };
    case "line":
      return { type: "LineString", coordinates: shape.path };
    case "polygon":
      return { type: "Polygon", coordinates: shape.rings.map(closed) };
    case "multiPoint":
      return { type: "MultiPoint", coordinates: shape.points };
    case "multiLine":
      return { type: "MultiLineString", coordinates: shape.paths };
    case "multiPolygon":
      return { type: "MultiPolygon", coordinates: shape.polygons.map((rings) => rings.map(closed)) };
  }
}

/** Counts points while reading, so that it stops at the limit. */
class PositionReader {
  #points = 0;

  point = (value: unknown): SlidePoint => {
    this.#points += 1;
    if (this.#points > WKT_MAX_POINTS) throw new EntryProblem(`The geometry has more than ${WKT_MAX_POINTS} points.`);
    const [x, y] = Array.isArray(value) ? value : [];
    if (typeof x !== "number" || typeof y !== "number") throw new EntryProblem("A position is not two numbers.");
    if (!Number.isFinite(x) || !Number.isFinite(y))
      throw new EntryProblem("The geometry has a coordinate that is not finite.");
    return [x, y];
  };

  list<Item>(value: unknown, read: (item: unknown) => Item, lack: string): Item[] {
    if (!Array.isArray(value) || value.length === 0) throw new EntryProblem(`The geometry has ${lack}.`);
    return value.map(read);
  }

  path = (value: unknown): SlidePoint[] => {
    const points = this.list(value, this.point, "a line without points");
    if (points.length < 2) throw new EntryProblem("A line needs at least two points.");
    return points;
  };

  ring = (value: unknown): SlidePoint[] => {
    const points = this.list(value, this.point, "a ring without points");
    const [first, last] = [points[0] as SlidePoint, points.at(-1) as SlidePoint];
    const isClosed = first[0] === last[0] && first[1] === last[1];
    if (points.length > 1 && !isClosed) throw new EntryProblem("The outline of a polygon is not closed.");
    if (points.length < 4) throw new EntryProblem("A polygon needs at least three corners.");
    return points.slice(0, -1);
  };

  rings = (value: unknown): SlidePoint[][] => this.list(value, this.ring, "a polygon without an outline");
}

type Read = (reader: PositionReader, coordinates: unknown) => Shape;
const READERS: Readonly<Record<GeoJsonGeometry["type"], Read>> = {
  Point: (reader, coordinates) => ({ kind: "point", point: reader.point(coordinates) }),
  LineString: (reader, coordinates) => ({ kind: "line", path: reader.path(coordinates) }),
  Polygon: (reader, coordinates) => ({ kind: "polygon", rings: reader.rings(coordinates) }),
  MultiPoint: (reader, coordinates) => ({
    kind: "multiPoint",
    points: reader.list(coordinates, reader.point, "no points"),
  }),
  MultiLineString: (reader, coordinates) => ({
    kind: "multiLine",
    paths: reader.list(coordinates, reader.path, "no lines"),
  }),
  MultiPolygon: (reader, coordinates) => ({
    kind: "multiPolygon",
    polygons: reader.list(coordinates, reader.rings, "no polygons"),
  }),
};

const isGeometryType = (type: unknown): type is GeoJsonGeometry["type"] =>
  typeof type === "string" && Object.hasOwn(READERS, type);

/** @throws EntryProblem with the reason. */
export function shapeOfGeometry(geometry: unknown): Shape {
  if (typeof geometry !== "object" || geometry === null) throw new EntryProblem("It has no geometry.");
  const { type, coordinates } = geometry as Partial<GeoJsonGeometry>;
  if (!isGeometryType(type)) {
    throw new EntryProblem(`"${String(type).slice(0, 40)}" is not a supported geometry type.`);
  }
  return READERS[type](new PositionReader(), coordinates);
}
