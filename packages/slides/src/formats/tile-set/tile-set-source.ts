/** A slide served from the tiles of a set, in a zip or a folder. */
import type { EntryStore } from "../../archive/entry-store.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { checkPlane, type EncodedImage, type ReadTileOptions, tileGridOf } from "../../slide-source.ts";
import { checkTileSet } from "./check-tile-set.ts";
import { mediaTypeOf, whiteTile } from "./tile-picture.ts";
import { readTileBytes, type TileSetLayout, tileSizeOf } from "./tile-set-layout.ts";

/** Inner tiles and those at edges and corners have at most nine sizes, of which few are missing. */
const MAX_WHITE_TILES = 32;

export class TileSetSource implements OpenedSlide {
  readonly #store: EntryStore;
  readonly #layout: TileSetLayout;
  readonly #whiteTiles = new Map<string, Promise<EncodedImage>>();

  /** Takes ownership of the store: closing the source closes it. */
  constructor(store: EntryStore, layout: TileSetLayout) {
    this.#store = store;
    this.#layout = layout;
    store.forgetListing();
  }

  get format() {
    return this.#layout.format;
  }
  get levels() {
    return this.#layout.levels;
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
  get properties() {
    return this.#layout.properties;
  }
  get orientationDeg() {
    return 0 as const;
  }
  get associatedImages() {
    return [];
  }
  get planes() {
    return null;
  }
  get isRecoding() {
    return false;
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
    const bytes = await readTileBytes(this.#store, this.#layout, level, x, y);
    return bytes === null ? this.#whiteTile(tileSizeOf(facts, x, y)) : { bytes, mediaType: mediaTypeOf(bytes) };
  }

  async readAssociatedImage(name: string): Promise<never> {
    throw new RangeError(`This slide has no ${name}.`);
  }

  /** @throws SlideFileError if the archive is inconsistent, or too many tiles are missing. */
  async checkIndex(signal?: AbortSignal): Promise<void> {
    await this.#store.checkEntries(signal);
    await checkTileSet(this, this.#store, this.#layout, signal);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #whiteTile(size: { width: number; height: number }): Promise<EncodedImage> {
    const key = `${size.width}x${size.height}`;
    const white = this.#whiteTiles.get(key) ?? whiteTile(size);
    if (this.#whiteTiles.size < MAX_WHITE_TILES) this.#whiteTiles.set(key, white);
    return white;
  }
}
