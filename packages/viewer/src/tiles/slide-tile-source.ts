import TileSource from "ol/source/Tile.js";
import type Tile from "ol/Tile.js";
import TileState from "ol/TileState.js";
import { withinExtentAndZ } from "ol/tilecoord.js";
import type { Plane, SlideDescription } from "../slide-description.ts";
import { worldProjection } from "../world/world.ts";
import { levelsCoarsestFirst, tileCountsOf } from "./level-choice.ts";
import { SlideTile } from "./slide-tile.ts";
import { SlideTileGrid } from "./slide-tile-grid.ts";
import type { TilePictures, TilePlace } from "./tile-pictures.ts";

/**
 * Maximum number of concurrent tile requests: more would only wait in the browser's queue, where they are harder to
 * cancel.
 */
export const MAX_TILES_LOADING = 16;
/** A coarsest level with at most this many tiles is loaded first and kept, so that something is always visible. */
const BASE_MAX_TILES = 24;

type LevelEntry = ReturnType<typeof levelsCoarsestFirst>[number];

export interface TileFailure {
  /** Index into the slide's levels. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly error: unknown;
}

export interface SlideTileSourceOptions {
  readonly slide: SlideDescription;
  readonly pictures: TilePictures;
  readonly plane: Plane;
  readonly onTileLoaded: (tile: SlideTile) => void;
  readonly onTileFailed: (failure: TileFailure) => void;
  /** A failed tile may be requested again, which needs a frame. */
  readonly onTileRevived: () => void;
  /** These tiles have new images. */
  readonly onTilesUpdated: (tiles: readonly SlideTile[]) => void;
}

const planeKey = ({ depth, time }: Plane): string => `${depth} ${time}`;

/** Creates a slide's tiles, tracks the loading ones, and cancels those that are out of view. */
export class SlideTileSource extends TileSource {
  readonly #options: SlideTileSourceOptions;
  readonly #levels: readonly LevelEntry[];
  readonly #base = new Map<string, SlideTile>();
  readonly #loading = new Set<SlideTile>();
  /** Shown tiles whose image will be replaced. */
  readonly #updating = new Set<SlideTile>();
  /** Tiles that the map has not discarded. */
  readonly #living = new Set<SlideTile>();
  #exchanges = 0;
  readonly #stop = new AbortController();
  #plane: Plane;
  #isUpdatingTogether = false;
  #inView: readonly Tile[] = [];

  constructor(options: SlideTileSourceOptions) {
    super({
      projection: worldProjection(options.slide),
      tileGrid: new SlideTileGrid(options.slide),
      interpolate: true,
      key: planeKey(options.plane),
    });
    this.#options = options;
    this.#plane = options.plane;
    this.#levels = levelsCoarsestFirst(options.slide);
  }

  /** Tiles of the previous plane stay on the screen until those of this one are loaded. */
  setPlane(plane: Plane): void {
    this.#plane = plane;
    this.#base.clear(); // The map's own cache still holds them, draws them until then, and discards them later.
    this.setKey(planeKey(plane));
  }

  /** Tiles of the last frame, at its resolution. */
  placesInView(): readonly TilePlace[] {
    return this.#inView.map(({ tileCoord: [z = 0, x = 0, y = 0] }) => this.#placeOf(z, x, y));
  }

  /** Whether tiles of the last frame failed. */
  lacksTilesInView(): boolean {
    return this.#inView.some((tile) => tile.getState() === TileState.ERROR);
  }

  /** Whether a shown image will still be replaced. */
  isUpdating(): boolean {
    return this.#updating.size > 0;
  }

  /** Loaded tiles of the last frame and of the base. */
  seenTiles(): readonly SlideTile[] {
    return [...new Set([...this.#inView, ...this.#base.values()])].filter(
      (tile): tile is SlideTile =>
        tile instanceof SlideTile && tile.key === this.getKey() && tile.getState() === TileState.LOADED,
    );
  }

  /** Whether tiles of the last frame are loading, or will be. */
  lacksTilesYet(): boolean {
    const states: readonly number[] = [TileState.IDLE, TileState.LOADING];
    return this.#inView.some((tile) => states.includes(tile.getState()));
  }

  /** A new image of a tile; it is shown only by `exchange`. */
  paint({ tileCoord: [z = 0, x = 0, y = 0] }: SlideTile, by: TilePictures, signal: AbortSignal): Promise<ImageBitmap> {
    return by.load(this.#placeOf(z, x, y), this.#plane, signal);
  }

  /**
   * Replaces the images of all tiles at the same time; no tile keeps an old one. The caller draws a frame.
   *
   * @param change switches the creation of images.
   */
  exchange(made: ReadonlyMap<SlideTile, ImageBitmap>, change: () => void): void {
    this.#exchanges += 1;
    for (const tile of this.#loading) this.#giveUp(tile);
    change();
    const look = this.#options.pictures.look();
    for (const tile of this.#living) if (!made.has(tile)) tile.forget();
    for (const [tile, picture] of made) {
      tile.replace(picture);
      tile.look = look;
    }
    this.loadBase();
  }

  /** Tiles of the coarsest level that are kept for as long as the viewer lives; none if that level is large. */
  baseTileCounts(): readonly [columns: number, rows: number] {
    const coarsest = this.#levels[0];
    if (!coarsest) return [0, 0];
    const [columns, rows] = tileCountsOf(coarsest.level);
    return columns * rows <= BASE_MAX_TILES ? [columns, rows] : [0, 0];
  }

  /** Requests the base tiles immediately, before the map has drawn its first frame. */
  loadBase(): void {
    for (const tile of this.baseTiles()) tile.load();
  }

  baseTiles(): readonly SlideTile[] {
    const [columns, rows] = this.baseTileCounts();
    const tiles: SlideTile[] = [];
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        const tile = this.getTile(0, x, y);
        if (tile) tiles.push(tile);
      }
    }
    return tiles;
  }

  override getTile(z: number, x: number, y: number): SlideTile | null {
    const tileGrid = this.tileGrid;
    const entry = this.#levels[z];
    if (!entry || !tileGrid || !withinExtentAndZ([z, x, y], tileGrid)) return null;
    const [baseColumns] = this.baseTileCounts();
    const isBase = z === 0 && baseColumns > 0;
    const cached = isBase ? this.#base.get(`${x},${y}`) : undefined;
    if (cached) return cached;
    const tile = this.#createTile(z, x, y);
    if (isBase) this.#base.set(`${x},${y}`, tile);
    return tile;
  }

  /**
   * Requests the tiles of a frame, those nearest to its middle first, up to the limit. The map's own queue requests
   * none while frames are late; this one does, since fetching and decoding take no time of the main thread.
   *
   * @param worldCenter middle of the view.
   */
  loadTiles(tiles: Iterable<Tile>, worldCenter: readonly number[]): void {
    const inView = [...tiles];
    this.#inView = inView;
    this.#updateOutdated(inView);
    const room = MAX_TILES_LOADING - this.#loading.size;
    if (room <= 0 || !this.tileGrid) return;
    const [centerX = 0, centerY = 0] = worldCenter;
    const idle: { tile: Tile; distance: number }[] = [];
    for (const tile of inView) {
      if (tile.getState() !== TileState.IDLE) continue;
      const [x = 0, y = 0] = this.tileGrid.getTileCoordCenter(tile.tileCoord);
      idle.push({ tile, distance: Math.hypot(x - centerX, y - centerY) });
    }
    idle.sort((a, b) => a.distance - b.distance);
    for (const { tile } of idle.slice(0, room)) tile.load();
  }

  /** Cancels tiles that are no longer needed. @param visibleKeys keys of the tiles in view. */
  giveUpAllBut(visibleKeys: Readonly<Record<string, boolean>>): void {
    for (const tile of this.#loading) {
      const [z, x, y] = tile.tileCoord;
      if (z === 0 && this.#base.get(`${x},${y}`) === tile) continue;
      if (!visibleKeys[tile.getKey()]) this.#giveUp(tile);
    }
  }

  override disposeInternal(): void {
    this.#stop.abort();
    for (const tile of [...this.#loading, ...this.#base.values()]) tile.dispose();
    this.#loading.clear();
    this.#base.clear();
    this.#living.clear();
    super.disposeInternal();
  }

  #giveUp(tile: SlideTile): void {
    this.#loading.delete(tile);
    tile.giveUp();
  }

  #placeOf(z: number, x: number, y: number): TilePlace {
    const { level, index } = this.#levels[z] as LevelEntry;
    return { level, index, x, y };
  }

  #createTile(z: number, x: number, y: number): SlideTile {
    const { pictures, onTileLoaded, onTileFailed, onTileRevived } = this.#options;
    const place = this.#placeOf(z, x, y);
    const plane = this.#plane;
    const tile = new SlideTile({
      tileCoord: [z, x, y],
      load: async (signal) => {
        this.#loading.add(tile);
        tile.look = pictures.look();
        try {
          return await pictures.load(place, plane, signal);
        } finally {
          // A cancelled tile may be loading again.
          if (!signal.aborted) this.#loading.delete(tile);
        }
      },
      onLoaded: (loaded) => onTileLoaded(loaded),
      onFailed: (_tile, error) => onTileFailed({ level: place.index, x, y, error }),
      onRevived: () => onTileRevived(),
      onDisposed: (disposed) => {
        // The map discards tiles that it has not drawn for a long time; a base tile is created again on demand.
        if (z === 0 && this.#base.get(`${x},${y}`) === disposed) this.#base.delete(`${x},${y}`);
        this.#living.delete(disposed);
        this.#loading.delete(disposed);
      },
    });
    this.#living.add(tile);
    tile.key = this.getKey();
    return tile;
  }

  /**
   * Recreates outdated images. Those that need nothing from the network change together, in one frame; the settings may
   * change again before that: the frame that shows them checks again.
   */
  #updateOutdated(inView: readonly Tile[]): void {
    const look = this.#options.pictures.look();
    const outdated = [...new Set([...inView, ...this.#base.values()])].filter(
      (tile): tile is SlideTile =>
        tile instanceof SlideTile &&
        tile.getState() === TileState.LOADED &&
        tile.look !== look &&
        !this.#updating.has(tile),
    );
    if (outdated.length === 0) return;
    const isAtHand = ({ tileCoord: [z = 0, x = 0, y = 0] }: SlideTile) =>
      this.#options.pictures.isAtHand(this.#placeOf(z, x, y), this.#plane);
    const [together, oneByOne] = [outdated.filter(isAtHand), outdated.filter((tile) => !isAtHand(tile))];
    if (together.length > 0 && !this.#isUpdatingTogether) {
      this.#isUpdatingTogether = true;
      void this.#update(together).finally(() => {
        this.#isUpdatingTogether = false;
      });
    }
    const room = Math.max(0, MAX_TILES_LOADING - this.#loading.size - this.#updating.size);
    for (const tile of oneByOne.slice(0, room)) void this.#update([tile]);
  }

  /**
   * Creates the tiles' images, then replaces all together, unless a newer swap has started. A tile that fails keeps its
   * image.
   */
  async #update(tiles: readonly SlideTile[]): Promise<void> {
    const { pictures, onTilesUpdated, onTileFailed } = this.#options;
    const look = pictures.look();
    const plane = this.#plane;
    const exchanges = this.#exchanges;
    for (const tile of tiles) this.#updating.add(tile);
    const made = await Promise.all(
      tiles.map(async (tile) => {
        const [z = 0, x = 0, y = 0] = tile.tileCoord;
        const place = this.#placeOf(z, x, y);
        const bitmap = await pictures.load(place, plane, this.#stop.signal).catch((error: unknown) => {
          if (!this.#stop.signal.aborted) onTileFailed({ level: place.index, x, y, error });
          return null;
        });
        return { tile, bitmap };
      }),
    );
    for (const { tile, bitmap } of made) {
      this.#updating.delete(tile);
      if (exchanges !== this.#exchanges) {
        bitmap?.close();
        continue;
      }
      tile.look = look;
      if (bitmap) tile.replace(bitmap);
    }
    if (!this.#stop.signal.aborted) onTilesUpdated(tiles);
  }
}
