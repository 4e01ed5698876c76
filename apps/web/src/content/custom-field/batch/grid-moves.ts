/**
 * Navigation, selection and filling in a grid of cells, as in a spreadsheet.
 *
 * Source: WAI-ARIA Authoring Practices 1.2, "Grid", keyboard interaction; Tab and Enter as in spreadsheets.
 */

export interface Cell {
  /** From 0, at the top. */
  readonly row: number;
  /** From 0, at the left. */
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

/** Cells between two corners, inclusive. */
export interface CellRange {
  readonly from: Cell;
  readonly to: Cell;
}

interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const between = (value: number, most: number): number => Math.max(0, Math.min(most, value));

/** The cell at an offset of rows and columns, clamped to the grid. */
export function cellBeside({ row, column }: Cell, [rows, columns]: readonly [number, number], size: GridSize): Cell {
  return { row: between(row + rows, size.rows - 1), column: between(column + columns, size.columns - 1) };
}

/** Target cell of an arrow, Home, End or Page key; null: another key. */
export function cellByKey(cell: Cell, { key, ctrlKey, metaKey }: PressedKey, size: GridSize): Cell | null {
  const isFar = ctrlKey || metaKey;
  const step = isFar ? Number.MAX_SAFE_INTEGER : 1;
  switch (key) {
    case "ArrowUp":
      return cellBeside(cell, [-step, 0], size);
    case "ArrowDown":
      return cellBeside(cell, [step, 0], size);
    case "ArrowLeft":
      return cellBeside(cell, [0, -step], size);
    case "ArrowRight":
      return cellBeside(cell, [0, step], size);
    case "Home":
      return { row: isFar ? 0 : cell.row, column: 0 };
    case "End":
      return { row: isFar ? size.rows - 1 : cell.row, column: size.columns - 1 };
    case "PageUp":
      return { ...cell, row: 0 };
    case "PageDown":
      return { ...cell, row: size.rows - 1 };
    default:
      return null;
  }
}

/** The next or previous cell in reading order; null: the focus leaves the grid. */
export function cellByTab({ row, column }: Cell, isBack: boolean, { rows, columns }: GridSize): Cell | null {
  const index = row * columns + column + (isBack ? -1 : 1);
  if (index < 0 || index >= rows * columns) return null;
  return { row: Math.floor(index / columns), column: index % columns };
}

export function corners({ from, to }: CellRange): { readonly first: Cell; readonly last: Cell } {
  return {
    first: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    last: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  };
}

export function isWithin(range: CellRange, { row, column }: Cell): boolean {
  const { first, last } = corners(range);
  return row >= first.row && row <= last.row && column >= first.column && column <= last.column;
}

/** Row by row. */
export function cellsWithin(range: CellRange): Cell[] {
  const { first, last } = corners(range);
  const cells: Cell[] = [];
  for (let row = first.row; row <= last.row; row += 1)
    for (let column = first.column; column <= last.column; column += 1) cells.push({ row, column });
  return cells;
}

/**
 * Rows and columns of text from a spreadsheet: tabs between columns, line ends between rows, quotation marks around
 * cells that contain one of these. A line end after the last row adds no row.
 */
export function pastedRows(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  const source = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] as string;
    if (isQuoted && sign === '"' && source[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (isQuoted) cell += sign;
    else if (sign === '"' && cell === "" && /"([\t\n]|$)/.test(source.slice(at + 1))) isQuoted = true;
    else if (sign === "\t") endCell();
    else if (sign === "\n") {
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  return rows;
}

/** In the format of spreadsheets. */
export function copiedText(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => (/["\t\n]/.test(cell) ? `"${cell.replace(/"/g, '""')}"` : cell)).join("\t"))
    .join("\n");
}

interface Placed extends Cell {
  readonly text: string;
}

/**
 * The cells that a pasted block fills: from the upper left of the selection, clipped at the edges. A single cell or a
 * single row fills the whole selection.
 */
export function pasteInto(range: CellRange, rows: readonly (readonly string[])[], size: GridSize): Placed[] {
  const { first, last } = corners(range);
  const height = rows.length === 1 ? last.row - first.row + 1 : rows.length;
  const isOne = rows.length === 1 && rows[0]?.length === 1;
  const placed: Placed[] = [];
  for (let down = 0; down < height; down += 1) {
    const source = rows[rows.length === 1 ? 0 : down] ?? [];
    const width = isOne ? last.column - first.column + 1 : source.length;
    for (let right = 0; right < width; right += 1) {
      const cell = { row: first.row + down, column: first.column + right };
      if (cell.row < size.rows && cell.column < size.columns)
        placed.push({ ...cell, text: source[isOne ? 0 : right] ?? "" });
    }
  }
  return placed;
}

/** The source cell of each selected cell: the topmost of its column. A single selected row fills down to the end. */
export function fillDown(range: CellRange, size: GridSize): { readonly cell: Cell; readonly source: Cell }[] {
  const { first, last } = corners(range);
  const end = first.row === last.row ? size.rows - 1 : last.row;
  return cellsWithin({ from: first, to: { row: end, column: last.column } })
    .filter(({ row }) => row > first.row)
    .map((cell) => ({ cell, source: { row: first.row, column: cell.column } }));
}
