/**
 * Cleaning of a TIFF, BigTIFF or NDPI file: keeps the directories of the slide's pictures, with the fields about
 * pixel storage, the pixels, and the allowed parts of the description (`clean-description.ts`). Label, macro
 * and all other pictures are unlinked.
 */

import type { FileBytes } from "../bytes/file-bytes.ts";
import { NDPI_TAG } from "../formats/ndpi/ndpi-tags.ts";
import { FIELD_BYTES, TAG } from "../tiff/tiff-fields.ts";
import type { Cleaning, KeptRange, Patch } from "./cleaning.ts";
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

export interface TiffWishes {
  /** Whether the picture with this index in the file's chain is part of the slide. */
  readonly keeps: (index: number) => boolean;
  /** @returns the allowed part of a picture's description; empty: nothing. */
  readonly describe: (description: string, secrets: Secrets) => string;
}

export async function planTiff(file: FileBytes, tiff: TiffRecords, { keeps, describe }: TiffWishes): Promise<Cleaning> {
  const secrets = new Secrets();
  const kept: KeptRange[] = [];
  const patches: Patch[] = [];
  const keptTexts: Buffer[] = [];
  let end = file.size;
  const isNdpi = tiff.kind === "ndpi";
  const isLargeNdpi = isNdpi && file.size >= 2 ** 32;

  const keep = (start: number, length: number) => kept.push({ start, end: Math.min(file.size, start + length) });
  const isKeptTag = ({ tag, valueBytes }: TiffEntry) =>
    (KEPT_TAGS.has(tag) && !(tag === 34_675 && valueBytes > MAX_ICC_BYTES)) ||
    (isNdpi && (KEPT_NDPI_TAGS.has(tag) || KEPT_NDPI_TEXTS.has(tag)));

  async function note(entry: TiffEntry): Promise<void> {
    if (FIELD_BYTES[entry.type] !== 1 || entry.valueBytes > MAX_SECRET_VALUE_BYTES) return;
    const text = await readText(file, entry);
    if (/^\s*</.test(text)) secrets.addXml(text);
    else for (const pair of text.split(/[\r\n|]+/)) secrets.add(pair.slice(pair.indexOf("=") + 1));
  }

  async function keepRecord(record: TiffRecord): Promise<void> {
    const entries: Buffer[] = [];
    for (const entry of record.entries) {
      if (entry.tag === TAG.imageDescription) {
        const written = await writeDescription(entry);
        if (written) entries.push(written);
        else if (isNdpi) entries.push(blankEntry(entry));
        continue;
      }
      if (!isKeptTag(entry)) {
        await note(entry);
        if (isNdpi) entries.push(blankEntry(entry));
        continue;
      }
      entries.push(entry.bytes);
      if (!entry.isInline) keep(entry.position, entry.valueBytes);
      if (FIELD_BYTES[entry.type] === 1 && entry.valueBytes <= MAX_ICC_BYTES)
        keptTexts.push(await file.read(entry.position, entry.valueBytes));
    }
    await keepPixels(record);
    const { count, pointer } = tiff.sizes;
    if (isNdpi) {
      // Nothing is moved: the data after the entries belongs to them in their order.
      keep(record.position, record.bytes);
      patches.push({ position: record.position + count, bytes: Buffer.concat(entries) });
    } else {
      const block = Buffer.concat([numberBytes(entries.length, count), ...entries, numberBytes(0, pointer)]);
      patches.push({ position: record.position, bytes: block });
      nextAtOf.set(record, record.position + block.length - pointer);
    }
    for (const sub of record.subRecords) await keepRecord(sub);
  }

  /** The same entry with its value zeroed, wherever it is stored. */
  function blankEntry(entry: TiffEntry): Buffer {
    const bytes = Buffer.from(entry.bytes);
    if (entry.isInline) bytes.fill(0, bytes.length - tiff.sizes.pointer);
    return bytes;
  }

  /** In its own place if it fits, otherwise at the end of the file. null: nothing is left. */
  async function writeDescription(entry: TiffEntry): Promise<Buffer | null> {
    const before = await readText(file, entry);
    const text = describe(before, secrets);
    if (text === "") return null;
    keptTexts.push(Buffer.from(text));
    const value = Buffer.from(`${text}\0`);
    const { pointer } = tiff.sizes;
    const bytes = Buffer.alloc(tiff.sizes.entry);
    numberBytes(TAG.imageDescription, 2).copy(bytes, 0);
    numberBytes(2, 2).copy(bytes, 2);
    numberBytes(value.length, pointer).copy(bytes, 4);
    if (value.length <= pointer) {
      value.copy(bytes, 4 + pointer);
      return bytes;
    }
    const hasRoom = !entry.isInline && value.length <= entry.valueBytes;
    const position = hasRoom ? entry.position : end + (end % 2);
    if (!hasRoom) end = position + value.length;
    patches.push({ position, bytes: value });
    numberBytes(position, pointer).copy(bytes, 4 + pointer);
    return bytes;
  }

  async function keepPixels(record: TiffRecord): Promise<void> {
    const listOf = async (...tags: number[]) => {
      const entry = record.entries.find(({ tag }) => tags.includes(tag));
      return entry ? readNumbers(file, entry, tiff.isLittleEndian) : [];
    };
    const offsets = await listOf(TAG.tileOffsets, TAG.stripOffsets);
    const counts = await listOf(TAG.tileByteCounts, TAG.stripByteCounts);
    if (isNdpi && offsets.length === 1 && isLargeNdpi) {
      // Both may exceed 32 bits; the high halves contain the rest.
      const highOf = (tag: number) => highs.get(record)?.get(tag) ?? 0;
      offsets[0] = offsets[0]! + highOf(TAG.stripOffsets) * 2 ** 32;
      counts[0] = counts[0]! + highOf(TAG.stripByteCounts) * 2 ** 32;
    }
    for (const [index, offset] of offsets.entries()) {
      const length = counts[index] ?? 0;
      if (offset > 0 && length > 0 && offset < file.size) keep(offset, length);
    }
  }

  function numberBytes(value: number, size: 2 | 4 | 8): Buffer {
    const bytes = Buffer.alloc(size);
    if (size === 8) {
      if (tiff.isLittleEndian) bytes.writeBigUInt64LE(BigInt(value));
      else bytes.writeBigUInt64BE(BigInt(value));
    } else if (tiff.isLittleEndian) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  }

  /** Also of unlinked directories, so that nothing of them can be found. */
  async function noteRecord(record: TiffRecord): Promise<void> {
    for (const entry of record.entries)
      if (!isKeptTag(entry) || entry.tag === TAG.imageDescription) {
        if (entry.tag === TAG.imageDescription) describe(await readText(file, entry), secrets);
        else await note(entry);
      }
  }

  const nextAtOf = new Map<TiffRecord, number>();
  const highs = isLargeNdpi ? await readHighs(file, tiff) : new Map<TiffRecord, Map<number, number>>();
  const isKept = tiff.records.map((_, index) => keeps(index));
  keep(0, tiff.firstPointerAt + (isNdpi ? 8 : tiff.sizes.pointer));
  for (const [index, record] of tiff.records.entries()) await (isKept[index] ? keepRecord(record) : noteRecord(record));
  // The chain of the remaining directories.
  const left = tiff.records.filter((_, index) => isKept[index]);
  const pointerBytes = isLargeNdpi ? 8 : tiff.sizes.pointer;
  let pointerAt = tiff.firstPointerAt;
  for (const record of left) {
    patches.push({ position: pointerAt, bytes: numberBytes(record.position, pointerBytes) });
    pointerAt = nextAtOf.get(record) ?? record.position + 2 + record.entries.length * 12;
  }
  patches.push({ position: pointerAt, bytes: numberBytes(0, pointerBytes) });
  return { kept, patches, bytes: end, secrets: secrets.listExcept(keptTexts) };
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
