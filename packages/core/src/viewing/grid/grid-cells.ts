/**
 * Positions, labels and counts of the cells of a grid on a slide.
 *
 * Cells are square in mm; with non-square pixels they have more pixels in one direction. Columns are named A, B … from
 * the slide's left edge, rows 1, 2 … from its top; cells at the edges may be cut off.
 */
import { UM_PER_MM } from "../../geometry/measurement.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";

export interface GridGeometry {
  readonly slide: { readonly width: number; readonly height: number };
  /** A common corner of four cells, slide pixels. */
  readonly center: SlidePoint;
  /** Slide pixels. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Columns left of and rows above the centre that are at least partly on the slide. */
  readonly columnsBefore: number;
  readonly rowsBefore: number;
  /** All columns and rows that are at least partly on the slide. */
  readonly columnCount: number;
  readonly rowCount: number;
}

/** Column and row from 0, from the slide's top left corner. */
interface GridCell {
  readonly column: number;
  readonly row: number;
}

interface GridFacts {
  readonly slide: { readonly width: number; readonly height: number };
  readonly pixelSizeUm: PixelSizeUm;
  /** Positive. */
  readonly cellSizeMm: number;
  readonly center: SlidePoint;
}

/** Rounding errors up to this, in cells, do not create another cell at the edge. */
const EDGE_TOLERANCE = 1e-9;

export function gridGeometry({ slide, pixelSizeUm, cellSizeMm, center }: GridFacts): GridGeometry {
  const cellWidth = (cellSizeMm * UM_PER_MM) / pixelSizeUm.x;
  const cellHeight = (cellSizeMm * UM_PER_MM) / pixelSizeUm.y;
  const columnsBefore = Math.ceil(center[0] / cellWidth - EDGE_TOLERANCE);
  const rowsBefore = Math.ceil(center[1] / cellHeight - EDGE_TOLERANCE);
  return {
    slide,
    center,
    cellWidth,
    cellHeight,
    columnsBefore,
    rowsBefore,
    columnCount: Math.max(0, columnsBefore + Math.ceil((slide.width - center[0]) / cellWidth - EDGE_TOLERANCE)),
    rowCount: Math.max(0, rowsBefore + Math.ceil((slide.height - center[1]) / cellHeight - EDGE_TOLERANCE)),
  };
}

/** x of a column's left edge, slide pixels; that of the first column may be off the slide. */
export function columnLeft({ center, cellWidth, columnsBefore }: GridGeometry, column: number): number {
  return center[0] + (column - columnsBefore) * cellWidth;
}

/** y of a row's upper edge, slide pixels. */
export function rowTop({ center, cellHeight, rowsBefore }: GridGeometry, row: number): number {
  return center[1] + (row - rowsBefore) * cellHeight;
}

/**
 * The cell that contains a point: left and upper edges are included, right and lower ones excluded. Null: off the
 * slide.
 */
export function cellAt(grid: GridGeometry, [x, y]: SlidePoint): GridCell | null {
  const { slide, center, columnCount, rowCount } = grid;
  if (!(x >= 0 && y >= 0 && x < slide.width && y < slide.height)) return null;
  const column = Math.floor((x - center[0]) / grid.cellWidth) + grid.columnsBefore;
  const row = Math.floor((y - center[1]) / grid.cellHeight) + grid.rowsBefore;
  return { column: within(column, columnCount), row: within(row, rowCount) };
}

/** Points beyond the edge because of rounding belong to the outermost cell. */
function within(index: number, count: number): number {
  return Math.min(Math.max(index, 0), count - 1);
}

const LETTERS = 26;
const CODE_OF_A = 65;

/** "A" to "Z", then "AA", as in spreadsheets. */
function columnName(column: number): string {
  const last = String.fromCharCode(CODE_OF_A + (column % LETTERS));
  return column < LETTERS ? last : columnName(Math.floor(column / LETTERS) - 1) + last;
}

/** "A1" for the first cell. */
export function cellLabel({ column, row }: GridCell): string {
  return `${columnName(column)}${row + 1}`;
}

export interface CellCount extends GridCell {
  readonly label: string;
  /** 1 or more. */
  readonly count: number;
}

/** Number of points per cell, row by row; empty cells and points off the slide are omitted. */
export function countPerCell(grid: GridGeometry, places: readonly SlidePoint[]): readonly CellCount[] {
  const counts = new Map<number, number>();
  for (const place of places) {
    const cell = cellAt(grid, place);
    if (!cell) continue;
    const key = cell.row * grid.columnCount + cell.column;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([key, count]) => {
      const cell = { column: key % grid.columnCount, row: Math.floor(key / grid.columnCount) };
      return { ...cell, label: cellLabel(cell), count };
    });
}
