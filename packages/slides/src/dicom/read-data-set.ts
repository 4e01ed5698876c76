/**
 * Reads the description of a DICOM file, up to its pixels: piece by piece, so that neither the pixels nor the positions
 * of a hundred thousand frames need to be in memory.
 *
 * Source: DICOM PS3.10, section 7 (file format); PS3.5, sections 7.1 and 7.5.
 */
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import { incompleteFile } from "../bytes/incomplete-file.ts";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { ByteCursor } from "./byte-cursor.ts";
import { damagedDicom } from "./damaged-dicom.ts";
import { DataSet } from "./data-set.ts";
import {
  DICOM_ELEMENTS,
  type DicomKeyword,
  ITEM_TAG,
  knownVrOf,
  SEQUENCE_END_TAG,
  tagOf,
  UNDEFINED_LENGTH,
} from "./dicom-tags.ts";
import { MemoryBytes } from "./memory-bytes.ts";
import {
  type DataSetSyntax,
  type ElementHeader,
  ITEM_HEADER_BYTES,
  ItemParser,
  MAX_ELEMENTS,
  MAX_HEADER_BYTES,
  MoreBytesNeeded,
  readElementHeader,
  sequenceSyntaxOf,
  spendElement,
} from "./parse-item.ts";
import { transferSyntaxOf } from "./transfer-syntaxes.ts";

/** A range of the file. */
export interface ByteRange {
  readonly position: number;
  readonly length: number;
}

export interface PixelDataPlace {
  readonly position: number;
  /** null: the pixels consist of items (encapsulated). */
  readonly length: number | null;
}

export interface DicomFile {
  /** Source of the pixels: the file itself, or its inflated contents. */
  readonly bytes: RandomAccessBytes;
  readonly transferSyntaxUid: string;
  readonly dataSet: DataSet;
  readonly pixelData: PixelDataPlace | null;
  /** Extended Offset Table; null: none. */
  readonly extendedOffsets: { readonly offsets: ByteRange; readonly lengths: ByteRange } | null;
}

export interface ReadDataSetOptions {
  readonly signal?: AbortSignal | undefined;
  /** An element to skip. */
  readonly skips?: DicomKeyword | undefined;
  /** Called with each item of the Per-Frame Functional Groups, and the elements before them; they are not kept. */
  readonly onFrame?: ((frame: DataSet, before: DataSet) => void) | undefined;
}

const PREAMBLE_BYTES = 128;
const META_START = PREAMBLE_BYTES + 4;
/** Limit for one value, or one item of a sequence. */
const MAX_VALUE_BYTES = 64 * 2 ** 20;
/** Limit for all kept elements. */
const MAX_KEPT_BYTES = 96 * 2 ** 20;
/** A deflated file is kept in memory as long as the slide is open. */
const MAX_INFLATED_BYTES = 64 * 2 ** 20;
const MAX_META_BYTES = 2 ** 20;
/** Element number of the group length. */
const GROUP_LENGTH_BYTES = 12;
const MAX_ELEMENTS_PER_FRAME = 1000;
/** Limit for one instance. */
export const MAX_FRAMES = 4_000_000;

const EXPLICIT: DataSetSyntax = { isImplicit: false, isLittleEndian: true };

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw);

export function isDicomStart(start: Buffer): boolean {
  return start.toString("latin1", PREAMBLE_BYTES, META_START) === "DICM";
}

/**
 * The SOP class of a DICOM file, from its first kilobyte.
 *
 * @returns null: unknown.
 */
export function mediaStorageClassOf(start: Buffer): string | null {
  const searchedTag = tagOf("MediaStorageSOPClassUID");
  let at = META_START;
  try {
    while (at < start.length) {
      const { tag, headerBytes, length } = readElementHeader(start, at, EXPLICIT);
      const end = at + headerBytes + length;
      if (tag > searchedTag || end > start.length) return null;
      if (tag === searchedTag) return start.toString("latin1", at + headerBytes, end).replace(/[\0 ]+$/, "");
      at = end;
    }
  } catch (error) {
    if (!(error instanceof MoreBytesNeeded || error instanceof SlideFileError)) throw error;
  }
  return null;
}

/** @throws SlideFileError if this is not a DICOM file, or it is damaged. */
export async function readDicomFile(bytes: RandomAccessBytes, options: ReadDataSetOptions = {}): Promise<DicomFile> {
  if (bytes.size < META_START || !isDicomStart(await bytes.read(0, META_START))) {
    throw new SlideFileError("notASlide", "This is not a DICOM file.");
  }
  const meta = new DataSetReader(bytes, META_START, EXPLICIT, {});
  await meta.readMetaInformation();
  const transferSyntaxUid = meta.dataSet.text("TransferSyntaxUID") ?? "";
  const syntax = transferSyntaxOf(transferSyntaxUid);
  const content = syntax?.isDeflated ? await inflateRest(bytes, meta.position) : bytes;
  const reader = new DataSetReader(
    content,
    syntax?.isDeflated ? 0 : meta.position,
    { isImplicit: syntax?.isImplicit ?? false, isLittleEndian: !syntax?.isBigEndian },
    options,
  );
  await reader.readToPixels();
  return {
    bytes: content,
    transferSyntaxUid,
    dataSet: reader.dataSet,
    pixelData: reader.pixelData,
    extendedOffsets:
      reader.extendedOffsets && reader.extendedLengths
        ? { offsets: reader.extendedOffsets, lengths: reader.extendedLengths }
        : null,
  };
}

async function inflateRest(bytes: RandomAccessBytes, position: number): Promise<RandomAccessBytes> {
  if (bytes.size - position > MAX_INFLATED_BYTES) throw tooMuchDeflated();
  try {
    const deflated = await bytes.read(position, bytes.size - position);
    return new MemoryBytes(await inflate(deflated, { maxOutputLength: MAX_INFLATED_BYTES }));
  } catch (cause) {
    if (cause instanceof SlideFileError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooMuchDeflated();
    throw new SlideFileError("damaged", "This file is damaged: it cannot be decompressed.", { cause });
  }
}

function tooMuchDeflated(): SlideFileError {
  const limit = `${MAX_INFLATED_BYTES / 2 ** 20} MiB`;
  return new SlideFileError(
    "tooLarge",
    `This DICOM file is compressed as a whole, and more than ${limit}: it has to be saved in another transfer syntax.`,
  );
}

class DataSetReader {
  readonly dataSet: DataSet;
  pixelData: PixelDataPlace | null = null;
  extendedOffsets: ByteRange | null = null;
  extendedLengths: ByteRange | null = null;
  readonly #cursor: ByteCursor;
  readonly #syntax: DataSetSyntax;
  readonly #options: ReadDataSetOptions;
  readonly #budget = { left: MAX_ELEMENTS };
  #keptBytes = 0;

  constructor(bytes: RandomAccessBytes, position: number, syntax: DataSetSyntax, options: ReadDataSetOptions) {
    this.#cursor = new ByteCursor(bytes, position);
    this.#syntax = syntax;
    this.#options = options;
    this.dataSet = new DataSet(syntax.isLittleEndian);
  }

  get position(): number {
    return this.#cursor.position;
  }

  /**
   * Reads group 2. Its declared length, which is often wrong, is used only if the following bytes cannot be inspected.
   */
  async readMetaInformation(): Promise<void> {
    const start = this.position;
    while (this.#cursor.bytesLeft >= 2 && (await this.#cursor.peek(2)).readUInt16LE() === 2) {
      const length = this.dataSet.number("FileMetaInformationGroupLength");
      const isDeflated = transferSyntaxOf(this.dataSet.text("TransferSyntaxUID") ?? "")?.isDeflated;
      if (isDeflated && length !== undefined && this.position >= start + GROUP_LENGTH_BYTES + length) return;
      if (this.position - start > MAX_META_BYTES) throw damagedDicom("its description is garbled");
      await this.#readElement((await this.#nextHeader())!);
    }
  }

  /** Reads up to the pixels, or to the end of the file. */
  async readToPixels(): Promise<void> {
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const header = await this.#nextHeader();
      if (header === null) return;
      if (header.tag === DICOM_ELEMENTS.PixelData.tag) {
        const position = this.position + header.headerBytes;
        this.pixelData = { position, length: header.length === UNDEFINED_LENGTH ? null : header.length };
        return;
      }
      await this.#readElement(header);
    }
  }

  /** null at the end of the file. */
  async #nextHeader(): Promise<ElementHeader | null> {
    const left = this.#cursor.bytesLeft;
    if (left === 0) return null;
    const bytes = await this.#cursor.peek(Math.min(MAX_HEADER_BYTES, left));
    try {
      return readElementHeader(bytes, 0, this.#syntax);
    } catch (error) {
      throw error instanceof MoreBytesNeeded ? incompleteFile() : error;
    }
  }

  async #readElement(header: ElementHeader): Promise<void> {
    spendElement(this.#budget);
    this.#cursor.skip(header.headerBytes);
    const within = sequenceSyntaxOf(header, this.#syntax);
    if (header.length !== UNDEFINED_LENGTH && header.length > this.#cursor.bytesLeft) throw incompleteFile();
    if (header.length === UNDEFINED_LENGTH && within === null) {
      throw damagedDicom("a value in its metadata has no end");
    }
    const knownVr = this.#isSkipped(header.tag) ? undefined : knownVrOf(header.tag);
    if (within !== null && (knownVr !== undefined || header.length === UNDEFINED_LENGTH)) {
      return this.#readItems(header, within);
    }
    const place = { position: this.position, length: header.length };
    if (header.tag === tagOf("ExtendedOffsetTable")) this.extendedOffsets = place;
    else if (header.tag === tagOf("ExtendedOffsetTableLengths")) this.extendedLengths = place;
    else if (knownVr !== undefined) {
      this.#keep(header.length);
      const bytes = Buffer.from(await this.#cursor.peek(header.length));
      this.dataSet.add(header.tag, { vr: header.vr === "UN" ? knownVr : header.vr, bytes, items: [] });
    }
    this.#cursor.skip(header.length);
  }

  async #readItems(sequence: ElementHeader, syntax: DataSetSyntax): Promise<void> {
    const end = sequence.length === UNDEFINED_LENGTH ? null : this.position + sequence.length;
    const items: DataSet[] = [];
    const isPerFrame = sequence.tag === tagOf("PerFrameFunctionalGroupsSequence");
    let frames = 0;
    while (end === null || this.position < end) {
      const header = await this.#nextItemHeader(syntax);
      this.#cursor.skip(header.headerBytes);
      if (header.tag === SEQUENCE_END_TAG && end === null) break;
      if (header.tag !== ITEM_TAG) throw damagedDicom("a list in its description is garbled");
      if (header.length !== UNDEFINED_LENGTH && header.length > (end ?? Infinity) - this.position) {
        throw damagedDicom("a part of its metadata is longer than the part that contains it");
      }
      if (isPerFrame) {
        frames += 1;
        if (frames > MAX_FRAMES) throw new SlideFileError("tooLarge", `This file has more than ${MAX_FRAMES} tiles.`);
        if (frames % 1024 === 0) this.#options.signal?.throwIfAborted();
        const frame = await this.#readItem(header, syntax, { left: MAX_ELEMENTS_PER_FRAME });
        this.#options.onFrame?.(frame.item, this.dataSet);
      } else {
        spendElement(this.#budget);
        const { item, length } = await this.#readItem(header, syntax, this.#budget);
        if (knownVrOf(sequence.tag) === undefined || this.#isSkipped(sequence.tag)) continue;
        this.#keep(length);
        items.push(item);
      }
    }
    if (end !== null && this.position !== end) throw damagedDicom("a list in its description is garbled");
    this.dataSet.add(sequence.tag, { vr: "SQ", bytes: Buffer.alloc(0), items });
  }

  async #nextItemHeader(syntax: DataSetSyntax): Promise<ElementHeader> {
    if (this.#cursor.bytesLeft < ITEM_HEADER_BYTES) throw incompleteFile();
    const bytes = await this.#cursor.peek(ITEM_HEADER_BYTES);
    return withinBytes(() => readElementHeader(bytes, 0, syntax));
  }

  /** The item's delimiter is consumed too. */
  async #readItem(
    { length }: ElementHeader,
    syntax: DataSetSyntax,
    budget: { left: number },
  ): Promise<{ item: DataSet; length: number }> {
    if (length !== UNDEFINED_LENGTH) {
      if (length > this.#cursor.bytesLeft) throw incompleteFile();
      this.#checkValueBytes(length);
      const parser = new ItemParser(await this.#cursor.peek(length), 0, budget);
      const item = withinBytes(() => parser.parse(length, syntax, 1));
      this.#cursor.skip(length);
      return { item, length };
    }
    for (let requestedBytes = this.#cursor.bytesAtHand; ; requestedBytes = Math.max(4096, requestedBytes * 4)) {
      const bytes = await this.#cursor.peek(Math.min(requestedBytes, this.#cursor.bytesLeft));
      const trial = { ...budget };
      const parser = new ItemParser(bytes, 0, trial);
      try {
        const item = parser.parse(null, syntax, 1);
        budget.left = trial.left;
        this.#cursor.skip(parser.at);
        return { item, length: parser.at };
      } catch (error) {
        if (!(error instanceof MoreBytesNeeded)) throw error;
        if (bytes.length === this.#cursor.bytesLeft) throw incompleteFile();
        this.#checkValueBytes(bytes.length);
      }
    }
  }

  #keep(length: number): void {
    this.#checkValueBytes(length);
    this.#keptBytes += length;
    if (this.#keptBytes > MAX_KEPT_BYTES) throw tooLongDescription();
  }

  #checkValueBytes(length: number): void {
    if (length > MAX_VALUE_BYTES) throw tooLongDescription();
  }

  #isSkipped(tag: number): boolean {
    return this.#options.skips !== undefined && tagOf(this.#options.skips) === tag;
  }
}

/** For parsing bytes after which there are no more. */
function withinBytes<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof MoreBytesNeeded ? damagedDicom("a list in its description is garbled") : error;
  }
}

function tooLongDescription(): SlideFileError {
  return new SlideFileError("tooLarge", "The metadata of this file is too large.");
}
