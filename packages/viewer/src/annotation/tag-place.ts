/** Where the value of what is drawn or measured is written: whole, in view, and never under the scale bar. */
import type { ScreenPoint } from "../world/slide-to-screen.ts";

/** Left free at the edges of the view, CSS px. */
const EDGE_PX = 4;
/** The corner of the scale bar, right and below (slide-viewer.css, `.slide-viewer-instruments`): its longest bar with its padding and inset. */
export const SCALE_BAR_CORNER_PX = { width: 190, height: 56 } as const;

export interface TagBlock {
  /** Of the upper line's text: left end, half way up. */
  readonly place: ScreenPoint;
  /** All lines with their ground. */
  readonly width: number;
  readonly height: number;
  /** From the left upper corner of the ground to `place`. */
  readonly inset: ScreenPoint;
}

interface ViewSize {
  readonly width: number;
  readonly height: number;
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** @param anchor what the value belongs to: out of view, its value is too. */
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
