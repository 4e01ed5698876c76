/**
 * Decodes what our build of libvips cannot (JPEG 2000 and Zstandard: a JP2 file, a raw codestream, or a TIFF with such
 * strips or tiles) to an uncompressed TIFF. Bit depth, orientation, pixel size and the colour profile of a JP2 are
 * kept.
 */

import { BlockCache } from "../../bytes/block-cache.ts";
import { FileBytes } from "../../bytes/file-bytes.ts";
import type { StoredColours } from "../../codec/decode-samples.ts";
import { damagedJpeg2000, isJpeg2000 } from "../../codec/jp2-boxes.ts";
import { Jpeg2000File, type PlacedSamples } from "../../codec/jpeg2000-file.ts";
import { assertConvertibleSize } from "../../opening/picture-limits.ts";
import { SlideFileError } from "../../slide-source.ts";
import { planeOf } from "../../tiff/plane-pictures.ts";
import { isReadablePlane, PlaneReader } from "../../tiff/plane-reader.ts";
import { type OpenTiff, SegmentReader } from "../../tiff/read-segment.ts";
import { isTiffHeader, readTiff } from "../../tiff/read-tiff.ts";
import { sampleKindOf } from "../../tiff/sample-kind.ts";
import { jpeg2000ColoursOf, segmentKindOf } from "../../tiff/segment-kinds.ts";
import { COMPRESSION, PHOTOMETRIC } from "../../tiff/tiff-fields.ts";
import type { TiffPage } from "../../tiff/tiff-page.ts";
import { createUncompressedTiff, type UncompressedTiffFacts } from "./uncompressed-tiff.ts";

/** The image to expand, and its pieces in any order. */
interface Expansion {
  readonly facts: UncompressedTiffFacts;
  /** Approximate length of one compressed piece. */
  readonly pieceBytes: number;
  pieces(): AsyncGenerator<ExpandedPiece, void>;
}

/** Complete pixels within the image, in the machine's byte order. */
interface ExpandedPiece {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

export interface ExpandOptions {
  /** Index of the image in its file. */
  readonly page: number;
  /** @throws if there is not enough disk space. */
  readonly assertRoom: (bytes: number) => Promise<void>;
  /** Fraction of the pixels, 0 to 1. */
  readonly onProgress: (done: number) => void;
}

const START_BYTES = 16;
/** Takes about five seconds to decode. */
const MAX_CHECKED_BYTES = 2 * 2 ** 20;
/** Source: TIFF 6.0, section 19, SampleFormat. */
const [UNSIGNED, SIGNED, FLOATING_POINT] = [1, 2, 3] as const;
const CMYK = 5;
const PACKED_PHOTOMETRICS: readonly number[] = [
  PHOTOMETRIC.whiteIsZero,
  PHOTOMETRIC.blackIsZero,
  PHOTOMETRIC.rgb,
  CMYK,
];
/** Four of CMYK plus alpha. */
const MAX_CHANNELS = 5;
/** Rows read at a time: strips are kept until they are read completely, tiles are not. */
const BAND_ROWS = 64;
const MAX_TILE_ROWS = 512;

const photometricOf = (channels: number) => (channels === 1 ? PHOTOMETRIC.blackIsZero : PHOTOMETRIC.rgb);

const MM_PER_UNIT: Readonly<Record<number, number>> = { 2: 25.4, 3: 10 };

/**
 * @param outputPath written only if necessary.
 * @returns false: libvips can read it directly.
 * @throws SlideFileError if it is damaged, too large, or cannot be decoded.
 */
export async function expandPicture(inputPath: string, outputPath: string, options: ExpandOptions): Promise<boolean> {
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
 * Decodes the first piece, unless it is so large that the uploader would have to wait.
 *
 * @returns false: libvips can read it directly.
 * @throws SlideFileError if decoding fails.
 */
export async function checkExpandable(path: string, page: number): Promise<boolean> {
  const file = await FileBytes.open(path);
  try {
    const expansion = await expansionOf(file, page);
    if (expansion === null) return false;
    if (expansion.pieceBytes <= MAX_CHECKED_BYTES) for await (const _first of expansion.pieces()) break;
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
  if (picture === undefined) return null;
  const open: OpenTiff = { file, pieces: new BlockCache(file), isLittleEndian: tiff.isLittleEndian };
  if (segmentKindOf(picture.compression) === "jpeg2000") return expansionOfJpeg2000Page(open, picture);
  return picture.compression === COMPRESSION.zstd ? expansionOfPackedPage(open, picture) : null;
}

async function expansionOfFile(file: FileBytes): Promise<Expansion> {
  const picture = await Jpeg2000File.open(file);
  const { width, height, bits, isSigned } = picture.header;
  const { iccProfile, pixelsPerMm } = picture.boxes;
  const facts: UncompressedTiffFacts = {
    width,
    height,
    channels: picture.channels,
    bytesPerSample: bits > 8 ? 2 : 1,
    sampleFormat: isSigned ? SIGNED : UNSIGNED,
    photometric: photometricOf(picture.channels),
    orientation: 1,
    pixelsPerMm,
    iccProfile,
  };
  return {
    facts,
    pieceBytes: file.size / picture.header.tiles,
    pieces: () => cutToPicture(facts, bits, picture.pieces()),
  };
}

async function expansionOfJpeg2000Page(tiff: OpenTiff, page: TiffPage): Promise<Expansion> {
  const { samplesPerPixel, photometric, compression, bitsPerSample } = page;
  const isPicture = page.planarConfiguration === 1 && (samplesPerPixel === 1 || samplesPerPixel === 3);
  if (!isPicture || photometric === PHOTOMETRIC.whiteIsZero || photometric === PHOTOMETRIC.palette) {
    throw new SlideFileError("unsupported", "Parfocal cannot show JPEG 2000 in a TIFF of these channels.");
  }
  const [bits = 8] = bitsPerSample;
  const reader = new SegmentReader(tiff, page);
  const colours = jpeg2000ColoursOf(compression, photometric);
  const facts: UncompressedTiffFacts = {
    ...factsOf(page),
    bytesPerSample: bits > 8 ? 2 : 1,
    sampleFormat: page.sampleFormat === SIGNED ? SIGNED : UNSIGNED,
    photometric: photometricOf(samplesPerPixel),
  };
  return {
    facts,
    pieceBytes: (await reader.locate(0, 0))?.length ?? 0,
    pieces: () => cutToPicture(facts, bits, piecesOfPage(tiff.file, reader, colours)),
  };
}

/** Grey, colour, CMYK, and images with alpha, of any depth: read channel by channel and interleaved. */
function expansionOfPackedPage(tiff: OpenTiff, page: TiffPage): Expansion {
  const kind = sampleKindOf(page);
  const isPicture = PACKED_PHOTOMETRICS.includes(page.photometric) && page.samplesPerPixel <= MAX_CHANNELS;
  if (kind === null || kind.bits < 8 || kind.bits % 8 !== 0 || !isPicture || !isReadablePlane(page)) {
    const message = "Parfocal cannot show this type of TIFF with Zstandard compression. Save it with Deflate or LZW.";
    throw new SlideFileError("unsupported", message);
  }
  const facts: UncompressedTiffFacts = {
    ...factsOf(page),
    bytesPerSample: (kind.bits / 8) as 1 | 2 | 4 | 8,
    sampleFormat: kind.isFloat ? FLOATING_POINT : kind.isSigned ? SIGNED : UNSIGNED,
    // The reader has inverted the samples already.
    photometric: page.photometric === PHOTOMETRIC.whiteIsZero ? PHOTOMETRIC.blackIsZero : page.photometric,
  };
  return { facts, pieceBytes: 0, pieces: () => bandsOfPage(tiff, page, facts) };
}

function factsOf(page: TiffPage) {
  const perMm = (perUnit: number) => perUnit / (MM_PER_UNIT[page.resolutionUnit] ?? Number.POSITIVE_INFINITY);
  return {
    width: page.width,
    height: page.height,
    channels: page.samplesPerPixel,
    orientation: page.orientation,
    pixelsPerMm: { x: perMm(page.xResolution), y: perMm(page.yResolution) },
    iccProfile: null,
  };
}

async function* bandsOfPage(
  tiff: OpenTiff,
  page: TiffPage,
  { channels, bytesPerSample }: UncompressedTiffFacts,
): AsyncGenerator<ExpandedPiece, void> {
  const { width, height, segmentHeight } = page;
  const keepsSegment = page.segmentWidth >= width;
  const readers = Array.from(
    { length: channels },
    (_, sample) => new PlaneReader(tiff, planeOf(page, sample), { keepsSegment }),
  );
  const rowsAtOnce = keepsSegment ? Math.min(segmentHeight, BAND_ROWS) : Math.min(segmentHeight, MAX_TILE_ROWS);
  for (let top = 0; top < height; top += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, height - top);
    const bytes = new Uint8Array(width * rows * channels * bytesPerSample);
    for (const [channel, reader] of readers.entries()) {
      const samples = await reader.readRegion({ left: 0, top, width, height: rows });
      const all = new (samples.constructor as new (memory: ArrayBuffer) => typeof samples)(bytes.buffer);
      for (let i = 0, to = channel; i < samples.length; i++, to += channels) all[to] = samples[i]!;
    }
    yield { left: 0, top, width, height: rows, bytes };
  }
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
  { facts, pieces }: Expansion,
  outputPath: string,
  { assertRoom, onProgress }: ExpandOptions,
): Promise<void> {
  const { width, height, channels, bytesPerSample } = facts;
  assertConvertibleSize(width, height);
  const output = await createUncompressedTiff(outputPath, facts);
  try {
    await assertRoom(width * height * channels * bytesPerSample);
    let pixels = 0;
    for await (const piece of pieces()) {
      output.put(piece.bytes, piece.left, piece.top, piece.width);
      pixels += piece.width * piece.height;
      onProgress(Math.min(1, pixels / (width * height)));
    }
  } finally {
    await output.close();
  }
}

async function* cutToPicture(
  { width, height, channels, bytesPerSample }: UncompressedTiffFacts,
  bits: number,
  pieces: AsyncGenerator<PlacedSamples, void>,
): AsyncGenerator<ExpandedPiece, void> {
  for await (const { left, top, decoded } of pieces) {
    if (decoded.channels !== channels || decoded.samples.BYTES_PER_ELEMENT !== bytesPerSample) throw damagedJpeg2000();
    const [columns, rows] = [Math.min(decoded.width, width - left), Math.min(decoded.height, height - top)];
    if (columns <= 0 || rows <= 0) continue;
    stretchBits(decoded.samples, bits);
    yield { left, top, width: columns, height: rows, bytes: cutRows(decoded, columns, rows) };
  }
}

/** Scales samples of 1 to 7 or 9 to 15 bits to the full range of 8 or 16. */
function stretchBits(samples: Uint8Array | Uint16Array, bits: number): void {
  const full = 2 ** (samples.BYTES_PER_ELEMENT * 8) - 1;
  const scale = full / (2 ** bits - 1);
  if (scale === 1) return;
  for (let i = 0; i < samples.length; i++) samples[i] = Math.min(full, Math.round(samples[i]! * scale));
}

/** The upper left part of the samples, as bytes. */
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
