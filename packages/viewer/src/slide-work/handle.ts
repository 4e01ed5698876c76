/** What a pointer can take hold of on a shape that is changed. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";

export type Handle =
  /** A vertex that can be moved and deleted. */
  | { readonly kind: "vertex"; readonly at: SlidePoint; readonly path: number; readonly index: number }
  /** Between two vertices: becomes a new one at `index` when it is moved. */
  | { readonly kind: "middle"; readonly at: SlidePoint; readonly path: number; readonly index: number }
  /** Corner of the box that a rectangle or ellipse fills. */
  | { readonly kind: "corner"; readonly at: SlidePoint; readonly index: number }
  /** Of the box around what is changed: even numbers are corners, odd ones sides. */
  | { readonly kind: "resize"; readonly at: SlidePoint; readonly index: number }
  /** Turns what is changed. */
  | { readonly kind: "turn"; readonly at: SlidePoint; readonly index: number };

export function isSameHandle(a: Handle, b: Handle | null): boolean {
  return b !== null && a.kind === b.kind && a.at[0] === b.at[0] && a.at[1] === b.at[1];
}
