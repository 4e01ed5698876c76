/**
 * Rules for annotations and other drawings when the file of a slide is replaced.
 *
 * Drawings are stored in full-resolution slide pixels. With a new file of the same size they stay in place; otherwise
 * they can be scaled by µm, if the pixel size of both files is known.
 */
import type { PixelScale } from "../../geometry/scale-shape.ts";
import { maxZoomOf } from "../../geometry/zoom.ts";

/** Of a slide file. */
export interface SlideMeasures {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
  /** µm per pixel; null: unknown. */
  readonly pixelSizeUm: { readonly x: number; readonly y: number } | null;
}

/** `ask`: reject if there is a choice to make; `keep`: at the same pixels; `scale`: at the same µm. */
export const REPLACEMENT_WAYS = ["ask", "keep", "scale"] as const;
export type ReplacementWay = (typeof REPLACEMENT_WAYS)[number];

/** Error code: the new file has another size. */
export const OTHER_SIZE = "otherSize";
/** Additional error code: drawings can be scaled by µm. */
export const CAN_SCALE = "canScale";

export const isSameSize = (one: SlideMeasures, other: SlideMeasures): boolean =>
  one.width === other.width && one.height === other.height;

/** New pixels per old pixel; null if a pixel size is unknown. */
export function scaleByMicrons(old: SlideMeasures, next: SlideMeasures): PixelScale | null {
  if (!old.pixelSizeUm || !next.pixelSizeUm) return null;
  return { x: old.pixelSizeUm.x / next.pixelSizeUm.x, y: old.pixelSizeUm.y / next.pixelSizeUm.y };
}

/** The zoom that shows the same extent of tissue on the new file. @param scale new pixels per old pixel. */
export function rescaleZoom(zoom: number, old: SlideMeasures, next: SlideMeasures, scale: PixelScale): number {
  return zoom + maxZoomOf(next) - maxZoomOf(old) - Math.log2(scale.x);
}
