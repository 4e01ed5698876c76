/** Pixel size of a slide, from a line over a structure of known length. */
import { pathLengthUm } from "@parfocal/core/geometry/measurement.ts";
import { type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";

const ONE_PIXEL = { x: 1, y: 1 };
/** Six digits: more precise than any slide's pixel size is known. */
const DIGITS = 6;

/** Slide pixels. */
export const lengthPx = (shape: Shape): number => pathLengthUm(verticesOf(shape), ONE_PIXEL);

/** µm per pixel, equal along x and y; null for a length of zero. */
export function micronsPerPixelOf(knownUm: number, drawnPx: number): number | null {
  if (!(knownUm > 0) || !(drawnPx > 0)) return null;
  return Number((knownUm / drawnPx).toPrecision(DIGITS));
}
