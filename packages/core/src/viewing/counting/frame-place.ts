/**
 * Maps a frame's own µm to slide pixels and back. Pixels may be non-square, so a rotated square is not a square in
 * pixels.
 */
import { turnBy, type Vector } from "../../geometry/linear.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";

export interface FramePlace {
  readonly center: SlidePoint;
  /** Clockwise rotation on the slide. */
  readonly turnDeg: number;
  readonly pixelSizeUm: PixelSizeUm;
}

export function slideOfFrame({ center, turnDeg, pixelSizeUm }: FramePlace, local: Vector): SlidePoint {
  const [x, y] = turnBy(turnDeg, local);
  return [center[0] + x / pixelSizeUm.x, center[1] + y / pixelSizeUm.y];
}

export function frameOfSlide({ center, turnDeg, pixelSizeUm }: FramePlace, [x, y]: SlidePoint): Vector {
  return turnBy(-turnDeg, [(x - center[0]) * pixelSizeUm.x, (y - center[1]) * pixelSizeUm.y]);
}

/** Direction of a point from the frame's centre: degrees clockwise on the glass, 0 to the right. */
export function bearingDeg({ center, pixelSizeUm }: FramePlace, [x, y]: SlidePoint): number {
  return (Math.atan2((y - center[1]) * pixelSizeUm.y, (x - center[0]) * pixelSizeUm.x) / Math.PI) * 180;
}
