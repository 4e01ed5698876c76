/** Handles of an edited shape. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";

export type Handle =
  /** A vertex that can be moved and deleted. */
  | { readonly kind: "vertex"; readonly at: SlidePoint; readonly path: number; readonly index: number }
  /** Between two vertices: becomes a new vertex at `index` when moved. */
  | { readonly kind: "middle"; readonly at: SlidePoint; readonly path: number; readonly index: number }
  /** Corner of the box around a rectangle or ellipse. */
  | { readonly kind: "corner"; readonly at: SlidePoint; readonly index: number }
  /** On the box around the edited shapes: even indices are corners, odd ones sides. */
  | { readonly kind: "resize"; readonly at: SlidePoint; readonly index: number }
  /** Rotates the edited shapes. */
  | { readonly kind: "turn"; readonly at: SlidePoint; readonly index: number };

export function isSameHandle(a: Handle, b: Handle | null): boolean {
  return b !== null && a.kind === b.kind && a.at[0] === b.at[0] && a.at[1] === b.at[1];
}
