/** Reads single numbers, or all numbers, of a list stored in the file. */

import { BLOCK_BYTES, type BlockCache } from "../bytes/block-cache.ts";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import type { NumberList } from "./tiff-page.ts";

/** The number at `index` of a list; only the 4 KiB block that contains it is read, or found in the cache. */
export async function readNumberAt(
  pieces: BlockCache,
  list: NumberList,
  index: number,
  isLittleEndian: boolean,
): Promise<number> {
  if (index >= list.count) throw new SlideFileError("damaged", "This file's tile index is shorter than its image.");
  const bytes = await pieces.read(list.position + index * list.bytesEach, list.bytesEach);
  return decodeNumber(bytes, 0, list.bytesEach, isLittleEndian);
}

/** Calls `visit` with every number of a list in order, reading 64 KiB at a time. */
export async function visitNumbers(
  file: Pick<RandomAccessBytes, "read">,
  list: NumberList,
  isLittleEndian: boolean,
  visit: (value: number, index: number) => void,
): Promise<void> {
  const perRead = (BLOCK_BYTES * 16) / list.bytesEach;
  for (let first = 0; first < list.count; first += perRead) {
    const count = Math.min(perRead, list.count - first);
    const bytes = await file.read(list.position + first * list.bytesEach, count * list.bytesEach);
    for (let i = 0; i < count; i++)
      visit(decodeNumber(bytes, i * list.bytesEach, list.bytesEach, isLittleEndian), first + i);
  }
}

/** @throws SlideFileError `damaged` for a 64-bit number beyond 2^53. */
export function decodeNumber(bytes: Buffer, at: number, size: 1 | 2 | 4 | 8, isLittleEndian: boolean): number {
  if (size === 1) return bytes.readUInt8(at);
  if (size === 2) return isLittleEndian ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  if (size === 4) return isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  const low = isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at + 4);
  const high = isLittleEndian ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at);
  if (high >= 0x200000) throw new SlideFileError("damaged", "This file refers to positions far beyond its end.");
  return high * 0x100000000 + low;
}
