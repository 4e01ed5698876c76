/**
 * A slide of several planes served from its TIFF file: each tile shows one channel in grey, or one focal plane in
 * colour.
 */

import { BlockCache } from "../../bytes/block-cache.ts";
import type { FileBytes } from "../../bytes/file-bytes.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { tilePlaceOf } from "../../picture/colour-tile.ts";
import { encodeServedSamples, servedSamples } from "../../picture/served-samples.ts";
import {
  type AssociatedImageName,
  checkPlane,
  type EncodedImage,
  FIRST_PLANE,
  type Plane,
  type ReadTileOptions,
  type SlideLevel,
  type SlidePlanes,
  type SlideSource,
  tileGridOf,
} from "../../slide-source.ts";
import { checkTileIndex } from "../../tiff/check-tile-index.ts";
import { downsampleOf } from "../../tiff/choose-levels.ts";
import { PlaneReader } from "../../tiff/plane-reader.ts";
import { type OpenTiff, SegmentReader } from "../../tiff/read-segment.ts";
import { readWholePicture } from "../../tiff/read-whole-picture.ts";
import { COMPRESSION } from "../../tiff/tiff-fields.ts";
import { type PlaneLayout, type PlaneLevel, type PlaneSamples, planeIndexOf, STRIP_TILE_PX } from "./plane-layout.ts";

export class PlaneSlideSource implements OpenedSlide {
  readonly levels: readonly SlideLevel[];
  readonly associatedImages: SlideSource["associatedImages"];
  readonly isRecoding: boolean;
  readonly #layout: PlaneLayout;
  readonly #tiff: OpenTiff;

  /**
   * Takes ownership of the file: closing the source closes it. @param layout must be servable from its file
   * (`isServedFromFile`).
   */
  constructor(file: FileBytes, layout: PlaneLayout) {
    this.#layout = layout;
    this.#tiff = { file, pieces: new BlockCache(file), isLittleEndian: layout.isLittleEndian };
    const [full] = layout.levels;
    this.levels = layout.levels.map((level) => levelFacts(full!, level));
    this.associatedImages = layout.associatedImages.map(({ name, picture: { width, height } }) => ({
      name,
      width,
      height,
    }));
    this.isRecoding = layout.levels.some(
      (level) => !level.pictures.every((samples) => isPassedThrough(level, samples)),
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
  get planes(): SlidePlanes {
    return this.#layout.planes;
  }
  get properties() {
    return this.#layout.properties;
  }

  async readTile(level: number, x: number, y: number, options: ReadTileOptions = {}): Promise<EncodedImage> {
    const { signal, plane = FIRST_PLANE } = options;
    checkPlane(this, plane);
    const facts = this.levels[level];
    const grid = facts && tileGridOf(facts);
    const exists = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0;
    if (!facts || !grid || !exists || x >= grid.columns || y >= grid.rows) {
      throw new RangeError(`Tile ${level}/${x}/${y} does not exist.`);
    }
    signal?.throwIfAborted();
    return this.#tiff.file.use(() => this.#readTile(level, x, y, plane, signal));
  }

  async #readTile(level: number, x: number, y: number, plane: Plane, signal?: AbortSignal): Promise<EncodedImage> {
    const stored = this.#layout.levels[level]!;
    const samples = stored.pictures[planeIndexOf(this.planes, plane)]!;
    const [first] = samples;
    if (samples.length > 1) return new SegmentReader(this.#tiff, first!.picture).readEncoded(x, y, signal);
    const reader = new PlaneReader(this.#tiff, first!);
    if (isPassedThrough(stored, samples) && (await reader.isStored(x, y))) {
      return new SegmentReader(this.#tiff, first!.picture).readEncoded(x, y, signal);
    }
    const place = tilePlaceOf(this.levels[level]!, x, y);
    const region = await reader.readRegion(place, signal);
    return encodeServedSamples(servedSamples(region, first!.kind), place.width, place.height);
  }

  async readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    const image = this.#layout.associatedImages.find((candidate) => candidate.name === name);
    if (image === undefined) throw new RangeError(`This slide has no ${name}.`);
    signal?.throwIfAborted();
    return this.#tiff.file.use(() => readWholePicture(this.#tiff, image.picture, signal));
  }

  /** @throws SlideFileError if an entry of the tile index is outside of the file. */
  checkIndex(signal?: AbortSignal): Promise<void> {
    const { levels, associatedImages, isLittleEndian } = this.#layout;
    const pictures = levels.flatMap((level) => level.pictures.flat());
    return checkTileIndex(this.#tiff.file, { levels: pictures, associatedImages, isLittleEndian }, signal);
  }

  close(): Promise<void> {
    return this.#tiff.file.close();
  }
}

/** The file's own tiles, if it has any. */
function levelFacts(full: PlaneLevel, level: PlaneLevel): SlideLevel {
  const { picture } = level.pictures[0]![0]!;
  return {
    width: level.width,
    height: level.height,
    tileWidth: level.isTiled ? picture.segmentWidth : STRIP_TILE_PX,
    tileHeight: level.isTiled ? picture.segmentHeight : STRIP_TILE_PX,
    downsample: level === full ? 1 : downsampleOf(full, level),
  };
}

/** Whether stored tiles are sent unchanged, without decoding. */
function isPassedThrough({ isTiled }: PlaneLevel, samples: PlaneSamples): boolean {
  const { picture } = samples[0]!;
  return isTiled && picture.compression === COMPRESSION.jpeg && picture.samplesPerPixel === samples.length;
}
