/** Decides whether the resolution stored in an image file is that of a microscope. */
import type { PixelSizeUm } from "../slide-source.ts";

const UM_PER_MM = 1000;

/**
 * Range of pixel sizes of microscopes and slide scanners. 72, 96, 300 or 1200 dpi (353 to 21 µm per pixel) are print
 * sizes, unrelated to the specimen.
 */
const SMALLEST_UM = 0.005;
const LARGEST_UM = 10;

/** @returns null if the file has no resolution, or one that cannot refer to a specimen. */
export function physicalPixelSize(pixelsPerMm: { readonly x: number; readonly y: number }): PixelSizeUm | null {
  const size = { x: UM_PER_MM / pixelsPerMm.x, y: UM_PER_MM / pixelsPerMm.y };
  const isPlausible = (sideUm: number) => sideUm >= SMALLEST_UM && sideUm <= LARGEST_UM;
  if (!isPlausible(size.x) || !isPlausible(size.y)) return null;
  // Stored as 32-bit floats: seven digits, of which the last is noise.
  return { x: Number(size.x.toPrecision(6)), y: Number(size.y.toPrecision(6)) };
}
