/**
 * An OME-TIFF with several planes that is written in one pass: tiles in order, then the directories, one per plane with
 * its levels as SubIFDs, and finally the header, so that an incomplete file is never mistaken for a TIFF.
 *
 * Source: TIFF 6.0 (sections 2, 14, 15), TIFF Technical Note 1 (SubIFDs), the BigTIFF design (libtiff); OME-TIFF
 * specification, "OME-TIFF pyramids".
 */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { PixelSize } from "../pyramid/level-sizes.ts";
import { COMPRESSION, PHOTOMETRIC, SUBFILE, TAG } from "../tiff/tiff-fields.ts";

export interface PlaneTileFileOptions {
  readonly planes: number;
  /** From the largest to the smallest. */
  readonly levels: readonly PixelSize[];
  readonly tileSizePx: number;
  /** Colour tiles are JPEG (YCbCr), others Zstandard with horizontal differencing. */
  readonly isColour: boolean;
  readonly sampleBits: 8 | 16;
  /** OME-XML. */
  readonly description: string;
}

export interface PlaneTileFile {
  /** Tiles of one level of a plane must be appended in reading order. */
  appendTile(plane: number, level: number, bytes: Uint8Array): Promise<void>;
}

const TYPE_CODE = { ascii: 2, short: 3, long: 4, rational: 5, long8: 16 } as const;
/** Bytes of one number; a rational has two. */
const NUMBER_BYTES = { ascii: 1, short: 2, long: 4, rational: 4, long8: 8 } as const;
type FieldType = keyof typeof TYPE_CODE;

/** For rationals, alternating numerators and denominators. */
type Field = readonly [tag: number, type: FieldType, values: ArrayLike<number>];

interface TileIndex {
  readonly offsets: number[];
  readonly byteCounts: number[];
}

const HEADER_BYTES = 16;
const INLINE_BYTES = 8;
const ENTRY_BYTES = 20;
const PREDICTOR_DIFFERENCES = 2;
/** Tags that are only written, so that `TAG` does not contain them. */
const YCBCR_SUBSAMPLING = 530;
const REFERENCE_BLACK_WHITE = 532;

/**
 * Creates the file, lets `fill` append every tile, and resolves when it is complete. It is not flushed to disk: like
 * `writeTiffTileFile`. After a failure the file is removed.
 */
export async function writePlaneTileFile(
  path: string,
  options: PlaneTileFileOptions,
  fill: (file: PlaneTileFile) => Promise<void>,
): Promise<void> {
  const handle = await open(path, "w");
  try {
    const writer = new PlaneFileWriter(handle, options);
    await fill(writer);
    await writer.finish();
    await handle.close();
  } catch (error) {
    await handle.close();
    await rm(path, { force: true });
    throw error;
  }
}

class PlaneFileWriter implements PlaneTileFile {
  readonly #handle: FileHandle;
  readonly #options: PlaneTileFileOptions;
  readonly #indices: readonly (readonly TileIndex[])[];
  #end = HEADER_BYTES;

  constructor(handle: FileHandle, options: PlaneTileFileOptions) {
    this.#handle = handle;
    this.#options = options;
    this.#indices = Array.from({ length: options.planes }, () =>
      options.levels.map(() => ({ offsets: [], byteCounts: [] })),
    );
  }

  async appendTile(plane: number, level: number, bytes: Uint8Array): Promise<void> {
    const index = this.#indices[plane]![level]!;
    index.byteCounts.push(bytes.byteLength);
    index.offsets.push(await this.#append(bytes));
  }

  /** From the last plane to the first, so that each directory contains the offset of the next one. */
  async finish(): Promise<void> {
    let next = 0;
    for (let plane = this.#options.planes - 1; plane >= 0; plane--) {
      const below: number[] = [];
      for (let level = 1; level < this.#options.levels.length; level++) {
        below.push(await this.#appendDirectory(this.#fieldsOf(plane, level, []), 0));
      }
      next = await this.#appendDirectory(this.#fieldsOf(plane, 0, below), next);
    }
    const header = Buffer.alloc(HEADER_BYTES);
    header.write("II", "latin1");
    header.writeUInt16LE(43, 2);
    header.writeUInt16LE(8, 4);
    header.writeBigUInt64LE(BigInt(next), 8);
    await this.#writeAt(header, 0);
  }

  #fieldsOf(plane: number, level: number, below: readonly number[]): Field[] {
    const { levels, tileSizePx, isColour, sampleBits, description } = this.#options;
    const { width, height } = levels[level]!;
    const { offsets, byteCounts } = this.#indices[plane]![level]!;
    const tiles = Math.ceil(width / tileSizePx) * Math.ceil(height / tileSizePx);
    if (offsets.length !== tiles) throw new RangeError(`plane ${plane} has ${offsets.length} of ${tiles} tiles`);
    const samples = isColour ? [1, 1, 1] : [1];
    const fields: (Field | null)[] = [
      [TAG.newSubfileType, "long", [level === 0 ? 0 : SUBFILE.reduced]],
      [TAG.imageWidth, "long", [width]],
      [TAG.imageLength, "long", [height]],
      [TAG.bitsPerSample, "short", samples.map(() => sampleBits)],
      [TAG.compression, "short", [isColour ? COMPRESSION.jpeg : COMPRESSION.zstd]],
      [TAG.photometric, "short", [isColour ? PHOTOMETRIC.yCbCr : PHOTOMETRIC.blackIsZero]],
      plane === 0 && level === 0 ? [TAG.imageDescription, "ascii", Buffer.from(`${description}\0`)] : null,
      [TAG.samplesPerPixel, "short", [samples.length]],
      [TAG.planarConfiguration, "short", [1]],
      [TAG.software, "ascii", Buffer.from("Parfocal\0")],
      isColour ? null : [TAG.predictor, "short", [PREDICTOR_DIFFERENCES]],
      [TAG.tileWidth, "long", [tileSizePx]],
      [TAG.tileLength, "long", [tileSizePx]],
      [TAG.tileOffsets, "long8", offsets],
      [TAG.tileByteCounts, "long8", byteCounts],
      below.length === 0 ? null : [TAG.subIfds, "long8", below],
      [TAG.sampleFormat, "short", samples],
      isColour ? [YCBCR_SUBSAMPLING, "short", [2, 2]] : null,
      // Full range, as in JFIF: the TIFF default for YCbCr is different.
      isColour ? [REFERENCE_BLACK_WHITE, "rational", [0, 1, 255, 1, 128, 1, 255, 1, 128, 1, 255, 1]] : null,
    ];
    return fields.filter((field) => field !== null);
  }

  /** Values that do not fit into their entries are written before the directory. */
  async #appendDirectory(fields: readonly Field[], next: number): Promise<number> {
    const directory = Buffer.alloc(8 + fields.length * ENTRY_BYTES + 8);
    directory.writeBigUInt64LE(BigInt(fields.length));
    for (const [row, [tag, type, values]] of fields.entries()) {
      const at = 8 + row * ENTRY_BYTES;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(TYPE_CODE[type], at + 2);
      directory.writeBigUInt64LE(BigInt(type === "rational" ? values.length / 2 : values.length), at + 4);
      const bytes = bytesOf(type, values);
      if (bytes.length <= INLINE_BYTES) bytes.copy(directory, at + 12);
      else directory.writeBigUInt64LE(BigInt(await this.#append(bytes)), at + 12);
    }
    directory.writeBigUInt64LE(BigInt(next), directory.length - 8);
    return this.#append(directory);
  }

  /** At an even offset, as required by TIFF. */
  async #append(bytes: Uint8Array): Promise<number> {
    const position = this.#end;
    this.#end += bytes.byteLength + (bytes.byteLength % 2);
    await this.#writeAt(bytes, position);
    return position;
  }

  async #writeAt(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.byteLength; ) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.byteLength - done, position + done);
      done += bytesWritten;
    }
  }
}

function bytesOf(type: FieldType, values: ArrayLike<number>): Buffer {
  const size = NUMBER_BYTES[type];
  const bytes = Buffer.alloc(values.length * size);
  for (let i = 0; i < values.length; i++) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(values[i]!), i * 8);
    else bytes.writeUIntLE(values[i]!, i * size, size);
  }
  return bytes;
}
