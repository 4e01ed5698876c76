import TileSource from "ol/source/Tile.js";
import type Tile from "ol/Tile.js";
import TileState from "ol/TileState.js";
import { withinExtentAndZ } from "ol/tilecoord.js";
import type { SlideDescription } from "../slide-description.ts";
import { worldProjection } from "../world/world.ts";
import { levelsCoarsestFirst, tileCountsOf } from "./level-choice.ts";
import { decodeTile, type LoadTile, loadWithRetry, tileUrl } from "./load-tile.ts";
import { SlideTile } from "./slide-tile.ts";
import { SlideTileGrid } from "./slide-tile-grid.ts";

/** Tiles asked for at the same time: more would only wait in the browser's own queue, and be harder to give up. */
export const MAX_TILES_LOADING = 16;
/** A coarsest level of up to this many tiles is loaded first and kept, so that there is always something to see. */
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
  readonly loadTile: LoadTile;
  readonly onTileLoaded: (tile: SlideTile) => void;
  readonly onTileFailed: (failure: TileFailure) => void;
  /** A tile that had failed may be asked for again: a frame has to be drawn for that. */
  readonly onTileRevived: () => void;
}

/** Makes a slide's tiles; knows which are on their way and gives up those that nobody looks at any more. */
export class SlideTileSource extends TileSource {
  readonly #options: SlideTileSourceOptions;
  readonly #levels: readonly LevelEntry[];
  readonly #base = new Map<string, SlideTile>();
  readonly #loading = new Set<SlideTile>();

  constructor(options: SlideTileSourceOptions) {
    super({
      projection: worldProjection(options.slide),
      tileGrid: new SlideTileGrid(options.slide),
      interpolate: true,
    });
    this.#options = options;
    this.#levels = levelsCoarsestFirst(options.slide);
  }

  /** Tiles of the coarsest level that are kept for as long as the viewer lives; none if that level is large. */
  baseTileCounts(): readonly [columns: number, rows: number] {
    const coarsest = this.#levels[0];
    if (!coarsest) return [0, 0];
    const [columns, rows] = tileCountsOf(coarsest.level);
    return columns * rows <= BASE_MAX_TILES ? [columns, rows] : [0, 0];
  }

  /** Asks for the base tiles now, before the map has drawn its first frame. */
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
    const kept = isBase ? this.#base.get(`${x},${y}`) : undefined;
    if (kept) return kept;
    const tile = this.#createTile(z, x, y);
    if (isBase) this.#base.set(`${x},${y}`, tile);
    return tile;
  }

  /**
   * Asks for the tiles of a frame, the nearest to its middle first, as far as there is room. The map's own queue asks for
   * none while frames run late; ours may, since fetching and decoding take no time of the main thread.
   *
   * @param worldCenter middle of the view.
   */
  loadWanted(tiles: Iterable<Tile>, worldCenter: readonly number[]): void {
    const room = MAX_TILES_LOADING - this.#loading.size;
    if (room <= 0 || !this.tileGrid) return;
    const [centerX = 0, centerY = 0] = worldCenter;
    const idle: { tile: Tile; distance: number }[] = [];
    for (const tile of tiles) {
      if (tile.getState() !== TileState.IDLE) continue;
      const [x = 0, y = 0] = this.tileGrid.getTileCoordCenter(tile.tileCoord);
      idle.push({ tile, distance: Math.hypot(x - centerX, y - centerY) });
    }
    idle.sort((a, b) => a.distance - b.distance);
    for (const { tile } of idle.slice(0, room)) tile.load();
  }

  /** Stops loading of the tiles that are not wanted. @param wantedKeys keys of the tiles in view. */
  giveUpAllBut(wantedKeys: Readonly<Record<string, boolean>>): void {
    for (const tile of this.#loading) {
      if (tile.tileCoord[0] === 0 && this.#base.size > 0) continue;
      if (!wantedKeys[tile.getKey()]) tile.giveUp();
    }
  }

  override disposeInternal(): void {
    for (const tile of [...this.#loading, ...this.#base.values()]) tile.dispose();
    this.#loading.clear();
    this.#base.clear();
    super.disposeInternal();
  }

  #createTile(z: number, x: number, y: number): SlideTile {
    const { level, index } = this.#levels[z] as LevelEntry;
    const url = tileUrl(this.#options.slide.tilesUrl, index, x, y);
    const tile = new SlideTile({
      tileCoord: [z, x, y],
      load: async (signal) => {
        this.#loading.add(tile);
        try {
          const blob = await loadWithRetry(this.#options.loadTile, url, signal);
          signal.throwIfAborted();
          return await decodeTile(blob, level.tileWidth, level.tileHeight);
        } finally {
          this.#loading.delete(tile);
        }
      },
      onLoaded: (loaded) => this.#options.onTileLoaded(loaded),
      onFailed: (_tile, error) => this.#options.onTileFailed({ level: index, x, y, error }),
      onRevived: () => this.#options.onTileRevived(),
    });
    tile.key = this.getKey();
    return tile;
  }
}
