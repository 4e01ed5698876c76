/**
 * A TIFF file of JPEG tiles that is written in one pass: first the directories, whose sizes are known beforehand, then
 * the tiles in the order they arrive; offsets and lengths are filled in at the end. Until then the file starts with
 * zeros, so an incomplete one is never mistaken for a TIFF.
 *
 * Classic TIFF (32-bit offsets) if the file certainly fits, since every reader supports it; otherwise BigTIFF: libtiff,
 * libvips, OpenSlide, QuPath and Bio-Formats read both.
 *
 * Source: TIFF 6.0 (sections 2, 8, 15, 21), TIFF Technical Note 2 (JPEG), the BigTIFF design (libtiff).
 */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { PixelSizeUm } from "../slide-source.ts";

export interface TiffLevel {
  readonly width: number;
  readonly height: number;
  /** Pixels of the file's first level per pixel of this one: 1 for the first level itself. */
  readonly downsample: number;
}

export interface TiffTileFileOptions {
  /** From the largest to the smallest. */
  readonly levels: readonly TiffLevel[];
  readonly tileSizePx: number;
  /** Pixel size of the first level. */
  readonly pixelSizeUm: PixelSizeUm | null;
  readonly description: string;
}

export interface TiffTileFile {
  /** Appends the next tile of a level to the file; the tiles of one level must arrive in reading order. */
  appendTile(level: number, jpeg: Uint8Array): Promise<void>;
}

const TYPE_BYTES = { ascii: 1, short: 2, long: 4, rational: 8, long8: 8 } as const;
const TYPE_CODE = { ascii: 2, short: 3, long: 4, rational: 5, long8: 16 } as const;
type FieldType = keyof typeof TYPE_BYTES;

interface Field {
  readonly tag: number;
  readonly type: FieldType;
  /**
   * One number per value; for a rational, alternating numerators and denominators; for ASCII, its bytes including the
   * final zero.
   */
  readonly values: ArrayLike<number>;
}

/** Differences between the two formats. All sizes in bytes. */
const FLAVOURS = {
  classic: { offset: "long", headerBytes: 8, countBytes: 2, entryBytes: 12, inlineBytes: 4 },
  big: { offset: "long8", headerBytes: 16, countBytes: 8, entryBytes: 20, inlineBytes: 8 },
} as const;
type Flavour = (typeof FLAVOURS)[keyof typeof FLAVOURS];

/** More than a 4:2:0 tile of pure noise needs at quality 100 (1.5 bytes per pixel before entropy coding). */
const MAX_BYTES_PER_PIXEL = 2;
const CLASSIC_LIMIT_BYTES = 2 ** 32 - 2 ** 26;

const REDUCED_IMAGE = 1;
const JPEG_COMPRESSION = 7;
const PHOTOMETRIC_YCBCR = 6;
const UNIT_NONE = 1;
const UNIT_CENTIMETRE = 3;
const UM_PER_CM = 10_000;

/**
 * Creates the file, lets `fill` append every tile of every level, and resolves when it is complete. It is not flushed
 * to disk, which a sandbox may not do: the caller does that when it publishes the file. On failure the file is deleted. An
 * existing file at `path` is overwritten.
 */
export async function writeTiffTileFile(
  path: string,
  options: TiffTileFileOptions,
  fill: (file: TiffTileFile) => Promise<void>,
): Promise<void> {
  const handle = await open(path, "w");
  try {
    const { file, finish } = tilesInto(handle, options);
    await fill(file);
    await finish();
    await handle.close();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

function tilesInto(
  handle: FileHandle,
  options: TiffTileFileOptions,
): { file: TiffTileFile; finish: () => Promise<void> } {
  const { levels, tileSizePx } = options;
  const tileCounts = levels.map(({ width, height }) => Math.ceil(width / tileSizePx) * Math.ceil(height / tileSizePx));
  const flavour = flavourFor(tileCounts, tileSizePx);
  const tiles = tileCounts.map((count) => ({ count, written: 0, offsets: zeros(count), byteCounts: zeros(count) }));
  const directories = () => levels.map((level, index) => fieldsOf(level, index, options, flavour, tiles[index]!));
  // The length does not depend on the offsets, so a layout without them determines where the tiles start.
  let end = layOut(directories(), flavour).length;

  async function appendTile(level: number, jpeg: Uint8Array): Promise<void> {
    const index = tiles[level]!;
    if (index.written === index.count) throw new RangeError(`level ${level} has ${index.count} tiles and got one more`);
    const offset = end;
    index.offsets[index.written] = offset;
    index.byteCounts[index.written] = jpeg.byteLength;
    index.written += 1;
    end += evenly(jpeg.byteLength);
    await writeAll(handle, jpeg, offset);
  }

  async function finish(): Promise<void> {
    const lacking = tiles.findIndex(({ written, count }) => written < count);
    if (lacking >= 0) throw new RangeError(`level ${lacking} lacks tiles`);
    await writeAll(handle, layOut(directories(), flavour), 0);
  }

  return { file: { appendTile }, finish };
}

function zeros(count: number): Float64Array {
  return new Float64Array(count);
}

function flavourFor(tileCounts: readonly number[], tileSizePx: number): Flavour {
  const tiles = tileCounts.reduce((sum, count) => sum + count, 0);
  const maxBytes = tiles * (tileSizePx * tileSizePx * MAX_BYTES_PER_PIXEL + 2048);
  return maxBytes < CLASSIC_LIMIT_BYTES ? FLAVOURS.classic : FLAVOURS.big;
}

/** The fields of one directory in ascending order of their tags, as required by TIFF. */
function fieldsOf(
  level: TiffLevel,
  index: number,
  { tileSizePx, pixelSizeUm, description }: TiffTileFileOptions,
  flavour: Flavour,
  tiles: { readonly offsets: Float64Array; readonly byteCounts: Float64Array },
): Field[] {
  const resolution = (sizeUm: number | undefined): number[] =>
    sizeUm === undefined ? [1, 1] : rationalOf(UM_PER_CM / (sizeUm * level.downsample));
  const fields: (Field | null)[] = [
    { tag: 254, type: "long", values: [index === 0 ? 0 : REDUCED_IMAGE] },
    { tag: 256, type: "long", values: [level.width] },
    { tag: 257, type: "long", values: [level.height] },
    { tag: 258, type: "short", values: [8, 8, 8] },
    { tag: 259, type: "short", values: [JPEG_COMPRESSION] },
    { tag: 262, type: "short", values: [PHOTOMETRIC_YCBCR] },
    index === 0 ? { tag: 270, type: "ascii", values: asciiOf(description) } : null,
    { tag: 274, type: "short", values: [1] },
    { tag: 277, type: "short", values: [3] },
    { tag: 282, type: "rational", values: resolution(pixelSizeUm?.x) },
    { tag: 283, type: "rational", values: resolution(pixelSizeUm?.y) },
    { tag: 284, type: "short", values: [1] },
    { tag: 296, type: "short", values: [pixelSizeUm ? UNIT_CENTIMETRE : UNIT_NONE] },
    { tag: 305, type: "ascii", values: asciiOf("Parfocal") },
    { tag: 322, type: "long", values: [tileSizePx] },
    { tag: 323, type: "long", values: [tileSizePx] },
    { tag: 324, type: flavour.offset, values: tiles.offsets },
    { tag: 325, type: "long", values: tiles.byteCounts },
    { tag: 530, type: "short", values: [2, 2] },
    // Full range, as in JFIF: the TIFF default for YCbCr is different.
    { tag: 532, type: "rational", values: [0, 1, 255, 1, 128, 1, 255, 1, 128, 1, 255, 1] },
  ];
  return fields.filter((field) => field !== null);
}

/** Numerator and denominator, both of 32 bits, as exact as decimal places allow. */
function rationalOf(value: number): number[] {
  const denominator = [100_000, 1000, 10, 1].find((candidate) => value * candidate < 2 ** 32) ?? 1;
  return [Math.min(Math.round(value * denominator), 2 ** 32 - 1), denominator];
}

function asciiOf(text: string): Buffer {
  return Buffer.from(`${text.replaceAll("\0", " ")}\0`, "utf8");
}

/** Header, directories and the values they refer to, in order from the start of the file. */
function layOut(directories: readonly (readonly Field[])[], flavour: Flavour): Buffer {
  const { headerBytes, countBytes, entryBytes, inlineBytes } = flavour;
  const pointerBytes = TYPE_BYTES[flavour.offset];
  const tableBytes = (fields: readonly Field[]) => countBytes + fields.length * entryBytes + pointerBytes;
  const valueBytes = ({ type, values }: Field) =>
    type === "rational" ? values.length * 4 : values.length * TYPE_BYTES[type];
  const outsideBytes = (field: Field) => (valueBytes(field) > inlineBytes ? evenly(valueBytes(field)) : 0);
  const sizes = directories.map((fields) =>
    fields.reduce((sum, field) => sum + outsideBytes(field), evenly(tableBytes(fields))),
  );
  const file = Buffer.alloc(sizes.reduce<number>((sum, size) => sum + size, headerBytes));

  file.write("II", 0, "latin1");
  if (flavour === FLAVOURS.big) {
    file.writeUInt16LE(43, 2);
    file.writeUInt16LE(pointerBytes, 4);
    putNumber(file, 8, headerBytes, pointerBytes);
  } else {
    file.writeUInt16LE(42, 2);
    putNumber(file, 4, headerBytes, pointerBytes);
  }

  let start: number = headerBytes;
  directories.forEach((fields, index) => {
    let outside = start + evenly(tableBytes(fields));
    putNumber(file, start, fields.length, countBytes);
    fields.forEach((field, row) => {
      const entry = start + countBytes + row * entryBytes;
      const values = entry + 4 + pointerBytes;
      file.writeUInt16LE(field.tag, entry);
      file.writeUInt16LE(TYPE_CODE[field.type], entry + 2);
      putNumber(
        file,
        entry + 4,
        field.type === "rational" ? field.values.length / 2 : field.values.length,
        pointerBytes,
      );
      if (outsideBytes(field) > 0) putNumber(file, values, outside, pointerBytes);
      putValues(file, outsideBytes(field) > 0 ? outside : values, field);
      outside += outsideBytes(field);
    });
    const next = start + sizes[index]!;
    const isLast = index === directories.length - 1;
    putNumber(file, start + countBytes + fields.length * entryBytes, isLast ? 0 : next, pointerBytes);
    start = next;
  });
  return file;
}

/** TIFF requires even addresses for everything that an offset refers to. */
function evenly(bytes: number): number {
  return bytes + (bytes % 2);
}

function putValues(file: Buffer, offset: number, { type, values }: Field): void {
  const step = type === "rational" ? 4 : TYPE_BYTES[type];
  for (let index = 0; index < values.length; index++) putNumber(file, offset + index * step, values[index]!, step);
}

function putNumber(file: Buffer, offset: number, value: number, bytes: 1 | 2 | 4 | 8): void {
  if (bytes === 8) file.writeBigUInt64LE(BigInt(value), offset);
  else file.writeUIntLE(value, offset, bytes);
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.byteLength - done, position + done);
    done += bytesWritten;
  }
}
