/**
 * One lane in one row of tiles, and its index: the bit offset of each tile in each row of units. The index is created
 * by reading the lane's codes once, and cached, since neighbouring tiles are usually requested next.
 */
import type { RandomAccessBytes } from "../../bytes/random-access-bytes.ts";
import { UnitWalker } from "../../codec/unit-walker.ts";
import type { NdpiPicture } from "./ndpi-picture.ts";
import { type ReadRanges, readRanges } from "./read-ranges.ts";
import type { RowFinder } from "./row-places.ts";

/** Time after which reading yields to other work. */
const SLICE_MS = 2;
const ROWS_BETWEEN_LOOKS = 8;

/** Indices `at` number the cuts of all rows: `row * cuts.length + cut`. */
export interface LaneIndex {
  /** Units from the lane's left edge where tiles begin or end, from 0 to the lane's width. */
  readonly cuts: readonly number[];
  /** First byte of each row, in the file. */
  readonly starts: Float64Array;
  /** By `at`: bytes from the row's start, and bits of that byte, before the cut. */
  readonly cutBytes: Uint32Array;
  readonly cutBits: Uint8Array;
  /** By `at`, a number for each component: DC values before the cut. */
  readonly predictors: Int16Array;
}

export interface LaneBand {
  readonly index: LaneIndex;
  /** The rows' own bytes, which were read for the index; null after eviction. */
  readonly stored: ReadRanges | null;
}

/** Bytes that an index takes in memory. */
export function bytesOfIndex({ starts, cutBytes, cutBits, predictors }: LaneIndex): number {
  return starts.byteLength + cutBytes.byteLength + cutBits.byteLength + predictors.byteLength + 500;
}

/** Positions in a lane, from its left edge, at which tiles of `tileUnits` from the image's left edge cut it. */
export function cutsOf(lane: number, unitsInLane: number, tileUnits: number): number[] {
  const left = lane * unitsInLane;
  const cuts = [0];
  for (let at = (Math.floor(left / tileUnits) + 1) * tileUnits - left; at < unitsInLane; at += tileUnits) cuts.push(at);
  cuts.push(unitsInLane);
  return cuts;
}

/** @throws SlideFileError `damaged` if the lane's data is invalid. */
export async function indexLaneBand(
  file: RandomAccessBytes,
  picture: NdpiPicture,
  finder: RowFinder,
  { lane, firstRow, rows, tileUnits }: { lane: number; firstRow: number; rows: number; tileUnits: number },
): Promise<LaneBand> {
  const cuts = cutsOf(lane, picture.unitsInLane, tileUnits);
  const places = await finder.find(lane, firstRow, rows);
  const stored = await readRanges(file, places.starts, places.ends);
  const components = picture.stream.components.length;
  const laneIndex: LaneIndex = {
    cuts,
    starts: places.starts,
    cutBytes: new Uint32Array(rows * cuts.length),
    cutBits: new Uint8Array(rows * cuts.length),
    predictors: new Int16Array(rows * cuts.length * components),
  };
  const walker = new UnitWalker(picture.stream);
  let sliceEndsAt = performance.now() + SLICE_MS;
  for (let row = 0; row < rows; row++) {
    const start = stored.starts[row]!;
    walker.data.load(stored.bytes, start, start + places.ends[row]! - places.starts[row]!);
    walker.bit = places.bits[row]!;
    walker.predictors.set(places.predictors.subarray(row * components, (row + 1) * components));
    const cursor = { stuffed: 0 };
    for (const [index, cut] of cuts.entries()) {
      if (index > 0) walker.walk(cut - cuts[index - 1]!);
      const at = row * cuts.length + index;
      laneIndex.cutBytes[at] = walker.data.rawOffsetOf(walker.bit >>> 3, cursor);
      laneIndex.cutBits[at] = walker.bit & 7;
      laneIndex.predictors.set(walker.predictors, at * components);
    }
    if (row % ROWS_BETWEEN_LOOKS === 0 && performance.now() > sliceEndsAt) {
      await new Promise((resolve) => setImmediate(resolve));
      sliceEndsAt = performance.now() + SLICE_MS;
    }
  }
  return { index: laneIndex, stored };
}
