/**
 * Reads the directory of a zip file and rejects archives that no honest program writes, before any of their contents is
 * used (rule D-9).
 */

import type { FileBytes } from "../bytes/file-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { damagedArchive, encryptedArchive, tooManyFiles } from "./archive-errors.ts";
import { decodeEntryName } from "./entry-name.ts";
import { checkEntryPath, isPlainPath, isRubbish } from "./entry-path.ts";
import { MAX_ENTRIES, MAX_LISTED } from "./entry-store.ts";
import { findZipDirectory, readNumber64, wrongCount, type ZipDirectoryPlace } from "./find-zip-directory.ts";
import { foldedPath, hashBytes, type PathHash } from "./path-hash.ts";
import { EXTRA, FIXED_BYTES, FLAG, IN_ZIP64, METHOD, SIGNATURE, visitExtraFields } from "./zip-format.ts";
import { ZipIndex } from "./zip-index.ts";

/** Bytes per read; other work can run between two reads. */
const BLOCK_BYTES = 1 << 18;
const GIB_4 = 2 ** 32;
const MIB = 2 ** 20;

/** Total uncompressed size relative to the archive. Source: rule D-9. */
const MAX_GROWTH = 4;
const GROWTH_ALLOWANCE_BYTES = 100 * MIB;
/** Uncompressed size of one file relative to its compressed size. Source: rule D-9. */
const MAX_RATIO = 100;
/** Below this the compression ratio is not limited: empty white tiles compress extremely well and are harmless. */
const RATIO_FROM_BYTES = MIB;

/**
 * Only tile sets have more than `MAX_LISTED` files: each needs a header, a directory entry and the smallest possible
 * image.
 */
const MIN_BYTES_A_TILE = 200;

const FILE_TYPE = { mask: 0xf000, regular: 0x8000, folder: 0x4000 } as const;
/** In a Unix extra field the target of a link follows the access rights. */
const UNIX_EXTRA_BYTES = 12;
const ASI_EXTRA_BYTES = 14;

/** @throws SlideFileError with a user-facing message. */
export async function readZipIndex(file: FileBytes, signal?: AbortSignal): Promise<ZipIndex> {
  const place = await findZipDirectory(file);
  if (place.count > MAX_ENTRIES) throw tooManyFiles(MAX_ENTRIES);
  const areTooSmall = place.count * MIN_BYTES_A_TILE > file.size;
  if (place.count > MAX_LISTED && areTooSmall) throw tooManyFiles(MAX_LISTED);
  const reader = new DirectoryReader(file.size, place);
  const end = place.start + place.bytes;
  let rest: Buffer = Buffer.alloc(0);
  for (let position = place.start; position < end; ) {
    signal?.throwIfAborted();
    const length = Math.min(BLOCK_BYTES, end - position);
    const piece = Buffer.allocUnsafeSlow(rest.length + length);
    rest.copy(piece);
    await file.readInto(piece, rest.length, length, position);
    position += length;
    rest = piece.subarray(reader.readEntries(piece));
  }
  if (rest.length > 0) throw damagedArchive("its directory ends within an entry");
  return reader.finish();
}

/** Values of a directory entry, before the zip64 values. */
interface StatedEntry {
  bytes: number;
  compressedBytes: number;
  offset: number;
}

class DirectoryReader {
  readonly #archiveBytes: number;
  readonly #place: ZipDirectoryPlace;
  readonly #capacity: number;
  readonly #index: ZipIndex;
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  readonly #hash: PathHash = { high: 0, low: 0 };
  #count = 0;
  #totalBytes = 0;
  #areAscending = true;

  constructor(archiveBytes: number, place: ZipDirectoryPlace) {
    this.#archiveBytes = archiveBytes;
    this.#place = place;
    const maxByBytes = Math.floor(place.bytes / FIXED_BYTES.directoryEntry);
    this.#capacity = Math.min(MAX_ENTRIES, place.isCountWrapped ? maxByBytes : place.count);
    this.#index = new ZipIndex(this.#capacity);
    this.#starts = new Float64Array(this.#capacity);
    this.#ends = new Float64Array(this.#capacity);
  }

  /** @returns number of bytes consumed: an incomplete entry at the end is left. */
  readEntries(piece: Buffer): number {
    let at = 0;
    while (at + FIXED_BYTES.directoryEntry <= piece.length) {
      const [nameBytes, extraBytes] = [piece.readUInt16LE(at + 28), piece.readUInt16LE(at + 30)];
      const nameStart = at + FIXED_BYTES.directoryEntry;
      const next = nameStart + nameBytes + extraBytes + piece.readUInt16LE(at + 32);
      if (next > piece.length) break;
      if (piece.readUInt32LE(at) !== SIGNATURE.directoryEntry) throw damagedArchive("its directory cannot be read");
      if (this.#count === this.#capacity) throw this.#capacity < MAX_ENTRIES ? wrongCount() : tooManyFiles(MAX_ENTRIES);
      this.#readEntry(piece, at, nameStart, nameStart + nameBytes, nameStart + nameBytes + extraBytes);
      at = next;
    }
    return at;
  }

  finish(): ZipIndex {
    const { count, isCountWrapped, start } = this.#place;
    if (isCountWrapped ? (this.#count - count) % 0x10000 !== 0 : this.#count !== count) throw wrongCount();
    if (this.#totalBytes > MAX_GROWTH * this.#archiveBytes + GROWTH_ALLOWANCE_BYTES) throw expandsTooFar();
    const [starts, ends] = [this.#starts.subarray(0, this.#count), this.#ends.subarray(0, this.#count)];
    if (!this.#areAscending) {
      // Ranges that do not overlap keep their pairs when starts and ends are sorted separately.
      starts.sort();
      ends.sort();
    }
    for (let i = 0; i < this.#count; i++) {
      if (ends[i]! > (starts[i + 1] ?? start)) throw damagedArchive("files in it overlap");
    }
    this.#index.finish();
    return this.#index;
  }

  #readEntry(piece: Buffer, at: number, nameStart: number, nameEnd: number, extraEnd: number): void {
    const flags = piece.readUInt16LE(at + 8);
    const method = piece.readUInt16LE(at + 10);
    if ((flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.maskedHeader)) !== 0) throw encryptedArchive();
    const stated: StatedEntry = {
      compressedBytes: piece.readUInt32LE(at + 20),
      bytes: piece.readUInt32LE(at + 24),
      offset: piece.readUInt32LE(at + 42),
    };
    const disk = piece.readUInt16LE(at + 34);
    if (disk !== 0 && disk !== 0xffff)
      throw damagedArchive("it is one of several parts, of which the others are missing");
    this.#readExtraFields(piece, nameEnd, extraEnd, stated);
    const nameBytes = nameEnd - nameStart;
    const isFolder = piece[nameEnd - 1] === 0x2f;
    checkMode(piece.readUInt32LE(at + 38) >>> 16, isFolder);
    this.#count += 1;
    this.#checkSizes(stated, method, nameBytes, (flags & FLAG.descriptor) !== 0);
    const facts = {
      ...stated,
      checksum: piece.readUInt32LE(at + 16),
      nameBytes,
      isDeflated: method === METHOD.deflated,
    };
    const pathEnd = isFolder ? nameEnd - 1 : nameEnd;
    if (isPlainPath(piece, nameStart, pathEnd)) {
      if (isFolder) return;
      hashBytes(piece, nameStart, nameEnd, this.#hash);
      this.#index.add(facts, this.#hash, piece, nameStart, nameEnd);
      return;
    }
    const path = decodeEntryName(piece.subarray(nameStart, pathEnd), (flags & FLAG.utf8) !== 0);
    if (path === null) throw damagedArchive("the name of a file in it cannot be read");
    checkEntryPath(path);
    if (isFolder || isRubbish(path)) return;
    const [pathBytes, folded] = [Buffer.from(path), Buffer.from(foldedPath(path))];
    hashBytes(folded, 0, folded.length, this.#hash);
    this.#index.add(facts, this.#hash, pathBytes, 0, pathBytes.length);
  }

  /** @param stated is completed with the zip64 values. */
  #readExtraFields(piece: Buffer, start: number, end: number, stated: StatedEntry): void {
    let hasZip64 = false;
    visitExtraFields(piece, start, end, (id, at, length) => {
      if (id === EXTRA.aes) throw encryptedArchive();
      if (id === EXTRA.unixLink && length > UNIX_EXTRA_BYTES) throw notAPlainFile();
      if (id === EXTRA.asiUnix && length > ASI_EXTRA_BYTES) throw notAPlainFile();
      if (id !== EXTRA.zip64 || hasZip64) return;
      hasZip64 = true;
      let next = at;
      for (const name of ["bytes", "compressedBytes", "offset"] as const) {
        if (stated[name] !== IN_ZIP64) continue;
        if (next + 8 > at + length) throw damagedArchive("the size of a file in it is missing");
        stated[name] = readNumber64(piece, next);
        next += 8;
      }
    });
    const previous = this.#count === 0 ? 0 : this.#starts[this.#count - 1]!;
    if (this.#place.areOffsetsWrapped && !hasZip64 && stated.offset < previous) {
      stated.offset += Math.ceil((previous - stated.offset) / GIB_4) * GIB_4;
    }
  }

  /** Adds the entry to the totals; the count already includes it. */
  #checkSizes(
    { bytes, compressedBytes, offset }: StatedEntry,
    method: number,
    nameBytes: number,
    hasDescriptor: boolean,
  ): void {
    if (method !== METHOD.stored && method !== METHOD.deflated) {
      throw new SlideFileError(
        "unsupported",
        `This archive uses a compression method Parfocal cannot read (${method}). Save it as a standard zip.`,
      );
    }
    if (method === METHOD.stored && bytes !== compressedBytes) throw damagedArchive("the sizes of a file in it differ");
    if (bytes > RATIO_FROM_BYTES && bytes > MAX_RATIO * compressedBytes) throw expandsTooFar();
    this.#totalBytes += bytes;
    const last = this.#count - 1;
    const end =
      offset + FIXED_BYTES.localHeader + nameBytes + compressedBytes + (hasDescriptor ? FIXED_BYTES.descriptor : 0);
    this.#starts[last] = offset;
    this.#ends[last] = end;
    if (last > 0 && offset < this.#starts[last - 1]!) this.#areAscending = false;
  }
}

/** @param mode Unix mode; 0 from systems that have none. */
function checkMode(mode: number, isFolder: boolean): void {
  const type = mode & FILE_TYPE.mask;
  if (type === 0 || type === (isFolder ? FILE_TYPE.folder : FILE_TYPE.regular)) return;
  throw notAPlainFile();
}

function notAPlainFile(): SlideFileError {
  return damagedArchive("it holds links or devices where only files and folders may be");
}

function expandsTooFar(): SlideFileError {
  return new SlideFileError(
    "tooLarge",
    "This archive cannot be accepted: its unpacked size is far larger than any slide.",
  );
}
