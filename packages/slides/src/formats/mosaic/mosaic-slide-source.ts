/**
 * A slide composed of images of a TIFF file: a tile that equals one stored tile is sent unchanged, others are painted
 * from the parts at their position, on white.
 */

import { BlockCache } from "../../bytes/block-cache.ts";
import type { FileBytes } from "../../bytes/file-bytes.ts";
import {
  copyPicture,
  cutPicture,
  encodeJpeg,
  encodePng,
  type RawPicture,
  whitePicture,
} from "../../codec/raw-picture.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { type TilePlace, tilePlaceOf } from "../../picture/colour-tile.ts";
import {
  type AssociatedImageName,
  checkPlane,
  type EncodedImage,
  type ReadTileOptions,
  type SlideDescription,
  SlideFileError,
  type SlideLevel,
  type SlideSource,
  tileGridOf,
} from "../../slide-source.ts";
import { checkTileIndex } from "../../tiff/check-tile-index.ts";
import { type OpenTiff, SegmentReader } from "../../tiff/read-segment.ts";
import { readWholePicture } from "../../tiff/read-whole-picture.ts";
import type { PictureStorage } from "../../tiff/tiff-page.ts";
import type { MosaicLevel, PlacedPart } from "./mosaic-level.ts";

export type MosaicFacts = Pick<
  SlideDescription,
  "format" | "pixelSizeUm" | "objectivePower" | "orientationDeg" | "properties"
>;

export interface MosaicLayout extends MosaicFacts {
  readonly isLittleEndian: boolean;
  /** From the largest to the smallest. */
  readonly levels: readonly MosaicLevel[];
  readonly associatedImages: readonly { readonly name: AssociatedImageName; readonly picture: PictureStorage }[];
}

/** Full-size chroma and a quality above that of scanners, so that painting causes almost no loss. */
const PAINTED_QUALITY = 92;

export class MosaicSlideSource implements OpenedSlide {
  readonly levels: readonly SlideLevel[];
  readonly associatedImages: SlideSource["associatedImages"];
  readonly isRecoding = true;
  readonly planes = null;
  readonly #layout: MosaicLayout;
  readonly #tiff: OpenTiff;
  readonly #readers: readonly (readonly SegmentReader[])[];

  /** Takes ownership of the file: closing the source closes it. */
  constructor(file: FileBytes, layout: MosaicLayout) {
    this.#layout = layout;
    this.#tiff = { file, pieces: new BlockCache(file), isLittleEndian: layout.isLittleEndian };
    this.levels = layout.levels.map(({ facts }) => facts);
    this.associatedImages = layout.associatedImages.map(({ name, picture: { width, height } }) => ({
      name,
      width,
      height,
    }));
    this.#readers = layout.levels.map(({ pictures }) =>
      pictures.map((picture) => new SegmentReader(this.#tiff, picture)),
    );
  }

  get format() {
    return this.#layout.format;
  }
  get width() {
    return this.levels[0]!.width;
  }
  get height() {
    return this.levels[0]!.height;
  }
  get pixelSizeUm() {
    return this.#layout.pixelSizeUm;
  }
  get objectivePower() {
    return this.#layout.objectivePower;
  }
  get orientationDeg() {
    return this.#layout.orientationDeg;
  }
  get properties() {
    return this.#layout.properties;
  }

  async readTile(level: number, x: number, y: number, { signal, plane }: ReadTileOptions = {}): Promise<EncodedImage> {
    if (plane) checkPlane(this, plane);
    const facts = this.levels[level];
    const grid = facts && tileGridOf(facts);
    const exists = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0;
    if (!facts || !grid || !exists || x >= grid.columns || y >= grid.rows) {
      throw new RangeError(`Tile ${level}/${x}/${y} does not exist.`);
    }
    signal?.throwIfAborted();
    return this.#tiff.file.use(() => this.#paint(level, tilePlaceOf(facts, x, y), signal));
  }

  async #paint(level: number, place: TilePlace, signal?: AbortSignal): Promise<EncodedImage> {
    const readers = this.#readers[level]!;
    const parts = await this.#partsThere(level, place);
    const [only, another] = parts;
    if (only === undefined) return encodePng(whitePicture(place.width, place.height));
    if (another === undefined && isExactly(only, place)) {
      const { width, height } = readers[only.picture]!.sizeOf(only.column, only.row);
      if (width === place.width && height === place.height) {
        return readers[only.picture]!.readEncoded(only.column, only.row, signal);
      }
    }
    const canvas = whitePicture(place.width, place.height);
    const decoded = new Map<string, RawPicture>();
    for (const part of parts) {
      const key = segmentKeyOf(part);
      const stored = decoded.get(key) ?? (await readers[part.picture]!.readRaw(part.column, part.row, signal));
      decoded.set(key, stored);
      paintPart(canvas, place, part, stored);
    }
    return encodeJpeg(canvas, PAINTED_QUALITY);
  }

  /** Omits parts whose segment is missing in the file. */
  async #partsThere(level: number, place: TilePlace): Promise<PlacedPart[]> {
    const exists = new Map<string, boolean>();
    const parts: PlacedPart[] = [];
    for (const part of this.#layout.levels[level]!.partsAt(place)) {
      const key = segmentKeyOf(part);
      if (!exists.has(key)) {
        exists.set(key, (await this.#readers[level]![part.picture]!.locate(part.column, part.row)) !== null);
      }
      if (exists.get(key)) parts.push(part);
    }
    return parts;
  }

  async readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    const image = this.#layout.associatedImages.find((candidate) => candidate.name === name);
    if (image === undefined) throw new RangeError(`This slide has no ${name}.`);
    signal?.throwIfAborted();
    return this.#tiff.file.use(() => readWholePicture(this.#tiff, image.picture, signal));
  }

  /** @throws SlideFileError if an entry of the tile index is outside of the file. */
  checkIndex(signal?: AbortSignal): Promise<void> {
    const levels = this.#layout.levels.flatMap(({ pictures }) => pictures.map((picture) => ({ picture })));
    const { associatedImages, isLittleEndian } = this.#layout;
    return checkTileIndex(this.#tiff.file, { levels, associatedImages, isLittleEndian }, signal);
  }

  close(): Promise<void> {
    return this.#tiff.file.close();
  }
}

function segmentKeyOf({ picture, column, row }: PlacedPart): string {
  return `${picture}/${column}/${row}`;
}

function isExactly({ left, top, part }: PlacedPart, place: TilePlace): boolean {
  const isWhole = part.left === 0 && part.top === 0 && part.width === place.width && part.height === place.height;
  return isWhole && left === place.left && top === place.top;
}

/** Paints the part of an image that is within the region. */
function paintPart(canvas: RawPicture, place: TilePlace, { part, left, top }: PlacedPart, stored: RawPicture): void {
  const x = Math.max(left, place.left);
  const y = Math.max(top, place.top);
  const width = Math.min(left + part.width, place.left + place.width) - x;
  const height = Math.min(top + part.height, place.top + place.height) - y;
  if (width <= 0 || height <= 0) return;
  const from = { left: part.left + x - left, top: part.top + y - top, width, height };
  if (from.left + width > stored.width || from.top + height > stored.height) {
    throw new SlideFileError("damaged", "This file is damaged: a tile does not have the size the file states.");
  }
  copyPicture(cutPicture(stored, from), canvas, x - place.left, y - place.top);
}
