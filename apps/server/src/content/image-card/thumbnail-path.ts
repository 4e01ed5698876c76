/** Path of an image's thumbnail, once it can be created without reading the whole slide. */
import type { SlideLevel } from "@parfocal/slides/slide-source.ts";

/** A level of this size on its longer side can be decoded immediately. */
const SMALL_LEVEL_PX = 4_096;

interface SlideFacts {
  readonly state: string;
  readonly version: number;
  readonly levels: readonly SlideLevel[];
  /** ID of the thumbnail captured by an editor; null or omitted: none. */
  readonly ownThumbnailId?: number | null;
}

/** Null until the slide can be viewed and has a low-resolution level, unless an editor has captured a thumbnail. */
export function thumbnailPath(imageId: number, facts: SlideFacts): string | null {
  const { state, version, levels, ownThumbnailId = null } = facts;
  if (ownThumbnailId !== null) return ownThumbnailPath(imageId, ownThumbnailId);
  const hasSmallLevel = levels.some(({ width, height }) => Math.max(width, height) <= SMALL_LEVEL_PX);
  return state === "ready" && hasSmallLevel ? `/tiles/${imageId}/${version}/thumbnail` : null;
}

export const ownThumbnailPath = (imageId: number, id: number): string => `/tiles/${imageId}/thumbnail/${id}`;
