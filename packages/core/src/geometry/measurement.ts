/**
 * Length and area on a slide: planar, in slide pixels times µm per pixel, separately for each axis.
 *
 * Source: spec decisions, "Geometry", "Measurement".
 */
import type { Shape } from "./shape.ts";
import type { PixelSizeUm, SlidePoint } from "./slide-point.ts";

export const UM_PER_MM = 1000;
export const UM2_PER_MM2 = 1_000_000;

/** A measurement with its unit. Length in µm (mm from 1000 µm), area in µm² (mm² from 10^6 µm²). */
export type Measurement =
  | { readonly kind: "length"; readonly value: number; readonly unit: "µm" | "mm" }
  | { readonly kind: "area"; readonly value: number; readonly unit: "µm²" | "mm²" };

/**
 * Length of a path.
 *
 * @param path vertices; fewer than two have length 0.
 * @returns µm, not negative.
 */
export function pathLengthUm(path: readonly SlidePoint[], pixel: PixelSizeUm): number {
  let lengthUm = 0;
  for (let index = 1; index < path.length; index += 1) {
    const [x0, y0] = path[index - 1] as SlidePoint;
    const [x1, y1] = path[index] as SlidePoint;
    lengthUm += Math.hypot((x1 - x0) * pixel.x, (y1 - y0) * pixel.y);
  }
  return lengthUm;
}

/** Area of a ring in square slide pixels, by the shoelace formula; 0 for fewer than three points. */
export function ringAreaPx2(ring: readonly SlidePoint[]): number {
  let twice = 0;
  for (let index = 0; index < ring.length; index += 1) {
    const [x0, y0] = ring[index] as SlidePoint;
    const [x1, y1] = ring[(index + 1) % ring.length] as SlidePoint;
    twice += x0 * y1 - x1 * y0;
  }
  return Math.abs(twice) / 2;
}

/** Area of a polygon without its holes. @returns µm², not negative. */
export function polygonAreaUm2(rings: readonly (readonly SlidePoint[])[], pixel: PixelSizeUm): number {
  const [outline, ...holes] = rings;
  if (!outline) return 0;
  const areaPx2 = ringAreaPx2(outline) - holes.reduce((sum, hole) => sum + ringAreaPx2(hole), 0);
  return Math.max(0, areaPx2) * pixel.x * pixel.y;
}

export function lengthMeasurement(lengthUm: number): Measurement {
  return lengthUm >= UM_PER_MM
    ? { kind: "length", value: lengthUm / UM_PER_MM, unit: "mm" }
    : { kind: "length", value: lengthUm, unit: "µm" };
}

export function areaMeasurement(areaUm2: number): Measurement {
  return areaUm2 >= UM2_PER_MM2
    ? { kind: "area", value: areaUm2 / UM2_PER_MM2, unit: "mm²" }
    : { kind: "area", value: areaUm2, unit: "µm²" };
}

const ONE_PX: PixelSizeUm = { x: 1, y: 1 };

/** Length of lines in slide pixels, area of polygons in square slide pixels; null for points. */
export function sizeInPixels(shape: Shape): number | null {
  switch (shape.kind) {
    case "line":
      return pathLengthUm(shape.path, ONE_PX);
    case "multiLine":
      return shape.paths.reduce((sum, path) => sum + pathLengthUm(path, ONE_PX), 0);
    case "polygon":
      return polygonAreaUm2(shape.rings, ONE_PX);
    case "multiPolygon":
      return shape.polygons.reduce((sum, rings) => sum + polygonAreaUm2(rings, ONE_PX), 0);
    case "point":
    case "multiPoint":
      return null;
  }
}

/**
 * Measures a shape of which only the size in pixels and a simplified form are known. If pixels are not square, the
 * length of a line is an estimate, based on the directions of the simplified form.
 *
 * @param sizePx size of the original shape from `sizeInPixels`; null: nothing to measure.
 */
export function measureBySize(simplified: Shape, sizePx: number | null, pixel: PixelSizeUm): Measurement | null {
  if (sizePx === null) return null;
  if (simplified.kind === "polygon" || simplified.kind === "multiPolygon")
    return areaMeasurement(sizePx * pixel.x * pixel.y);
  if (pixel.x === pixel.y) return lengthMeasurement(sizePx * pixel.x);
  const paths =
    simplified.kind === "line" ? [simplified.path] : simplified.kind === "multiLine" ? simplified.paths : [];
  const lengthOf = (size: PixelSizeUm) => paths.reduce((sum, path) => sum + pathLengthUm(path, size), 0);
  const lengthPx = lengthOf(ONE_PX);
  return lengthMeasurement(lengthPx === 0 ? 0 : (sizePx * lengthOf(pixel)) / lengthPx);
}

/** Measures a shape: length of lines, area of polygons, nothing for points. */
export function measure(shape: Shape, pixel: PixelSizeUm): Measurement | null {
  switch (shape.kind) {
    case "line":
      return lengthMeasurement(pathLengthUm(shape.path, pixel));
    case "multiLine":
      return lengthMeasurement(shape.paths.reduce((sum, path) => sum + pathLengthUm(path, pixel), 0));
    case "polygon":
      return areaMeasurement(polygonAreaUm2(shape.rings, pixel));
    case "multiPolygon":
      return areaMeasurement(shape.polygons.reduce((sum, rings) => sum + polygonAreaUm2(rings, pixel), 0));
    case "point":
    case "multiPoint":
      return null;
  }
}
