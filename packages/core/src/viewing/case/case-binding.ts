/**
 * Whether the slides of a case are bound, and the effect of a new bound point on its slide.
 *
 * Source: spec part 1, section 4, "Case": bound if any item has a centre; unbind-all clears the bound state.
 */
import type { SlidePoint } from "../../geometry/slide-point.ts";

/** @param items visible to the person. */
export function isBound(items: readonly { readonly center: SlidePoint | null }[]): boolean {
  return items.some(({ center }) => center !== null);
}

/**
 * Centre of a slide after its points are set: unchanged, or the first of them, so that the case is bound.
 *
 * @param boundPoints by number; null: this slide has no point with that number.
 */
export function centerWithPoints(
  center: SlidePoint | null,
  boundPoints: readonly (SlidePoint | null)[],
): SlidePoint | null {
  return center ?? boundPoints.find((point) => point !== null) ?? null;
}
