/**
 * Cleaning of a TIFF, BigTIFF or NDPI file: keeps the directories of the slide's images, with the fields about
 * pixel storage, the pixels, and the allowed parts of the description (`clean-description.ts`). Label, macro
 * and all other images are unlinked.
 */

import type { FileBytes } from "../bytes/file-bytes.ts";
import { NDPI_TAG } from "../formats/ndpi/ndpi-tags.ts";
import { FIELD_BYTES, TAG } from "../tiff/tiff-fields.ts";
import type { Cleaning, Patch, RetainedRange } from "./cleaning.ts";
import { Secrets } from "./cleaning.ts";
import { readNumbers, readText, type TiffEntry, type TiffRecord, type TiffRecords } from "./tiff-records.ts";

/** Fields about storage and display of pixels. Source: TIFF 6.0; TIFF Technical Note 2; the libtiff list of tags. */
const KEPT_TAGS: ReadonlySet<number> = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 263, 264, 265, 266, 270, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284],
  ...[290, 291, 292, 293, 296, 301, 317, 318, 319, 320, 321, 322, 323, 324, 325, 330, 332, 334, 336, 338, 339],
  ...[340, 341, 342, 347, 512, 515, 519, 520, 521, 529, 530, 531, 532, 32_995, 32_996, 32_997, 32_998],
  // The colour profile, without which colours change.
  34_675,
]);

/** Numbers about the structure of an NDPI file's strip and its focal plane; none of its texts. */
const KEPT_NDPI_TAGS: ReadonlySet<number> = new Set([
  NDPI_TAG.format,
  NDPI_TAG.magnification,
  NDPI_TAG.xOffsetFromSlideCentre,
  NDPI_TAG.yOffsetFromSlideCentre,
  NDPI_TAG.focalPlaneNm,
  NDPI_TAG.intervalStarts,
  NDPI_TAG.intervalStartsHigh,
  NDPI_TAG.emissionWavelengthNm,
]);

/** ASCII fields with manufacturer and model only, by which programs recognize a format. */
const KEPT_NDPI_TEXTS: ReadonlySet<number> = new Set([TAG.make, TAG.model]);

const MAX_ICC_BYTES = 2 ** 24;
/** Values larger than this are not texts written by people. */
const MAX_SECRET_VALUE_BYTES = 2 ** 20;

export interface TiffOptions {
  /** Whether the image with this index in the file's chain is part of the slide. */
  readonly keeps: (index: number) => boolean;
  /** @returns the allowed part of an image's description; empty: nothing. */
  readonly describe: (description: string, secrets: Secrets) => string;
}

export async function planTiff(file: FileBytes, tiff: TiffRecords, options: TiffOptions): Promise<Cleaning> {
  const isLargeNdpi = tiff.kind === "ndpi" && file.size >= 2 ** 32;
  const highs = isLargeNdpi ? await readHighs(file, tiff) : new Map<TiffRecord, Map<number, number>>();
  return new TiffPlan({ file, tiff, options, isLargeNdpi, highs }).make();
}

interface TiffSource {
  readonly file: FileBytes;
  readonly tiff: TiffRecords;
  readonly options: TiffOptions;
  /** NDPI of at least 4 GiB, whose offsets have 64 bits. */
  readonly isLargeNdpi: boolean;
  readonly highs: ReadonlyMap<TiffRecord, ReadonlyMap<number, number>>;
}

/** The plan, built directory by directory. */
class TiffPlan {
  readonly #source: TiffSource;
  readonly #isNdpi: boolean;
  readonly #secrets = new Secrets();
  readonly #retained: RetainedRange[] = [];
  readonly #patches: Patch[] = [];
  readonly #retainedTexts: Buffer[] = [];
  /** Position of the pointer to the next directory in each rewritten directory. */
  readonly #nextAtOf = new Map<TiffRecord, number>();
  #end: number;

  constructor(source: TiffSource) {
    this.#source = source;
    this.#isNdpi = source.tiff.kind === "ndpi";
    this.#end = source.file.size;
  }

  async make(): Promise<Cleaning> {
    const { tiff, options } = this.#source;
    this.#keep(0, tiff.firstPointerAt + (this.#isNdpi ? 8 : tiff.sizes.pointer));
    const left: TiffRecord[] = [];
    for (const [index, record] of tiff.records.entries()) {
      if (options.keeps(index)) {
        await this.#keepRecord(record);
        left.push(record);
      } else await this.#noteRecord(record);
    }
    this.#chain(left);
    const secrets = this.#secrets.listExcept(this.#retainedTexts);
    return { retained: this.#retained, patches: this.#patches, bytes: this.#end, secrets };
  }

  /** Links the remaining directories. */
  #chain(left: readonly TiffRecord[]): void {
    const { tiff, isLargeNdpi } = this.#source;
    const pointerBytes = isLargeNdpi ? 8 : tiff.sizes.pointer;
    let pointerAt = tiff.firstPointerAt;
    for (const record of left) {
      this.#patches.push({ position: pointerAt, bytes: this.#numberBytes(record.position, pointerBytes) });
      pointerAt = this.#nextAtOf.get(record) ?? record.position + 2 + record.entries.length * 12;
    }
    this.#patches.push({ position: pointerAt, bytes: this.#numberBytes(0, pointerBytes) });
  }

  #keep(start: number, length: number): void {
    this.#retained.push({ start, end: Math.min(this.#source.file.size, start + length) });
  }

  #isRetainedTag({ tag, valueBytes }: TiffEntry): boolean {
    return (
      (KEPT_TAGS.has(tag) && !(tag === 34_675 && valueBytes > MAX_ICC_BYTES)) ||
      (this.#isNdpi && (KEPT_NDPI_TAGS.has(tag) || KEPT_NDPI_TEXTS.has(tag)))
    );
  }

  async #note(entry: TiffEntry): Promise<void> {
    if (FIELD_BYTES[entry.type] !== 1 || entry.valueBytes > MAX_SECRET_VALUE_BYTES) return;
    const text = await readText(this.#source.file, entry);
    if (/^\s*</.test(text)) this.#secrets.addXml(text);
    else for (const pair of text.split(/[\r\n|]+/)) this.#secrets.add(pair.slice(pair.indexOf("=") + 1));
  }

  async #keepRecord(record: TiffRecord): Promise<void> {
    const entries: Buffer[] = [];
    for (const entry of record.entries) {
      if (entry.tag === TAG.imageDescription) {
        const written = await this.#writeDescription(entry);
        if (written) entries.push(written);
        else if (this.#isNdpi) entries.push(this.#blankEntry(entry));
        continue;
      }
      if (!this.#isRetainedTag(entry)) {
        await this.#note(entry);
        if (this.#isNdpi) entries.push(this.#blankEntry(entry));
        continue;
      }
      entries.push(entry.bytes);
      if (!entry.isInline) this.#keep(entry.position, entry.valueBytes);
      if (FIELD_BYTES[entry.type] === 1 && entry.valueBytes <= MAX_ICC_BYTES)
        this.#retainedTexts.push(await this.#source.file.read(entry.position, entry.valueBytes));
    }
    await this.#keepPixels(record);
    const { count, pointer } = this.#source.tiff.sizes;
    if (this.#isNdpi) {
      // Nothing is moved: the data after the entries follows their order.
      this.#keep(record.position, record.bytes);
      this.#patches.push({ position: record.position + count, bytes: Buffer.concat(entries) });
    } else {
      const block = Buffer.concat([
        this.#numberBytes(entries.length, count),
        ...entries,
        this.#numberBytes(0, pointer),
      ]);
      this.#patches.push({ position: record.position, bytes: block });
      this.#nextAtOf.set(record, record.position + block.length - pointer);
    }
    for (const sub of record.subRecords) await this.#keepRecord(sub);
  }

  /** The same entry with its value zeroed, wherever it is stored. */
  #blankEntry(entry: TiffEntry): Buffer {
    const bytes = Buffer.from(entry.bytes);
    if (entry.isInline) bytes.fill(0, bytes.length - this.#source.tiff.sizes.pointer);
    return bytes;
  }

  /** Stored in its own place if it fits, otherwise at the end of the file. @returns null: nothing is left. */
  async #writeDescription(entry: TiffEntry): Promise<Buffer | null> {
    const before = await readText(this.#source.file, entry);
    const text = this.#source.options.describe(before, this.#secrets);
    if (text === "") return null;
    this.#retainedTexts.push(Buffer.from(text));
    const value = Buffer.from(`${text}\0`);
    const { pointer } = this.#source.tiff.sizes;
    const bytes = Buffer.alloc(this.#source.tiff.sizes.entry);
    this.#numberBytes(TAG.imageDescription, 2).copy(bytes, 0);
    this.#numberBytes(2, 2).copy(bytes, 2);
    this.#numberBytes(value.length, pointer).copy(bytes, 4);
    if (value.length <= pointer) {
      value.copy(bytes, 4 + pointer);
      return bytes;
    }
    const hasRoom = !entry.isInline && value.length <= entry.valueBytes;
    const position = hasRoom ? entry.position : this.#end + (this.#end % 2);
    if (!hasRoom) this.#end = position + value.length;
    this.#patches.push({ position, bytes: value });
    this.#numberBytes(position, pointer).copy(bytes, 4 + pointer);
    return bytes;
  }

  async #keepPixels(record: TiffRecord): Promise<void> {
    const listOf = async (...tags: number[]) => {
      const entry = record.entries.find(({ tag }) => tags.includes(tag));
      return entry ? readNumbers(this.#source.file, entry, this.#source.tiff.isLittleEndian) : [];
    };
    const offsets = await listOf(TAG.tileOffsets, TAG.stripOffsets);
    const counts = await listOf(TAG.tileByteCounts, TAG.stripByteCounts);
    if (this.#isNdpi && offsets.length === 1 && this.#source.isLargeNdpi) {
      // Both may exceed 32 bits; the high halves contain the rest.
      const highOf = (tag: number) => this.#source.highs.get(record)?.get(tag) ?? 0;
      offsets[0] = offsets[0]! + highOf(TAG.stripOffsets) * 2 ** 32;
      counts[0] = counts[0]! + highOf(TAG.stripByteCounts) * 2 ** 32;
    }
    for (const [index, offset] of offsets.entries()) {
      const length = counts[index] ?? 0;
      if (offset > 0 && length > 0 && offset < this.#source.file.size) this.#keep(offset, length);
    }
  }

  #numberBytes(value: number, size: 2 | 4 | 8): Buffer {
    const bytes = Buffer.alloc(size);
    if (size === 8) {
      if (this.#source.tiff.isLittleEndian) bytes.writeBigUInt64LE(BigInt(value));
      else bytes.writeBigUInt64BE(BigInt(value));
    } else if (this.#source.tiff.isLittleEndian) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  }

  /** Collects the secrets of unlinked directories too, so that none of them remains in the file. */
  async #noteRecord(record: TiffRecord): Promise<void> {
    for (const entry of record.entries)
      if (!this.#isRetainedTag(entry) || entry.tag === TAG.imageDescription) {
        if (entry.tag === TAG.imageDescription)
          this.#source.options.describe(await readText(this.#source.file, entry), this.#secrets);
        else await this.#note(entry);
      }
  }
}

/** High halves of the fields of directories of an NDPI file beyond 4 GiB, by tag. */
async function readHighs(file: FileBytes, { records }: TiffRecords): Promise<Map<TiffRecord, Map<number, number>>> {
  const found = new Map<TiffRecord, Map<number, number>>();
  for (const record of records) {
    const at = record.position + 2 + record.entries.length * 12 + 8;
    const bytes = await file.read(at, record.entries.length * 4);
    found.set(record, new Map(record.entries.map(({ tag }, index) => [tag, bytes.readUInt32LE(index * 4)])));
  }
  return found;
}
