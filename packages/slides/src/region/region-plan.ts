/** Chooses the level that a part of a slide is read from, and determines whether its pixels can be used unscaled. */
import { type SlideDescription, type SlideLevel, tileGridOf } from "../slide-source.ts";
import type { Rectangle, Size } from "./upright-frame.ts";

export interface RegionPlan {
  /** Index into the slide's levels. */
  readonly level: number;
  /** In px of the level; integers if `isCut`. */
  readonly place: Rectangle;
  /** Whether the requested pixels are the level's own: they are cropped, not computed. */
  readonly isCut: boolean;
}

export interface TileIndices {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** Sizes are rounded to whole px; a scale this close to a level's resolution counts as equal to it. */
const SCALE_TOLERANCE = 1.001;
/** Tolerance for values that should be integers after a division. */
const WHOLE_TOLERANCE = 1e-6;

/**
 * @param region of the stored image, in full-resolution px, inside the image.
 * @param size requested size, in px.
 */
export function planRegion(slide: SlideDescription, region: Rectangle, size: Size): RegionPlan {
  for (const [index, level] of slide.levels.entries()) {
    const place = cutPlaceOf(slide, level, region, size);
    if (place) return { level: index, place, isCut: true };
  }
  const scale = Math.min(region.width / size.width, region.height / size.height);
  const level = Math.max(
    0,
    slide.levels.findLastIndex(({ downsample }) => downsample <= scale * SCALE_TOLERANCE),
  );
  return { level, place: placeIn(slide.levels[level]!, region), isCut: false };
}

/** The tile that matches this part of a level exactly; null: none. */
export function tileOfPlan(slide: SlideDescription, { level, place, isCut }: RegionPlan): TileIndices | null {
  const { tileWidth, tileHeight, width, height, tileOverlapPx = 0 } = slide.levels[level]!;
  if (!isCut || tileOverlapPx > 0) return null;
  const [x, y] = [place.left / tileWidth, place.top / tileHeight];
  if (!Number.isInteger(x) || !Number.isInteger(y)) return null;
  const isWhole =
    place.width === Math.min(tileWidth, width - place.left) &&
    place.height === Math.min(tileHeight, height - place.top);
  return isWhole ? { level, x, y } : null;
}

/** Tiles that contain a part of a level: first and last column and row. */
export function tilesOfPlace(
  level: SlideLevel,
  { left, top, width, height }: Rectangle,
): { readonly firstX: number; readonly lastX: number; readonly firstY: number; readonly lastY: number } {
  const { columns, rows } = tileGridOf(level);
  const indexOf = (place: number, tileSide: number, count: number) =>
    Math.min(count - 1, Math.max(0, Math.floor(place / tileSide)));
  return {
    firstX: indexOf(left, level.tileWidth, columns),
    lastX: indexOf(Math.ceil(left + width) - 1, level.tileWidth, columns),
    firstY: indexOf(top, level.tileHeight, rows),
    lastY: indexOf(Math.ceil(top + height) - 1, level.tileHeight, rows),
  };
}

/**
 * The region in px of the level, if its edges are at pixel boundaries and it has the requested size there. For a region
 * at the edge of the image, a viewer that requests tiles rounds the size of the last one up, as level sizes are.
 */
function cutPlaceOf(slide: Size, level: SlideLevel, region: Rectangle, { width, height }: Size): Rectangle | null {
  const [left, top] = [wholeOf(region.left / level.downsample), wholeOf(region.top / level.downsample)];
  if (left === null || top === null) return null;
  const isSame = (full: number, requested: number, isAtEnd: boolean) =>
    Math.abs(full / level.downsample - requested) <= (isAtEnd ? 1 - WHOLE_TOLERANCE : WHOLE_TOLERANCE);
  const fits =
    isSame(region.width, width, region.left + region.width === slide.width) &&
    isSame(region.height, height, region.top + region.height === slide.height) &&
    left + width <= level.width &&
    top + height <= level.height;
  return fits ? { left, top, width, height } : null;
}

function wholeOf(value: number): number | null {
  const whole = Math.round(value);
  return Math.abs(value - whole) <= WHOLE_TOLERANCE ? whole : null;
}

/** Levels whose size is rounded down end slightly before the image does. */
function placeIn(level: SlideLevel, { left, top, width, height }: Rectangle): Rectangle {
  const scaled = (value: number, end: number) => Math.min(value / level.downsample, end);
  const [x, y] = [scaled(left, level.width), scaled(top, level.height)];
  return {
    left: x,
    top: y,
    width: scaled(left + width, level.width) - x,
    height: scaled(top + height, level.height) - y,
  };
}
