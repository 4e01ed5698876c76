/**
 * Sizes of the levels of a pyramid that we write ourselves.
 *
 * Each level has half the sides of the one above it, an odd side rounded **up**: pixel (x, y) of the level k halvings
 * down stands for the pixels from x * 2^k to (x + 1) * 2^k of the picture, and no column or row is lost at the edge.
 * (libvips rounds down and drops it; both are read by every reader we know, which take sizes as the file states them.)
 */

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Halving stops when both sides are at most this many px: the smallest level is then one tile. */
export const SMALLEST_LEVEL_PX = 512;

export function halvedSize({ width, height }: PixelSize): PixelSize {
  return { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
}

/** All levels of a pyramid, from the picture itself down to the first that fits into `smallestPx` both ways. */
export function pyramidSizes(picture: PixelSize, smallestPx: number = SMALLEST_LEVEL_PX): PixelSize[] {
  const sizes = [picture];
  for (let size = picture; size.width > smallestPx || size.height > smallestPx; ) {
    size = halvedSize(size);
    sizes.push(size);
  }
  return sizes;
}
