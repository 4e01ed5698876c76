/**
 * Chooses the resolution level to draw, and computes its tiles. Levels here are ordered from the coarsest, as in the
 * map library.
 */
import type { SlideDescription, SlideLevel } from "../slide-description.ts";

/**
 * Fraction (as an exponent) of the gap between two levels up to which the coarser one may be enlarged on the screen.
 */
const ENLARGED_SHARE_OF_GAP = 0.5;
/** Keeps levels with a factor of 2 practically unenlarged. */
const ENLARGEMENT_AT_GAP_ONE = 0.75;

/** The levels in the map library's order: coarsest first. A level that is not coarser than the next is omitted. */
export function levelsCoarsestFirst(slide: SlideDescription): readonly { level: SlideLevel; index: number }[] {
  const retained: { level: SlideLevel; index: number }[] = [];
  for (const [index, level] of slide.levels.entries()) {
    const finer = retained.at(-1);
    if (!finer || level.downsample > finer.level.downsample) retained.push({ level, index });
  }
  return retained.reverse();
}

export function tileCountsOf(level: SlideLevel): readonly [columns: number, rows: number] {
  return [Math.ceil(level.width / level.tileWidth), Math.ceil(level.height / level.tileHeight)];
}

/**
 * Size of a tile's image: edge tiles are cropped to the level.
 *
 * @returns px of the level; 0 on an axis where the tile is outside.
 */
export function tilePictureSize(level: SlideLevel, x: number, y: number): readonly [width: number, height: number] {
  return [
    Math.max(0, Math.min(level.tileWidth, level.width - x * level.tileWidth)),
    Math.max(0, Math.min(level.tileHeight, level.height - y * level.tileHeight)),
  ];
}

/**
 * The level that looks sharp without loading unnecessarily many tiles.
 *
 * The coarsest level without noticeable enlargement. If levels are far apart (1, 4, 16), the finer one would cost up to
 * 16 times the screen's pixels, so a coarser one may be enlarged a little: 1.06 times at a gap of 2, 1.5 at 4.
 *
 * @param downsamples coarsest first, at least one.
 * @param resolution slide pixels per device pixel.
 * @returns index into `downsamples`.
 */
export function levelForResolution(downsamples: readonly number[], resolution: number): number {
  for (let index = 0; index < downsamples.length; index += 1) {
    const downsample = downsamples[index] as number;
    const finer = downsamples[index + 1];
    if (finer === undefined) return index;
    const enlargement = Math.max(1, ENLARGEMENT_AT_GAP_ONE * (downsample / finer) ** ENLARGED_SHARE_OF_GAP);
    if (downsample / resolution <= enlargement) return index;
  }
  return 0;
}
