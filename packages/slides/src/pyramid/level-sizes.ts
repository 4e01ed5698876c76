/**
 * Sizes of the levels of a pyramid that we write ourselves.
 *
 * Each level has half the side lengths of the previous one, an odd side rounded **up**: pixel (x, y) of a level after k
 * halvings represents the pixels from x * 2^k to (x + 1) * 2^k of the image, and no column or row is lost at the edge.
 * (libvips rounds down and drops it; all readers that we know support both, since they use the sizes stored in the
 * file.)
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

/**
 * Sizes of all levels of a pyramid, from the image itself to the first level not larger than `smallestPx` in both
 * directions.
 */
export function pyramidSizes(picture: PixelSize, smallestPx: number = SMALLEST_LEVEL_PX): PixelSize[] {
  const sizes = [picture];
  for (let size = picture; size.width > smallestPx || size.height > smallestPx; ) {
    size = halvedSize(size);
    sizes.push(size);
  }
  return sizes;
}
