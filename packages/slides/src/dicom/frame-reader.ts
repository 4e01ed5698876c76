/**
 * Finds the bytes of the frames of a DICOM image.
 *
 * Uncompressed frames are contiguous. Encapsulated ones are in items, whose offsets may be in a table (basic or
 * extended); without a table, the items are traversed from the first up to the requested frame.
 *
 * Source: DICOM PS3.5, section A.4 (encapsulation and Basic Offset Table); PS3.3, section C.7.6.3.1.8 (Extended Offset
 * Table).
 */

import { incompleteFile } from "../bytes/incomplete-file.ts";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import { ITEM_TAG } from "./dicom-tags.ts";
import {
  BasicTable,
  type EncapsulatedPlace,
  ExtendedTable,
  type FrameTable,
  ITEM_HEADER_BYTES,
  ItemScan,
  itemTagAt,
  MAX_FRAME_BYTES,
  readItemHeader,
} from "./frame-tables.ts";
import type { PixelFile } from "./slide-object.ts";
import type { FrameCodec } from "./transfer-syntaxes.ts";

/** The bytes of a frame in a buffer, with free space before them. */
export interface FrameBytes {
  readonly buffer: Buffer;
  /** Offset of the frame; at least `FRAME_LEAD_BYTES`. */
  readonly start: number;
}

export interface FrameReader {
  /** null: the frame is empty. @throws SlideFileError */
  read(frame: number, signal?: AbortSignal): Promise<FrameBytes | null>;
  /** Verifies that all frames exist. @throws SlideFileError */
  check(signal?: AbortSignal): Promise<void>;
}

/** Free space for a marker with a JPEG's colour space. */
export const FRAME_LEAD_BYTES = 16;
const FOUR_GIB = 2 ** 32;
/** Number of frames of a table whose items are checked. */
const LOOKED_AT = 64;

/** First bytes of a frame's first fragment. An RLE frame is always one fragment. */
const FRAME_STARTS: Readonly<Record<FrameCodec, readonly string[]>> = {
  jpeg: ["ffd8"],
  "jpeg-ls": ["ffd8"],
  jpeg2000: ["ff4fff51", "0000000c"],
  rle: [""],
  native: [""],
};

/** @throws SlideFileError if the file's pixels are not stored as described. */
export async function openFrames(
  { bytes, pixelData, extendedOffsets }: PixelFile,
  codec: FrameCodec,
  frameCount: number,
  frameBytes: number,
): Promise<FrameReader> {
  if (pixelData === null) throw incompleteFile();
  if (codec === "native") {
    if (pixelData.length === null) throw damagedDicom("its pixels are not stored as it states");
    if (frameBytes * frameCount > pixelData.length) throw damagedDicom("it contains fewer pixels than it states");
    return new NativeFrames(bytes, pixelData.position, frameBytes, frameCount);
  }
  if (pixelData.length !== null) throw damagedDicom("its pixels are not stored as it states");
  const header = await readItemHeader(bytes, pixelData.position);
  if (header === null) throw damagedDicom("it contains no tiles");
  const tablePosition = pixelData.position + ITEM_HEADER_BYTES;
  const base = tablePosition + header;
  if (base > bytes.size) throw incompleteFile();
  const place = { bytes, base, frameCount };
  if (extendedOffsets && Math.min(extendedOffsets.offsets.length, extendedOffsets.lengths.length) >= frameCount * 8) {
    const { offsets, lengths } = extendedOffsets;
    return new ItemFrames(place, new ExtendedTable(place, offsets.position, lengths.position));
  }
  // A basic table cannot contain offsets beyond 4 GiB.
  if (header === frameCount * 4 && header > 0 && bytes.size - base < FOUR_GIB) {
    return new ItemFrames(place, new BasicTable(place, tablePosition));
  }
  return new ItemFrames(
    place,
    new ItemScan(
      place,
      FRAME_STARTS[codec].map((hex) => Buffer.from(hex, "hex")),
    ),
  );
}

class NativeFrames implements FrameReader {
  readonly #bytes: RandomAccessBytes;
  readonly #position: number;
  readonly #frameBytes: number;
  readonly #frameCount: number;

  constructor(bytes: RandomAccessBytes, position: number, frameBytes: number, frameCount: number) {
    this.#bytes = bytes;
    this.#position = position;
    this.#frameBytes = frameBytes;
    this.#frameCount = frameCount;
  }

  async read(frame: number): Promise<FrameBytes> {
    const position = this.#position + frame * this.#frameBytes;
    if (position + this.#frameBytes > this.#bytes.size) throw incompleteFile();
    const buffer = Buffer.allocUnsafeSlow(FRAME_LEAD_BYTES + this.#frameBytes);
    await this.#bytes.readInto(buffer, FRAME_LEAD_BYTES, this.#frameBytes, position);
    return { buffer, start: FRAME_LEAD_BYTES };
  }

  async check(): Promise<void> {
    if (this.#position + this.#frameCount * this.#frameBytes > this.#bytes.size) throw incompleteFile();
  }
}

class ItemFrames implements FrameReader {
  readonly #place: EncapsulatedPlace;
  readonly #table: FrameTable;

  constructor(place: EncapsulatedPlace, table: FrameTable) {
    this.#place = place;
    this.#table = table;
  }

  async read(frame: number, signal?: AbortSignal): Promise<FrameBytes | null> {
    const { start, end } = await this.#table.rangeOf(frame, signal);
    signal?.throwIfAborted();
    const length = end - start;
    if (length > MAX_FRAME_BYTES) throw damagedDicom("a tile in it is far too long");
    if (end > this.#place.bytes.size) throw incompleteFile();
    const buffer = Buffer.allocUnsafeSlow(FRAME_LEAD_BYTES + length);
    await this.#place.bytes.readInto(buffer, FRAME_LEAD_BYTES, length, start);
    return joinItems(buffer);
  }

  async check(signal?: AbortSignal): Promise<void> {
    await this.#table.check(signal);
    const { frameCount, bytes } = this.#place;
    const step = Math.max(1, Math.floor(frameCount / LOOKED_AT));
    for (let frame = 0; frame < frameCount; frame += step) {
      signal?.throwIfAborted();
      const { start } = await this.#table.rangeOf(frame, signal);
      if ((await readItemHeader(bytes, start)) === null) throw damagedDicom("its index of tiles is wrong");
    }
  }
}

/** The items' concatenated contents; without a copy if there is one item. */
function joinItems(buffer: Buffer): FrameBytes | null {
  const pieces: Buffer[] = [];
  let at = FRAME_LEAD_BYTES;
  while (at + ITEM_HEADER_BYTES <= buffer.length) {
    if (itemTagAt(buffer, at) !== ITEM_TAG) {
      if (pieces.length === 0) throw damagedDicom("its index of tiles is wrong");
      break;
    }
    const end = at + ITEM_HEADER_BYTES + buffer.readUInt32LE(at + 4);
    if (end > buffer.length) throw damagedDicom("its index of tiles is wrong");
    pieces.push(buffer.subarray(at + ITEM_HEADER_BYTES, end));
    at = end;
  }
  const filled = pieces.filter(({ length }) => length > 0);
  if (filled.length === 0) return null;
  if (filled.length === 1 && pieces[0]!.length > 0) {
    const start = FRAME_LEAD_BYTES + ITEM_HEADER_BYTES;
    return { buffer: buffer.subarray(0, start + pieces[0]!.length), start };
  }
  return { buffer: Buffer.concat([Buffer.alloc(FRAME_LEAD_BYTES), ...filled]), start: FRAME_LEAD_BYTES };
}
