/** Places on a slide and their units. */

/** A place on a slide: full-resolution pixels, origin top left, x right, y down. */
export type SlidePoint = readonly [x: number, y: number] & { readonly space?: "slide" };

/** How many micrometres one full-resolution slide pixel spans; some scanners differ per axis. */
export interface PixelSizeUm {
  readonly x: number;
  readonly y: number;
}
