/**
 * Maps a point of the stored image to the upright image: a slide's orientation rotates it clockwise by multiples of 90
 * degrees.
 */
import type { SlidePoint } from "../../geometry/slide-point.ts";

export interface TurnedSlide {
  /** Size of the stored image, full-resolution px. */
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

/** @returns px of the upright image, origin at its top left. */
export function uprightPoint(point: SlidePoint, slide: TurnedSlide): readonly [x: number, y: number] {
  return TURNS[slide.orientationDeg](point, slide);
}
