/**
 * Determines the levels that a slide lacks for smooth viewing at every magnification.
 *
 * Source: issue 2, "Levels that a file lacks (one huge level, a gap wider than 8)".
 */
import { planeCountOf, type SlideDescription } from "../slide-source.ts";
import { MAX_PLANE_PAGES } from "../tiff/read-tiff.ts";
import { type PixelSize, pyramidSizes } from "./level-sizes.ts";

/**
 * Neighbouring levels may differ by this factor: a screen then needs at most 64 times its own pixels. Source: issue 2.
 */
export const WIDEST_GAP = 8;

/** A slide whose smallest level has at most this many px per side needs no smaller one. */
export const SMALLEST_LEVEL_NEEDED_PX = 1024;

export interface MissingLevel extends PixelSize {
  /** Index of the level it is created from: the next larger one of the slide. */
  readonly from: number;
  /** How many times that level is halved. */
  readonly halvings: number;
}

/** A level is created above an existing one only if it is at least this much larger; otherwise it would add nothing. */
const WORTH_MAKING = 1.5;

/**
 * Missing levels are created at every halving: in a gap until the next level is near, below the smallest level until
 * one tile contains the whole image. Existing levels are never created again.
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
 * The same for each plane of a slide with several: all halvings below the first level that lacks the next one, down to
 * one tile, so that they form a complete slide.
 *
 * @returns empty also if there are too many planes for their levels to fit into a file of ours.
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

/** Whether levels must be created for the slide. */
export function lacksLevels(slide: Pick<SlideDescription, "planes" | "levels">): boolean {
  return (slide.planes === null ? missingLevels(slide.levels) : missingPlaneLevels(slide)).length > 0;
}
