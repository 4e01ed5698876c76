/**
 * Finds the offsets of the items of encapsulated frames: from one of two tables, or by traversing them.
 *
 * Source: DICOM PS3.5, section A.4; PS3.3, section C.7.6.3.1.8 (Extended Offset Table).
 */

import { BlockCache } from "../bytes/block-cache.ts";
import { incompleteFile } from "../bytes/incomplete-file.ts";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import { ITEM_TAG, SEQUENCE_END_TAG } from "./dicom-tags.ts";

/** Maximum size of a tile; larger numbers are invalid. */
export const MAX_FRAME_BYTES = 64 * 2 ** 20;
export const ITEM_HEADER_BYTES = 8;
/** Maximum number of items of one frame. */
const MAX_PIECES = 65_536;
/** Table entries checked at a time. */
const CHECKED_AT_ONCE = 8192;
/** Smaller items are read together with the next one's header. */
const SCAN_BYTES = 4096;
/** Number of cached blocks of a table, per image. */
const TABLE_PIECES = 4;

/** Items with their headers, from the start of a frame's first item to the end of its last. */
export interface ItemRange {
  readonly start: number;
  readonly end: number;
}

export interface EncapsulatedPlace {
  readonly bytes: RandomAccessBytes;
  /** Offset of the first item after the table. */
  readonly base: number;
  readonly frameCount: number;
}

export interface FrameTable {
  rangeOf(frame: number, signal?: AbortSignal): Promise<ItemRange>;
  /** @throws SlideFileError for an invalid offset. */
  check(signal?: AbortSignal): Promise<void>;
}

/** A table of 32-bit offsets from the first item; a frame ends at the start of the next. */
export class BasicTable implements FrameTable {
  readonly #place: EncapsulatedPlace;
  readonly #position: number;
  readonly #pieces: BlockCache;
  #lastEnd: Promise<number> | null = null;

  constructor(place: EncapsulatedPlace, position: number) {
    this.#place = place;
    this.#position = position;
    this.#pieces = new BlockCache(place.bytes, TABLE_PIECES);
  }

  async rangeOf(frame: number): Promise<ItemRange> {
    const { bytes, base, frameCount } = this.#place;
    const isLast = frame === frameCount - 1;
    const entries = await this.#pieces.read(this.#position + frame * 4, isLast ? 4 : 8);
    const start = base + entries.readUInt32LE(0);
    if (isLast) this.#lastEnd ??= endOfItems(bytes, start);
    const end = isLast ? await this.#lastEnd! : base + entries.readUInt32LE(4);
    if (end <= start) throw damagedDicom("its index of tiles is wrong");
    return { start, end };
  }

  async check(signal?: AbortSignal): Promise<void> {
    const { bytes, base, frameCount } = this.#place;
    let last = -1;
    for (let first = 0; first < frameCount; first += CHECKED_AT_ONCE) {
      signal?.throwIfAborted();
      const count = Math.min(CHECKED_AT_ONCE, frameCount - first);
      const entries = await bytes.read(this.#position + first * 4, count * 4);
      for (let at = 0; at < entries.length; at += 4) {
        const offset = entries.readUInt32LE(at);
        if (offset <= last) throw damagedDicom("its index of tiles is wrong");
        last = offset;
      }
    }
    if (base + last + ITEM_HEADER_BYTES > bytes.size) throw incompleteFile();
    await this.rangeOf(frameCount - 1);
  }
}

/** Tables of 64-bit offsets and lengths; each frame is one item. */
export class ExtendedTable implements FrameTable {
  readonly #place: EncapsulatedPlace;
  readonly #offsets: number;
  readonly #lengths: number;
  readonly #pieces: BlockCache;

  constructor(place: EncapsulatedPlace, offsetsPosition: number, lengthsPosition: number) {
    this.#place = place;
    this.#pieces = new BlockCache(place.bytes, TABLE_PIECES);
    this.#offsets = offsetsPosition;
    this.#lengths = lengthsPosition;
  }

  async rangeOf(frame: number): Promise<ItemRange> {
    const [offset, length] = await Promise.all([
      this.#pieces.read(this.#offsets + frame * 8, 8),
      this.#pieces.read(this.#lengths + frame * 8, 8),
    ]);
    return this.#range(Number(offset.readBigUInt64LE()), Number(length.readBigUInt64LE()));
  }

  async check(signal?: AbortSignal): Promise<void> {
    const { bytes, frameCount } = this.#place;
    for (let first = 0; first < frameCount; first += CHECKED_AT_ONCE) {
      signal?.throwIfAborted();
      const count = Math.min(CHECKED_AT_ONCE, frameCount - first);
      const offsets = await bytes.read(this.#offsets + first * 8, count * 8);
      const lengths = await bytes.read(this.#lengths + first * 8, count * 8);
      for (let at = 0; at < offsets.length; at += 8) {
        const { end } = this.#range(Number(offsets.readBigUInt64LE(at)), Number(lengths.readBigUInt64LE(at)));
        if (end > bytes.size) throw incompleteFile();
      }
    }
  }

  /** The length in the table excludes the padding byte of an item. */
  #range(offset: number, length: number): ItemRange {
    const start = this.#place.base + offset;
    return { start, end: start + ITEM_HEADER_BYTES + length + (length % 2) };
  }
}

/** No table: traverses the items as far as needed, and caches their offsets. */
export class ItemScan implements FrameTable {
  readonly #place: EncapsulatedPlace;
  readonly #frameStarts: readonly Buffer[];
  /** Offsets of the frames found so far, followed by the offset of the next item. */
  #starts = new Float64Array(64);
  #found = 0;
  #position: number;
  #isAtEnd = false;
  #scanning: Promise<void> = Promise.resolve();

  constructor(place: EncapsulatedPlace, frameStarts: readonly Buffer[]) {
    this.#place = place;
    this.#frameStarts = frameStarts;
    this.#position = place.base;
  }

  async rangeOf(frame: number, signal?: AbortSignal): Promise<ItemRange> {
    while (!this.#isAtEnd && this.#found < frame + 2) {
      const scan = this.#scanning.then(() => this.#scan(frame + 2, signal));
      this.#scanning = scan.catch(() => {});
      await scan;
    }
    if (frame >= this.#found) throw damagedDicom("it contains fewer tiles than it states");
    const end = frame + 1 < this.#found ? this.#starts[frame + 1]! : this.#position;
    return { start: this.#starts[frame]!, end };
  }

  async check(signal?: AbortSignal): Promise<void> {
    const { end } = await this.rangeOf(this.#place.frameCount - 1, signal);
    if (end > this.#place.bytes.size) throw incompleteFile();
  }

  /** Continues until this number of frames is found, or there are no more. */
  async #scan(requestedCount: number, signal: AbortSignal | undefined): Promise<void> {
    const { bytes, frameCount } = this.#place;
    let block: Buffer = Buffer.alloc(0);
    let blockStart = 0;
    for (let count = 0; !this.#isAtEnd && this.#found < requestedCount; count++) {
      if (count % 256 === 0) signal?.throwIfAborted();
      const isInBlock =
        this.#position >= blockStart && this.#position + ITEM_HEADER_BYTES + 4 <= blockStart + block.length;
      if (!isInBlock) {
        const left = bytes.size - this.#position;
        if (left < ITEM_HEADER_BYTES) {
          this.#isAtEnd = true;
          return;
        }
        blockStart = this.#position;
        block = await bytes.read(blockStart, Math.min(SCAN_BYTES, left));
      }
      const at = this.#position - blockStart;
      const tag = itemTagAt(block, at);
      if (tag === SEQUENCE_END_TAG) this.#isAtEnd = true;
      else if (tag !== ITEM_TAG) throw damagedDicom("its tiles do not follow each other");
      else {
        const contents = block.subarray(at + ITEM_HEADER_BYTES);
        const length = block.readUInt32LE(at + 4);
        const isEmpty = length === 0 && frameCount > 1;
        if (
          this.#found === 0 ||
          isEmpty ||
          this.#frameStarts.some((start) => start.equals(contents.subarray(0, start.length)))
        ) {
          this.#remember(this.#position);
        }
        this.#position += ITEM_HEADER_BYTES + length;
        if (this.#position - this.#starts[this.#found - 1]! > MAX_FRAME_BYTES) {
          throw damagedDicom("a tile in it is far too long");
        }
      }
      // Frames beyond the declared number are ignored.
      if (this.#found > frameCount) this.#isAtEnd = true;
    }
  }

  #remember(position: number): void {
    if (this.#found === this.#starts.length) {
      const grown = new Float64Array(this.#found * 2);
      grown.set(this.#starts);
      this.#starts = grown;
    }
    this.#starts[this.#found] = position;
    this.#found += 1;
  }
}

/** End of the consecutive items from `start`. */
async function endOfItems(bytes: RandomAccessBytes, start: number): Promise<number> {
  let position = start;
  for (let pieces = 0; pieces < MAX_PIECES; pieces++) {
    const length = position + ITEM_HEADER_BYTES > bytes.size ? null : await readItemHeader(bytes, position);
    if (length === null) return position;
    position += ITEM_HEADER_BYTES + length;
    if (position - start > MAX_FRAME_BYTES) break;
  }
  throw damagedDicom("a tile in it is far too long");
}

/** Length of the item at this offset; null: no item. @throws SlideFileError `truncated` */
export async function readItemHeader(bytes: RandomAccessBytes, position: number): Promise<number | null> {
  if (position + ITEM_HEADER_BYTES > bytes.size) throw incompleteFile();
  const header = await bytes.read(position, ITEM_HEADER_BYTES);
  return itemTagAt(header, 0) === ITEM_TAG ? header.readUInt32LE(4) : null;
}

/** Encapsulated pixels are always little endian. */
export function itemTagAt(bytes: Buffer, at: number): number {
  return bytes.readUInt16LE(at) * 0x10000 + bytes.readUInt16LE(at + 2);
}
