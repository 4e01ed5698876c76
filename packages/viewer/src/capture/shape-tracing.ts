/** Positions of shapes in the view, for drawing them over a captured image of it. */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { worldOfSlide } from "../world/world.ts";

export interface TracedShape {
  /** SVG path data of lines and outlines, CSS px from the top left of the view; empty: points only. */
  readonly path: string;
  /** Positions of single points, CSS px. */
  readonly points: readonly SlidePoint[];
}

export interface ShapeTracing extends ViewerPart {
  trace(shape: Shape): TracedShape;
}

/** Usage as a tool of the viewer: `viewer.use(createShapeTracing).trace(shape)`. */
export const createShapeTracing = ({ map }: ViewerContext): ShapeTracing => ({
  trace(shape) {
    map.renderSync();
    return traceShape(shape, (point) => {
      const [x = 0, y = 0] = map.getPixelFromCoordinate(worldOfSlide(point)) ?? [];
      return [x, y];
    });
  },
  destroy: () => undefined,
});

const TENTHS = 10;
const rounded = (value: number): number => Math.round(value * TENTHS) / TENTHS;

/** @param place converts slide pixels to CSS px. */
export function traceShape(shape: Shape, place: (point: SlidePoint) => SlidePoint): TracedShape {
  const placed = (point: SlidePoint): SlidePoint => {
    const [x, y] = place(point);
    return [rounded(x), rounded(y)];
  };
  const line = (path: readonly SlidePoint[]): string => `M${path.map((point) => placed(point).join(" ")).join("L")}`;
  const rings = (all: readonly (readonly SlidePoint[])[]): string => all.map((ring) => `${line(ring)}Z`).join("");
  switch (shape.kind) {
    case "point":
      return { path: "", points: [placed(shape.point)] };
    case "multiPoint":
      return { path: "", points: shape.points.map(placed) };
    case "line":
      return { path: line(shape.path), points: [] };
    case "multiLine":
      return { path: shape.paths.map(line).join(""), points: [] };
    case "polygon":
      return { path: rings(shape.rings), points: [] };
    case "multiPolygon":
      return { path: shape.polygons.map(rings).join(""), points: [] };
  }
}
