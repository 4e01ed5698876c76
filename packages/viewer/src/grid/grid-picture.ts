/** The visible part of a grid: its lines, and the names of its cells. */

import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { type CellCount, cellLabel, columnLeft, type GridGeometry, rowTop } from "@parfocal/core/grid/grid-cells.ts";
import type { PaintFrame } from "../annotation/canvas-layer.ts";
import { boundsInView, type ScreenPoint, scaleOf, screenOfSlide } from "../world/slide-to-screen.ts";

/** Cells smaller than this on the screen are hidden, CSS px. Source: spec part 1, section 9. */
export const GRID_CELL_MIN_PX = 5;
/** Minimum size of cells with names, CSS px; names of smaller ones would cover the slide. */
export const GRID_LABEL_MIN_PX = 48;
/** Distance from a cell's top left corner to the centre of its name, along both sides, CSS px. */
const LABEL_INSET_PX = 15;

export interface GridLabel {
  readonly text: string;
  readonly at: ScreenPoint;
}

export interface GridPicture {
  readonly lines: readonly (readonly [from: ScreenPoint, to: ScreenPoint])[];
  readonly labels: readonly GridLabel[];
}

export interface GridLabelling {
  readonly isLabelled: boolean;
  /** Counts by cell name, shown beside it; null: no counts. */
  readonly counts: ReadonlyMap<string, CellCount> | null;
}

/** The columns or rows whose edges `first * size + start` are between two positions. */
function rangeOf(from: number, to: number, start: number, size: number, count: number): readonly [number, number] {
  return [Math.max(0, Math.floor((from - start) / size)), Math.min(count, Math.ceil((to - start) / size))];
}

/** @returns null if cells would be smaller than 5 px, so that none are shown. */
export function gridPicture(
  grid: GridGeometry,
  { isLabelled, counts }: GridLabelling,
  frame: Pick<PaintFrame, "toScreen" | "width" | "height">,
): GridPicture | null {
  const { toScreen } = frame;
  const scale = scaleOf(toScreen);
  const smallestPx = Math.min(grid.cellWidth, grid.cellHeight) * scale;
  if (!(smallestPx >= GRID_CELL_MIN_PX)) return null;
  const { slide, cellWidth, cellHeight, columnCount, rowCount } = grid;
  const view = boundsInView(toScreen, frame, 0);
  const [left, right] = [Math.max(0, view.minX), Math.min(slide.width, view.maxX)];
  const [top, bottom] = [Math.max(0, view.minY), Math.min(slide.height, view.maxY)];
  const lines: (readonly [ScreenPoint, ScreenPoint])[] = [];
  const labels: GridLabel[] = [];
  if (left >= right || top >= bottom) return { lines, labels };
  const [firstColumn, endColumn] = rangeOf(left, right, columnLeft(grid, 0), cellWidth, columnCount);
  const [firstRow, endRow] = rangeOf(top, bottom, rowTop(grid, 0), cellHeight, rowCount);
  const addLine = (from: SlidePoint, to: SlidePoint): void => {
    lines.push([screenOfSlide(toScreen, from), screenOfSlide(toScreen, to)]);
  };
  for (let column = firstColumn; column <= endColumn; column += 1) {
    const x = columnLeft(grid, column);
    if (x >= left && x <= right) addLine([x, top], [x, bottom]);
  }
  for (let row = firstRow; row <= endRow; row += 1) {
    const y = rowTop(grid, row);
    if (y >= top && y <= bottom) addLine([left, y], [right, y]);
  }
  if (!isLabelled || smallestPx < GRID_LABEL_MIN_PX) return { lines, labels };
  const inset = LABEL_INSET_PX / scale;
  for (let column = firstColumn; column < endColumn; column += 1) {
    for (let row = firstRow; row < endRow; row += 1) {
      const name = cellLabel({ column, row });
      const count = counts?.get(name)?.count;
      const at = screenOfSlide(toScreen, [
        Math.max(0, columnLeft(grid, column)) + inset,
        Math.max(0, rowTop(grid, row)) + inset,
      ]);
      labels.push({ text: count === undefined ? name : `${name}: ${count}`, at });
    }
  }
  return { lines, labels };
}
