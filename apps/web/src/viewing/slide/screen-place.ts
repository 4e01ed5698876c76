/** Screen position of a point on the slide. */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { maxZoomOf, resolutionOfZoom } from "@parfocal/core/geometry/zoom.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import type { ScreenBox } from "#annotation/popup-place.ts";

/** CSS px from the top left corner of the slide's area. */
type ScreenPlace = readonly [x: number, y: number];

interface StageFacts {
  /** Full resolution, px. */
  readonly width: number;
  readonly height: number;
  /** Clockwise degrees that turn the stored image upright. */
  readonly orientation: number;
}

interface StageSize {
  readonly clientWidth: number;
  readonly clientHeight: number;
}

export function screenPlaceOf(
  [x, y]: SlidePoint,
  { center, zoom, rotationDeg }: ViewState,
  slide: StageFacts,
  stage: StageSize,
): ScreenPlace {
  const resolution = resolutionOfZoom(zoom, maxZoomOf(slide));
  const turn = ((slide.orientation + rotationDeg) / 180) * Math.PI;
  const [rightPx, downPx] = [(x - center[0]) / resolution, (y - center[1]) / resolution];
  return [
    stage.clientWidth / 2 + rightPx * Math.cos(turn) - downPx * Math.sin(turn),
    stage.clientHeight / 2 + rightPx * Math.sin(turn) + downPx * Math.cos(turn),
  ];
}

/** The upright screen box around `bounds`; null if no part of it is visible. */
export function screenBoxOf(
  { minX, minY, maxX, maxY }: Bounds,
  view: ViewState,
  slide: StageFacts,
  stage: StageSize,
): ScreenBox | null {
  const corners: SlidePoint[] = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
  const places = corners.map((corner) => screenPlaceOf(corner, view, slide, stage));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const isInSight = right >= 0 && left <= stage.clientWidth && bottom >= 0 && top <= stage.clientHeight;
  return isInSight ? { left, top, right, bottom } : null;
}
