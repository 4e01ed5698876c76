/** Writes the elements of a data set that an allowlist permits, in explicit VR little endian. */
import type { DataSet, DicomElement } from "../dicom/data-set.ts";
import { DICOM_ELEMENTS, type DicomKeyword, ITEM_TAG, tagOf } from "../dicom/dicom-tags.ts";
import { LONG_VRS } from "../dicom/parse-item.ts";
import type { ShownElements, ValueRule } from "./shown-elements.ts";

/** Bytes of one number by value representation. */
const NUMBER_BYTES: Readonly<Record<string, number>> = { US: 2, SS: 2, OW: 2, AT: 2, UL: 4, SL: 4, FL: 4, FD: 8 };
/** Maximum number of values per element; per-frame values are in items. */
const MAX_NUMBERS = 64;
/** 65,536 entries of two bytes. */
const MAX_TABLE_BYTES = 2 ** 17;
const MAX_TEXTS = 32;
const DECIMAL = /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][+-]?\d{1,3})?$/;
const WHOLE = /^[+-]?\d{1,10}$/;

/** @param value padded with `filler` to an even length. */
export function elementOf(tag: number, vr: string, value: Buffer, filler = 0): Buffer {
  const length = value.length + (value.length % 2);
  const isLong = LONG_VRS.has(vr);
  const bytes = Buffer.alloc((isLong ? 12 : 8) + length, filler);
  bytes.writeUInt16LE(tag >>> 16, 0);
  bytes.writeUInt16LE(tag & 0xffff, 2);
  bytes.write(vr, 4, "latin1");
  if (isLong) {
    bytes.writeUInt16LE(0, 6);
    bytes.writeUInt32LE(length, 8);
  } else bytes.writeUInt16LE(length, 6);
  value.copy(bytes, isLong ? 12 : 8);
  return bytes;
}

export const textElement = (keyword: DicomKeyword, text: string): Buffer =>
  elementOf(
    tagOf(keyword),
    DICOM_ELEMENTS[keyword].vr,
    Buffer.from(text, "latin1"),
    DICOM_ELEMENTS[keyword].vr === "UI" ? 0 : 0x20,
  );

export function sequenceOf(keyword: DicomKeyword, items: readonly Buffer[]): Buffer {
  return elementOf(tagOf(keyword), "SQ", Buffer.concat(items.map(itemOf)));
}

function itemOf(contents: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(ITEM_TAG >>> 16, 0);
  header.writeUInt16LE(ITEM_TAG & 0xffff, 2);
  header.writeUInt32LE(contents.length, 4);
  return Buffer.concat([header, contents]);
}

/** The written elements by tag, in the order of `shown`; missing and invalid elements are omitted. */
export function writeShown(dataSet: DataSet, shown: ShownElements): Map<number, Buffer> {
  const written = new Map<number, Buffer>();
  for (const keyword of Object.keys(shown) as DicomKeyword[]) {
    const element = dataSet.element(keyword);
    const bytes = element && writtenOf(keyword, element, shown[keyword]!, dataSet.isLittleEndian);
    if (bytes) written.set(tagOf(keyword), bytes);
  }
  return written;
}

export function inOrder(elements: ReadonlyMap<number, Buffer>): Buffer {
  return Buffer.concat([...elements].sort(([one], [other]) => one - other).map(([, bytes]) => bytes));
}

function writtenOf(keyword: DicomKeyword, element: DicomElement, rule: ValueRule, isLittle: boolean): Buffer | null {
  if (rule === "numbers") return numbersOf(keyword, element, isLittle, MAX_NUMBERS * 8);
  if (rule === "table") return numbersOf(keyword, element, isLittle, MAX_TABLE_BYTES);
  if (rule === "decimals") return textsOf(keyword, element, (text) => DECIMAL.test(text));
  if (rule === "wholes") return textsOf(keyword, element, (text) => WHOLE.test(text));
  if (rule instanceof Set) return textsOf(keyword, element, (text) => rule.has(text));
  const items = element.items.map((item) => inOrder(writeShown(item, rule as ShownElements)));
  return items.length === 0 ? null : sequenceOf(keyword, items);
}

function numbersOf(keyword: DicomKeyword, { vr, bytes }: DicomElement, isLittle: boolean, most: number): Buffer | null {
  const known = DICOM_ELEMENTS[keyword].vr;
  const written = vr in NUMBER_BYTES || vr === "OB" ? vr : known;
  const size = NUMBER_BYTES[written] ?? 1;
  if (bytes.length === 0 || bytes.length > most || bytes.length % size !== 0) return null;
  const value = Buffer.from(bytes);
  if (!isLittle) {
    if (size === 2) value.swap16();
    if (size === 4) value.swap32();
    if (size === 8) value.swap64();
  }
  return elementOf(tagOf(keyword), written, value);
}

function textsOf(keyword: DicomKeyword, { bytes }: DicomElement, isFine: (text: string) => boolean): Buffer | null {
  const texts = bytes
    .toString("latin1")
    .replace(/\0+$/, "")
    .split("\\")
    .map((text) => text.trim());
  if (texts.length > MAX_TEXTS || !texts.every(isFine)) return null;
  return textElement(keyword, texts.join("\\"));
}
