/** One pixel of the skin while it is painted; the object is used again for the next. */
export class SkinPixel {
  /** Index in the planes and fields of the tile. */
  at = 0;
  x = 0;
  y = 0;
  /** Grain, and slow changes. */
  fine = 0;
  soft = 0;
  /** Of the gland, hair or vessel. */
  kind = 0;
  /** Densities of the three stains. */
  hematoxylin = 0;
  eosin = 0;
  orange = 0;
}
