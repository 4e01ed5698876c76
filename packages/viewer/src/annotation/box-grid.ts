/**
 * Finds boxes by position: a uniform grid whose cells list the boxes that touch them.
 *
 * Source: bucketing as in Bentley and Friedman 1979, "Data structures for range searching", Computing Surveys 11(4),
 * section 2.3.
 */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";

/** Boxes per cell, for an even distribution. */
const BOXES_PER_CELL = 2;
const MAX_CELLS_PER_SIDE = 512;
/** A box that covers more cells than this is stored not in cells but in a list that is always searched. */
const MAX_CELLS_PER_BOX = 256;

export interface BoxGrid {
  /**
   * Calls `visit` once for each box that intersects the bounds, borders included, in no particular order.
   *
   * @param visit returns false to end the search.
   */
  search(bounds: Bounds, visit: (index: number) => boolean): void;
}

/** @param boxes minX, minY, maxX, maxY of each box in turn; an empty box (min above max) is never found. */
export function createBoxGrid(boxes: Float64Array): BoxGrid {
  const count = boxes.length / 4;
  const edge = (index: number, side: 0 | 1 | 2 | 3): number => boxes[index * 4 + side] as number;
  let [minX, minY, maxX, maxY] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let index = 0; index < count; index += 1) {
    minX = Math.min(minX, edge(index, 0));
    minY = Math.min(minY, edge(index, 1));
    maxX = Math.max(maxX, edge(index, 2));
    maxY = Math.max(maxY, edge(index, 3));
  }
  const [width, height] = [Math.max(maxX - minX, 1), Math.max(maxY - minY, 1)];
  const side = Math.max(
    Math.sqrt((width * height * BOXES_PER_CELL) / Math.max(count, 1)),
    Math.max(width, height) / MAX_CELLS_PER_SIDE,
  );
  const columns = Math.max(1, Math.ceil(width / side));
  const rows = Math.max(1, Math.ceil(height / side));
  const columnOf = (x: number): number => Math.min(columns - 1, Math.max(0, Math.floor((x - minX) / side)));
  const rowOf = (y: number): number => Math.min(rows - 1, Math.max(0, Math.floor((y - minY) / side)));

  const isEmpty = (index: number): boolean => !(edge(index, 0) <= edge(index, 2) && edge(index, 1) <= edge(index, 3));
  const cellsOf = (index: number): number =>
    (columnOf(edge(index, 2)) - columnOf(edge(index, 0)) + 1) * (rowOf(edge(index, 3)) - rowOf(edge(index, 1)) + 1);
  const forCells = (index: number, put: (cell: number) => void): void => {
    const lastRow = rowOf(edge(index, 3));
    const lastColumn = columnOf(edge(index, 2));
    for (let row = rowOf(edge(index, 1)); row <= lastRow; row += 1) {
      for (let column = columnOf(edge(index, 0)); column <= lastColumn; column += 1) put(row * columns + column);
    }
  };

  const large: number[] = [];
  const isInCells = (index: number): boolean => !isEmpty(index) && cellsOf(index) <= MAX_CELLS_PER_BOX;
  const cellStart = new Uint32Array(columns * rows + 1);
  for (let index = 0; index < count; index += 1) {
    if (isInCells(index)) {
      forCells(index, (cell) => {
        cellStart[cell + 1] = (cellStart[cell + 1] as number) + 1;
      });
    } else if (!isEmpty(index)) large.push(index);
  }
  for (let cell = 0; cell < columns * rows; cell += 1) {
    cellStart[cell + 1] = (cellStart[cell + 1] as number) + (cellStart[cell] as number);
  }
  const listed = new Uint32Array(cellStart[columns * rows] as number);
  const filled = cellStart.slice(0, columns * rows);
  for (let index = 0; index < count; index += 1) {
    if (!isInCells(index)) continue;
    forCells(index, (cell) => {
      const place = filled[cell] as number;
      listed[place] = index;
      filled[cell] = place + 1;
    });
  }

  /** Number of the last search that visited each box, since a box may be in several cells. */
  const seenBy = new Uint32Array(count);
  let searchNumber = 0;

  return {
    search(bounds, visit) {
      searchNumber += 1;
      const isFound = (index: number): boolean =>
        edge(index, 0) <= bounds.maxX &&
        edge(index, 1) <= bounds.maxY &&
        edge(index, 2) >= bounds.minX &&
        edge(index, 3) >= bounds.minY;
      for (const index of large) if (isFound(index) && !visit(index)) return;
      if (bounds.maxX < minX || bounds.minX > maxX || bounds.maxY < minY || bounds.minY > maxY) return;
      const [firstColumn, lastColumn] = [columnOf(bounds.minX), columnOf(bounds.maxX)];
      const lastRow = rowOf(bounds.maxY);
      for (let row = rowOf(bounds.minY); row <= lastRow; row += 1) {
        const end = cellStart[row * columns + lastColumn + 1] as number;
        for (let place = cellStart[row * columns + firstColumn] as number; place < end; place += 1) {
          const index = listed[place] as number;
          if (seenBy[index] === searchNumber) continue;
          seenBy[index] = searchNumber;
          if (isFound(index) && !visit(index)) return;
        }
      }
    },
  };
}
