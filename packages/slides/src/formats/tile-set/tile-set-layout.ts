/**
 * Where the tiles of a set of pictures lie, and how large they are: what the formats of tile sets differ in.
 */
import type { EntryStore } from "../../archive/entry-store.ts";
import { type SlideDescription, SlideFileError, type SlideLevel, tileGridOf } from "../../slide-source.ts";
import { pictureSizeOf } from "./tile-picture.ts";

export interface TileSetLayout
  extends Pick<SlideDescription, "format" | "levels" | "pixelSizeUm" | "objectivePower" | "properties"> {
  /** Paths at which a tile may lie, the likeliest first. @param level index into `levels`. */
  readonly pathsOf: (level: number, x: number, y: number) => readonly string[];
}

/** Ways in which programs halve an odd side. */
export const ROUNDINGS = { up: Math.ceil, down: Math.floor, nearest: Math.round } as const;

export type Rounding = keyof typeof ROUNDINGS;

/** Source: rule D-10. */
const MAX_SIDE_PX = 2 ** 20;
const MAX_TILES = 4_000_000;
export const MAX_TILE_PX = 4096;
export const MAX_TILE_BYTES = 16 * 2 ** 20;

/** A level at `downsample`, never without pixels. */
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

/** How large a tile's picture should be, with its overlap. */
export function tileSizeOf(level: SlideLevel, x: number, y: number): { width: number; height: number } {
  const overlap = level.tileOverlapPx ?? 0;
  const along = (index: number, tile: number, side: number) =>
    Math.min(side, (index + 1) * tile + overlap) - Math.max(0, index * tile - overlap);
  return { width: along(x, level.tileWidth, level.width), height: along(y, level.tileHeight, level.height) };
}

/** @throws SlideFileError if a picture of this size is absurd. */
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
 * The layout whose last tiles, at the lower right edge, are there and have the size that it says: programs round the sides of
 * small levels differently, and no description says how.
 *
 * @param layouts alike but for that, the likeliest first; the first if none fits.
 */
export async function settleLayout<Layout extends TileSetLayout>(
  store: EntryStore,
  layouts: readonly [Layout, ...Layout[]],
): Promise<Layout> {
  for (const layout of layouts) {
    const others = layouts.filter((other) => other !== layout);
    const telling = layout.levels.findIndex((level, index) =>
      others.some(({ levels }) => levels[index]?.width !== level.width || levels[index]?.height !== level.height),
    );
    if (telling < 0) return layout;
    const level = layout.levels[telling]!;
    const { columns, rows } = tileGridOf(level);
    const bytes = await readTileBytes(store, layout, telling, columns - 1, rows - 1);
    const size = bytes && (await pictureSizeOf(bytes));
    const expected = tileSizeOf(level, columns - 1, rows - 1);
    if (size && size.width === expected.width && size.height === expected.height) return layout;
  }
  return layouts[0];
}

/** @returns null: there is no such tile in the set. */
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

/** Whether any tile of a level is there: the first ones, or others evenly spread over it. */
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

/** Levels of which there are tiles, and of those that are no more than one tile the largest. */
export function usedLevels(store: EntryStore, layout: TileSetLayout): number[] {
  const used: number[] = [];
  for (const [index, level] of layout.levels.entries()) {
    if (!hasAnyTile(store, layout, index)) continue;
    used.push(index);
    if (isOneTile(level)) break;
  }
  return used;
}

/** The same, but only with some of its levels. @throws SlideFileError if the picture at full size is not among them. */
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
