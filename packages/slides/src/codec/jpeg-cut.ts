/**
 * Crops a JPEG to its upper left part without decoding it to pixels and without loss.
 *
 * Tiles of a TIFF are all of one size; those at the right and lower edge contain padding outside the image. The
 * entropy-coded data is read symbol by symbol, the blocks outside the requested part are omitted, and the differences
 * of DC values are rewritten, since a block's left neighbour in the stream has changed. All other coefficients are
 * copied: the rest decodes to the same values as before. One exception: if chroma is stored at half size and the
 * decoder interpolates it, the last column and row may differ from those of the whole tile, where the interpolation
 * used pixels beyond the cut.
 *
 * Source: ITU-T T.81 (JPEG), annexes A.2, B.2 and F.2; the idea is that of jpegtran's crop.
 */
import { BitReader, BitWriter, buildHuffmanTable, type HuffmanTable, STANDARD_DC } from "./huffman.ts";
import { damagedJpeg, type JpegHeader, MARKER, readJpegHeader, visitJpegSegments } from "./jpeg-header.ts";

export interface ScanComponent {
  /** Blocks of this component in each unit of the interleaved stream (MCU). */
  readonly blocks: number;
  readonly dcTableId: number;
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
}

export interface Scan {
  readonly components: readonly ScanComponent[];
  /** Size in pixels of a unit of the interleaved stream. */
  readonly unitWidth: number;
  readonly unitHeight: number;
  /** Units between restart markers; 0: none. */
  readonly restartInterval: number;
  readonly dataStart: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * @param bytes a complete JPEG file.
 * @returns the cropped file; null if this type of JPEG (progressive, arithmetic, several scans, 12 bits) cannot be
 *   cropped without decoding it.
 * @throws SlideFileError `damaged` if the stream is broken inside the requested part.
 */
export function cutJpeg(bytes: Uint8Array, targetSize: Size): Buffer | null {
  const header = readJpegHeader(bytes, 0, bytes.length);
  if (targetSize.width > header.width || targetSize.height > header.height) throw damagedJpeg();
  if ((header.frameMarker !== 0xc0 && header.frameMarker !== 0xc1) || header.precision !== 8) return null;
  const scan = readScan(bytes, header);
  if (scan === null) return null;
  const standard = buildHuffmanTable(STANDARD_DC.counts, STANDARD_DC.symbols);
  const replaced = new Set<number>();
  for (;;) {
    const writing = scan.components.map(({ dc, dcTableId }) => (replaced.has(dcTableId) ? standard : dc));
    const result = cutScan(bytes, header, scan, targetSize, writing);
    if (result.data !== null) return assemble(bytes, header, targetSize, replaced, result.data);
    const tableId = scan.components[result.componentWithoutCode]!.dcTableId;
    if (replaced.has(tableId)) throw damagedJpeg();
    replaced.add(tableId);
  }
}

/** Null if the scan does not contain all components of the frame. */
export function readScan(bytes: Uint8Array, header: JpegHeader): Scan | null {
  const tables = new Map<number, HuffmanTable>();
  let restartInterval = 0;
  let scanEnd = 0;
  visitJpegSegments(bytes, 0, bytes.length, (marker, start, end) => {
    if (marker === MARKER.huffmanTables) readHuffmanTables(bytes, start + 4, end, tables);
    if (marker === MARKER.restartInterval && end - start >= 6)
      restartInterval = (bytes[start + 4]! << 8) | bytes[start + 5]!;
    if (marker === MARKER.startOfScan) scanEnd = end;
  });
  const count = bytes[header.scanStart + 4]!;
  if (count !== header.components.length) return null;
  if (scanEnd - header.scanStart < 8 + 2 * count) throw damagedJpeg();
  const isAlone = count === 1;
  let blocksInUnit = 0;
  const components = header.components.map(({ id, horizontal, vertical }, index): ScanComponent => {
    const at = header.scanStart + 5 + index * 2;
    const dc = tables.get(bytes[at + 1]! >> 4);
    const ac = tables.get(0x10 | (bytes[at + 1]! & 15));
    if (
      bytes[at] !== id ||
      dc === undefined ||
      ac === undefined ||
      isWrongFactor(horizontal) ||
      isWrongFactor(vertical)
    ) {
      throw damagedJpeg();
    }
    const blocks = isAlone ? 1 : horizontal * vertical;
    blocksInUnit += blocks;
    return { blocks, dcTableId: bytes[at + 1]! >> 4, dc, ac };
  });
  if (blocksInUnit > 10) throw damagedJpeg();
  return {
    components,
    unitWidth: isAlone ? 8 : 8 * Math.max(...header.components.map(({ horizontal }) => horizontal)),
    unitHeight: isAlone ? 8 : 8 * Math.max(...header.components.map(({ vertical }) => vertical)),
    restartInterval,
    dataStart: scanEnd,
  };
}

function isWrongFactor(factor: number): boolean {
  return factor < 1 || factor > 4;
}

/** Tables are stored under class << 4 | id, as in the segment. */
function readHuffmanTables(bytes: Uint8Array, start: number, end: number, tables: Map<number, HuffmanTable>): void {
  let at = start;
  while (at + 17 <= end) {
    const counts = bytes.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total > 256 || at + 17 + total > end) throw damagedJpeg();
    tables.set(bytes[at]!, buildHuffmanTable(counts, bytes.subarray(at + 17, at + 17 + total)));
    at += 17 + total;
  }
}

type CutScan = { data: Uint8Array } | { data: null; componentWithoutCode: number };

/** @param writing for each component the table used to write its DC differences. */
function cutScan(
  bytes: Uint8Array,
  header: JpegHeader,
  scan: Scan,
  targetSize: Size,
  writing: readonly HuffmanTable[],
): CutScan {
  const reader = new BitReader(bytes, scan.dataStart, bytes.length);
  const writer = new BitWriter(bytes.length - scan.dataStart);
  const columns = Math.ceil(header.width / scan.unitWidth);
  const retainedColumns = Math.ceil(targetSize.width / scan.unitWidth);
  const retainedRows = Math.ceil(targetSize.height / scan.unitHeight);
  const readDc = new Int32Array(scan.components.length);
  const writtenDc = new Int32Array(scan.components.length);
  // Nothing needs to be read after the last unit that is kept.
  const unitsToRead = (retainedRows - 1) * columns + retainedColumns;
  for (let unit = 0; unit < unitsToRead; unit++) {
    if (scan.restartInterval > 0 && unit > 0 && unit % scan.restartInterval === 0) {
      reader.readRestart((unit / scan.restartInterval - 1) % 8);
      readDc.fill(0);
    }
    const isRetained = unit % columns < retainedColumns;
    for (let index = 0; index < scan.components.length; index++) {
      const component = scan.components[index]!;
      for (let block = 0; block < component.blocks; block++) {
        readDc[index]! += readDifference(reader, component.dc);
        if (!isRetained) {
          skipAc(reader, component.ac);
          continue;
        }
        if (!writeDifference(writer, writing[index]!, readDc[index]! - writtenDc[index]!)) {
          return { data: null, componentWithoutCode: index };
        }
        writtenDc[index] = readDc[index]!;
        copyAc(reader, writer, component.ac);
      }
    }
  }
  return { data: writer.finish() };
}

function readDifference(reader: BitReader, table: HuffmanTable): number {
  const category = reader.readSymbol(table);
  if (category > 11) throw damagedJpeg();
  const bits = reader.readBits(category);
  return category > 0 && bits < 1 << (category - 1) ? bits - (1 << category) + 1 : bits;
}

/** False if the table has no code for a difference of this size; nothing is written then. */
function writeDifference(writer: BitWriter, table: HuffmanTable, difference: number): boolean {
  const category = 32 - Math.clz32(Math.abs(difference));
  if (category > 11) throw damagedJpeg();
  const length = table.lengthOf[category]!;
  if (length === 0) return false;
  writer.write(table.codeOf[category]!, length);
  writer.write(difference < 0 ? difference + (1 << category) - 1 : difference, category);
  return true;
}

function copyAc(reader: BitReader, writer: BitWriter, table: HuffmanTable): void {
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    const symbol = reader.readSymbol(table);
    writer.write(table.codeOf[symbol]!, table.lengthOf[symbol]!);
    const size = symbol & 15;
    const run = symbol >> 4;
    if (size === 0 && run !== 15) return;
    coefficient += run;
    if (coefficient > 63) throw damagedJpeg();
    writer.write(reader.readBits(size), size);
  }
}

function skipAc(reader: BitReader, table: HuffmanTable): void {
  for (let coefficient = 1; coefficient < 64; coefficient++) {
    const symbol = reader.readSymbol(table);
    const size = symbol & 15;
    const run = symbol >> 4;
    if (size === 0 && run !== 15) return;
    coefficient += run;
    if (coefficient > 63) throw damagedJpeg();
    reader.readBits(size);
  }
}

/** All header segments unchanged, except the size, the restart interval (none is written) and replaced tables. */
function assemble(
  bytes: Uint8Array,
  header: JpegHeader,
  targetSize: Size,
  replacedTables: ReadonlySet<number>,
  data: Uint8Array,
): Buffer {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, MARKER.startOfImage)];
  visitJpegSegments(bytes, 0, bytes.length, (marker, start, end) => {
    if (marker === MARKER.restartInterval) return;
    if (marker === MARKER.startOfScan) for (const id of replacedTables) parts.push(standardDcSegment(id));
    // A copy: `slice` of a Buffer does not copy, and the file's bytes must not be changed.
    const segment = Uint8Array.from(bytes.subarray(start, end));
    if (start === header.frameStart) {
      segment.set(
        [targetSize.height >> 8, targetSize.height & 0xff, targetSize.width >> 8, targetSize.width & 0xff],
        5,
      );
    }
    parts.push(segment);
  });
  parts.push(data, Uint8Array.of(0xff, MARKER.endOfImage));
  return Buffer.concat(parts);
}

function standardDcSegment(id: number): Uint8Array {
  const length = 2 + 17 + STANDARD_DC.symbols.length;
  return Uint8Array.of(0xff, MARKER.huffmanTables, 0, length, id, ...STANDARD_DC.counts, ...STANDARD_DC.symbols);
}
