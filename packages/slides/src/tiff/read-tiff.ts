/**
 * Reads the directories of a TIFF or BigTIFF file, of either byte order, without its pixels.
 *
 * Nothing in the file is trusted: limits according to design rule D-10 (64 directories, 4096 if they are declared as
 * planes, sides of 2^20 px, 4,000,000 tiles), no directory is read twice, no value lies beyond the end of the file.
 *
 * Source: TIFF 6.0, section 2; BigTIFF design (libtiff).
 */

import { BlockCache } from "../bytes/block-cache.ts";
import type { FileBytes } from "../bytes/file-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { decodeNumber } from "./number-list-reader.ts";
import { FIELD_BYTES, TAG, WHOLE_NUMBER_TYPES } from "./tiff-fields.ts";
import type { NumberList, TiffFile, TiffPage } from "./tiff-page.ts";

export const MAX_PAGES = 64;
/** For files whose description declares channels, depths and times, each of which is a page at each level. */
export const MAX_PLANE_PAGES = 4096;
export const MAX_SIDE_PX = 2 ** 20;
export const MAX_SEGMENTS = 4_000_000;

const MAX_FIELDS_PER_PAGE = 4096;
const MAX_TEXT_BYTES = 65_536;
/** For the first page: it may list all planes of the file. */
const MAX_FIRST_DESCRIPTION_BYTES = 16 * 2 ** 20;
const MAX_JPEG_TABLES_BYTES = 65_536;
/** Total of all pages. */
const MAX_ALL_JPEG_TABLES_BYTES = 16 * 2 ** 20;

/** Start of OME-XML, ImageJ and Leica collection descriptions. */
const TELLS_OF_PLANES = /^ImageJ=|<(\w+:)?OME[\s>]|leica-microsystems\.com\/scn\//;

interface Field {
  readonly type: number;
  readonly count: number;
  readonly position: number;
}

type Fields = ReadonlyMap<number, Field>;

/** Whether this is the start of a TIFF or BigTIFF file. At least 4 bytes are needed. */
export function isTiffHeader(header: Buffer): boolean {
  return ["49492a00", "4d4d002a", "49492b00", "4d4d002b"].includes(header.toString("hex", 0, 4));
}

/**
 * @param pieces cache that may already contain parts of the file.
 * @throws SlideFileError if the file is inconsistent, exceeds a limit, or ends too early.
 */
export async function readTiff(file: FileBytes, pieces: BlockCache = new BlockCache(file)): Promise<TiffFile> {
  return new TiffDirectoryReader(file, pieces).read();
}

class TiffDirectoryReader {
  readonly #file: FileBytes;
  readonly #pieces: BlockCache;
  readonly #seen = new Set<number>();
  #isLittleEndian = true;
  #isBigTiff = false;
  #maxPages = MAX_PAGES;
  #jpegTablesBytes = 0;
  #hasLongXmp = false;

  constructor(file: FileBytes, pieces: BlockCache) {
    this.#file = file;
    this.#pieces = pieces;
  }

  async read(): Promise<TiffFile> {
    const header = await this.#pieces.read(0, 8);
    if (!isTiffHeader(header)) throw new SlideFileError("notASlide", "This is not a TIFF file.");
    this.#isLittleEndian = header[0] === 0x49;
    this.#isBigTiff = header[this.#isLittleEndian ? 2 : 3] === 43;
    const pages: TiffPage[] = [];
    let position = await this.#readOffset(this.#isBigTiff ? 8 : 4);
    if (position === 0) throw new SlideFileError("truncated", "This file is incomplete: it contains no image.");
    while (position !== 0) {
      const { page, next } = await this.#readPage(position, 0);
      pages.push(page);
      position = next;
    }
    return { isLittleEndian: this.#isLittleEndian, isBigTiff: this.#isBigTiff, pages };
  }

  async #readPage(position: number, depth: number): Promise<{ page: TiffPage; next: number }> {
    if (this.#seen.has(position)) {
      throw new SlideFileError("damaged", "This file is damaged: its list of images is circular.");
    }
    this.#seen.add(position);
    if (this.#seen.size > this.#maxPages) {
      throw new SlideFileError("tooLarge", `This file contains more than ${this.#maxPages} images.`);
    }
    const { fields, next } = await this.#readFields(position);
    const isFirst = this.#seen.size === 1;
    const description = await this.#text(
      fields,
      TAG.imageDescription,
      isFirst ? MAX_FIRST_DESCRIPTION_BYTES : MAX_TEXT_BYTES,
    );
    if (isFirst && TELLS_OF_PLANES.test(description.slice(0, MAX_TEXT_BYTES))) this.#maxPages = MAX_PLANE_PAGES;
    const subPages: TiffPage[] = [];
    if (depth === 0) {
      for (const subPosition of await this.#numbers(fields, TAG.subIfds, MAX_PAGES)) {
        if (subPosition !== 0) subPages.push((await this.#readPage(subPosition, 1)).page);
      }
    }
    return { page: await this.#pageOf(fields, description, subPages), next };
  }

  async #readFields(position: number): Promise<{ fields: Fields; next: number }> {
    const [countBytes, fieldBytes, offsetBytes] = this.#isBigTiff ? ([8, 20, 8] as const) : ([2, 12, 4] as const);
    const count = decodeNumber(await this.#pieces.read(position, countBytes), 0, countBytes, this.#isLittleEndian);
    if (count === 0 || count > MAX_FIELDS_PER_PAGE) {
      throw new SlideFileError("damaged", "This file is damaged: an image description is invalid.");
    }
    const start = position + countBytes;
    const bytes = await this.#pieces.read(start, count * fieldBytes + offsetBytes);
    const fields = new Map<number, Field>();
    for (let i = 0; i < count; i++) {
      const at = i * fieldBytes;
      const tag = decodeNumber(bytes, at, 2, this.#isLittleEndian);
      const type = decodeNumber(bytes, at + 2, 2, this.#isLittleEndian);
      const valueBytes = FIELD_BYTES[type];
      if (valueBytes === undefined) continue;
      const values = decodeNumber(bytes, at + 4, this.#isBigTiff ? 8 : 4, this.#isLittleEndian);
      const valueAt = at + 4 + offsetBytes;
      const isInline = values * valueBytes <= offsetBytes;
      fields.set(tag, {
        type,
        count: values,
        position: isInline ? start + valueAt : decodeNumber(bytes, valueAt, offsetBytes, this.#isLittleEndian),
      });
    }
    return { fields, next: decodeNumber(bytes, count * fieldBytes, offsetBytes, this.#isLittleEndian) };
  }

  async #pageOf(fields: Fields, description: string, subPages: readonly TiffPage[]): Promise<TiffPage> {
    const one = async (tag: number, fallback: number) => (await this.#numbers(fields, tag, 1))[0] ?? fallback;
    const width = await one(TAG.imageWidth, 0);
    const height = await one(TAG.imageLength, 0);
    if (width === 0 || height === 0) {
      throw new SlideFileError("damaged", "This file is damaged: an image in it has no width or height.");
    }
    if (width > MAX_SIDE_PX || height > MAX_SIDE_PX) {
      throw new SlideFileError("tooLarge", `An image in this file is larger than ${MAX_SIDE_PX} pixels on a side.`);
    }
    const isTiled = fields.has(TAG.tileWidth);
    const segmentWidth = isTiled ? await one(TAG.tileWidth, 0) : width;
    const segmentHeight = isTiled
      ? await one(TAG.tileLength, 0)
      : Math.min(height, await one(TAG.rowsPerStrip, height));
    if (segmentWidth === 0 || segmentHeight === 0) {
      throw new SlideFileError("damaged", "This file is damaged: its tiles have no width or no height.");
    }
    if (Math.ceil(width / segmentWidth) * Math.ceil(height / segmentHeight) > MAX_SEGMENTS) {
      throw new SlideFileError("tooLarge", `An image in this file has more than ${MAX_SEGMENTS} tiles.`);
    }
    const samplesPerPixel = await one(TAG.samplesPerPixel, 1);
    const bitsPerSample = await this.#numbers(fields, TAG.bitsPerSample, 16);
    const orientation = await one(TAG.orientation, 1);
    return {
      width,
      height,
      isTiled,
      segmentWidth,
      segmentHeight,
      offsets: this.#list(fields, isTiled && fields.has(TAG.tileOffsets) ? TAG.tileOffsets : TAG.stripOffsets),
      byteCounts: this.#list(
        fields,
        isTiled && fields.has(TAG.tileByteCounts) ? TAG.tileByteCounts : TAG.stripByteCounts,
      ),
      compression: await one(TAG.compression, 1),
      photometric: await one(TAG.photometric, samplesPerPixel >= 3 ? 2 : 1),
      samplesPerPixel,
      predictor: await one(TAG.predictor, 1),
      jpegTables: await this.#base64(fields, TAG.jpegTables),
      colourMap: fields.has(TAG.colourMap) ? this.#list(fields, TAG.colourMap) : null,
      bitsPerSample: bitsPerSample.length > 0 ? bitsPerSample : [1],
      sampleFormat: await one(TAG.sampleFormat, 1),
      planarConfiguration: await one(TAG.planarConfiguration, 1),
      fillOrder: await one(TAG.fillOrder, 1),
      orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
      subfileType: await one(TAG.newSubfileType, 0),
      description,
      make: await this.#text(fields, TAG.make),
      model: await this.#text(fields, TAG.model),
      software: await this.#text(fields, TAG.software),
      dateTime: await this.#text(fields, TAG.dateTime),
      xmp: await this.#xmp(fields),
      xResolution: await this.#fraction(fields, TAG.xResolution),
      yResolution: await this.#fraction(fields, TAG.yResolution),
      resolutionUnit: await one(TAG.resolutionUnit, 2),
      isHamamatsu: fields.has(TAG.hamamatsuFormat),
      subPages,
    };
  }

  #readOffset(position: number): Promise<number> {
    const size = this.#isBigTiff ? 8 : 4;
    return this.#pieces.read(position, size).then((bytes) => decodeNumber(bytes, 0, size, this.#isLittleEndian));
  }

  /** The first `most` values of an integer field; none if the field is absent or of another type. */
  async #numbers(fields: Fields, tag: number, most: number): Promise<number[]> {
    const field = fields.get(tag);
    if (field === undefined || !WHOLE_NUMBER_TYPES.has(field.type)) return [];
    const size = FIELD_BYTES[field.type] as 1 | 2 | 4 | 8;
    const count = Math.min(field.count, most);
    if (count === 0) return [];
    const bytes = await this.#pieces.read(field.position, count * size);
    return Array.from({ length: count }, (_, i) => decodeNumber(bytes, i * size, size, this.#isLittleEndian));
  }

  #list(fields: Fields, tag: number): NumberList {
    const field = fields.get(tag);
    if (field === undefined || !WHOLE_NUMBER_TYPES.has(field.type)) return { position: 0, count: 0, bytesEach: 4 };
    const bytesEach = FIELD_BYTES[field.type] as 1 | 2 | 4 | 8;
    if (field.position + field.count * bytesEach > this.#file.size) {
      throw new SlideFileError("truncated", "This file is incomplete: its tile index is beyond its end.");
    }
    return { position: field.position, count: field.count, bytesEach };
  }

  async #fraction(fields: Fields, tag: number): Promise<number> {
    const field = fields.get(tag);
    if (field?.type !== 5 || field.count < 1) return 0;
    const bytes = await this.#pieces.read(field.position, 8);
    const denominator = decodeNumber(bytes, 4, 4, this.#isLittleEndian);
    return denominator === 0 ? 0 : decodeNumber(bytes, 0, 4, this.#isLittleEndian) / denominator;
  }

  /**
   * Text up to its first NUL, truncated if too long. If a file has very many pages, only the texts of the first ones
   * are read.
   */
  async #text(fields: Fields, tag: number, maxBytes = MAX_TEXT_BYTES): Promise<string> {
    const field = fields.get(tag);
    if (field === undefined || FIELD_BYTES[field.type] !== 1 || field.count === 0) return "";
    if (this.#seen.size > MAX_PAGES) return "";
    const bytes = await this.#pieces.read(field.position, Math.min(field.count, maxBytes));
    const end = bytes.indexOf(0);
    return bytes.toString("utf8", 0, end < 0 ? bytes.length : end);
  }

  /** Only one long XMP is kept per file: it describes each joint between the tiles of a Ventana slide. */
  async #xmp(fields: Fields): Promise<string> {
    const text = await this.#text(fields, TAG.xmp);
    if (this.#hasLongXmp || !text.includes("<EncodeInfo")) return text;
    this.#hasLongXmp = true;
    return this.#text(fields, TAG.xmp, MAX_FIRST_DESCRIPTION_BYTES);
  }

  async #base64(fields: Fields, tag: number): Promise<string | null> {
    const field = fields.get(tag);
    if (field === undefined || FIELD_BYTES[field.type] !== 1 || field.count === 0) return null;
    this.#jpegTablesBytes += field.count;
    if (field.count > MAX_JPEG_TABLES_BYTES || this.#jpegTablesBytes > MAX_ALL_JPEG_TABLES_BYTES) {
      throw new SlideFileError("damaged", "This file is damaged: its JPEG tables are far too long.");
    }
    return (await this.#pieces.read(field.position, field.count)).toString("base64");
  }
}
