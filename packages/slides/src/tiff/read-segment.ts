/**
 * Reads one segment (tile or strip) of a TIFF image as an encoded image, cropped to the image.
 *
 * JPEG is passed through: one allocation and one positional read per tile, no decoding. The same applies to WebP.
 */

import type { BlockCache } from "../bytes/block-cache.ts";
import type { FileBytes } from "../bytes/file-bytes.ts";
import { incompleteFile } from "../bytes/incomplete-file.ts";
import { decodeInWorker } from "../codec/decode-in-worker.ts";
import { damagedJpeg2000 } from "../codec/jp2-boxes.ts";
import { cutJpeg } from "../codec/jpeg-cut.ts";
import { damagedJpeg, readJpegHeader } from "../codec/jpeg-header.ts";
import { type JpegPrefix, jpegPrefixOf, needsRgbMarker } from "../codec/jpeg-splice.ts";
import {
  cropPicture,
  decodePicture,
  encodeJpeg,
  encodePng,
  type RawPicture,
  whitePicture,
} from "../codec/raw-picture.ts";
import { webpSizeOf } from "../codec/webp-header.ts";
import { type EncodedImage, SlideFileError } from "../slide-source.ts";
import { readNumberAt } from "./number-list-reader.ts";
import { jpeg2000ColoursOf, type SegmentKind, segmentKindOf } from "./segment-kinds.ts";
import { PHOTOMETRIC } from "./tiff-fields.ts";
import { type PictureStorage, segmentGridOf } from "./tiff-page.ts";
import { unpackSamples } from "./unpack-samples.ts";

/** Maximum size of a tile; larger numbers in an index are invalid. */
export const MAX_SEGMENT_BYTES = 64 * 2 ** 20;

/** Quality of tiles that must be decoded and re-encoded for cropping. */
const RECODED_QUALITY = 95;

/**
 * JPEG 2000 is sent as JPEG with chroma at full size. WebP takes four times as long to encode and always halves chroma:
 * on fine stains its error is three times as large (bench/decode-tile.ts), in addition to the loss from the scanner's
 * compression.
 */
const JPEG_2000_QUALITY = 90;

export interface OpenTiff {
  readonly file: FileBytes;
  readonly pieces: BlockCache;
  readonly isLittleEndian: boolean;
}

/** Reads the segments of one image. */
export class SegmentReader {
  readonly picture: PictureStorage;
  readonly columns: number;
  readonly rows: number;
  readonly #tiff: OpenTiff;
  readonly #kind: SegmentKind;
  #prefix: JpegPrefix | null = null;
  #palette: Promise<Uint8Array> | null = null;

  constructor(tiff: OpenTiff, picture: PictureStorage) {
    this.#tiff = tiff;
    this.picture = picture;
    this.#kind = segmentKindOf(picture.compression) ?? "packed";
    const grid = segmentGridOf(picture);
    this.columns = grid.columns;
    this.rows = grid.rows;
  }

  /** @throws SlideFileError if the file's data is invalid. */
  async readEncoded(column: number, row: number, signal?: AbortSignal): Promise<EncodedImage> {
    const { width, height } = this.sizeOf(column, row);
    const stored = await this.#readStored(column, row, signal);
    if (stored === null) return encodePng(whitePicture(width, height));
    switch (this.#kind) {
      case "jpeg":
        return this.#cutToPicture(stored, width, height);
      case "webp":
        return this.#cutWebp(stored, width, height);
      case "jpeg2000":
        return encodeJpeg(await this.#decode(stored, width, height, signal), JPEG_2000_QUALITY);
      case "packed":
        return encodePng(await this.#decode(stored, width, height, signal));
    }
  }

  /** The same as samples. */
  async readRaw(column: number, row: number, signal?: AbortSignal): Promise<RawPicture> {
    const { width, height } = this.sizeOf(column, row);
    const stored = await this.#readStored(column, row, signal);
    return stored === null ? whitePicture(width, height) : this.#decode(stored, width, height, signal);
  }

  /** Decodes a segment, cropped to `width` x `height`. */
  async #decode(stored: Buffer, width: number, height: number, signal?: AbortSignal): Promise<RawPicture> {
    const decoded = await this.#decodeWhole(stored, height, signal);
    if (decoded.width < width || decoded.height < height) {
      throw new SlideFileError("damaged", "This file is damaged: a tile does not have the size the file states.");
    }
    return cropPicture(decoded, width, height);
  }

  #decodeWhole(stored: Buffer, height: number, signal?: AbortSignal): Promise<RawPicture> {
    if (this.#kind === "packed") return this.#unpack(stored, height);
    return this.#kind === "jpeg2000" ? this.#decodeJpeg2000(stored, signal) : decodePicture(stored);
  }

  /**
   * Position of a segment's bytes in the file.
   *
   * @returns null if the file omits the segment.
   * @throws SlideFileError if the position is invalid.
   */
  async locate(column: number, row: number): Promise<{ offset: number; length: number } | null> {
    const { offsets, byteCounts } = this.picture;
    const { pieces, isLittleEndian, file } = this.#tiff;
    const index = row * this.columns + column;
    const [offset, length] = await Promise.all([
      readNumberAt(pieces, offsets, index, isLittleEndian),
      readNumberAt(pieces, byteCounts, index, isLittleEndian),
    ]);
    if (length === 0 || offset === 0) return null;
    if (offset + length > file.size) {
      throw incompleteFile();
    }
    return { offset, length };
  }

  /**
   * A complete JPEG or WebP file, a codestream, or the packed samples, as stored; null if the file omits the segment.
   */
  async #readStored(column: number, row: number, signal?: AbortSignal): Promise<Buffer | null> {
    const place = await this.locate(column, row);
    signal?.throwIfAborted();
    if (place === null) return null;
    const { offset, length } = place;
    if (length > MAX_SEGMENT_BYTES)
      throw new SlideFileError("damaged", "This file is damaged: a tile in it is far too long.");
    const bytes = await (this.#kind === "jpeg" ? this.#readJpeg(offset, length) : this.#tiff.file.read(offset, length));
    signal?.throwIfAborted();
    return bytes;
  }

  /** The prefix is written directly before the tile's own bytes, over its start-of-image marker. */
  async #readJpeg(offset: number, length: number): Promise<Buffer> {
    const { jpegTables, photometric } = this.picture;
    this.#prefix ??= jpegPrefixOf(jpegTables === null ? null : Buffer.from(jpegTables, "base64"));
    const longest = this.#prefix.rgb.length;
    if (length < 4) throw damagedJpeg();
    const bytes = Buffer.allocUnsafeSlow(longest - 2 + length);
    await this.#tiff.file.readInto(bytes, longest - 2, length, offset);
    const header = readJpegHeader(bytes, longest - 2, bytes.length);
    const prefix = needsRgbMarker(header, photometric === PHOTOMETRIC.rgb) ? this.#prefix.rgb : this.#prefix.plain;
    prefix.copy(bytes, longest - prefix.length);
    return bytes.subarray(longest - prefix.length);
  }

  async #cutToPicture(jpeg: Buffer, width: number, height: number): Promise<EncodedImage> {
    const header = readJpegHeader(jpeg, 0, jpeg.length);
    if (header.width === width && header.height === height) return { bytes: jpeg, mediaType: "image/jpeg" };
    if (header.width < width || header.height < height) throw damagedJpeg();
    const cut = cutJpeg(jpeg, { width, height });
    if (cut !== null) return { bytes: cut, mediaType: "image/jpeg" };
    return encodeJpeg(cropPicture(await decodePicture(jpeg), width, height), RECODED_QUALITY);
  }

  async #cutWebp(webp: Buffer, width: number, height: number): Promise<EncodedImage> {
    const size = webpSizeOf(webp);
    if (size?.width === width && size.height === height) return { bytes: webp, mediaType: "image/webp" };
    return encodePng(await this.#decode(webp, width, height));
  }

  async #decodeJpeg2000(stored: Buffer, signal?: AbortSignal): Promise<RawPicture> {
    const { compression, photometric, samplesPerPixel } = this.picture;
    const colours = jpeg2000ColoursOf(compression, photometric);
    const { width, height, channels, bits, samples } = await decodeInWorker("jpeg2000", stored, signal, colours);
    if (channels !== samplesPerPixel || channels === 4 || bits !== 8) throw damagedJpeg2000();
    return { width, height, channels, samples: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) };
  }

  /** @param height number of rows to unpack; the segment may contain more. */
  async #unpack(stored: Buffer, height: number): Promise<RawPicture> {
    const { compression, predictor, samplesPerPixel, segmentWidth: width, segmentHeight, photometric } = this.picture;
    const segment = { compression, predictor, width, height, storedHeight: segmentHeight, samplesPerPixel };
    const samples = await unpackSamples(stored, segment);
    if (photometric === PHOTOMETRIC.palette) {
      return { width, height, channels: 3, samples: applyPalette(samples, await this.#readPalette()) };
    }
    if (photometric === PHOTOMETRIC.whiteIsZero)
      for (let i = 0; i < samples.length; i++) samples[i] = 255 - samples[i]!;
    return { width, height, channels: samplesPerPixel === 1 ? 1 : 3, samples };
  }

  /** 256 colours of three bytes each. */
  #readPalette(): Promise<Uint8Array> {
    this.#palette ??= (async () => {
      const map = this.picture.colourMap;
      if (map === null || map.count < 768 || map.bytesEach !== 2) {
        throw new SlideFileError("damaged", "This file is damaged: its palette of colours is missing.");
      }
      const bytes = await this.#tiff.file.read(map.position, 768 * 2);
      const mostSignificant = this.#tiff.isLittleEndian ? 1 : 0;
      return Uint8Array.from(
        { length: 768 },
        (_, i) => bytes[((i % 3) * 256 + Math.floor(i / 3)) * 2 + mostSignificant]!,
      );
    })();
    return this.#palette;
  }

  /** Size of a segment, cropped to the image. */
  sizeOf(column: number, row: number): { width: number; height: number } {
    const { width, height, segmentWidth, segmentHeight } = this.picture;
    return {
      width: Math.min(segmentWidth, width - column * segmentWidth),
      height: Math.min(segmentHeight, height - row * segmentHeight),
    };
  }
}

function applyPalette(indices: Buffer, palette: Uint8Array): Buffer {
  const samples = Buffer.allocUnsafeSlow(indices.length * 3);
  for (let i = 0; i < indices.length; i++) samples.set(palette.subarray(indices[i]! * 3, indices[i]! * 3 + 3), i * 3);
  return samples;
}
