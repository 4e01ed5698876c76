/**
 * The squares in which annotations are asked for where a slide has too many to be sent at once: as tiles are, so that
 * panning back asks nothing.
 */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";

/** So many cells at least cover the longer side of what is seen; twice as many and one at most touch it. */
const CELLS_A_SIDE = 1.5;

/** What is to be seen of a slide. */
export interface SeenPart {
  /** Slide pixels. */
  readonly bounds: Bounds;
  /** Slide pixels per screen pixel. */
  readonly resolution: number;
}

export interface AnnotationCell {
  /** Slide pixels; a power of two. */
  readonly side: number;
  /** Slide pixels per screen pixel that its shapes are good for; a power of two. */
  readonly resolution: number;
  readonly column: number;
  readonly row: number;
}

/** Slide pixels. */
export function boundsOfCell({ side, column, row }: AnnotationCell): Bounds {
  return { minX: column * side, minY: row * side, maxX: (column + 1) * side, maxY: (row + 1) * side };
}

/**
 * The cells that what is seen touches, row by row; none outside of the slide. In a window of one size they are the same
 * for all resolutions up to twice as coarse.
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
