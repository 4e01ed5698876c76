/**
 * The directories of a TIFF, BigTIFF or NDPI file with the offsets of all their parts, so that a copy can omit some of
 * them.
 *
 * Nothing in the file is trusted, as in `tiff/read-tiff.ts` and `formats/ndpi/read-ndpi.ts`.
 */

import type { FileBytes } from "../bytes/file-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { decodeNumber } from "../tiff/number-list-reader.ts";
import { FIELD_BYTES, TAG, WHOLE_NUMBER_TYPES } from "../tiff/tiff-fields.ts";

export interface TiffEntry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** As stored in the directory. */
  readonly bytes: Buffer;
  /** Range of the value, wherever it is stored. */
  readonly position: number;
  readonly valueBytes: number;
  readonly isInline: boolean;
}

export interface TiffRecord {
  readonly position: number;
  /** Range of the directory, including the pointer to the next one. */
  readonly bytes: number;
  readonly entries: readonly TiffEntry[];
  readonly next: number;
  readonly subRecords: readonly TiffRecord[];
}

export interface TiffRecords {
  readonly isLittleEndian: boolean;
  readonly kind: "tiff" | "bigTiff" | "ndpi";
  /** Bytes of a pointer, of a number of entries and of an entry. */
  readonly sizes: { readonly pointer: 4 | 8; readonly count: 2 | 8; readonly entry: 12 | 20 };
  /** Position of the pointer to the first directory. */
  readonly firstPointerAt: number;
  readonly records: readonly TiffRecord[];
}

const FOUR_GIB = 2 ** 32;
const MAX_RECORDS = 5000;
const MAX_ENTRIES = 4096;
const MAX_SUB_RECORDS = 64;

const damaged = () => new SlideFileError("damaged", "This file is damaged: an image description is invalid.");

export async function readTiffRecords(file: FileBytes, isNdpi: boolean): Promise<TiffRecords> {
  const header = await file.read(0, Math.min(16, file.size));
  const isLittleEndian = header[0] === 0x49;
  const isBigTiff = header[isLittleEndian ? 2 : 3] === 43;
  const sizes = isBigTiff
    ? ({ pointer: 8, count: 8, entry: 20 } as const)
    : ({ pointer: 4, count: 2, entry: 12 } as const);
  const isLarge = isNdpi && file.size >= FOUR_GIB;
  const seen = new Set<number>();

  async function readRecord(position: number, depth: number): Promise<TiffRecord> {
    if (seen.has(position) || seen.size >= MAX_RECORDS) throw damaged();
    seen.add(position);
    const count = decodeNumber(await file.read(position, sizes.count), 0, sizes.count, isLittleEndian);
    if (count === 0 || count > MAX_ENTRIES) throw damaged();
    const start = position + sizes.count;
    const nextAt = count * sizes.entry;
    const highAt = nextAt + 8;
    const length = isLarge ? highAt + count * 4 : nextAt + sizes.pointer;
    const bytes = await file.read(start, length);
    const entries: TiffEntry[] = [];
    for (let index = 0; index < count; index += 1) {
      const at = index * sizes.entry;
      const type = decodeNumber(bytes, at + 2, 2, isLittleEndian);
      const values = decodeNumber(bytes, at + 4, isBigTiff ? 8 : 4, isLittleEndian);
      const valueBytes = values * (FIELD_BYTES[type] ?? 1);
      const valueAt = at + 4 + sizes.pointer;
      const isInline = valueBytes <= sizes.pointer;
      const high = isLarge ? bytes.readUInt32LE(highAt + index * 4) * FOUR_GIB : 0;
      const pointed = decodeNumber(bytes, valueAt, sizes.pointer, isLittleEndian) + high;
      entries.push({
        tag: decodeNumber(bytes, at, 2, isLittleEndian),
        type,
        count: values,
        bytes: Buffer.from(bytes.subarray(at, at + sizes.entry)),
        position: isInline ? start + valueAt : pointed,
        valueBytes,
        isInline,
      });
    }
    const next =
      decodeNumber(bytes, nextAt, sizes.pointer, isLittleEndian) +
      (isLarge ? bytes.readUInt32LE(nextAt + 4) * FOUR_GIB : 0);
    const subRecords: TiffRecord[] = [];
    const subs = entries.find(({ tag }) => tag === TAG.subIfds);
    if (subs && depth === 0 && subs.count <= MAX_SUB_RECORDS)
      for (const at of await readNumbers(file, subs, isLittleEndian))
        if (at !== 0) subRecords.push(await readRecord(at, 1));
    return { position, bytes: sizes.count + length, entries, next, subRecords };
  }

  const firstPointerAt = isBigTiff ? 8 : 4;
  let position =
    decodeNumber(header, firstPointerAt, sizes.pointer, isLittleEndian) +
    (isLarge ? header.readUInt32LE(8) * FOUR_GIB : 0);
  const records: TiffRecord[] = [];
  while (position !== 0) {
    const record = await readRecord(position, 0);
    records.push(record);
    position = record.next;
  }
  return { isLittleEndian, kind: isNdpi ? "ndpi" : isBigTiff ? "bigTiff" : "tiff", sizes, firstPointerAt, records };
}

const MAX_NUMBERS = 4_000_000;

/** Integers; empty for other types. */
export async function readNumbers(file: FileBytes, entry: TiffEntry, isLittleEndian: boolean): Promise<number[]> {
  if (!WHOLE_NUMBER_TYPES.has(entry.type)) return [];
  if (entry.count > MAX_NUMBERS) throw damaged();
  const size = FIELD_BYTES[entry.type] as 1 | 2 | 4 | 8;
  const bytes = await file.read(entry.position, entry.count * size);
  return Array.from({ length: entry.count }, (_, index) => decodeNumber(bytes, index * size, size, isLittleEndian));
}

const MAX_TEXT_BYTES = 16 * 2 ** 20;

/** Text up to its first NUL. */
export async function readText(file: FileBytes, entry: TiffEntry): Promise<string> {
  if (FIELD_BYTES[entry.type] !== 1 || entry.valueBytes > MAX_TEXT_BYTES) return "";
  const bytes = await file.read(entry.position, entry.valueBytes);
  const end = bytes.indexOf(0);
  return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
}
