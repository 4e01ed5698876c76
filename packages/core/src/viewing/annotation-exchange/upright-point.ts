/** From the picture as it is stored to the picture as it is seen: a slide's orientation turns it clockwise by quarters. */
import type { SlidePoint } from "../../geometry/slide-point.ts";

export interface TurnedSlide {
  /** Of the stored picture, full-resolution px. */
  readonly width: number;
  readonly height: number;
  readonly orientationDeg: 0 | 90 | 180 | 270;
}

type Turn = (point: SlidePoint, slide: TurnedSlide) => readonly [x: number, y: number];
const TURNS: Readonly<Record<TurnedSlide["orientationDeg"], Turn>> = {
  0: ([x, y]) => [x, y],
  90: ([x, y], { height }) => [height - y, x],
  180: ([x, y], { width, height }) => [width - x, height - y],
  270: ([x, y], { width }) => [y, width - x],
};

/** @returns px of the upright picture, origin at its own top left. */
export function uprightPoint(point: SlidePoint, slide: TurnedSlide): readonly [x: number, y: number] {
  return TURNS[slide.orientationDeg](point, slide);
}
