/** The cleaned copy of a DICOM file: re-encoded elements according to `dicom-profile.ts`, and unchanged pixels. */
import { createHash, randomBytes } from "node:crypto";
import type { FileBytes } from "../bytes/file-bytes.ts";
import { damagedDicom } from "../dicom/damaged-dicom.ts";
import { ITEM_END_TAG, ITEM_TAG, SEQUENCE_END_TAG, UNDEFINED_LENGTH } from "../dicom/dicom-tags.ts";
import {
  type DataSetSyntax,
  type ElementBudget,
  type ElementHeader,
  LONG_VRS,
  MoreBytesNeeded,
  readElementHeader,
  sequenceSyntaxOf,
} from "../dicom/parse-item.ts";
import { readDicomFile } from "../dicom/read-data-set.ts";
import { transferSyntaxOf } from "../dicom/transfer-syntaxes.ts";
import { SlideFileError } from "../slide-source.ts";
import { type CleanedFile, cleanedFromParts, type Part } from "./cleaned-file.ts";
import { Secrets } from "./cleaning.ts";
import {
  CODED_VALUE_TAGS,
  type ElementFate,
  fateOf,
  IDENTITY_REMOVED,
  METHOD,
  STAND_INS,
  STEP_CONTENT_TAG,
} from "./dicom-profile.ts";

const META_START = 132;
const MAX_HEADER_BYTES = 256 * 2 ** 20;
const MAX_ELEMENTS = 40_000_000;
const MAX_DEPTH = 16;
const MAX_NOTED_BYTES = 65_536;

/** Value representations with text values. */
const TEXTS: ReadonlySet<string> = new Set([
  "AE",
  "AS",
  "CS",
  "DA",
  "DS",
  "DT",
  "IS",
  "LO",
  "LT",
  "PN",
  "SH",
  "ST",
  "TM",
  "UC",
  "UI",
  "UN",
  "UR",
  "UT",
]);

/** Consistent, irreversible replacements for the UIDs of a set. */
export class UidChange {
  readonly #salt = randomBytes(16);

  /** Returns a UID below the root for UUIDs. Source: DICOM PS3.5, annex B.2. */
  of(uid: string): string {
    const digest = createHash("sha256").update(this.#salt).update(uid).digest("hex").slice(0, 32);
    return `2.25.${BigInt(`0x${digest}`)}`;
  }
}

interface Found {
  readonly header: ElementHeader;
  /** Value of an element without items. */
  readonly value: Buffer | null;
  readonly items: readonly (readonly Found[])[] | null;
  /** Encoding of the element's items. */
  readonly within: DataSetSyntax | null;
}

/** @throws SlideFileError `unsupported` if the file is compressed as a whole. */
export async function cleanDicom(file: FileBytes, uids: UidChange): Promise<CleanedFile> {
  const { transferSyntaxUid, pixelData } = await readDicomFile(file);
  const transfer = transferSyntaxOf(transferSyntaxUid);
  if (transfer?.isDeflated) {
    throw new SlideFileError(
      "unsupported",
      "Patient data cannot be removed from DICOM files that are compressed as a whole (deflated).",
    );
  }
  const syntax: DataSetSyntax = { isImplicit: transfer?.isImplicit ?? false, isLittleEndian: !transfer?.isBigEndian };
  const pixelsAt = pixelData === null ? file.size : pixelData.position - (syntax.isImplicit ? 8 : 12);
  if (pixelsAt - META_START > MAX_HEADER_BYTES)
    throw new SlideFileError("tooLarge", "The metadata of this file is too large.");
  const bytes = await file.read(META_START, pixelsAt - META_START);
  const cleaner = new DataSetCleaner(uids);
  const metaBytes = metaLengthOf(bytes);
  const meta = cleaner.clean(bytes.subarray(0, metaBytes), { isImplicit: false, isLittleEndian: true });
  const content = cleaner.clean(bytes.subarray(metaBytes), syntax, true);
  const groupLength = Buffer.alloc(12);
  groupLength.write("\x02\0\0\0UL\x04\0", "latin1");
  groupLength.writeUInt32LE(meta.length, 8);
  const parts: Part[] = [Buffer.alloc(128), Buffer.from("DICM"), groupLength, meta, content];
  if (pixelData !== null) parts.push({ start: pixelsAt, end: await endOfPixels(file, pixelData) });
  return cleanedFromParts(file, parts, cleaner.secrets());
}

/** Bytes of group 2, regardless of its declared length. */
function metaLengthOf(bytes: Buffer): number {
  let at = 0;
  while (at + 8 <= bytes.length && bytes.readUInt16LE(at) === 2) {
    const { headerBytes, length } = readElementHeader(bytes, at, { isImplicit: false, isLittleEndian: true });
    at += headerBytes + length;
  }
  if (at > bytes.length) throw damagedDicom("its description is garbled");
  return at;
}

/** Everything after the pixels (signatures and padding) is omitted. */
async function endOfPixels(
  file: FileBytes,
  { position, length }: { position: number; length: number | null },
): Promise<number> {
  if (length !== null) return Math.min(file.size, position + length);
  let at = position;
  while (at + 8 <= file.size) {
    const header = await file.read(at, 8);
    const tag = header.readUInt16LE(0) * 0x10000 + header.readUInt16LE(2);
    at += 8;
    if (tag === SEQUENCE_END_TAG) return at;
    if (tag !== ITEM_TAG) throw damagedDicom("its list of tiles is garbled");
    at += header.readUInt32LE(4);
  }
  return Math.min(file.size, at);
}

class DataSetCleaner {
  readonly #uids: UidChange;
  readonly #secrets = new Secrets();
  readonly #retainedTexts = new Set<string>([...STAND_INS, METHOD.text]);
  readonly #budget: ElementBudget = { left: MAX_ELEMENTS };

  constructor(uids: UidChange) {
    this.#uids = uids;
  }

  secrets(): string[] {
    return this.#secrets.listExcept([...this.#retainedTexts].map((text) => Buffer.from(text)));
  }

  clean(bytes: Buffer, syntax: DataSetSyntax, isWhole = false): Buffer {
    const parts: Buffer[] = [];
    const added = isWhole ? [IDENTITY_REMOVED, METHOD] : [];
    let left = added;
    for (const element of this.#parse(bytes, syntax)) {
      for (const { tag, vr, text } of left.filter((one) => one.tag < element.header.tag))
        parts.push(valueBytes(tag, vr, Buffer.from(text), syntax));
      left = left.filter((one) => one.tag >= element.header.tag);
      parts.push(this.#written(element, syntax));
    }
    for (const { tag, vr, text } of left) parts.push(valueBytes(tag, vr, Buffer.from(text), syntax));
    return Buffer.concat(parts);
  }

  #parse(bytes: Buffer, syntax: DataSetSyntax): Found[] {
    try {
      return this.#parseItem(bytes, { at: 0 }, bytes.length, syntax, 0);
    } catch (error) {
      throw error instanceof MoreBytesNeeded ? damagedDicom("its description is garbled") : error;
    }
  }

  #parseItem(bytes: Buffer, place: { at: number }, end: number | null, syntax: DataSetSyntax, depth: number): Found[] {
    if (depth > MAX_DEPTH) throw damagedDicom("its description is nested too deep");
    const found: Found[] = [];
    while (end === null || place.at < end) {
      const header = readElementHeader(bytes, place.at, syntax);
      place.at += header.headerBytes;
      if (header.tag === ITEM_END_TAG && end === null) return found;
      this.#budget.left -= 1;
      if (this.#budget.left < 0) throw damagedDicom("it describes itself by too many elements");
      const within = sequenceSyntaxOf(header, syntax) ?? sequenceInImplicit(bytes, place.at, header, syntax);
      if (within !== null) {
        found.push({ header, value: null, items: this.#parseItems(bytes, place, header, within, depth), within });
        continue;
      }
      const valueEnd = place.at + header.length;
      if (header.length === UNDEFINED_LENGTH || valueEnd > (end ?? bytes.length))
        throw damagedDicom("a part of its metadata is longer than the part that contains it");
      found.push({ header, value: bytes.subarray(place.at, valueEnd), items: null, within: null });
      place.at = valueEnd;
    }
    return found;
  }

  #parseItems(
    bytes: Buffer,
    place: { at: number },
    { length }: ElementHeader,
    syntax: DataSetSyntax,
    depth: number,
  ): (readonly Found[])[] {
    const end = length === UNDEFINED_LENGTH ? null : place.at + length;
    if (end !== null && end > bytes.length) throw damagedDicom("a list in its description is garbled");
    const items: (readonly Found[])[] = [];
    while (end === null || place.at < end) {
      const header = readElementHeader(bytes, place.at, syntax);
      place.at += header.headerBytes;
      if (header.tag === SEQUENCE_END_TAG && end === null) return items;
      if (header.tag !== ITEM_TAG) throw damagedDicom("a list in its description is garbled");
      const itemEnd = header.length === UNDEFINED_LENGTH ? null : place.at + header.length;
      if (itemEnd !== null && itemEnd > bytes.length) throw damagedDicom("a list in its description is garbled");
      items.push(this.#parseItem(bytes, place, itemEnd, syntax, depth + 1));
    }
    return items;
  }

  #written(element: Found, syntax: DataSetSyntax): Buffer {
    const { header, value, items } = element;
    const { tag, vr } = header;
    // The length of a group refers to the original elements.
    if ((tag & 0xffff) === 0) return Buffer.alloc(0);
    const fate: ElementFate = (tag >>> 16) % 2 === 1 ? "drop" : fateOf(tag);
    if (fate === "keep") {
      if (items !== null) return this.#writtenSequence(element, syntax);
      if (TEXTS.has(vr) && value!.length <= MAX_NOTED_BYTES) this.#retainedTexts.add(value!.toString("utf8").trim());
      return valueBytes(tag, vr, value!, syntax);
    }
    this.#note(element);
    if (fate === "drop") return Buffer.alloc(0);
    if (fate === "empty" || value === null || value.length === 0) return valueBytes(tag, vr, Buffer.alloc(0), syntax);
    return valueBytes(tag, vr, Buffer.from(fate === "uid" ? this.#otherUids(value) : fate.text), syntax);
  }

  #otherUids(value: Buffer): string {
    const uids = value
      .toString("latin1")
      .replace(/[\0 ]+$/, "")
      .split("\\");
    return uids.map((uid) => this.#uids.of(uid)).join("\\");
  }

  #writtenSequence({ header, items, within }: Found, syntax: DataSetSyntax): Buffer {
    const isStepContent = header.tag === STEP_CONTENT_TAG;
    const retained = items!.filter((item) => {
      const isCoded = !isStepContent || item.some(({ header: { tag } }) => CODED_VALUE_TAGS.has(tag));
      if (!isCoded) for (const element of item) this.#note(element);
      return isCoded;
    });
    const written = retained.flatMap((item) => [
      mark(ITEM_TAG, UNDEFINED_LENGTH, syntax),
      ...item.map((element) => this.#written(element, within!)),
      mark(ITEM_END_TAG, 0, syntax),
    ]);
    return Buffer.concat([
      elementHeader(header.tag, header.vr, UNDEFINED_LENGTH, syntax),
      ...written,
      mark(SEQUENCE_END_TAG, 0, syntax),
    ]);
  }

  /** Records removed values, to search for them later. */
  #note({ header: { vr }, value, items }: Found): void {
    for (const item of items ?? []) for (const element of item) this.#note(element);
    if (value === null || value.length > MAX_NOTED_BYTES || !TEXTS.has(vr)) return;
    const text = value.toString("utf8");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that are not text.
    if (/[\x01-\x08\x0e-\x1a]/.test(text)) return;
    this.#secrets.add(text);
    if (vr === "PN") for (const part of text.split(/[\^=\\]/)) this.#secrets.add(part);
  }
}

/** With implicit VR a sequence of defined length is recognized by its first item. */
function sequenceInImplicit(
  bytes: Buffer,
  at: number,
  { length }: ElementHeader,
  syntax: DataSetSyntax,
): DataSetSyntax | null {
  if (!syntax.isImplicit || length < 8 || length === UNDEFINED_LENGTH || at + 8 > bytes.length) return null;
  const first = readElementHeader(bytes, at, syntax);
  const isItem = first.tag === ITEM_TAG && (first.length === UNDEFINED_LENGTH || first.length + 8 <= length);
  return isItem ? syntax : null;
}

function valueBytes(tag: number, vr: string, value: Buffer, syntax: DataSetSyntax): Buffer {
  const filler = Buffer.from([vr === "UI" || !TEXTS.has(vr) || vr === "UN" ? 0 : 0x20]);
  const even = value.length % 2 === 0 ? value : Buffer.concat([value, filler]);
  return Buffer.concat([elementHeader(tag, vr, even.length, syntax), even]);
}

function elementHeader(tag: number, vr: string, length: number, syntax: DataSetSyntax): Buffer {
  if (syntax.isImplicit) return mark(tag, length, syntax);
  const isLong = LONG_VRS.has(vr);
  const bytes = Buffer.alloc(isLong ? 12 : 8);
  mark(tag, 0, syntax).copy(bytes, 0, 0, 4);
  bytes.write(vr, 4, "latin1");
  if (isLong) put(bytes, length, 8, 4, syntax);
  else put(bytes, length, 6, 2, syntax);
  return bytes;
}

function mark(tag: number, length: number, syntax: DataSetSyntax): Buffer {
  const bytes = Buffer.alloc(8);
  put(bytes, tag >>> 16, 0, 2, syntax);
  put(bytes, tag & 0xffff, 2, 2, syntax);
  put(bytes, length, 4, 4, syntax);
  return bytes;
}

function put(bytes: Buffer, value: number, at: number, size: 2 | 4, { isLittleEndian }: DataSetSyntax): void {
  if (isLittleEndian) bytes.writeUIntLE(value, at, size);
  else bytes.writeUIntBE(value, at, size);
}
