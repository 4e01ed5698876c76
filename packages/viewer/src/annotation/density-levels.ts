/** Density of shapes, counted in squares of a size suitable for the screen: used if shapes cannot be distinguished. */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";

/** On the screen, squares are between once and twice this wide, CSS px. */
export const SMALLEST_SQUARE_PX = 10;

/** The squares of a level that contain a shape, row by row; slide pixels. */
export interface DensityLevel {
  readonly sidePx: number;
  readonly count: number;
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  /** Number of shapes in the square. */
  readonly shapes: Uint32Array;
  /** The most frequent kind in the square. */
  readonly kinds: Uint8Array;
  /** Largest number of shapes in one square. */
  readonly maxShapes: number;
}

export interface DensityLevels {
  /** @param scale CSS px per slide pixel. */
  level(scale: number): DensityLevel;
}

/** Side of the squares at a scale: the smallest power of two of slide pixels that is wide enough on the screen. */
export function squareSidePx(scale: number): number {
  return 2 ** Math.ceil(Math.log2(SMALLEST_SQUARE_PX / scale));
}

/** Larger than the number of kinds, so that square and kind can be sorted as one number. */
const KIND_SLOTS = 8;

function countLevel(boxes: Float64Array, kinds: Uint8Array, sidePx: number): DensityLevel {
  const middleOf = (index: number, axis: 0 | 1): number =>
    Math.floor(((boxes[index * 4 + axis] as number) + (boxes[index * 4 + axis + 2] as number)) / 2 / sidePx);
  let [minColumn, minRow, maxColumn] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < kinds.length; index += 1) {
    const column = middleOf(index, 0);
    if (Number.isNaN(column)) continue;
    minColumn = Math.min(minColumn, column);
    maxColumn = Math.max(maxColumn, column);
    minRow = Math.min(minRow, middleOf(index, 1));
  }
  const width = maxColumn - minColumn + 1;
  const keys = new Float64Array(kinds.length);
  let keyCount = 0;
  for (let index = 0; index < kinds.length; index += 1) {
    const [column, row] = [middleOf(index, 0), middleOf(index, 1)];
    if (Number.isNaN(column)) continue;
    keys[keyCount] = ((row - minRow) * width + column - minColumn) * KIND_SLOTS + (kinds[index] as number);
    keyCount += 1;
  }
  const sorted = keys.subarray(0, keyCount).sort();
  const squareAt = (place: number): number => Math.floor((sorted[place] as number) / KIND_SLOTS);
  let count = 0;
  for (let place = 0; place < keyCount; place += 1)
    if (place === 0 || squareAt(place) !== squareAt(place - 1)) count += 1;

  const columns = new Int32Array(count);
  const rows = new Int32Array(count);
  const shapes = new Uint32Array(count);
  const mainKinds = new Uint8Array(count);
  let maxShapes = 0;
  let start = 0;
  for (let number = 0; number < count; number += 1) {
    const square = squareAt(start);
    columns[number] = minColumn + (square % width);
    rows[number] = minRow + Math.floor(square / width);
    let end = start;
    let ofMainKind = 0;
    while (end < keyCount && squareAt(end) === square) {
      const runStart = end;
      while (end < keyCount && sorted[end] === sorted[runStart]) end += 1;
      if (end - runStart > ofMainKind) {
        ofMainKind = end - runStart;
        mainKinds[number] = (sorted[runStart] as number) % KIND_SLOTS;
      }
    }
    shapes[number] = end - start;
    maxShapes = Math.max(maxShapes, end - start);
    start = end;
  }
  return { sidePx, count, columns, rows, shapes, kinds: mainKinds, maxShapes };
}

/**
 * Each level is counted when it is first requested, and then cached.
 *
 * @param boxes minX, minY, maxX, maxY of each shape in turn; a shape is counted at its centre.
 * @param kinds index of the kind of each shape.
 */
export function createDensityLevels(boxes: Float64Array, kinds: Uint8Array): DensityLevels {
  const counted = new Map<number, DensityLevel>();
  return {
    level(scale) {
      const sidePx = squareSidePx(scale);
      const level = counted.get(sidePx) ?? countLevel(boxes, kinds, sidePx);
      counted.set(sidePx, level);
      return level;
    },
  };
}

/** Index of the first square in or below a row. */
function firstOfRow({ rows, count }: DensityLevel, row: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calls `visit` for each square of the level that intersects the bounds. */
export function visitSquares(level: DensityLevel, bounds: Bounds, visit: (number: number) => void): void {
  const firstColumn = Math.floor(bounds.minX / level.sidePx);
  const lastColumn = Math.floor(bounds.maxX / level.sidePx);
  const end = firstOfRow(level, Math.floor(bounds.maxY / level.sidePx) + 1);
  for (let number = firstOfRow(level, Math.floor(bounds.minY / level.sidePx)); number < end; number += 1) {
    const column = level.columns[number] as number;
    if (column >= firstColumn && column <= lastColumn) visit(number);
  }
}
