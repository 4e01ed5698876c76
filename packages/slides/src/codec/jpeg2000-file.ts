/**
 * A JPEG 2000 image in a file, decoded tile by tile: only one tile's pixels are in memory at a time if the image is
 * stored in tiles. The decoder itself supports only whole images, so each tile is passed to it as a separate
 * codestream: the main header with the tile's position on the reference grid in place of the image's, and the tile's
 * parts.
 *
 * Source: ITU-T T.800, annex A.
 */
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { type DecodedSamples, decodeSamples, type StoredColours } from "./decode-samples.ts";
import { damagedJpeg2000, type Jp2Boxes, readJp2Boxes } from "./jp2-boxes.ts";
import { type Jpeg2000Header, readJpeg2000Header } from "./jpeg2000-header.ts";
import { listTileParts, type TilePart } from "./jpeg2000-tile-parts.ts";

export interface PlacedSamples {
  /** Position in the image, in px. */
  readonly left: number;
  readonly top: number;
  readonly decoded: DecodedSamples;
}

/** Limit for everything before the first tile: boxes with profile and palette, and the main header. */
const MAX_HEAD_BYTES = 8 * 2 ** 20;

/** Decoding takes 20 to 30 bytes per pixel, and a conversion process may use 2 GB. */
export const MAX_PX_AT_ONCE = 40_000_000;
const MAX_STREAM_BYTES = 400 * 2 ** 20;

/** Positions of numbers in the SIZ marker, from the start of the codestream. */
const SIZE_AT = { right: 8, bottom: 12, left: 16, top: 20, tileLeft: 32, tileTop: 36 } as const;
const TILE_INDEX_AT = 4;
/** Markers with the positions of tile parts (TLM, PLM): invalid for a single tile. */
const PLACES_OF_PARTS: ReadonlySet<number> = new Set([0xff55, 0xff57]);
/** PPM: packet headers of all tiles, concatenated. */
const PACKED_HEADERS = 0xff60;
const END_OF_CODESTREAM = Buffer.from([0xff, 0xd9]);

export class Jpeg2000File {
  readonly header: Jpeg2000Header;
  readonly boxes: Jp2Boxes;
  /** 1 or 3; for a palette, the channels of its colours rather than of its indices. */
  readonly channels: 1 | 3;
  readonly #file: RandomAccessBytes;
  /** Boxes and main header. */
  readonly #head: Buffer;

  /** @throws SlideFileError if this is not JPEG 2000, or a type that cannot be decoded. */
  static async open(file: RandomAccessBytes): Promise<Jpeg2000File> {
    const head = await file.read(0, Math.min(MAX_HEAD_BYTES, file.size));
    const boxes = readJp2Boxes(head);
    const header = readJpeg2000Header(head.subarray(boxes.codestreamStart));
    return new Jpeg2000File(file, boxes, header, head.subarray(0, boxes.codestreamStart + header.tilesStart));
  }

  private constructor(file: RandomAccessBytes, boxes: Jp2Boxes, header: Jpeg2000Header, head: Buffer) {
    this.#file = file;
    this.boxes = boxes;
    this.header = header;
    this.channels = boxes.paletteChannels === 3 ? 3 : header.channels;
    this.#head = head;
    const { width, height, tileWidth, tileHeight } = header;
    const atOnce = Math.min(width, tileWidth) * Math.min(height, tileHeight);
    if (atOnce > MAX_PX_AT_ONCE) throw tooMuchAtOnce(header);
  }

  /**
   * The whole image, piece by piece, in file order.
   *
   * @throws SlideFileError if a piece is missing or cannot be decoded.
   */
  async *pieces(colours: StoredColours = "rgb"): AsyncGenerator<PlacedSamples, void> {
    const options = { maxPx: MAX_PX_AT_ONCE, colours };
    if (this.header.tiles === 1) {
      const whole = await this.#read(0, this.#file.size);
      yield { left: 0, top: 0, decoded: await decodeSamples("jpeg2000", whole, options) };
      return;
    }
    const tiles = await this.#listTiles();
    if (tiles.size < this.header.tiles) throw damagedJpeg2000();
    for (const [tile, parts] of tiles) {
      const place = tilePlaceOf(this.header, tile);
      const decoded = await decodeSamples("jpeg2000", await this.#tileAlone(place, parts), options);
      yield { left: place.left - this.header.left, top: place.top - this.header.top, decoded };
    }
  }

  async #listTiles(): Promise<Map<number, TilePart[]>> {
    const { codestreamStart } = this.boxes;
    const file = this.#file;
    const parts = await listTileParts(
      { tilesStart: this.header.tilesStart, codestreamEnd: file.size - codestreamStart },
      (position, length) => file.read(codestreamStart + position, length),
    );
    const tiles = new Map<number, TilePart[]>();
    for (const part of parts) {
      if (part.tile >= this.header.tiles) throw damagedJpeg2000();
      tiles.set(part.tile, [...(tiles.get(part.tile) ?? []), part]);
    }
    return tiles;
  }

  async #tileAlone(place: TilePlace, parts: readonly TilePart[]): Promise<Buffer> {
    const pieces = [headOfTile(this.#head, this.boxes, place)];
    let length = 0;
    for (const { start, end } of parts) {
      length += end - start;
      if (length > MAX_STREAM_BYTES) throw damagedJpeg2000();
      const part = await this.#read(this.boxes.codestreamStart + start, end - start);
      part.writeUInt16BE(0, TILE_INDEX_AT);
      pieces.push(part);
    }
    return Buffer.concat([...pieces, END_OF_CODESTREAM]);
  }

  #read(position: number, length: number): Promise<Buffer> {
    if (length > MAX_STREAM_BYTES) throw tooMuchAtOnce(this.header);
    return this.#file.read(position, length);
  }
}

/**
 * On the reference grid; `tileLeft` and `tileTop` are where the tile would start if it were not cropped to the image.
 */
interface TilePlace {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly tileLeft: number;
  readonly tileTop: number;
}

function tilePlaceOf(header: Jpeg2000Header, tile: number): TilePlace {
  const { left, top, width, height, tileWidth, tileHeight } = header;
  const columns = Math.ceil((left + width - header.tileLeft) / tileWidth);
  const tileLeft = header.tileLeft + (tile % columns) * tileWidth;
  const tileTop = header.tileTop + Math.floor(tile / columns) * tileHeight;
  return {
    left: Math.max(left, tileLeft),
    top: Math.max(top, tileTop),
    right: Math.min(left + width, tileLeft + tileWidth),
    bottom: Math.min(top + height, tileTop + tileHeight),
    tileLeft,
    tileTop,
  };
}

/** Boxes and main header of an image that consists only of this tile. */
function headOfTile(head: Buffer, { codestreamStart, sizeStart }: Jp2Boxes, place: TilePlace): Buffer {
  const boxes = Buffer.from(head.subarray(0, codestreamStart));
  // Length 0: to the end of the file.
  if (boxes.length > 0) boxes.writeUInt32BE(0, boxes.length - boxHeaderBytes(boxes));
  if (sizeStart !== null) {
    boxes.writeUInt32BE(place.bottom - place.top, sizeStart);
    boxes.writeUInt32BE(place.right - place.left, sizeStart + 4);
  }
  const main = Buffer.from(head.subarray(codestreamStart));
  for (const [name, at] of Object.entries(SIZE_AT)) main.writeUInt32BE(place[name as keyof TilePlace], at);
  const markers: Buffer[] = [main.subarray(0, 2)];
  for (let at = 2; at < main.length; ) {
    const marker = main.readUInt16BE(at);
    const end = at + 2 + main.readUInt16BE(at + 2);
    if (marker === PACKED_HEADERS) {
      throw new SlideFileError("unsupported", "Parfocal cannot show JPEG 2000 with separate packet headers (PPM).");
    }
    if (!PLACES_OF_PARTS.has(marker)) markers.push(main.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...(boxes.length > 0 ? [boxes] : []), ...markers]);
}

/** Header size of the last box, `jp2c`: 16 bytes if its length has eight. */
function boxHeaderBytes(boxes: Buffer): number {
  return boxes.toString("latin1", boxes.length - 4) === "jp2c" ? 8 : 16;
}

function tooMuchAtOnce({ width, height, tiles }: Jpeg2000Header): SlideFileError {
  const how = tiles === 1 ? "in one piece" : "in tiles that are too large";
  return new SlideFileError(
    "tooLarge",
    `This JPEG 2000 image of ${width} x ${height} pixels is stored ${how}. The limit for decoding is ${MAX_PX_AT_ONCE / 1e6} megapixels. Save it in tiles of 1024 pixels, or as TIFF.`,
  );
}
