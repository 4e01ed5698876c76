/** Where the small picture of an image is, once it can be made without reading the whole slide. */
import type { SlideLevel } from "@parfocal/slides/slide-source.ts";

/** A level of this size on its longer side is decoded at once. */
const SMALL_LEVEL_PX = 4_096;

interface SlideFacts {
  readonly state: string;
  readonly version: number;
  readonly levels: readonly SlideLevel[];
}

/** null until the slide can be looked at and has a small level. */
export function thumbnailPath(imageId: number, { state, version, levels }: SlideFacts): string | null {
  const hasSmallLevel = levels.some(({ width, height }) => Math.max(width, height) <= SMALL_LEVEL_PX);
  return state === "ready" && hasSmallLevel ? `/tiles/${imageId}/${version}/thumbnail` : null;
}
