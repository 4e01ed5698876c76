import { rotatedSize } from "../rotation/rotation.ts";

/** Margin around a fitted slide, px. */
export const FIT_PADDING_PX = 24;
/** Maximum margin as a fraction of the view's side. */
const FIT_PADDING_MAX_SHARE = 0.1;

/**
 * The resolution at which a rotated box just fills the view.
 *
 * @param box slide pixels.
 * @param rotationDeg total rotation: orientation and rotation.
 * @param view CSS px.
 * @returns slide pixels per screen pixel, without the viewer's limits.
 */
export function fitResolution(
  box: { readonly width: number; readonly height: number },
  rotationDeg: number,
  view: { readonly width: number; readonly height: number },
  paddingPx: number = FIT_PADDING_PX,
): number {
  const [width, height] = rotatedSize(box.width, box.height, rotationDeg);
  const innerSide = (side: number): number => Math.max(1, side - 2 * Math.min(paddingPx, side * FIT_PADDING_MAX_SHARE));
  return Math.max(width / innerSide(view.width), height / innerSide(view.height), Number.EPSILON);
}
