/** Determines which images of a TIFF file can be shown from the file's own tiles. */

import { type SegmentKind, segmentKindOf } from "./segment-kinds.ts";
import { PHOTOMETRIC } from "./tiff-fields.ts";
import type { TiffPage } from "./tiff-page.ts";

/** Larger tiles take too long for one response; such a file is converted to one of our own. */
export const MAX_SERVED_TILE_SIDE_PX = 2048;

/** Orientations that are a rotation; the others mirror the image. */
const TURNS: ReadonlySet<number> = new Set([1, 3, 6, 8]);

/** Photometric interpretations by number of samples, by storage type of the tiles. */
const COLOURS: Readonly<Record<SegmentKind, Readonly<Record<number, readonly number[]>>>> = {
  jpeg: {
    1: [PHOTOMETRIC.blackIsZero],
    3: [PHOTOMETRIC.rgb, PHOTOMETRIC.yCbCr],
  },
  webp: { 3: [PHOTOMETRIC.rgb] },
  jpeg2000: {
    1: [PHOTOMETRIC.blackIsZero],
    3: [PHOTOMETRIC.rgb, PHOTOMETRIC.yCbCr],
  },
  packed: {
    1: [PHOTOMETRIC.whiteIsZero, PHOTOMETRIC.blackIsZero, PHOTOMETRIC.palette],
    3: [PHOTOMETRIC.rgb],
  },
};

/** 8-bit samples in a supported order and packing; strips included. */
export function isReadable(page: TiffPage): boolean {
  const kind = segmentKindOf(page.compression);
  if (kind === null) return false;
  const colours = COLOURS[kind][page.samplesPerPixel] ?? [];
  return (
    colours.includes(page.photometric) &&
    page.bitsPerSample.every((bits) => bits === 8) &&
    page.sampleFormat === 1 &&
    (page.planarConfiguration === 1 || page.samplesPerPixel === 1) &&
    (page.predictor === 1 || (page.predictor === 2 && page.photometric !== PHOTOMETRIC.palette)) &&
    page.fillOrder === 1
  );
}

/** Whether this image can be served tile by tile. */
export function isServedAsIs(page: TiffPage): boolean {
  return (
    page.isTiled &&
    page.segmentWidth <= MAX_SERVED_TILE_SIDE_PX &&
    page.segmentHeight <= MAX_SERVED_TILE_SIDE_PX &&
    TURNS.has(page.orientation) &&
    isReadable(page)
  );
}
