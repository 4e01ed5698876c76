/**
 * Which levels a slide lacks for being looked at smoothly at every magnification.
 *
 * Source: issue 2, "Levels that a file lacks (one huge level, a gap wider than 8)".
 */
import { planeCountOf, type SlideDescription } from "../slide-source.ts";
import { MAX_PLANE_PAGES } from "../tiff/read-tiff.ts";
import { type PixelSize, pyramidSizes } from "./level-sizes.ts";

/** Neighbours may differ by this factor: a screen then takes at most 64 times its own pixels. Source: issue 2. */
export const WIDEST_GAP = 8;

/** A slide whose smallest level is within this many px a side needs none below it. */
export const SMALLEST_LEVEL_NEEDED_PX = 1024;

export interface MissingLevel extends PixelSize {
  /** Index of the level it is made from: the next larger one that the slide has. */
  readonly from: number;
  /** How often that level is halved. */
  readonly halvings: number;
}

/** A level is made above an existing one only if it is at least this much larger, or it would add nothing. */
const WORTH_MAKING = 1.5;

/**
 * Where levels are missing they are made at every halving: in a gap until the next level is near, below the smallest
 * until one tile holds the whole picture. Levels that are there are never made again.
 *
 * @param levels from the largest to the smallest.
 * @returns from the largest to the smallest; empty if the slide is complete.
 */
export function missingLevels(levels: readonly PixelSize[]): MissingLevel[] {
  return levels.flatMap((level, from) => {
    const sidePx = longerSide(level);
    const next = levels[from + 1];
    const isMissingBelow = next ? sidePx / longerSide(next) > WIDEST_GAP : sidePx > SMALLEST_LEVEL_NEEDED_PX;
    if (!isMissingBelow) return [];
    const minSide = next ? longerSide(next) * WORTH_MAKING : 0;
    return pyramidSizes({ width: level.width, height: level.height })
      .map((size, halvings) => ({ ...size, from, halvings }))
      .filter((size) => size.halvings > 0 && longerSide(size) >= minSide);
  });
}

function longerSide({ width, height }: PixelSize): number {
  return Math.max(width, height);
}

/**
 * The same for each plane of a slide that has several: from the first level that lacks its next one all halvings down to
 * one tile, so that they are a complete slide.
 *
 * @returns empty also where there are so many planes that no file of ours can hold their levels.
 */
export function missingPlaneLevels({ planes, levels }: Pick<SlideDescription, "planes" | "levels">): MissingLevel[] {
  const from = missingLevels(levels)[0]?.from;
  if (from === undefined) return [];
  const { width, height } = levels[from]!;
  const halved = pyramidSizes({ width, height })
    .map((size, halvings) => ({ ...size, from, halvings }))
    .slice(1);
  return planeCountOf(planes) * halved.length > MAX_PLANE_PAGES ? [] : halved;
}

/** Whether levels have to be made for it. */
export function lacksLevels(slide: Pick<SlideDescription, "planes" | "levels">): boolean {
  return (slide.planes === null ? missingLevels(slide.levels) : missingPlaneLevels(slide)).length > 0;
}
