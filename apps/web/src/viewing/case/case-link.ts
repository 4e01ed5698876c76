/** Annotation links that lead to a slide of the same case. Source: spec part 1, section 9 (linked annotations). */
import type { LinkTarget } from "#annotation/annotation-link-target.ts";

export interface LinkedSlide {
  readonly imageId: number;
  /** Null: the link leads to the slide only. */
  readonly annotationId: number | null;
}

/** @param shownId slide that contains the link. @returns null if the link leads to another page. */
export function linkedSlideOf(
  target: LinkTarget,
  shownId: number,
  items: readonly { readonly id: number }[],
): LinkedSlide | null {
  if (target.kind !== "slide" || target.imageId === shownId) return null;
  const { imageId, annotationId } = target;
  return items.some(({ id }) => id === imageId) ? { imageId, annotationId } : null;
}
