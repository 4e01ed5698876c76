/**
 * Builds small DICOM files in memory, for tests: any supported element in any encoding, including invalid ones.
 *
 * Source: DICOM PS3.10, section 7; PS3.5, sections 7.1, 7.5 and A.4.
 */
import { deflateRawSync } from "node:zlib";
import {
  DICOM_ELEMENTS,
  type DicomKeyword,
  ITEM_END_TAG,
  ITEM_TAG,
  SEQUENCE_END_TAG,
  tagOf,
  UNDEFINED_LENGTH,
} from "../dicom/dicom-tags.ts";

/** A text, numbers, raw bytes, or the items of a sequence. */
export type ElementValue = string | number | readonly number[] | Uint8Array | readonly DicomElements[];
export type DicomElements = { readonly [Keyword in DicomKeyword]?: ElementValue };

export interface DicomSpec {
  /** Default: explicit VR little endian. */
  readonly transferSyntax?: string;
  readonly elements: DicomElements;
  readonly pixels?: PixelSpec;
  /** Sequences and their items end at a delimiter, not after a length. */
  readonly hasMarkedEnds?: boolean;
  /** Raw bytes between the elements and the pixels. */
  readonly before?: Uint8Array;
}

export interface PixelSpec {
  /** Uncompressed frames, concatenated. */
  readonly native?: Uint8Array;
  /** Encapsulated: the pieces of each frame. */
  readonly frames?: readonly (readonly Uint8Array[])[];
  /** Table with the positions of the frames; default: `none`. */
  readonly table?: "basic" | "extended" | "none";
}

export const TRANSFER_SYNTAX = {
  implicit: "1.2.840.10008.1.2",
  explicit: "1.2.840.10008.1.2.1",
  deflated: "1.2.840.10008.1.2.1.99",
  bigEndian: "1.2.840.10008.1.2.2",
  jpeg: "1.2.840.10008.1.2.4.50",
  losslessJpeg: "1.2.840.10008.1.2.4.70",
  jpegLs: "1.2.840.10008.1.2.4.80",
  jpeg2000: "1.2.840.10008.1.2.4.90",
  highThroughput: "1.2.840.10008.1.2.4.201",
  rle: "1.2.840.10008.1.2.5",
} as const;

const LONG_VRS = ["OB", "OD", "OF", "OL", "OV", "OW", "SQ", "UN", "UT"];

export function buildDicom(spec: DicomSpec): Buffer {
  const transferSyntax = spec.transferSyntax ?? TRANSFER_SYNTAX.explicit;
  const meta = new ElementWriter({}).write({
    ...(typeof spec.elements.SOPClassUID === "string" ? { MediaStorageSOPClassUID: spec.elements.SOPClassUID } : {}),
    TransferSyntaxUID: transferSyntax,
  });
  const metaLength = new ElementWriter({}).write({ FileMetaInformationGroupLength: meta.length });
  const writer = new ElementWriter({
    isImplicit: transferSyntax === TRANSFER_SYNTAX.implicit,
    isBigEndian: transferSyntax === TRANSFER_SYNTAX.bigEndian,
    hasMarkedEnds: spec.hasMarkedEnds ?? false,
  });
  const tables = spec.pixels?.table === "extended" ? extendedTables(spec.pixels.frames ?? []) : {};
  const content = Buffer.concat([
    writer.write({ ...tables, ...spec.elements }),
    spec.before ?? Buffer.alloc(0),
    spec.pixels ? pixelData(writer, spec.pixels) : Buffer.alloc(0),
  ]);
  const isDeflated = transferSyntax === TRANSFER_SYNTAX.deflated;
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from("DICM"),
    metaLength,
    meta,
    isDeflated ? deflateRawSync(content) : content,
  ]);
}

/** An item with its header, for contents that elements cannot express. */
export function itemOf(contents: Uint8Array): Buffer {
  return Buffer.concat([itemHeader(ITEM_TAG, contents.length), contents]);
}

interface WriterOptions {
  readonly isImplicit?: boolean;
  readonly isBigEndian?: boolean;
  readonly hasMarkedEnds?: boolean;
}

class ElementWriter {
  readonly #options: WriterOptions;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  write(elements: DicomElements): Buffer {
    const inOrder = (Object.entries(elements) as [DicomKeyword, ElementValue][]).sort(
      ([a], [b]) => tagOf(a) - tagOf(b),
    );
    return Buffer.concat(
      inOrder.map(([keyword, value]) => {
        const { tag, vr } = DICOM_ELEMENTS[keyword];
        const bytes = this.#valueOf(vr, value);
        const isMarked = vr === "SQ" && this.#options.hasMarkedEnds;
        return Buffer.concat([this.header(tag, vr, isMarked ? UNDEFINED_LENGTH : bytes.length), bytes]);
      }),
    );
  }

  header(tag: number, vr: string, length: number): Buffer {
    const { isImplicit } = this.#options;
    const start = [this.#number(tag >>> 16, 2), this.#number(tag & 0xffff, 2)];
    if (isImplicit) return Buffer.concat([...start, this.#number(length, 4)]);
    const isLong = LONG_VRS.includes(vr);
    return Buffer.concat([
      ...start,
      Buffer.from(vr),
      isLong ? Buffer.alloc(2) : Buffer.alloc(0),
      this.#number(length, isLong ? 4 : 2),
    ]);
  }

  #valueOf(vr: string, value: ElementValue): Buffer {
    if (vr === "SQ") return this.#itemsOf(value as readonly DicomElements[]);
    if (value instanceof Uint8Array) return evenly(Buffer.from(value), 0);
    if (typeof value === "string") return evenly(Buffer.from(value), vr === "UI" ? 0 : 32);
    const numbers = typeof value === "number" ? [value] : (value as readonly number[]);
    if (vr === "IS" || vr === "DS") return evenly(Buffer.from(numbers.join("\\")), 32);
    return Buffer.concat(numbers.map((number) => this.#numberOf(vr, number)));
  }

  #numberOf(vr: string, value: number): Buffer {
    const isLittle = !this.#options.isBigEndian;
    const bytes = Buffer.alloc(8);
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
    if (vr === "FL" || vr === "OF") view.setFloat32(0, value, isLittle);
    else if (vr === "FD" || vr === "OD") view.setFloat64(0, value, isLittle);
    else if (vr === "OV") view.setBigUint64(0, BigInt(value), isLittle);
    else if (vr === "US" || vr === "SS") view.setUint16(0, value, isLittle);
    else view.setUint32(0, value, isLittle);
    return bytes.subarray(0, { US: 2, SS: 2, UL: 4, SL: 4, OL: 4, FL: 4, OF: 4 }[vr] ?? 8);
  }

  #itemsOf(items: readonly DicomElements[]): Buffer {
    const { isBigEndian, hasMarkedEnds } = this.#options;
    const written = items.map((item) => {
      const bytes = this.write(item);
      if (!hasMarkedEnds) return Buffer.concat([itemHeader(ITEM_TAG, bytes.length, isBigEndian), bytes]);
      return Buffer.concat([
        itemHeader(ITEM_TAG, UNDEFINED_LENGTH, isBigEndian),
        bytes,
        itemHeader(ITEM_END_TAG, 0, isBigEndian),
      ]);
    });
    return Buffer.concat([...written, ...(hasMarkedEnds ? [itemHeader(SEQUENCE_END_TAG, 0, isBigEndian)] : [])]);
  }

  #number(value: number, size: 2 | 4): Buffer {
    const bytes = Buffer.alloc(size);
    if (this.#options.isBigEndian) bytes.writeUIntBE(value, 0, size);
    else bytes.writeUIntLE(value, 0, size);
    return bytes;
  }
}

function pixelData(writer: ElementWriter, { native, frames = [], table = "none" }: PixelSpec): Buffer {
  const { tag } = DICOM_ELEMENTS.PixelData;
  if (native) {
    const bytes = evenly(Buffer.from(native), 0);
    return Buffer.concat([writer.header(tag, "OW", bytes.length), bytes]);
  }
  const items = frames.map((pieces) => Buffer.concat(pieces.map((piece) => itemOf(evenly(Buffer.from(piece), 0)))));
  const offsets =
    table === "basic" ? Buffer.concat(offsetsOf(items).map((offset) => numberLE(offset, 4))) : Buffer.alloc(0);
  return Buffer.concat([
    writer.header(tag, "OB", UNDEFINED_LENGTH),
    itemOf(offsets),
    ...items,
    itemHeader(SEQUENCE_END_TAG, 0),
  ]);
}

function extendedTables(frames: readonly (readonly Uint8Array[])[]): DicomElements {
  const items = frames.map(([piece]) => itemOf(evenly(Buffer.from(piece!), 0)));
  return { ExtendedOffsetTable: offsetsOf(items), ExtendedOffsetTableLengths: frames.map(([piece]) => piece!.length) };
}

function offsetsOf(items: readonly Buffer[]): number[] {
  return items.map((_, index) => items.slice(0, index).reduce((sum, item) => sum + item.length, 0));
}

function itemHeader(tag: number, length: number, isBigEndian = false): Buffer {
  const bytes = Buffer.alloc(8);
  if (isBigEndian) {
    bytes.writeUInt16BE(tag >>> 16, 0);
    bytes.writeUInt16BE(tag & 0xffff, 2);
    bytes.writeUInt32BE(length, 4);
  } else {
    bytes.writeUInt16LE(tag >>> 16, 0);
    bytes.writeUInt16LE(tag & 0xffff, 2);
    bytes.writeUInt32LE(length, 4);
  }
  return bytes;
}

function numberLE(value: number, size: 4): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntLE(value, 0, size);
  return bytes;
}

function evenly(bytes: Buffer, filler: number): Buffer {
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([filler])]);
}
