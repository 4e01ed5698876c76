/** Points on a slide and their units. */

/** A point on a slide: full-resolution pixels, origin top left, x right, y down. */
export type SlidePoint = readonly [x: number, y: number] & { readonly space?: "slide" };

/** Micrometres per full-resolution slide pixel; some scanners differ per axis. */
export interface PixelSizeUm {
  readonly x: number;
  readonly y: number;
}
