/** Where the small picture of an image is, once it can be made without reading the whole slide. */
import type { SlideLevel } from "@parfocal/slides/slide-source.ts";

/** A level of this size on its longer side is decoded at once. */
const SMALL_LEVEL_PX = 4_096;

interface SlideFacts {
  readonly state: string;
  readonly version: number;
  readonly levels: readonly SlideLevel[];
  /** Of the small picture that an editor has taken; null or left out: there is none. */
  readonly ownThumbnailId?: number | null;
}

/** null until the slide can be looked at and has a small level, unless an editor has taken a picture. */
export function thumbnailPath(imageId: number, facts: SlideFacts): string | null {
  const { state, version, levels, ownThumbnailId = null } = facts;
  if (ownThumbnailId !== null) return ownThumbnailPath(imageId, ownThumbnailId);
  const hasSmallLevel = levels.some(({ width, height }) => Math.max(width, height) <= SMALL_LEVEL_PX);
  return state === "ready" && hasSmallLevel ? `/tiles/${imageId}/${version}/thumbnail` : null;
}

export const ownThumbnailPath = (imageId: number, id: number): string => `/tiles/${imageId}/thumbnail/${id}`;
