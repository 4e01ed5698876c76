/**
 * Finds the directory at the end of a zip file and rejects contradictory values.
 */
import type { FileBytes } from "../bytes/file-bytes.ts";
import { damagedArchive, incompleteArchive } from "./archive-errors.ts";
import { FIXED_BYTES, IN_ZIP64, IN_ZIP64_SHORT, SIGNATURE } from "./zip-format.ts";

export interface ZipDirectoryPlace {
  readonly start: number;
  readonly bytes: number;
  /** As stored; if `isCountWrapped`, the actual number may be larger by a multiple of 65,536. */
  readonly count: number;
  readonly isCountWrapped: boolean;
  /** Whether offsets below 2^32 may be wrapped: the actual ones are larger by multiples of 2^32, in ascending order. */
  readonly areOffsetsWrapped: boolean;
}

const MAX_COMMENT_BYTES = 0xffff;
const GIB_4 = 2 ** 32;

/** @throws SlideFileError `truncated` if there is none, `damaged` if its values are impossible. */
export async function findZipDirectory(file: FileBytes): Promise<ZipDirectoryPlace> {
  const tailBytes = Math.min(
    file.size,
    FIXED_BYTES.directoryEnd + MAX_COMMENT_BYTES + FIXED_BYTES.locator64 + FIXED_BYTES.directoryEnd64,
  );
  const tailStart = file.size - tailBytes;
  const tail = await file.read(tailStart, tailBytes);
  const at = findDirectoryEnd(tail);
  const disks = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
  const said = {
    count: tail.readUInt16LE(at + 10),
    bytes: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
  };
  const locatorAt = at - FIXED_BYTES.locator64;
  if (locatorAt >= 0 && tail.readUInt32LE(locatorAt) === SIGNATURE.locator64) {
    return readZip64(file, { position: tailStart + locatorAt, bytes: tail.subarray(locatorAt) }, said);
  }
  if (disks.some((disk) => disk !== 0) || tail.readUInt16LE(at + 8) !== said.count) {
    throw damagedArchive("it is one of several parts, of which the others are missing");
  }
  // Programs without zip64 support (macOS archives) omit what does not fit into 16 and 32 bits.
  const start = tailStart + at - said.bytes;
  if (start < 0 || start % GIB_4 !== said.start) throw wrongPlace();
  const maxEntries = Math.floor(said.bytes / FIXED_BYTES.directoryEntry);
  if (said.count > maxEntries) throw wrongCount();
  return {
    start,
    bytes: said.bytes,
    count: said.count,
    isCountWrapped: said.count + IN_ZIP64_SHORT + 1 <= maxEntries,
    areOffsetsWrapped: start >= GIB_4,
  };
}

/** Position in `tail` of the record that ends the file: its comment must reach the end exactly. */
function findDirectoryEnd(tail: Buffer): number {
  for (let at = tail.length - FIXED_BYTES.directoryEnd; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== SIGNATURE.directoryEnd) continue;
    if (at + FIXED_BYTES.directoryEnd + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  throw incompleteArchive();
}

async function readZip64(
  file: FileBytes,
  locator: { readonly position: number; readonly bytes: Buffer },
  said: { readonly count: number; readonly bytes: number; readonly start: number },
): Promise<ZipDirectoryPlace> {
  const position = readNumber64(locator.bytes, 8);
  if (position + FIXED_BYTES.directoryEnd64 > locator.position) throw wrongPlace();
  const end = await file.read(position, FIXED_BYTES.directoryEnd64);
  if (end.readUInt32LE(0) !== SIGNATURE.directoryEnd64) throw wrongPlace();
  if (position + 12 + readNumber64(end, 4) !== locator.position) throw wrongPlace();
  const [count, bytes, start] = [readNumber64(end, 32), readNumber64(end, 40), readNumber64(end, 48)];
  const hasOneDisk = end.readUInt32LE(16) === 0 && end.readUInt32LE(20) === 0 && readNumber64(end, 24) === count;
  const isSaidTwice =
    (said.count === IN_ZIP64_SHORT || said.count === count) &&
    (said.bytes === IN_ZIP64 || said.bytes === bytes) &&
    (said.start === IN_ZIP64 || said.start === start);
  if (!hasOneDisk || !isSaidTwice || start + bytes !== position) throw wrongPlace();
  if (count * FIXED_BYTES.directoryEntry > bytes) throw wrongCount();
  return { start, bytes, count, isCountWrapped: false, areOffsetsWrapped: false };
}

/** @throws SlideFileError `damaged` for numbers beyond 2^53. */
export function readNumber64(bytes: Buffer, at: number): number {
  const high = bytes.readUInt32LE(at + 4);
  if (high >= 0x200000) throw damagedArchive("it refers to positions far beyond its end");
  return high * GIB_4 + bytes.readUInt32LE(at);
}

const wrongPlace = () => damagedArchive("its directory is not where it should be");
export const wrongCount = () => damagedArchive("its directory does not have the stated number of files");
