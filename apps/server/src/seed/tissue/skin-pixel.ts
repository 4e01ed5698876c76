/** State of the pixel of skin being painted; the object is reused for each pixel. */
export class SkinPixel {
  /** Index in the planes and fields of the tile. */
  at = 0;
  x = 0;
  y = 0;
  /** Fine grain, and slow variation. */
  fine = 0;
  soft = 0;
  /** Of the gland, hair or vessel. */
  kind = 0;
  /** Densities of the three stains. */
  hematoxylin = 0;
  eosin = 0;
  orange = 0;
}
