/**
 * JPEG 2000, which libvips as we have it does not decode, to an uncompressed TIFF that it does: a JP2 file, a bare
 * codestream, or a TIFF in strips or tiles of it. Colour profile, depth, orientation and pixel size go with the pixels.
 */

import type { StoredColours } from "../codec/decode-samples.ts";
import { damagedJpeg2000, isJpeg2000 } from "../codec/jp2-boxes.ts";
import { Jpeg2000File, type PlacedSamples } from "../codec/jpeg2000-file.ts";
import { SlideFileError } from "../slide-source.ts";
import { FileBytes } from "../tiff/file-bytes.ts";
import { PieceCache } from "../tiff/piece-cache.ts";
import { SegmentReader } from "../tiff/read-segment.ts";
import { isTiffHeader, readTiff } from "../tiff/read-tiff.ts";
import { jpeg2000ColoursOf, segmentKindOf } from "../tiff/segment-kinds.ts";
import type { TiffPage } from "../tiff/tiff-page.ts";
import { assertConvertibleSize } from "./picture-limits.ts";
import { createUncompressedTiff, type UncompressedTiffFacts } from "./uncompressed-tiff.ts";

/** What is expanded, and its pieces in any order. */
interface Expansion {
  readonly facts: UncompressedTiffFacts;
  readonly bits: number;
  /** How long the stream of one piece is, about. */
  readonly pieceBytes: number;
  pieces(): AsyncGenerator<PlacedSamples, void>;
}

export interface ExpandOptions {
  /** Number of the picture in its file, from 0. */
  readonly page: number;
  /** @throws if there is no room for so many bytes. */
  readonly assertRoom: (bytes: number) => Promise<void>;
  /** Share of the pixels, 0 to 1. */
  readonly onProgress: (done: number) => void;
}

const START_BYTES = 16;
/** Some five seconds of decoding. */
const MOST_CHECKED_BYTES = 2 * 2 ** 20;
const MM_PER_UNIT: Readonly<Record<number, number>> = { 2: 25.4, 3: 10 };

/**
 * @param outputPath written only if it is needed.
 * @returns false: this is no JPEG 2000, and libvips reads it.
 * @throws SlideFileError if it is damaged, too large, or of a kind that cannot be decoded.
 */
export async function expandJpeg2000(inputPath: string, outputPath: string, options: ExpandOptions): Promise<boolean> {
  const file = await FileBytes.open(inputPath);
  try {
    const expansion = await expansionOf(file, options.page);
    if (expansion === null) return false;
    await writeExpanded(expansion, outputPath, options);
    return true;
  } finally {
    await file.close();
  }
}

/**
 * Decodes the first piece, unless it is so large that it would keep the one who brings it waiting.
 *
 * @returns false: this is no JPEG 2000.
 * @throws SlideFileError if that fails.
 */
export async function checkJpeg2000(path: string, page: number): Promise<boolean> {
  const file = await FileBytes.open(path);
  try {
    const expansion = await expansionOf(file, page);
    if (expansion === null) return false;
    if (expansion.pieceBytes <= MOST_CHECKED_BYTES) for await (const _first of expansion.pieces()) break;
    return true;
  } finally {
    await file.close();
  }
}

async function expansionOf(file: FileBytes, page: number): Promise<Expansion | null> {
  const start = await file.read(0, Math.min(START_BYTES, file.size));
  if (isJpeg2000(start)) return expansionOfFile(file);
  if (!isTiffHeader(start)) return null;
  const tiff = await readTiff(file);
  const picture = tiff.pages[page];
  if (picture === undefined || segmentKindOf(picture.compression) !== "jpeg2000") return null;
  return expansionOfPage(file, picture, tiff.isLittleEndian);
}

async function expansionOfFile(file: FileBytes): Promise<Expansion> {
  const picture = await Jpeg2000File.open(file);
  const { width, height, bits, isSigned } = picture.header;
  const { iccProfile, pixelsPerMm } = picture.boxes;
  const facts = { width, height, isSigned, orientation: 1, pixelsPerMm, iccProfile };
  return {
    facts: { ...facts, channels: picture.channels, bytesPerSample: bits > 8 ? 2 : 1 },
    bits,
    pieceBytes: file.size / picture.header.tiles,
    pieces: () => picture.pieces(),
  };
}

async function expansionOfPage(file: FileBytes, page: TiffPage, isLittleEndian: boolean): Promise<Expansion> {
  const { width, height, samplesPerPixel, photometric, compression, orientation } = page;
  const isPicture = page.planarConfiguration === 1 && (samplesPerPixel === 1 || samplesPerPixel === 3);
  if (!isPicture || photometric === 0 || photometric === 3) {
    throw new SlideFileError("unsupported", "Parfocal cannot show JPEG 2000 in a TIFF of these channels.");
  }
  const [bits = 8] = page.bitsPerSample;
  const reader = new SegmentReader({ file, pieces: new PieceCache(file), isLittleEndian }, page);
  const colours = jpeg2000ColoursOf(compression, photometric);
  const perMm = (perUnit: number) => perUnit / (MM_PER_UNIT[page.resolutionUnit] ?? Number.POSITIVE_INFINITY);
  const pixelsPerMm = { x: perMm(page.xResolution), y: perMm(page.yResolution) };
  const facts = { width, height, isSigned: page.sampleFormat === 2, orientation, pixelsPerMm, iccProfile: null };
  return {
    facts: { ...facts, channels: samplesPerPixel, bytesPerSample: bits > 8 ? 2 : 1 },
    bits,
    pieceBytes: (await reader.locate(0, 0))?.length ?? 0,
    pieces: () => piecesOfPage(file, reader, colours),
  };
}

async function* piecesOfPage(
  file: FileBytes,
  reader: SegmentReader,
  colours: StoredColours,
): AsyncGenerator<PlacedSamples, void> {
  const { segmentWidth, segmentHeight } = reader.picture;
  for (let row = 0; row < reader.rows; row++) {
    for (let column = 0; column < reader.columns; column++) {
      const place = await reader.locate(column, row);
      if (place === null) continue;
      const segment = await Jpeg2000File.open(file.section(place.offset, place.length));
      for await (const { left, top, decoded } of segment.pieces(colours)) {
        yield { left: column * segmentWidth + left, top: row * segmentHeight + top, decoded };
      }
    }
  }
}

async function writeExpanded(
  { facts, bits, pieces }: Expansion,
  outputPath: string,
  { assertRoom, onProgress }: ExpandOptions,
): Promise<void> {
  const { width, height, channels, bytesPerSample } = facts;
  assertConvertibleSize(width, height);
  const output = await createUncompressedTiff(outputPath, facts);
  try {
    await assertRoom(width * height * channels * bytesPerSample);
    let pixels = 0;
    for await (const { left, top, decoded } of pieces()) {
      if (decoded.channels !== channels || decoded.samples.BYTES_PER_ELEMENT !== bytesPerSample)
        throw damagedJpeg2000();
      const columns = Math.min(decoded.width, width - left);
      const rows = Math.min(decoded.height, height - top);
      if (columns <= 0 || rows <= 0) continue;
      stretchBits(decoded.samples, bits);
      output.put(cutRows(decoded, columns, rows), left, top, columns);
      pixels += columns * rows;
      onProgress(Math.min(1, pixels / (width * height)));
    }
  } finally {
    await output.close();
  }
}

/** Samples of 1 to 7, or of 9 to 15 bits to the full range of 8 or 16. */
function stretchBits(samples: Uint8Array | Uint16Array, bits: number): void {
  const full = 2 ** (samples.BYTES_PER_ELEMENT * 8) - 1;
  const scale = full / (2 ** bits - 1);
  if (scale === 1) return;
  for (let i = 0; i < samples.length; i++) samples[i] = Math.min(full, Math.round(samples[i]! * scale));
}

/** The upper left part as bytes. */
function cutRows({ width, channels, samples }: PlacedSamples["decoded"], columns: number, rows: number): Uint8Array {
  const pixelBytes = channels * samples.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  if (columns === width) return bytes.subarray(0, rows * width * pixelBytes);
  const cut = new Uint8Array(columns * rows * pixelBytes);
  for (let row = 0; row < rows; row++) {
    const from = row * width * pixelBytes;
    cut.set(bytes.subarray(from, from + columns * pixelBytes), row * columns * pixelBytes);
  }
  return cut;
}
