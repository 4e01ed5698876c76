/**
 * The heading of a large JPEG: everything needed to find units (MCUs) in its entropy-coded data, and to copy some of
 * them into a new file (`jpeg-region.ts`).
 *
 * Source: ITU-T T.81 (JPEG), annexes A.2, B.2, C and F.2.
 */
import { buildHuffmanTable, type HuffmanTable } from "./huffman.ts";
import { readScan, type Scan } from "./jpeg-cut.ts";
import { damagedJpeg, isFrameMarker, MARKER, readJpegHeader, visitJpegSegments } from "./jpeg-header.ts";
import { jpegPrefixOf, needsRgbMarker } from "./jpeg-splice.ts";

/** Bits used for a look-up; longer codes are searched for one length after the other. */
export const STEP_BITS = 10;

/** Bits used to look up several symbols at once. */
export const RUN_BITS = 13;
/** In `acRuns`: the symbols end the block. */
export const RUN_ENDS_BLOCK = 1024;

/** In `acSteps`: increment of a coefficient's index at the end of a block; more than a block has. */
export const END_OF_BLOCK = 128;

export interface StreamComponent {
  /** Blocks of this component in each unit. */
  readonly blocks: number;
  /** Has a code for each of the twelve categories. */
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
  /** Indexed by the next 10 bits: number of coefficients << 5 | bits of code and value; 0: the code is longer. */
  readonly acSteps: Uint16Array;
  /**
   * Indexed by the next 13 bits, for as many whole symbols with their values as they contain: `RUN_ENDS_BLOCK` if the
   * last one ends the block, plus number of coefficients << 4 | bits used; 0: not even one symbol.
   */
  readonly acRuns: Uint16Array;
  /** Indexed by the next 10 bits: category << 5 | bits of the code; 0: the code is longer. */
  readonly dcSteps: Uint16Array;
}

export interface JpegStream {
  /** From the frame; 0 or wrong if the image is larger than 65,535 px. */
  readonly width: number;
  readonly height: number;
  readonly unitWidth: number;
  readonly unitHeight: number;
  /** Units between restart markers; 0: none. */
  readonly restartInterval: number;
  /** Start of the entropy-coded data. */
  readonly dataStart: number;
  readonly components: readonly StreamComponent[];
  readonly heading: Heading;
}

/** The bytes before the data of each region, with the positions of size and restart interval. */
interface Heading {
  readonly bytes: Buffer;
  readonly sizeAt: number;
  readonly intervalAt: number;
}

const DC_CATEGORIES = 12;

/**
 * @param bytes the start of the file, at least up to its data.
 * @param isPhotometricRgb the TIFF's photometric tag; used only if the stream does not define its colours.
 * @returns null if regions of this type of JPEG (progressive, arithmetic, several scans, 12 bits, or DC tables that
 *   cannot be completed) cannot be extracted without decoding it.
 * @throws SlideFileError `damaged` if the heading is invalid.
 */
export function readJpegStream(bytes: Buffer, isPhotometricRgb: boolean): JpegStream | null {
  const header = readJpegHeader(bytes, 0, bytes.length);
  if ((header.frameMarker !== 0xc0 && header.frameMarker !== 0xc1) || header.precision !== 8) return null;
  const scan = readScan(bytes, header);
  if (scan === null) return null;
  const coding = codingOf(scan, codingKeyOf(bytes));
  if (coding === null) return null;
  return {
    width: header.width,
    height: header.height,
    unitWidth: scan.unitWidth,
    unitHeight: scan.unitHeight,
    restartInterval: scan.restartInterval,
    dataStart: scan.dataStart,
    components: coding.components,
    heading: headingOf(bytes, needsRgbMarker(header, isPhotometricRgb), coding.completed),
  };
}

/** Coding of a stream's units; most streams have the same tables, so a few codings are cached. */
interface Coding {
  readonly components: readonly StreamComponent[];
  /** Definitions of the completed DC tables, by table number. */
  readonly completed: ReadonlyMap<number, Uint8Array>;
}

const MAX_CODINGS = 32;
const CODINGS = new Map<string, Coding>();

/** Everything that a coding depends on, and nothing else. */
function codingKeyOf(bytes: Buffer): string {
  let key = "";
  visitJpegSegments(bytes, 0, bytes.length, (marker, start, end) => {
    // Without the image size.
    if (isFrameMarker(marker)) key += bytes.toString("latin1", start + 9, end);
    if (marker === MARKER.huffmanTables || marker === MARKER.startOfScan) key += bytes.toString("latin1", start, end);
  });
  return key;
}

function codingOf(scan: Scan, key: string): Coding | null {
  const known = CODINGS.get(key);
  if (known) return known;
  const completed = new Map<number, Uint8Array>();
  const components: StreamComponent[] = [];
  for (const { blocks, dc, ac, dcTableId } of scan.components) {
    const definition = completeDcTable(dc);
    if (definition === null) return null;
    if (definition.isChanged) completed.set(dcTableId, definition.bytes);
    const dcSteps = stepsOf(definition.table, dcStepOf);
    // Usually two components have the same table.
    const alike = components.find((component) => component.ac === ac);
    const acSteps = alike?.acSteps ?? stepsOf(ac, acStepOf);
    const acRuns = alike?.acRuns ?? runsOf(acSteps);
    components.push({ blocks, dc: definition.table, ac, acSteps, acRuns, dcSteps });
  }
  if (CODINGS.size >= MAX_CODINGS) CODINGS.clear();
  CODINGS.set(key, { components, completed });
  return { components, completed };
}

/**
 * A region's first difference may be one that never occurs in the image. Codes for it are added after the longest ones;
 * all existing codes stay unchanged. Null if there is no room.
 */
function completeDcTable(dc: HuffmanTable): { table: HuffmanTable; bytes: Uint8Array; isChanged: boolean } | null {
  const counts = new Uint8Array(16);
  const symbols = [...dc.symbols];
  let longest = 0;
  for (const symbol of new Set(symbols)) {
    const length = dc.lengthOf[symbol]!;
    counts[length - 1]! += 1;
    longest = Math.max(longest, length);
  }
  const missing = Array.from({ length: DC_CATEGORIES }, (_, category) => category).filter(
    (category) => dc.lengthOf[category] === 0,
  );
  if (missing.length === 0) return { table: dc, bytes: new Uint8Array(0), isChanged: false };
  const isFull = dc.maxCode[longest]! >= (1 << longest) - 1;
  if (isFull || longest + missing.length > 16 || new Set(symbols).size !== symbols.length) return null;
  for (const [index, category] of missing.entries()) {
    counts[longest + index]! += 1;
    symbols.push(category);
  }
  return { table: buildHuffmanTable(counts, symbols), bytes: Uint8Array.of(...counts, ...symbols), isChanged: true };
}

function stepsOf(table: HuffmanTable, stepOf: (symbol: number, length: number) => number): Uint16Array {
  const steps = new Uint16Array(1 << STEP_BITS);
  for (const symbol of table.symbols) {
    const length = table.lengthOf[symbol]!;
    if (length > STEP_BITS) continue;
    const first = table.codeOf[symbol]! << (STEP_BITS - length);
    steps.fill(stepOf(symbol, length), first, first + (1 << (STEP_BITS - length)));
  }
  return steps;
}

function runsOf(acSteps: Uint16Array): Uint16Array {
  const runs = new Uint16Array(1 << RUN_BITS);
  for (let value = 0; value < runs.length; value++) {
    let [bits, coefficients, ending] = [0, 0, 0];
    while (ending === 0) {
      const step = acSteps[((value << bits) & (runs.length - 1)) >>> (RUN_BITS - STEP_BITS)]!;
      const taken = step >>> 5;
      if (step === 0 || bits + (step & 31) > RUN_BITS) break;
      if (taken === END_OF_BLOCK) ending = RUN_ENDS_BLOCK;
      else if (coefficients + taken > 63) break;
      else coefficients += taken;
      bits += step & 31;
    }
    runs[value] = ending | (coefficients << 4) | bits;
  }
  return runs;
}

/** @param length of the symbol's code, in bits. */
export function acStepOf(symbol: number, length: number): number {
  const [run, size] = [symbol >> 4, symbol & 15];
  const coefficients = size === 0 && run !== 15 ? END_OF_BLOCK : run + 1;
  return (coefficients << 5) | (length + size);
}

export function dcStepOf(symbol: number, length: number): number {
  return (symbol << 5) | length;
}

/** The file's own segments required for decoding, the colour marker if needed, and completed tables. */
function headingOf(bytes: Buffer, isRgb: boolean, completed: ReadonlyMap<number, Uint8Array>): Heading {
  const { plain, rgb } = jpegPrefixOf(null);
  const parts: Uint8Array[] = [isRgb ? rgb : plain];
  let length = parts[0]!.length;
  let sizeAt = -1;
  let intervalAt = -1;
  const append = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  visitJpegSegments(bytes, 0, bytes.length, (marker, start, end) => {
    if (isFrameMarker(marker)) sizeAt = length + 5;
    if (marker === MARKER.startOfScan) {
      for (const [id, table] of completed) {
        append(Uint8Array.of(0xff, MARKER.huffmanTables, 0, 3 + table.length, id, ...table));
      }
      intervalAt = length + 4;
      append(Uint8Array.of(0xff, MARKER.restartInterval, 0, 4, 0, 0));
    }
    if (isNeeded(marker)) append(bytes.subarray(start, end));
  });
  if (sizeAt < 0 || intervalAt < 0) throw damagedJpeg();
  return { bytes: Buffer.concat(parts), sizeAt, intervalAt };
}

function isNeeded(marker: number): boolean {
  return (
    marker === MARKER.app0 ||
    marker === MARKER.app14 ||
    marker === MARKER.quantisationTables ||
    marker === MARKER.huffmanTables ||
    marker === MARKER.startOfScan ||
    isFrameMarker(marker)
  );
}
