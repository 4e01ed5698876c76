/** Position of the label of a drawing or measurement: completely in view, and never under the scale bar. */
import type { ScreenPoint } from "../world/slide-to-screen.ts";

/** Margin at the edges of the view, CSS px. */
const EDGE_PX = 4;
/**
 * The corner of the scale bar at the bottom right (slide-viewer.css, `.slide-viewer-instruments`): longest bar with
 * padding and inset.
 */
export const SCALE_BAR_CORNER_PX = { width: 190, height: 56 } as const;

export interface TagBlock {
  /** Left end of the upper line, vertically centred. */
  readonly place: ScreenPoint;
  /** Size of all lines with their background. */
  readonly width: number;
  readonly height: number;
  /** Offset from the top left corner of the background to `place`. */
  readonly inset: ScreenPoint;
}

interface ViewSize {
  readonly width: number;
  readonly height: number;
}

const between = (min: number, value: number, max: number): number => Math.max(min, Math.min(value, max));

/** @param anchor point that the label describes: if it is out of view, so is the label. */
export function tagPlaceInView(
  anchor: ScreenPoint,
  { place, width, height, inset }: TagBlock,
  view: ViewSize,
): ScreenPoint {
  const [anchorX, anchorY] = anchor;
  if (anchorX < 0 || anchorY < 0 || anchorX > view.width || anchorY > view.height) return place;
  const left = between(EDGE_PX, place[0] - inset[0], view.width - width - EDGE_PX);
  const top = between(EDGE_PX, place[1] - inset[1], view.height - height - EDGE_PX);
  const corner = { left: view.width - SCALE_BAR_CORNER_PX.width, top: view.height - SCALE_BAR_CORNER_PX.height };
  const isUnderScaleBar = left + width > corner.left && top + height > corner.top;
  const freeTop = isUnderScaleBar ? Math.max(EDGE_PX, corner.top - height) : top;
  return [left + inset[0], freeTop + inset[1]];
}
