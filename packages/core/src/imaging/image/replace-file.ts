/**
 * What becomes of the items that were drawn on a slide when another file takes the place of its own.
 *
 * Everything drawn is kept in pixels of the slide at full resolution: on a file of the same size it stays where it is; on
 * another one it can follow by its size in µm, if both files say how large their pixels are.
 */
import type { PixelScale } from "../../geometry/scale-shape.ts";
import { maxZoomOf } from "../../geometry/zoom.ts";

/** Of a slide file. */
export interface SlideMeasures {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
  /** µm per pixel; null: not known. */
  readonly pixelSizeUm: { readonly x: number; readonly y: number } | null;
}

/** `ask`: only if nothing has to be decided; `keep`: at the same pixels; `scale`: at the same µm. */
export const REPLACEMENT_WAYS = ["ask", "keep", "scale"] as const;
export type ReplacementWay = (typeof REPLACEMENT_WAYS)[number];

/** Code of the failure "the new file is of another size". */
export const OTHER_SIZE = "otherSize";
/** Code beside it: what was drawn can follow by its size in µm. */
export const CAN_SCALE = "canScale";

export const isSameSize = (one: SlideMeasures, other: SlideMeasures): boolean =>
  one.width === other.width && one.height === other.height;

/** New pixels for each old one; null: a file does not say how large its pixels are. */
export function scaleByMicrons(old: SlideMeasures, next: SlideMeasures): PixelScale | null {
  if (!old.pixelSizeUm || !next.pixelSizeUm) return null;
  return { x: old.pixelSizeUm.x / next.pixelSizeUm.x, y: old.pixelSizeUm.y / next.pixelSizeUm.y };
}

/** The zoom that shows as much of the tissue on the new file. @param scale new pixels for each old one. */
export function rescaleZoom(zoom: number, old: SlideMeasures, next: SlideMeasures, scale: PixelScale): number {
  return zoom + maxZoomOf(next) - maxZoomOf(old) - Math.log2(scale.x);
}
