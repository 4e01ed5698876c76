/** Storage of the channels in pages of a TIFF file. */
import type { PlaneStorage } from "./plane-reader.ts";
import { sampleKindOf } from "./sample-kind.ts";
import { storageOf } from "./tiff-layout.ts";
import { type NumberList, segmentGridOf, type TiffPage } from "./tiff-page.ts";

const SEPARATE_PLANES = 2;

/**
 * Storage of one channel of a page; for a page in separate planes, only the channel's own tiles. @param page must be
 * readable as planes.
 */
export function planeOf(page: TiffPage, sample: number, shiftBytes = 0): PlaneStorage {
  const kind = sampleKindOf(page)!;
  const picture = storageOf(page);
  if (page.planarConfiguration !== SEPARATE_PLANES || page.samplesPerPixel === 1) {
    return { picture, kind, sample, shiftBytes };
  }
  const { columns, rows } = segmentGridOf(page);
  const ofPlane = (list: NumberList): NumberList => ({
    ...list,
    position: list.position + sample * columns * rows * list.bytesEach,
    count: Math.max(0, Math.min(columns * rows, list.count - sample * columns * rows)),
  });
  const offsets = ofPlane(picture.offsets);
  const byteCounts = ofPlane(picture.byteCounts);
  return { picture: { ...picture, offsets, byteCounts, samplesPerPixel: 1 }, kind, sample: 0, shiftBytes };
}
