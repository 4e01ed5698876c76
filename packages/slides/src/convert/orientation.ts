/**
 * Rotates an image upright: the eight orientations of TIFF and EXIF.
 *
 * Source: TIFF 6.0, section 8, "Orientation"; adopted by EXIF 2.32.
 */

interface Orientation {
  /** The upright image's columns correspond to stored rows, so width and height are swapped. */
  readonly swapsSides: boolean;
  /** Stored columns are counted from the right. */
  readonly fromRight: boolean;
  /** Stored rows are counted from the bottom. */
  readonly fromBottom: boolean;
}

const ORIENTATIONS: Readonly<Record<number, Orientation>> = {
  1: { swapsSides: false, fromRight: false, fromBottom: false },
  2: { swapsSides: false, fromRight: true, fromBottom: false },
  3: { swapsSides: false, fromRight: true, fromBottom: true },
  4: { swapsSides: false, fromRight: false, fromBottom: true },
  5: { swapsSides: true, fromRight: false, fromBottom: false },
  6: { swapsSides: true, fromRight: false, fromBottom: true },
  7: { swapsSides: true, fromRight: true, fromBottom: true },
  8: { swapsSides: true, fromRight: true, fromBottom: false },
};

/** A part of the stored image, in its own pixels, origin top left, y down. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface StoredPicture {
  readonly width: number;
  readonly height: number;
  /** 1 to 8; any other value is treated as 1, as is common. */
  readonly orientation: number;
}

function orientationOf(picture: StoredPicture): Orientation {
  return ORIENTATIONS[picture.orientation] ?? ORIENTATIONS[1]!;
}

/** Size of the image when upright. */
export function uprightSize(picture: StoredPicture): { width: number; height: number } {
  const { width, height } = picture;
  return orientationOf(picture).swapsSides ? { width: height, height: width } : { width, height };
}

/** Where the rows from `top` to `top + rows` of the upright image are stored. */
export function storedRegionOf(picture: StoredPicture, top: number, rows: number): Region {
  const { width, height } = picture;
  const { swapsSides, fromRight, fromBottom } = orientationOf(picture);
  return swapsSides
    ? { left: fromRight ? width - top - rows : top, top: 0, width: rows, height }
    : { left: 0, top: fromBottom ? height - top - rows : top, width, height: rows };
}

/**
 * Brings the pixels of a region given by `storedRegionOf` into upright order.
 *
 * @param stored interleaved 8-bit RGB of the region, row by row.
 * @returns the band's rows; `stored` itself if no rotation is needed.
 */
export function turnUpright(picture: StoredPicture, { width, height }: Region, stored: Uint8Array): Uint8Array {
  const { swapsSides, fromRight, fromBottom } = orientationOf(picture);
  if (!swapsSides && !fromRight && !fromBottom) return stored;
  const upright = new Uint8Array(width * height * 3);
  const [columns, rows] = swapsSides ? [height, width] : [width, height];
  // Steps through the stored pixels while going right, and while going down, in the upright image.
  const right = fromRight ? -3 : 3;
  const down = (fromBottom ? -3 : 3) * width;
  const start = ((fromBottom ? height - 1 : 0) * width + (fromRight ? width - 1 : 0)) * 3;
  const [alongRow, alongColumn] = swapsSides ? [down, right] : [right, down];
  for (let row = 0, to = 0; row < rows; row++) {
    let from = start + row * alongColumn;
    for (let column = 0; column < columns; column++, to += 3, from += alongRow) {
      upright[to] = stored[from]!;
      upright[to + 1] = stored[from + 1]!;
      upright[to + 2] = stored[from + 2]!;
    }
  }
  return upright;
}
