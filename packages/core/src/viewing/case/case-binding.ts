/**
 * Whether the slides of a case are bound to each other, and what a new bound point does to its slide.
 *
 * Source: spec part 1, section 4, "Case": bound if any item has a centre; unbind-all clears the bound state.
 */
import type { SlidePoint } from "../../geometry/slide-point.ts";

/** @param items those that the person sees. */
export function isBound(items: readonly { readonly center: SlidePoint | null }[]): boolean {
  return items.some(({ center }) => center !== null);
}

/**
 * Where a slide's view opens once its points are set: as before, or at the first of them, so that the case is bound.
 *
 * @param boundPoints by number; null: this slide has no place for it.
 */
export function centerWithPoints(
  center: SlidePoint | null,
  boundPoints: readonly (SlidePoint | null)[],
): SlidePoint | null {
  return center ?? boundPoints.find((point) => point !== null) ?? null;
}
