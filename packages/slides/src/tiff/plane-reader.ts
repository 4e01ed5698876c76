/** Reads any part of one channel of a TIFF image as samples of the file's own type, from tiles or strips. */
import { incompleteFile } from "../bytes/incomplete-file.ts";
import { decodeInWorker } from "../codec/decode-in-worker.ts";
import { SlideFileError } from "../slide-source.ts";
import { readNumberAt } from "./number-list-reader.ts";
import { MAX_SEGMENT_BYTES, type OpenTiff, SegmentReader } from "./read-segment.ts";
import { type SampleArray, type SampleKind, sampleKindOf } from "./sample-kind.ts";
import { bytesPerRow, isKnownPredictor, samplesOf } from "./stored-samples.ts";
import { COMPRESSION, PHOTOMETRIC } from "./tiff-fields.ts";
import { type PictureStorage, segmentGridOf, type TiffPage } from "./tiff-page.ts";
import { canUnpack, unpackBytes } from "./unpack-samples.ts";

/** One channel of an image. */
export interface PlaneStorage {
  /** For an image in separate planes: offsets and lengths of this plane, with one sample per pixel. */
  readonly picture: PictureStorage;
  readonly kind: SampleKind;
  /** Index of the sample within a pixel. */
  readonly sample: number;
  /** Distance of this plane's bytes from those of `picture`, if a writer has described only the first plane. */
  readonly shiftBytes: number;
}

/** Part of an image, in its pixels. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Larger segments are not unpacked as a whole. */
const MAX_UNPACKED_BYTES = 2 ** 28;

const JPEG2000: ReadonlySet<number> = new Set([
  COMPRESSION.aperioJpeg2000YCbCr,
  // Bio-Formats' number for the lossy variant.
  33004,
  COMPRESSION.aperioJpeg2000Rgb,
  COMPRESSION.jpeg2000,
]);

/** Whether `PlaneReader` can read a page's samples separately. */
export function isReadablePlane(page: TiffPage): boolean {
  const kind = sampleKindOf(page);
  if (kind === null || page.fillOrder !== 1) return false;
  if (page.compression === COMPRESSION.jpeg) return kind.bits === 8 && kind.offset === 0;
  if (JPEG2000.has(page.compression)) return kind.servedBits !== null;
  return canUnpack(page.compression) && isKnownPredictor(page.predictor, kind);
}

/** Rows of a segment, from its top. */
interface Rows {
  readonly samples: SampleArray;
  /** Samples per row, including those of all channels. */
  readonly samplesPerRow: number;
  /** Distance between samples of this channel, and index of the first one. */
  readonly step: number;
  readonly first: number;
  /** Index in the segment of the first row here. */
  readonly firstRow: number;
}

interface SegmentPlace {
  readonly column: number;
  readonly row: number;
}

export class PlaneReader {
  readonly storage: PlaneStorage;
  readonly #tiff: OpenTiff;
  readonly #columns: number;
  readonly #keepsSegment: boolean;
  /** The last segment, completely unpacked, if `keepsSegment` is set. */
  #cached: { readonly index: number; readonly rows: Rows | null } | null = null;

  /** @param keepsSegment for reading from top to bottom: the last segment stays unpacked in memory. */
  constructor(tiff: OpenTiff, storage: PlaneStorage, { keepsSegment = false } = {}) {
    this.#tiff = tiff;
    this.storage = storage;
    this.#columns = segmentGridOf(storage.picture).columns;
    this.#keepsSegment = keepsSegment;
  }

  /** Whether the file contains bytes for a segment. */
  async isStored(column: number, row: number): Promise<boolean> {
    return (await this.#placeOf({ column, row })) !== null;
  }

  /**
   * Samples of a region inside the image, row by row; 0 where the file omits a segment.
   *
   * @throws SlideFileError if the file's data is invalid.
   */
  async readRegion(region: Region, signal?: AbortSignal): Promise<SampleArray> {
    const { segmentWidth, segmentHeight } = this.storage.picture;
    const target = this.storage.kind.arrayOf(region.width * region.height);
    const lastRow = Math.floor((region.top + region.height - 1) / segmentHeight);
    const lastColumn = Math.floor((region.left + region.width - 1) / segmentWidth);
    for (let row = Math.floor(region.top / segmentHeight); row <= lastRow; row++) {
      const top = row * segmentHeight;
      const from = Math.max(0, region.top - top);
      const to = Math.min(segmentHeight, region.top + region.height - top);
      for (let column = Math.floor(region.left / segmentWidth); column <= lastColumn; column++) {
        signal?.throwIfAborted();
        const rows = await this.#rowsOf({ column, row }, from, to, signal);
        if (rows !== null)
          copyRows(rows, { from, to }, target, region, { left: column * segmentWidth, top, segmentWidth });
      }
    }
    this.#invert(target);
    return target;
  }

  /** At least the rows from `from` to `to` of a segment; null: the file omits it. */
  async #rowsOf(place: SegmentPlace, from: number, to: number, signal?: AbortSignal): Promise<Rows | null> {
    const index = place.row * this.#columns + place.column;
    if (this.#cached?.index === index) return this.#cached.rows;
    const { picture } = this.storage;
    const inPicture = Math.min(picture.segmentHeight, picture.height - place.row * picture.segmentHeight);
    const isWhole = this.#keepsSegment && picture.compression !== COMPRESSION.none;
    const rows = isWhole ? await this.#read(place, 0, inPicture, signal) : await this.#read(place, from, to, signal);
    if (isWhole) this.#cached = { index, rows };
    return rows;
  }

  async #read(place: SegmentPlace, from: number, to: number, signal?: AbortSignal): Promise<Rows | null> {
    const { picture, kind, sample } = this.storage;
    const stored = await this.#placeOf(place);
    if (stored === null) return null;
    if (picture.compression === COMPRESSION.jpeg) return this.#readJpeg(place, signal);
    if (JPEG2000.has(picture.compression)) return this.#readJpeg2000(stored, place, signal);
    const { samplesPerPixel, predictor, segmentWidth } = picture;
    const samplesPerRow = segmentWidth * samplesPerPixel;
    const rowBytes = bytesPerRow({ samplesPerRow, kind });
    const firstRow = picture.compression === COMPRESSION.none ? from : 0;
    const rows = to - firstRow;
    if (rowBytes * picture.segmentHeight > MAX_UNPACKED_BYTES && picture.compression !== COMPRESSION.none)
      throw tooLong();
    if (rowBytes * rows > MAX_UNPACKED_BYTES) throw tooLong();
    const bytes = await this.#unpackedRows(stored, { rowBytes, firstRow, rows });
    signal?.throwIfAborted();
    const samples = samplesOf(bytes, {
      samplesPerRow,
      rows,
      samplesPerPixel,
      kind,
      predictor,
      isLittleEndian: this.#tiff.isLittleEndian,
    });
    return { samples, samplesPerRow, step: samplesPerPixel, first: sample, firstRow };
  }

  async #unpackedRows(
    { offset, length }: { offset: number; length: number },
    { rowBytes, firstRow, rows }: { rowBytes: number; firstRow: number; rows: number },
  ): Promise<Buffer> {
    const { compression, segmentHeight } = this.storage.picture;
    const { file } = this.#tiff;
    if (compression !== COMPRESSION.none) {
      if (length > MAX_UNPACKED_BYTES) throw tooLong();
      return unpackBytes(compression, await file.read(offset, length), rowBytes * rows, rowBytes * segmentHeight);
    }
    const start = rowBytes * firstRow;
    if (start + rowBytes * rows > length) {
      throw new SlideFileError("damaged", "This file is damaged: a part of its image is shorter than expected.");
    }
    return file.read(offset + start, rowBytes * rows);
  }

  /** Colours are decoded to red, green and blue. */
  async #readJpeg({ column, row }: SegmentPlace, signal?: AbortSignal): Promise<Rows> {
    const { picture, sample } = this.storage;
    const { samples, width, channels } = await new SegmentReader(this.#tiff, picture).readRaw(column, row, signal);
    const first = picture.samplesPerPixel === 1 ? 0 : sample;
    return { samples: new Uint8Array(samples), samplesPerRow: width * channels, step: channels, first, firstRow: 0 };
  }

  /** A tile at the edge may be only as large as its part inside the image, as in `SegmentReader`. */
  async #readJpeg2000(
    { offset, length }: { offset: number; length: number },
    { column, row }: SegmentPlace,
    signal?: AbortSignal,
  ): Promise<Rows> {
    const { picture, kind, sample } = this.storage;
    if (length > MAX_SEGMENT_BYTES) throw tooLong();
    // The compression's number is not conclusive: programs that write OME-TIFF use Aperio's for plain RGB.
    const colours = picture.photometric === PHOTOMETRIC.yCbCr ? "yCbCr" : "rgb";
    const decoded = await decodeInWorker("jpeg2000", await this.#tiff.file.read(offset, length), signal, colours);
    const { width, height, channels, samples } = decoded;
    const isTooSmall =
      width < Math.min(picture.segmentWidth, picture.width - column * picture.segmentWidth) ||
      height < Math.min(picture.segmentHeight, picture.height - row * picture.segmentHeight);
    if (isTooSmall || channels <= sample || decoded.bits > kind.bits) {
      throw new SlideFileError("damaged", "This file is damaged: a tile does not have the format the file states.");
    }
    const ofKind = kind.arrayOf(samples.length);
    ofKind.set(samples);
    return { samples: ofKind, samplesPerRow: width * channels, step: channels, first: sample, firstRow: 0 };
  }

  /** Position of a segment's bytes; null: the file has none. */
  async #placeOf({ column, row }: SegmentPlace): Promise<{ offset: number; length: number } | null> {
    const { picture, shiftBytes } = this.storage;
    const { pieces, isLittleEndian, file } = this.#tiff;
    const index = row * this.#columns + column;
    const [offset, length] = await Promise.all([
      readNumberAt(pieces, picture.offsets, index, isLittleEndian),
      readNumberAt(pieces, picture.byteCounts, index, isLittleEndian),
    ]);
    if (offset === 0 || length === 0) return null;
    if (offset + shiftBytes + length > file.size) {
      throw incompleteFile();
    }
    return { offset: offset + shiftBytes, length };
  }

  /** Inverts samples if 0 is white. JPEG decoders have already done so. */
  #invert(samples: SampleArray): void {
    const { picture, kind } = this.storage;
    if (picture.photometric !== PHOTOMETRIC.whiteIsZero || kind.servedBits === null || kind.offset !== 0) return;
    const white = 2 ** kind.bits - 1;
    for (let i = 0; i < samples.length; i++) samples[i] = white - samples[i]!;
  }
}

/** Copies the part of a segment's rows that is inside a region. */
function copyRows(
  { samples, samplesPerRow, step, first, firstRow }: Rows,
  { from, to }: { from: number; to: number },
  target: SampleArray,
  region: Region,
  segment: { left: number; top: number; segmentWidth: number },
): void {
  const left = Math.max(region.left, segment.left);
  const right = Math.min(region.left + region.width, segment.left + segment.segmentWidth);
  for (let row = from; row < to; row++) {
    let source = (row - firstRow) * samplesPerRow + (left - segment.left) * step + first;
    const start = (segment.top + row - region.top) * region.width + left - region.left;
    if (step === 1) {
      target.set(samples.subarray(source, source + right - left), start);
      continue;
    }
    for (let at = start; at < start + right - left; at++, source += step) target[at] = samples[source]!;
  }
}

function tooLong(): SlideFileError {
  return new SlideFileError(
    "tooLarge",
    "The image in this file is stored in parts that are too large to be read. Save it as a tiled, pyramidal OME-TIFF.",
  );
}
