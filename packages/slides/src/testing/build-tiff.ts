/** Builds small TIFF and BigTIFF files of either byte order in memory, for tests, including invalid ones. */
import { FIELD_BYTES, TAG } from "../tiff/tiff-fields.ts";

/** A field to be written: TIFF type and numbers, or text or bytes. */
export type FieldValue =
  | { readonly type: 3 | 4 | 16; readonly values: readonly number[] }
  | { readonly type: 5; readonly values: readonly (readonly [number, number])[] }
  | { readonly type: 2; readonly text: string }
  | { readonly type: 7; readonly bytes: Uint8Array };

export interface PageSpec {
  readonly width: number;
  readonly height: number;
  /** Tiles of this size; strips of the whole width if only `height` is given. Default: strips of the whole image. */
  readonly tile?: { readonly width: number; readonly height: number };
  readonly rowsPerStrip?: number;
  /** Tiles or strips as stored; an empty one is omitted from the file. */
  readonly segments: readonly Uint8Array[];
  readonly compression?: number;
  readonly photometric?: number;
  readonly samplesPerPixel?: number;
  readonly bitsPerSample?: number;
  readonly description?: string;
  /** By tag: additional fields, or replacements for the default ones. */
  readonly fields?: Readonly<Record<number, FieldValue>>;
  readonly subPages?: readonly PageSpec[];
}

export interface TiffSpec {
  readonly pages: readonly PageSpec[];
  readonly isBigTiff?: boolean;
  readonly isBigEndian?: boolean;
}

export function buildTiff(spec: TiffSpec): Buffer {
  return new TiffBuilder(spec.isBigTiff ?? false, spec.isBigEndian ?? false).build(spec.pages);
}

class TiffBuilder {
  readonly #isBigTiff: boolean;
  readonly #isBigEndian: boolean;
  readonly #offsetBytes: 4 | 8;
  readonly #parts: Buffer[] = [];
  #length = 0;

  constructor(isBigTiff: boolean, isBigEndian: boolean) {
    this.#isBigTiff = isBigTiff;
    this.#isBigEndian = isBigEndian;
    this.#offsetBytes = isBigTiff ? 8 : 4;
  }

  build(pages: readonly PageSpec[]): Buffer {
    const header = [Buffer.from(this.#isBigEndian ? "MM" : "II"), this.#number(this.#isBigTiff ? 43 : 42, 2)];
    if (this.#isBigTiff) header.push(this.#number(8, 2), this.#number(0, 2));
    const pointer = this.#number(0, this.#offsetBytes);
    this.#append(Buffer.concat([...header, pointer]));
    // Each pointer is known only when the directory it points to is written; its position is kept as a buffer part.
    let pointerAt = this.#length - this.#offsetBytes;
    const patches: [number, number][] = [];
    for (const page of pages) {
      const { position, nextAt } = this.#writePage(page);
      patches.push([pointerAt, position]);
      pointerAt = nextAt;
    }
    const file = Buffer.concat(this.#parts);
    for (const [at, position] of patches) this.#number(position, this.#offsetBytes).copy(file, at);
    return file;
  }

  #writePage(page: PageSpec): { position: number; nextAt: number } {
    const subPositions = (page.subPages ?? []).map((sub) => this.#writePage(sub).position);
    const offsets = page.segments.map((segment) => (segment.length === 0 ? 0 : this.#append(Buffer.from(segment))));
    const fields = Object.entries({ ...this.#usualFields(page, offsets, subPositions), ...page.fields })
      .map(([tag, value]): [number, FieldValue] => [Number(tag), value])
      .sort(([a], [b]) => a - b);
    const entries = fields.map(([tag, value]) => {
      const bytes = this.#encode(value);
      const count = bytes.length / (FIELD_BYTES[value.type] ?? 1);
      const inline = Buffer.alloc(this.#offsetBytes);
      if (bytes.length <= this.#offsetBytes) bytes.copy(inline);
      else this.#number(this.#append(bytes), this.#offsetBytes).copy(inline);
      return Buffer.concat([
        this.#number(tag, 2),
        this.#number(value.type, 2),
        this.#number(count, this.#offsetBytes),
        inline,
      ]);
    });
    const count = this.#number(entries.length, this.#isBigTiff ? 8 : 2);
    const position = this.#append(Buffer.concat([count, ...entries, this.#number(0, this.#offsetBytes)]));
    return { position, nextAt: this.#length - this.#offsetBytes };
  }

  #usualFields(
    page: PageSpec,
    offsets: readonly number[],
    subPositions: readonly number[],
  ): Record<number, FieldValue> {
    const samples = page.samplesPerPixel ?? 3;
    const long = (...values: number[]): FieldValue => ({ type: this.#isBigTiff ? 16 : 4, values });
    const short = (...values: number[]): FieldValue => ({ type: 3, values });
    const layout: Record<number, FieldValue> = page.tile
      ? {
          [TAG.tileWidth]: short(page.tile.width),
          [TAG.tileLength]: short(page.tile.height),
          [TAG.tileOffsets]: long(...offsets),
          [TAG.tileByteCounts]: long(...page.segments.map(({ length }) => length)),
        }
      : {
          [TAG.rowsPerStrip]: long(page.rowsPerStrip ?? page.height),
          [TAG.stripOffsets]: long(...offsets),
          [TAG.stripByteCounts]: long(...page.segments.map(({ length }) => length)),
        };
    const text = (description: string): Record<number, FieldValue> => ({
      [TAG.imageDescription]: { type: 2, text: description },
    });
    const below: Record<number, FieldValue> = subPositions.length > 0 ? { [TAG.subIfds]: long(...subPositions) } : {};
    return {
      [TAG.imageWidth]: long(page.width),
      [TAG.imageLength]: long(page.height),
      [TAG.bitsPerSample]: short(...Array.from({ length: samples }, () => page.bitsPerSample ?? 8)),
      [TAG.compression]: short(page.compression ?? 1),
      [TAG.photometric]: short(page.photometric ?? (samples === 1 ? 1 : 2)),
      [TAG.samplesPerPixel]: short(samples),
      ...layout,
      ...(page.description === undefined ? {} : text(page.description)),
      ...below,
    };
  }

  #encode(value: FieldValue): Buffer {
    if (value.type === 2) return Buffer.from(`${value.text}\0`);
    if (value.type === 7) return Buffer.from(value.bytes);
    if (value.type === 5) return Buffer.concat(value.values.flat().map((part) => this.#number(part, 4)));
    const size = value.type === 3 ? 2 : value.type === 4 ? 4 : 8;
    return Buffer.concat(value.values.map((number) => this.#number(number, size)));
  }

  #number(value: number, size: 2 | 4 | 8): Buffer {
    const bytes = Buffer.alloc(size);
    if (size === 8) this.#isBigEndian ? bytes.writeBigUInt64BE(BigInt(value)) : bytes.writeBigUInt64LE(BigInt(value));
    else this.#isBigEndian ? bytes.writeUIntBE(value, 0, size) : bytes.writeUIntLE(value, 0, size);
    return bytes;
  }

  /** Position of the bytes in the file; always even, as required by the standard. */
  #append(bytes: Buffer): number {
    const padding = this.#length % 2;
    const position = this.#length + padding;
    this.#parts.push(Buffer.alloc(padding), bytes);
    this.#length = position + bytes.length;
    return position;
  }
}
