/** Links of annotations that lead to a slide of the same case. Source: spec part 1, section 9 (linked annotations). */
import type { LinkTarget } from "#annotation/annotation-link-target.ts";

export interface LinkedSlide {
  readonly imageId: number;
  /** null: the link leads to the slide alone. */
  readonly annotationId: number | null;
}

/** @param shownId slide with the link. @returns null: it leads to another page. */
export function linkedSlideOf(
  target: LinkTarget,
  shownId: number,
  items: readonly { readonly id: number }[],
): LinkedSlide | null {
  if (target.kind !== "slide" || target.imageId === shownId) return null;
  const { imageId, annotationId } = target;
  return items.some(({ id }) => id === imageId) ? { imageId, annotationId } : null;
}
