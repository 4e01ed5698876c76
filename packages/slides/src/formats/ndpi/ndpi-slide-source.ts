/**
 * A slide served from an NDPI file without decoding.
 */

import { BlockCache } from "../../bytes/block-cache.ts";
import type { RandomAccessBytes } from "../../bytes/random-access-bytes.ts";
import { readJpegHeader } from "../../codec/jpeg-header.ts";
import {
  type AssociatedImage,
  type AssociatedImageName,
  checkPlane,
  type EncodedImage,
  FIRST_PLANE,
  type OrientationDeg,
  type ReadTileOptions,
  SlideFileError,
  type SlideLevel,
  type SlideSource,
  tileGridOf,
} from "../../slide-source.ts";
import { downsampleOf } from "../../tiff/choose-levels.ts";
import { BANDS } from "./band-cache.ts";
import type { NdpiLayout, NdpiPlane } from "./ndpi-layout.ts";
import { type NdpiPicture, type NdpiStrip, readPicture } from "./ndpi-picture.ts";
import { PictureTiles, type TileShape, tileShapeOf } from "./picture-tiles.ts";

/** The slide's file; implemented by `FileBytes`. */
export interface NdpiFile extends RandomAccessBytes {
  /** Runs work with several reads, during which the file stays open. */
  use<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

interface Level {
  readonly facts: SlideLevel;
  readonly shape: TileShape;
  /** By depth; empty if there is only one, whose directory is no longer needed. */
  readonly planes: readonly NdpiPlane[];
  /** By depth, created on demand. */
  readonly tiles: Map<number, Promise<PictureTiles>>;
}

export class NdpiSlideSource implements SlideSource {
  readonly format = "ndpi";
  readonly orientationDeg: OrientationDeg = 0;
  readonly isRecoding = false;
  readonly levels: readonly SlideLevel[];
  readonly associatedImages: readonly AssociatedImage[];
  readonly planes: SlideSource["planes"];
  readonly pixelSizeUm: SlideSource["pixelSizeUm"];
  readonly objectivePower: number | null;
  readonly properties: SlideSource["properties"];
  readonly #file: NdpiFile;
  readonly #macro: NdpiStrip | null;
  readonly #levels: readonly Level[];

  private constructor(file: NdpiFile, layout: NdpiLayout, levels: readonly Level[]) {
    const { macro, depthSpacingUm } = layout;
    this.#file = file;
    this.#macro = macro;
    this.#levels = levels;
    this.levels = levels.map(({ facts }) => facts);
    this.associatedImages = macro === null ? [] : [{ name: "macro", width: macro.width, height: macro.height }];
    const depths = levels[0]!.planes.length;
    this.planes = depths === 0 ? null : { channels: [], sampleBits: 8, depths, depthSpacingUm, times: 1 };
    this.pixelSizeUm = layout.pixelSizeUm;
    this.objectivePower = layout.objectivePower;
    this.properties = layout.properties;
  }

  /**
   * Levels whose tiles cannot be created without decoding are omitted.
   *
   * @param file owned by the source afterwards, unless this throws or returns null: closing the source closes it.
   * @returns null if the largest level is one of them.
   * @throws SlideFileError
   */
  static async open(file: NdpiFile, pieces: BlockCache, layout: NdpiLayout): Promise<NdpiSlideSource | null> {
    const levels: Level[] = [];
    for (const [index, planes] of layout.levels.entries()) {
      const { directory, strip } = planes[layout.middleDepth]!;
      const picture = await readPicture(directory, strip, file, pieces);
      if (picture === null && index === 0) return null;
      if (picture === null) continue;
      const shape = tileShapeOf(picture);
      const facts = factsOf(picture, shape, levels[0]?.facts);
      const tiles = Promise.resolve(new PictureTiles(file, picture, shape, BANDS));
      levels.push({
        facts,
        shape,
        planes: planes.length > 1 ? planes : [],
        tiles: new Map([[layout.middleDepth, tiles]]),
      });
    }
    return new NdpiSlideSource(file, layout, levels);
  }

  get width() {
    return this.levels[0]!.width;
  }
  get height() {
    return this.levels[0]!.height;
  }

  async readTile(index: number, x: number, y: number, options: ReadTileOptions = {}): Promise<EncodedImage> {
    const { signal, plane = FIRST_PLANE } = options;
    checkPlane(this, plane);
    const level = this.#levels[index];
    const exists = Number.isInteger(x) && Number.isInteger(y) && x >= 0 && y >= 0;
    const grid = level ? tileGridOf(level.facts) : { columns: 0, rows: 0 };
    if (level === undefined || !exists || x >= grid.columns || y >= grid.rows) {
      throw new RangeError(`Tile ${index}/${x}/${y} does not exist.`);
    }
    signal?.throwIfAborted();
    return this.#file.use(async () => (await this.#tilesOf(level, plane.depth)).read(x, y, signal));
  }

  async readAssociatedImage(name: AssociatedImageName, signal?: AbortSignal): Promise<EncodedImage> {
    const macro = this.#macro;
    if (macro === null || name !== "macro") throw new RangeError(`This slide has no ${name}.`);
    signal?.throwIfAborted();
    const bytes = await this.#file.use(() => this.#file.read(macro.position, macro.bytes));
    readJpegHeader(bytes, 0, bytes.length);
    return { bytes, mediaType: "image/jpeg" };
  }

  /** @throws SlideFileError if a focal plane differs from the others, or interval offsets are wrong. */
  async checkIndex(signal?: AbortSignal): Promise<void> {
    for (const level of this.#levels) {
      for (const depth of level.planes.length > 0 ? level.planes.keys() : level.tiles.keys()) {
        signal?.throwIfAborted();
        await this.#file.use(async () => (await this.#tilesOf(level, depth)).checkIndex());
      }
    }
  }

  /** Waits for running reads. */
  async close(): Promise<void> {
    await this.#file.close();
    const opened = await Promise.allSettled(this.#levels.flatMap(({ tiles }) => [...tiles.values()]));
    for (const tiles of opened) if (tiles.status === "fulfilled") tiles.value.forget();
  }

  #tilesOf(level: Level, depth: number): Promise<PictureTiles> {
    const known = level.tiles.get(depth);
    if (known) return known;
    const tiles = this.#openPlane(level, depth);
    level.tiles.set(depth, tiles);
    tiles.catch(() => level.tiles.delete(depth));
    return tiles;
  }

  async #openPlane({ planes, facts, shape }: Level, depth: number): Promise<PictureTiles> {
    const { directory, strip } = planes[depth]!;
    const picture = await readPicture(directory, strip, this.#file, new BlockCache(this.#file));
    const isAlike =
      picture?.width === facts.width &&
      picture.height === facts.height &&
      picture.stream.unitWidth * shape.columns === facts.tileWidth &&
      picture.stream.unitHeight * shape.rows === facts.tileHeight;
    if (!isAlike) {
      throw new SlideFileError("damaged", "This file is damaged: its focal planes are not of one size.");
    }
    return new PictureTiles(this.#file, picture, shape, BANDS);
  }
}

function factsOf(picture: NdpiPicture, shape: TileShape, base: SlideLevel | undefined): SlideLevel {
  const { width, height, stream } = picture;
  return {
    width,
    height,
    tileWidth: shape.columns * stream.unitWidth,
    tileHeight: shape.rows * stream.unitHeight,
    downsample: base ? downsampleOf(base, { width, height }) : 1,
  };
}
