/**
 * Where the cells of a grid lie on a slide, what they are called, and what is counted in them.
 *
 * Cells are square in mm; of pixels that are not square, they hold more in one direction than in the other. Columns are
 * named A, B … from the slide's left edge, rows 1, 2 … from its top; the first ones may be cut by the edge.
 */
import { UM_PER_MM } from "../../geometry/measurement.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";

export interface GridGeometry {
  readonly slide: { readonly width: number; readonly height: number };
  /** Corner of four cells, slide pixels. */
  readonly center: SlidePoint;
  /** Slide pixels. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Cells left of and above the centre that lie on the slide at least in part. */
  readonly columnsBefore: number;
  readonly rowsBefore: number;
  /** All columns and rows that lie on the slide at least in part. */
  readonly columnCount: number;
  readonly rowCount: number;
}

/** Both from 0, from the slide's upper left corner. */
export interface GridCell {
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

/** Rounding errors this small, in cells, make no further cell at the edge. */
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

/** x of the left edge of a column, slide pixels; of the first one it may lie off the slide. */
export function columnLeft({ center, cellWidth, columnsBefore }: GridGeometry, column: number): number {
  return center[0] + (column - columnsBefore) * cellWidth;
}

/** y of the upper edge of a row, slide pixels. */
export function rowTop({ center, cellHeight, rowsBefore }: GridGeometry, row: number): number {
  return center[1] + (row - rowsBefore) * cellHeight;
}

/** The cell that a place lies in: left and upper edges belong to it, right and lower ones to the next. null: off the slide. */
export function cellAt(grid: GridGeometry, [x, y]: SlidePoint): GridCell | null {
  const { slide, center, columnCount, rowCount } = grid;
  if (!(x >= 0 && y >= 0 && x < slide.width && y < slide.height)) return null;
  const column = Math.floor((x - center[0]) / grid.cellWidth) + grid.columnsBefore;
  const row = Math.floor((y - center[1]) / grid.cellHeight) + grid.rowsBefore;
  return { column: within(column, columnCount), row: within(row, rowCount) };
}

/** What rounding has put beyond the edge is in the outermost cell. */
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

/** "A1" for the first one. */
export function cellLabel({ column, row }: GridCell): string {
  return `${columnName(column)}${row + 1}`;
}

export interface CellCount extends GridCell {
  readonly label: string;
  /** 1 or more. */
  readonly count: number;
}

/** How many places lie in each cell, row by row; cells without any are left out, and so are places off the slide. */
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
