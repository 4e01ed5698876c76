/**
 * Square cells by which annotations are requested if a slide has too many to load at once. Like tiles, they are cached,
 * so panning back requests nothing.
 */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";

/** Minimum number of cells along the longer side of the view; at most twice as many plus one intersect it. */
const CELLS_A_SIDE = 1.5;

/** The visible part of a slide. */
export interface SeenPart {
  /** Slide pixels. */
  readonly bounds: Bounds;
  /** Slide pixels per screen pixel. */
  readonly resolution: number;
}

export interface AnnotationCell {
  /** Slide pixels; a power of two. */
  readonly side: number;
  /** Slide pixels per screen pixel for which its shapes are detailed enough; a power of two. */
  readonly resolution: number;
  readonly column: number;
  readonly row: number;
}

/** Slide pixels. */
export function boundsOfCell({ side, column, row }: AnnotationCell): Bounds {
  return { minX: column * side, minY: row * side, maxX: (column + 1) * side, maxY: (row + 1) * side };
}

/**
 * The cells that intersect the view, row by row, within the slide. For one window size they are the same for all
 * resolutions within a factor of two.
 */
export function cellsInView(
  { bounds, resolution }: SeenPart,
  slide: { readonly width: number; readonly height: number },
): AnnotationCell[] {
  const { minX, minY, maxX, maxY } = bounds;
  const longer = Math.max(maxX - minX, maxY - minY);
  const side = 2 ** Math.ceil(Math.log2(longer / (2 * CELLS_A_SIDE)));
  const screenPx = longer / resolution;
  const served = 2 ** Math.floor(Math.log2((CELLS_A_SIDE * side) / screenPx));
  const cellOf = (place: number): number => Math.floor(Math.max(0, place) / side);
  const lastColumn = Math.ceil(Math.min(slide.width, maxX) / side) - 1;
  const lastRow = Math.ceil(Math.min(slide.height, maxY) / side) - 1;
  const cells: AnnotationCell[] = [];
  for (let row = cellOf(minY); row <= lastRow; row += 1) {
    for (let column = cellOf(minX); column <= lastColumn; column += 1) {
      cells.push({ side, resolution: served, column, row });
    }
  }
  return cells;
}

export const doBoundsMeet = (one: Bounds, other: Bounds): boolean =>
  one.minX <= other.maxX && one.maxX >= other.minX && one.minY <= other.maxY && one.maxY >= other.minY;
