/**
 * Slides on other servers: the stored part of their descriptor, their levels, and the URL of each tile. The browser
 * reads them directly.
 *
 * Sources: Microsoft Deep Zoom file format overview (MSDN, 2011); Zoomify Image (v3) folder layout, as OpenLayers and
 * OpenSeadragon read it; IIIF Image API 2.1 and 3.0, section 4 (requests) and 5.4 (tiles). Where IIIF allows several
 * equivalent URLs, the one that OpenSeadragon requests is used, since static files are laid out for it.
 */
import { EXTERNAL_LEVELS_MAX, type ExternalTileFormat } from "../../people/site/external-limits.ts";

interface PictureSize {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
}

interface DeepZoomFacts extends PictureSize {
  readonly type: "deepzoom";
  readonly tileSize: number;
  readonly tileOverlapPx: number;
  readonly format: ExternalTileFormat;
}

export interface ZoomifyFacts extends PictureSize {
  readonly type: "zoomify";
  readonly tileSize: number;
  /** Rounding when a tier's odd side is halved; it determines the number and position of tiles. */
  readonly halving: "up" | "down";
}

/** A resolution of an IIIF image. */
export interface IiifLevelFacts {
  /** Full-resolution pixels per pixel. */
  readonly scaleFactor: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
}

export interface IiifFacts extends PictureSize {
  readonly type: "iiif";
  readonly version: 2 | 3;
  readonly format: ExternalTileFormat;
  /** Level 0 servers of version 2 address the size of a tile by its width alone. */
  readonly isLevel0: boolean;
  /** From full resolution down; empty: only whole images are available, in `sizes`. */
  readonly tileLevels: readonly IiifLevelFacts[];
  /** From the largest down; used if there are no tiles. */
  readonly sizes: readonly PictureSize[];
}

/** Contents of a descriptor, as plain values. */
export type ExternalTileFacts = DeepZoomFacts | ZoomifyFacts | IiifFacts;
export type ExternalTileType = ExternalTileFacts["type"];

export interface ExternalTiles {
  /** URL of the descriptor: `….dzi`, `…/ImageProperties.xml`, `…/info.json`; its query is kept for the tiles. */
  readonly url: string;
  readonly facts: ExternalTileFacts;
}

/** The same fields as a level of a local slide. */
interface ExternalLevel extends PictureSize {
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Full-resolution pixels per pixel of this level. */
  readonly downsample: number;
  /** Pixels by which a tile overlaps each of its neighbours. */
  readonly tileOverlapPx: number;
}

/** From the largest down; the index is the `level` of `externalTileUrl`. */
export function externalLevels(facts: ExternalTileFacts): ExternalLevel[] {
  switch (facts.type) {
    case "deepzoom":
      return halvedLevels(facts, "up", facts.tileOverlapPx);
    case "zoomify":
      return halvedLevels(facts, facts.halving, 0);
    case "iiif":
      return iiifLevels(facts);
  }
}

/**
 * URL of one tile; y counts downwards.
 *
 * @param level index into `externalLevels`.
 * @throws RangeError if there is no such tile.
 */
export function externalTileUrl({ url, facts }: ExternalTiles, level: number, x: number, y: number): string {
  const levels = externalLevels(facts);
  const place = levels[level];
  if (place === undefined || !isTileOf(place, x, y)) throw new RangeError(`Tile ${level}/${x}/${y} does not exist.`);
  const { path, query } = splitUrl(url);
  switch (facts.type) {
    case "deepzoom": {
      const root = path.replace(/\.(dzi|xml|json)$/i, "");
      return `${root}_files/${deepestDeepZoomLevel(facts) - level}/${x}_${y}.${facts.format}${query}`;
    }
    case "zoomify": {
      const group = Math.floor(zoomifyTileNumber(levels, level, x, y) / ZOOMIFY_GROUP_TILES);
      return `${folderOf(path)}/TileGroup${group}/${levels.length - 1 - level}-${x}-${y}.jpg${query}`;
    }
    case "iiif":
      return `${folderOf(path)}/${iiifRequest(facts, place, x, y)}/0/default.${facts.format}${query}`;
  }
}

/** URL of the slide's smallest level as a thumbnail, if that is a single tile; else null. */
export function externalThumbnailUrl(tiles: ExternalTiles): string | null {
  const levels = externalLevels(tiles.facts);
  const smallest = levels.at(-1);
  return smallest && countTiles([smallest]) === 1 ? externalTileUrl(tiles, levels.length - 1, 0, 0) : null;
}

/** Total number of tiles; NUMTILES in Zoomify's descriptor. */
export function countTiles(levels: readonly ExternalLevel[]): number {
  return levels.reduce((sum, level) => sum + columnsOf(level) * rowsOf(level), 0);
}

const ZOOMIFY_GROUP_TILES = 256;

const columnsOf = ({ width, tileWidth }: ExternalLevel) => Math.ceil(width / tileWidth);
const rowsOf = ({ height, tileHeight }: ExternalLevel) => Math.ceil(height / tileHeight);

function isTileOf(level: ExternalLevel, x: number, y: number): boolean {
  const isIndex = (index: number, count: number) => Number.isInteger(index) && index >= 0 && index < count;
  return isIndex(x, columnsOf(level)) && isIndex(y, rowsOf(level));
}

/** Each level is half the previous one, down to the first that is a single tile. */
function halvedLevels(
  { width, height, tileSize }: PictureSize & { readonly tileSize: number },
  halving: "up" | "down",
  tileOverlapPx: number,
): ExternalLevel[] {
  const levels: ExternalLevel[] = [];
  for (let step = 0; step < EXTERNAL_LEVELS_MAX; step += 1) {
    const downsample = 2 ** step;
    const halved = (side: number) =>
      Math.max(1, halving === "up" ? Math.ceil(side / downsample) : Math.floor(side / downsample));
    const level = { width: halved(width), height: halved(height), tileWidth: tileSize, tileHeight: tileSize };
    levels.push({ ...level, downsample, tileOverlapPx });
    if (level.width <= tileSize && level.height <= tileSize) break;
  }
  return levels;
}

/** Deep Zoom numbers levels from a single pixel up. */
function deepestDeepZoomLevel({ width, height }: PictureSize): number {
  let level = 0;
  while (2 ** level < Math.max(width, height)) level += 1;
  return level;
}

/** Zoomify numbers all tiles from the smallest tier up, row by row, with 256 tiles per folder. */
function zoomifyTileNumber(levels: readonly ExternalLevel[], level: number, x: number, y: number): number {
  return countTiles(levels.slice(level + 1)) + y * columnsOf(levels[level]!) + x;
}

function iiifLevels({ width, height, tileLevels, sizes }: IiifFacts): ExternalLevel[] {
  if (tileLevels.length === 0) {
    return sizes.map((size) => ({
      ...size,
      tileWidth: size.width,
      tileHeight: size.height,
      downsample: width / size.width,
      tileOverlapPx: 0,
    }));
  }
  return tileLevels.map(({ scaleFactor, tileWidth, tileHeight }) => ({
    width: Math.ceil(width / scaleFactor),
    height: Math.ceil(height / scaleFactor),
    tileWidth,
    tileHeight,
    downsample: scaleFactor,
    tileOverlapPx: 0,
  }));
}

/** `{region}/{size}` of a tile. */
function iiifRequest(facts: IiifFacts, level: ExternalLevel, x: number, y: number): string {
  const { width, height, version } = facts;
  const [spanX, spanY] =
    facts.tileLevels.length === 0
      ? [width, height]
      : [level.tileWidth * level.downsample, level.tileHeight * level.downsample];
  const [left, top] = [x * spanX, y * spanY];
  const [right, bottom] = [Math.min(spanX, width - left), Math.min(spanY, height - top)];
  const isWhole = left === 0 && top === 0 && right === width && bottom === height;
  const shown = {
    width: Math.min(level.tileWidth, level.width - x * level.tileWidth),
    height: Math.min(level.tileHeight, level.height - y * level.tileHeight),
  };
  const isLessThanATile = level.width < level.tileWidth && level.height < level.tileHeight;
  const isWidthAlone = version === 2 && (facts.isLevel0 || isLessThanATile || facts.tileLevels.length === 0);
  const isFullSize = shown.width === width && shown.height === height;
  const size = isFullSize ? { 2: "full", 3: "max" }[version] : `${shown.width},${isWidthAlone ? "" : shown.height}`;
  return `${isWhole ? "full" : `${left},${top},${right},${bottom}`}/${size}`;
}

function splitUrl(url: string): { path: string; query: string } {
  const mark = url.indexOf("?");
  return mark < 0 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark) };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
