/**
 * Parses an item of a DICOM data set in memory: its elements, including nested ones.
 *
 * Source: DICOM PS3.5, sections 7.1 and 7.5. Limits: rule D-10.
 */
import { SlideFileError } from "../slide-source.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import { DataSet } from "./data-set.ts";
import {
  ITEM_END_TAG,
  ITEM_TAG,
  knownVrOf,
  SEQUENCE_END_TAG,
  UNDEFINED_LENGTH,
  type ValueRepresentation,
} from "./dicom-tags.ts";

/** Maximum depth of nested sequences. */
const MAX_DEPTH = 16;
export const MAX_ELEMENTS = 100_000;
/** Longest header of an element. */
export const MAX_HEADER_BYTES = 12;
export const ITEM_HEADER_BYTES = 8;

export interface DataSetSyntax {
  readonly isImplicit: boolean;
  readonly isLittleEndian: boolean;
}

/** An element without its value. */
export interface ElementHeader {
  readonly tag: number;
  readonly vr: ValueRepresentation;
  readonly headerBytes: number;
  /** Length of the value; `UNDEFINED_LENGTH`: up to its delimiter. */
  readonly length: number;
}

/** Limits the number of parsed elements of a file. */
export interface ElementBudget {
  left: number;
}

/** @throws SlideFileError `tooLarge` if the budget is used up. */
export function spendElement(budget: ElementBudget): void {
  budget.left -= 1;
  if (budget.left < 0) {
    throw new SlideFileError("tooLarge", `This file has more than ${MAX_ELEMENTS} metadata elements.`);
  }
}

/** The available bytes end inside the item; there may be more. */
export class MoreBytesNeeded extends Error {}

const IMPLICIT: DataSetSyntax = { isImplicit: true, isLittleEndian: true };

/** Value representations with a length of four bytes, two bytes after their name. */
export const LONG_VRS: ReadonlySet<string> = new Set([
  "OB",
  "OD",
  "OF",
  "OL",
  "OV",
  "OW",
  "SQ",
  "SV",
  "UC",
  "UN",
  "UR",
  "UT",
  "UV",
]);

/** @throws MoreBytesNeeded if `bytes` ends inside the header. */
export function readElementHeader(bytes: Buffer, at: number, syntax: DataSetSyntax): ElementHeader {
  if (at + 8 > bytes.length) throw new MoreBytesNeeded();
  const tag = readTag(bytes, at, syntax);
  const isMark = tag >>> 16 === ITEM_TAG >>> 16;
  if (syntax.isImplicit || isMark) {
    return { tag, vr: knownVrOf(tag) ?? "UN", headerBytes: 8, length: readLength(bytes, at + 4, syntax) };
  }
  const vr = bytes.toString("latin1", at + 4, at + 6);
  if (!/^[A-Z]{2}$/.test(vr)) throw damagedDicom("its description is garbled");
  if (!LONG_VRS.has(vr)) {
    return {
      tag,
      vr,
      headerBytes: 8,
      length: syntax.isLittleEndian ? bytes.readUInt16LE(at + 6) : bytes.readUInt16BE(at + 6),
    };
  }
  if (at + 12 > bytes.length) throw new MoreBytesNeeded();
  return { tag, vr, headerBytes: 12, length: readLength(bytes, at + 8, syntax) };
}

/** Encoding of the items if the value consists of items, and so may have an undefined length; null otherwise. */
export function sequenceSyntaxOf({ tag, vr, length }: ElementHeader, syntax: DataSetSyntax): DataSetSyntax | null {
  if (vr === "SQ") return syntax;
  if (vr !== "UN") return null;
  // Unknown elements may be in implicit VR. Source: DICOM PS3.5, section 6.2.2, note 1 of "UN".
  const isSequence = length === UNDEFINED_LENGTH || knownVrOf(tag) === "SQ";
  return isSequence ? { ...IMPLICIT, isLittleEndian: syntax.isLittleEndian } : null;
}

export class ItemParser {
  readonly #bytes: Buffer;
  readonly #budget: ElementBudget;
  #at: number;

  constructor(bytes: Buffer, at: number, budget: ElementBudget) {
    this.#bytes = bytes;
    this.#at = at;
    this.#budget = budget;
  }

  /** Current position of the parser. */
  get at(): number {
    return this.#at;
  }

  /**
   * @param end end of the item; null: at its delimiter, which is consumed.
   * @param depth number of enclosing sequences.
   * @throws MoreBytesNeeded if the bytes end too early; SlideFileError if this is not a data set.
   */
  parse(end: number | null, syntax: DataSetSyntax, depth: number): DataSet {
    if (depth > MAX_DEPTH) throw damagedDicom("its description is nested too deep");
    if (end !== null && end > this.#bytes.length) throw new MoreBytesNeeded();
    const set = new DataSet(syntax.isLittleEndian);
    while (end === null || this.#at < end) {
      const header = readElementHeader(this.#bytes, this.#at, syntax);
      if (header.tag === ITEM_END_TAG && end === null) {
        this.#at += ITEM_HEADER_BYTES;
        return set;
      }
      this.#parseElement(set, header, end, syntax, depth);
    }
    if (this.#at !== end) throw damagedDicom("a part of its metadata is longer than the part that contains it");
    return set;
  }

  #parseElement(set: DataSet, header: ElementHeader, end: number | null, syntax: DataSetSyntax, depth: number): void {
    spendElement(this.#budget);
    this.#at += header.headerBytes;
    const within = sequenceSyntaxOf(header, syntax);
    const valueEnd = header.length === UNDEFINED_LENGTH ? null : this.#at + header.length;
    if (valueEnd === null && within === null) throw damagedDicom("a value in its metadata has no end");
    if (valueEnd !== null && end !== null && valueEnd > end) {
      throw damagedDicom("a part of its metadata is longer than the part that contains it");
    }
    if (valueEnd !== null && valueEnd > this.#bytes.length) throw new MoreBytesNeeded();
    const knownVr = knownVrOf(header.tag);
    if (valueEnd !== null && (within === null || knownVr === undefined)) {
      const bytes = this.#bytes.subarray(this.#at, valueEnd);
      if (knownVr !== undefined)
        set.add(header.tag, { vr: header.vr === "UN" ? knownVr : header.vr, bytes, items: [] });
      this.#at = valueEnd;
      return;
    }
    const items = this.#parseItems(valueEnd, within!, depth + 1);
    if (knownVr !== undefined) set.add(header.tag, { vr: "SQ", bytes: Buffer.alloc(0), items });
  }

  #parseItems(end: number | null, syntax: DataSetSyntax, depth: number): DataSet[] {
    const items: DataSet[] = [];
    while (end === null || this.#at < end) {
      spendElement(this.#budget);
      const header = readElementHeader(this.#bytes, this.#at, syntax);
      this.#at += ITEM_HEADER_BYTES;
      if (header.tag === SEQUENCE_END_TAG && end === null) return items;
      if (header.tag !== ITEM_TAG) throw damagedDicom("a list in its description is garbled");
      const itemEnd = header.length === UNDEFINED_LENGTH ? null : this.#at + header.length;
      if (itemEnd !== null && end !== null && itemEnd > end) {
        throw damagedDicom("a part of its metadata is longer than the part that contains it");
      }
      items.push(this.parse(itemEnd, syntax, depth));
    }
    return items;
  }
}

function readTag(bytes: Buffer, at: number, { isLittleEndian }: DataSetSyntax): number {
  return isLittleEndian
    ? bytes.readUInt16LE(at) * 0x10000 + bytes.readUInt16LE(at + 2)
    : bytes.readUInt16BE(at) * 0x10000 + bytes.readUInt16BE(at + 2);
}

function readLength(bytes: Buffer, at: number, { isLittleEndian }: DataSetSyntax): number {
  return isLittleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}
