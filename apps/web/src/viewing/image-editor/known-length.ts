/** How large a slide's pixels are, of a line over something whose length is known. */
import { pathLengthUm } from "@parfocal/core/geometry/measurement.ts";
import { type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";

const ONE_PIXEL = { x: 1, y: 1 };
/** Six digits: finer than any slide is known. */
const DIGITS = 6;

/** Slide pixels. */
export const lengthPx = (shape: Shape): number => pathLengthUm(verticesOf(shape), ONE_PIXEL);

/** µm per pixel, equal along x and y; null for a length of zero. */
export function micronsPerPixelOf(knownUm: number, drawnPx: number): number | null {
  if (!(knownUm > 0) || !(drawnPx > 0)) return null;
  return Number((knownUm / drawnPx).toPrecision(DIGITS));
}
