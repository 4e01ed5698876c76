/** Shapes as SVG, for selectors. Source: SVG 1.1, section 8.3 (path data); coordinates are px of the whole image. */
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";

type Place = (point: SlidePoint) => readonly [x: number, y: number];

/** A point is drawn with this radius, px. */
const POINT_RADIUS_PX = 1;

const pathData = (points: readonly SlidePoint[], place: Place): string =>
  points.map((point, index) => `${index === 0 ? "M" : "L"}${place(point).join(" ")}`).join("");

const lines = (paths: readonly (readonly SlidePoint[])[], place: Place): string =>
  `<path fill="none" d="${paths.map((path) => pathData(path, place)).join("")}"/>`;

const areas = (rings: readonly (readonly SlidePoint[])[], place: Place): string =>
  `<path fill-rule="evenodd" d="${rings.map((ring) => `${pathData(ring, place)}Z`).join("")}"/>`;

function point(at: SlidePoint, place: Place): string {
  const [x, y] = place(at);
  return `<circle cx="${x}" cy="${y}" r="${POINT_RADIUS_PX}"/>`;
}

function contentOf(shape: Shape, place: Place): string {
  switch (shape.kind) {
    case "point":
      return point(shape.point, place);
    case "multiPoint":
      return shape.points.map((one) => point(one, place)).join("");
    case "line":
      return lines([shape.path], place);
    case "multiLine":
      return lines(shape.paths, place);
    case "polygon":
      return areas(shape.rings, place);
    case "multiPolygon":
      return areas(shape.polygons.flat(), place);
  }
}

/** @param place maps a slide point to the image that the SVG is an overlay of. */
export function svgOfShape(shape: Shape, place: Place): string {
  return `<svg xmlns="http://www.w3.org/2000/svg">${contentOf(shape, place)}</svg>`;
}
