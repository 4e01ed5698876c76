/**
 * Reads many consecutive short ranges of a file, combining adjacent ones.
 */
import type { RandomAccessBytes } from "../../bytes/random-access-bytes.ts";
import { SlideFileError } from "../../slide-source.ts";

/**
 * Reading this number of unused bytes costs less than another read. Measured with bench/ndpi-tiles.ts: with 64 KiB
 * tiles of a slide of many lanes cost twice the processor time.
 */
const WIDEST_GAP_BYTES = 16_384;

/** No row of tiles of a lane contains more. */
const MAX_BYTES = 64 * 2 ** 20;

/** Ranges in one buffer, which may also contain the bytes between them. */
export interface ReadRanges {
  readonly bytes: Buffer;
  /** Offset of each range in `bytes`. */
  readonly starts: Float64Array;
}

/**
 * @param starts first bytes in the file, ascending; `ends`: exclusive ends.
 * @throws SlideFileError `truncated` if the file ends too early, `damaged` if this is far more than a tile can need.
 */
export async function readRanges(
  file: Pick<RandomAccessBytes, "readInto">,
  starts: Float64Array,
  ends: Float64Array,
): Promise<ReadRanges> {
  const places = new Float64Array(starts.length);
  const groups: { at: number; position: number; length: number }[] = [];
  let total = 0;
  for (let first = 0; first < starts.length; ) {
    const position = starts[first]!;
    let last = first;
    while (last + 1 < starts.length && isNear(starts[last + 1]!, ends[last]!)) last += 1;
    const length = ends[last]! - position;
    for (let index = first; index <= last; index++) places[index] = total + starts[index]! - position;
    groups.push({ at: total, position, length });
    total += length;
    if (total > MAX_BYTES || !(length >= 0)) {
      throw new SlideFileError("damaged", "This file is damaged: a tile in it is far too long.");
    }
    first = last + 1;
  }
  const bytes = Buffer.allocUnsafeSlow(total);
  await Promise.all(groups.map(({ at, position, length }) => file.readInto(bytes, at, length, position)));
  return { bytes, starts: places };
}

function isNear(nextStart: number, end: number): boolean {
  const gap = nextStart - end;
  return gap >= -1 && gap <= WIDEST_GAP_BYTES;
}
