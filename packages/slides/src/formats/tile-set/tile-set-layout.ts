/** Positions and sizes of the tiles of a set: the differences between tile set formats. */
import type { EntryStore } from "../../archive/entry-store.ts";
import { type SlideDescription, SlideFileError, type SlideLevel, tileGridOf } from "../../slide-source.ts";
import { pictureSizeOf } from "./tile-picture.ts";

export interface TileSetLayout
  extends Pick<SlideDescription, "format" | "levels" | "pixelSizeUm" | "objectivePower" | "properties"> {
  /** Possible paths of a tile, the most likely first. @param level index into `levels`. */
  readonly pathsOf: (level: number, x: number, y: number) => readonly string[];
}

/** Rounding modes of programs when an odd side is halved. */
export const ROUNDINGS = { up: Math.ceil, down: Math.floor, nearest: Math.round } as const;

export type Rounding = keyof typeof ROUNDINGS;

/** Source: rule D-10. */
const MAX_SIDE_PX = 2 ** 20;
const MAX_TILES = 4_000_000;
export const MAX_TILE_PX = 4096;
export const MAX_TILE_BYTES = 16 * 2 ** 20;

/** The level at `downsample`, at least one pixel in size. */
export function levelAt(
  full: { readonly width: number; readonly height: number },
  downsample: number,
  tile: { readonly width: number; readonly height: number; readonly overlapPx?: number },
  rounding: Rounding,
): SlideLevel {
  const sideOf = (side: number) => Math.max(1, ROUNDINGS[rounding](side / downsample));
  return {
    width: sideOf(full.width),
    height: sideOf(full.height),
    tileWidth: tile.width,
    tileHeight: tile.height,
    downsample,
    ...(tile.overlapPx ? { tileOverlapPx: tile.overlapPx } : {}),
  };
}

export function isOneTile({ width, height, tileWidth, tileHeight }: SlideLevel): boolean {
  return width <= tileWidth && height <= tileHeight;
}

/** Expected size of a tile's image, with its overlap. */
export function tileSizeOf(level: SlideLevel, x: number, y: number): { width: number; height: number } {
  const overlap = level.tileOverlapPx ?? 0;
  const along = (index: number, tile: number, side: number) =>
    Math.min(side, (index + 1) * tile + overlap) - Math.max(0, index * tile - overlap);
  return { width: along(x, level.tileWidth, level.width), height: along(y, level.tileHeight, level.height) };
}

/** @throws SlideFileError if the size of the image is impossible. */
export function checkTileSetSize(
  full: { readonly width: number; readonly height: number },
  tile: { readonly width: number; readonly height: number; readonly overlapPx?: number },
): void {
  const isSide = (px: number, most: number) => Number.isInteger(px) && px >= 1 && px <= most;
  const overlapPx = tile.overlapPx ?? 0;
  const isOverlap = Number.isInteger(overlapPx) && overlapPx >= 0 && overlapPx <= Math.min(tile.width, tile.height);
  if (!isSide(full.width, Number.MAX_SAFE_INTEGER) || !isSide(full.height, Number.MAX_SAFE_INTEGER) || !isOverlap) {
    throw badDescription();
  }
  if (!isSide(tile.width, MAX_TILE_PX) || !isSide(tile.height, MAX_TILE_PX)) throw badDescription();
  const tiles = Math.ceil(full.width / tile.width) * Math.ceil(full.height / tile.height);
  if (Math.max(full.width, full.height) > MAX_SIDE_PX || tiles > MAX_TILES) {
    throw new SlideFileError("tooLarge", "This tile set states an image size larger than any slide.");
  }
}

/**
 * Selects the layout whose last tiles, at the lower right edge, exist and have the expected size: programs round the
 * sides of small levels differently, and descriptors do not say how.
 *
 * @param layouts different in rounding only, the most likely first; the first is returned if none fits.
 */
export async function settleLayout<Layout extends TileSetLayout>(
  store: EntryStore,
  layouts: readonly [Layout, ...Layout[]],
): Promise<Layout> {
  for (const layout of layouts) {
    const others = layouts.filter((other) => other !== layout);
    const distinctive = layout.levels.findIndex((level, index) =>
      others.some(({ levels }) => levels[index]?.width !== level.width || levels[index]?.height !== level.height),
    );
    if (distinctive < 0) return layout;
    const level = layout.levels[distinctive]!;
    const { columns, rows } = tileGridOf(level);
    const bytes = await readTileBytes(store, layout, distinctive, columns - 1, rows - 1);
    const size = bytes && (await pictureSizeOf(bytes));
    const expected = tileSizeOf(level, columns - 1, rows - 1);
    if (size && size.width === expected.width && size.height === expected.height) return layout;
  }
  return layouts[0];
}

/** @returns null: the set does not contain the tile. */
export async function readTileBytes(
  store: EntryStore,
  layout: TileSetLayout,
  level: number,
  x: number,
  y: number,
): Promise<Buffer | null> {
  for (const path of layout.pathsOf(level, x, y)) {
    const entry = store.find(path);
    if (entry) return store.readFully(entry, MAX_TILE_BYTES);
  }
  return null;
}

/** Whether any tile of a level exists: checks the first ones, and others distributed evenly. */
export function hasAnyTile(store: EntryStore, layout: TileSetLayout, level: number): boolean {
  const { columns, rows } = tileGridOf(layout.levels[level]!);
  const step = Math.max(1, Math.floor((columns * rows) / MAX_LOOKED_FOR));
  for (let index = 0; index < columns * rows; index += step) {
    const paths = layout.pathsOf(level, index % columns, Math.floor(index / columns));
    if (paths.some((path) => store.find(path) !== undefined)) return true;
  }
  return false;
}

const MAX_LOOKED_FOR = 2000;

/** Levels that have tiles; of the levels with a single tile only the largest. */
export function usedLevels(store: EntryStore, layout: TileSetLayout): number[] {
  const used: number[] = [];
  for (const [index, level] of layout.levels.entries()) {
    if (!hasAnyTile(store, layout, index)) continue;
    used.push(index);
    if (isOneTile(level)) break;
  }
  return used;
}

/**
 * The same layout with a subset of its levels. @throws SlideFileError if the full-resolution level is not among them.
 */
export function withLevels(layout: TileSetLayout, used: readonly number[]): TileSetLayout {
  if (used[0] !== 0) {
    throw new SlideFileError(
      "truncated",
      "This tile set is incomplete: the tiles of its full resolution are missing. Add it together with their folder.",
    );
  }
  return {
    ...layout,
    levels: used.map((index) => layout.levels[index]!),
    pathsOf: (level, x, y) => layout.pathsOf(used[level]!, x, y),
  };
}

export function badDescription(cause?: unknown): SlideFileError {
  return new SlideFileError("damaged", "This set of tiles is damaged: its description cannot be read.", { cause });
}
