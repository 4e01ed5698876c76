/**
 * Reads the directories of an NDPI file, without its pixels.
 *
 * NDPI looks like a TIFF with 32-bit offsets, but its offsets have 64 bits: the offsets of the first and the next
 * directory have 8 bytes, and the directory is followed by the high 32 bits of each field's value, in field order.
 * Below 4 GiB all of them are 0 and are ignored, because older writers and TIFF tools write other values there.
 *
 * Nothing in the file is trusted: no directory is read twice, and all offsets must be within the file.
 *
 * Source: OpenSlide, "Hamamatsu format", and its issue 174; TIFF 6.0, section 2.
 */
import type { RandomAccessBytes } from "../../bytes/random-access-bytes.ts";
import { SlideFileError } from "../../slide-source.ts";
import { decodeNumber } from "../../tiff/number-list-reader.ts";
import { FIELD_BYTES, WHOLE_NUMBER_TYPES } from "../../tiff/tiff-fields.ts";
import type { NumberList } from "../../tiff/tiff-page.ts";
import { NDPI_TAG } from "./ndpi-tags.ts";

const FOUR_GIB = 2 ** 32;
const ENTRY_BYTES = 12;
const HIGH_BYTES = 4;

/** More than rule D-10 allows a TIFF: a scan of many focal planes has a directory for each plane of each level. */
export const MAX_DIRECTORIES = 1024;

const MAX_FIELDS = 512;
const MAX_TEXT_BYTES = 65_536;

const FLOAT = 11;
const DOUBLE = 12;
const RATIONAL = 5;

/** Source of directories: the file, or preferably a cache of its blocks. */
export type ReadableBytes = Pick<RandomAccessBytes, "size" | "read">;

interface Field {
  readonly type: number;
  readonly count: number;
  readonly position: number;
  /** High half of a single value that is stored in the field itself. */
  readonly high: number;
}

/** One directory; values are read on demand. A missing field, or one of another type, is null. */
export class NdpiDirectory {
  readonly #bytes: ReadableBytes;
  readonly #fields: ReadonlyMap<number, Field>;

  constructor(bytes: ReadableBytes, fields: ReadonlyMap<number, Field>) {
    this.#bytes = bytes;
    this.#fields = fields;
  }

  has(tag: number): boolean {
    return this.#fields.has(tag);
  }

  async wholeNumber(tag: number): Promise<number | null> {
    const list = this.numbers(tag);
    if (list === null || list.count < 1) return null;
    const value = decodeNumber(await this.#bytes.read(list.position, list.bytesEach), 0, list.bytesEach, true);
    return value + this.#fields.get(tag)!.high * FOUR_GIB;
  }

  /** Some writers use LONG for fields that can be negative. */
  async signedNumber(tag: number): Promise<number | null> {
    const field = this.#fields.get(tag);
    if (field === undefined || FIELD_BYTES[field.type] !== 4) return this.wholeNumber(tag);
    return (await this.#bytes.read(field.position, 4)).readInt32LE();
  }

  /** A number of any type, with a fraction. */
  async number(tag: number): Promise<number | null> {
    const field = this.#fields.get(tag);
    if (field === undefined || field.count < 1) return null;
    if (field.type === FLOAT) return (await this.#bytes.read(field.position, 4)).readFloatLE();
    if (field.type === DOUBLE) return (await this.#bytes.read(field.position, 8)).readDoubleLE();
    if (field.type !== RATIONAL) return this.signedNumber(tag);
    const parts = await this.#bytes.read(field.position, 8);
    const denominator = parts.readUInt32LE(4);
    return denominator === 0 ? null : parts.readUInt32LE(0) / denominator;
  }

  /** Location of a list of integers. @throws SlideFileError `truncated` if it ends beyond the file. */
  numbers(tag: number): NumberList | null {
    const field = this.#fields.get(tag);
    if (field === undefined || !WHOLE_NUMBER_TYPES.has(field.type)) return null;
    const bytesEach = FIELD_BYTES[field.type] as NumberList["bytesEach"];
    if (field.position + field.count * bytesEach > this.#bytes.size) {
      throw new SlideFileError("truncated", "This file is incomplete: its tile index is beyond its end.");
    }
    return { position: field.position, count: field.count, bytesEach };
  }

  /** Trimmed text up to its first NUL; truncated at 64 KiB. */
  async text(tag: number): Promise<string | null> {
    const field = this.#fields.get(tag);
    if (field === undefined || FIELD_BYTES[field.type] !== 1 || field.count === 0) return null;
    const bytes = await this.#bytes.read(field.position, Math.min(field.count, MAX_TEXT_BYTES));
    const end = bytes.indexOf(0);
    return bytes.toString("utf8", 0, end < 0 ? bytes.length : end).trim();
  }
}

/** Whether this is an NDPI file of any size. */
export async function isNdpi(bytes: ReadableBytes): Promise<boolean> {
  if (bytes.size < 16) return false;
  const header = await bytes.read(0, 12);
  if (header.toString("hex", 0, 4) !== "49492a00") return false;
  const position = firstDirectory(header, bytes.size);
  if (position === 0 || position + 2 > bytes.size) return false;
  const count = (await bytes.read(position, 2)).readUInt16LE();
  if (count > MAX_FIELDS || position + 2 + count * ENTRY_BYTES > bytes.size) return false;
  const entries = await bytes.read(position + 2, count * ENTRY_BYTES);
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    if (entries.readUInt16LE(at) === NDPI_TAG.format) return true;
  }
  return false;
}

/**
 * All directories, in the order of the file's chain.
 *
 * @param bytes for which `isNdpi` is true.
 * @throws SlideFileError if the file is inconsistent, exceeds a limit, or ends too early.
 */
export async function readNdpi(bytes: ReadableBytes): Promise<NdpiDirectory[]> {
  const directories: NdpiDirectory[] = [];
  const seen = new Set<number>();
  let position = firstDirectory(await bytes.read(0, 12), bytes.size);
  while (position !== 0) {
    if (seen.has(position)) {
      throw new SlideFileError("damaged", "This file is damaged: its list of images is circular.");
    }
    seen.add(position);
    if (seen.size > MAX_DIRECTORIES) {
      throw new SlideFileError("tooLarge", `This file contains more than ${MAX_DIRECTORIES} images.`);
    }
    const { fields, next } = await readFields(bytes, position);
    directories.push(new NdpiDirectory(bytes, fields));
    position = next;
  }
  return directories;
}

function firstDirectory(header: Buffer, fileBytes: number): number {
  return header.readUInt32LE(4) + (fileBytes < FOUR_GIB ? 0 : header.readUInt32LE(8) * FOUR_GIB);
}

async function readFields(
  bytes: ReadableBytes,
  position: number,
): Promise<{ fields: ReadonlyMap<number, Field>; next: number }> {
  const count = (await bytes.read(position, 2)).readUInt16LE();
  if (count === 0 || count > MAX_FIELDS) {
    throw new SlideFileError("damaged", "This file is damaged: an image description is invalid.");
  }
  const isLarge = bytes.size >= FOUR_GIB;
  const start = position + 2;
  const nextAt = count * ENTRY_BYTES;
  const highAt = nextAt + 8;
  const directory = await bytes.read(start, isLarge ? highAt + count * HIGH_BYTES : nextAt + 4);
  const fields = new Map<number, Field>();
  for (let index = 0; index < count; index++) {
    const at = index * ENTRY_BYTES;
    const type = directory.readUInt16LE(at + 2);
    const valueBytes = FIELD_BYTES[type];
    if (valueBytes === undefined) continue;
    const values = directory.readUInt32LE(at + 4);
    const high = isLarge ? directory.readUInt32LE(highAt + index * HIGH_BYTES) : 0;
    const isInline = values * valueBytes <= 4;
    fields.set(directory.readUInt16LE(at), {
      type,
      count: values,
      position: isInline ? start + at + 8 : directory.readUInt32LE(at + 8) + high * FOUR_GIB,
      high: isInline && values === 1 && valueBytes === 4 ? high : 0,
    });
  }
  const next = directory.readUInt32LE(nextAt) + (isLarge ? directory.readUInt32LE(nextAt + 4) * FOUR_GIB : 0);
  return { fields, next };
}
