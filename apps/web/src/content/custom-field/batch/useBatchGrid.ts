/** Keyboard, clipboard and pointer handling of the batch table. */
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type BatchField, type CellValues, cellName } from "./batch-values.ts";
import { enteredValue } from "./entered-value.ts";
import {
  type Cell,
  type CellRange,
  cellBeside,
  cellByKey,
  cellByTab,
  cellsWithin,
  copiedText,
  corners,
  fillDown,
  type GridSize,
  pastedRows,
  pasteInto,
} from "./grid-moves.ts";

interface BatchGridOptions {
  readonly slideIds: readonly number[];
  readonly fields: readonly BatchField[];
  readonly values: CellValues;
  readonly onChange: (changes: CellValues) => void;
  readonly onUndo: () => void;
  /** Moves the focus out of the table to the next element. */
  readonly onLeave: () => void;
}

interface OpenCell extends Cell {
  /** The character typed to open it; null: its value is unchanged. */
  readonly typed: string | null;
}

/** The cell to move to after a value was entered; `away`: the focus has already moved elsewhere. */
export type Leaving = "down" | "up" | "right" | "left" | "stay" | "away";

export interface BatchGrid {
  readonly at: Cell;
  readonly range: CellRange;
  /** Null: no cell is being edited. */
  readonly open: OpenCell | null;
  readonly table: RefObject<HTMLTableElement | null>;
  readonly choose: (cell: Cell, isExtending: boolean) => void;
  readonly openCell: (cell: Cell) => void;
  /** @param value null: unchanged. */
  readonly closeCell: (value: string | null, leaving: Leaving) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

const FIRST: Cell = { row: 0, column: 0 };

export function useBatchGrid({ slideIds, fields, values, onChange, onUndo, onLeave }: BatchGridOptions): BatchGrid {
  const { i18n } = useTranslation();
  const [at, setAt] = useState(FIRST);
  const [anchor, setAnchor] = useState(FIRST);
  const [open, setOpen] = useState<OpenCell | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  const size: GridSize = { rows: slideIds.length, columns: fields.length };
  const range: CellRange = { from: anchor, to: at };
  useEffect(() => {
    if (!wantsFocus.current || open) return;
    wantsFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-cell="${at.row}-${at.column}"]`)?.focus();
  }, [at, open]);

  const nameOf = ({ row, column }: Cell) => cellName(slideIds[row] ?? 0, fields[column]?.id ?? 0);
  const valueAt = (cell: Cell) => values[nameOf(cell)] ?? "";
  function choose(cell: Cell, isExtending: boolean): void {
    wantsFocus.current = true;
    setAt(cell);
    if (!isExtending) setAnchor(cell);
  }
  function write(cells: readonly { readonly cell: Cell; readonly text: string }[]): void {
    const changes = cells.flatMap(({ cell, text }) => {
      const field = fields[cell.column];
      return field ? [[nameOf(cell), enteredValue(field, text, i18n.language)] as const] : [];
    });
    const real = changes.filter(([name, value]) => value !== (values[name] ?? ""));
    if (real.length > 0) onChange(Object.fromEntries(real));
  }
  function move(event: KeyboardEvent, isExtending: boolean): boolean {
    const next = cellByKey(at, event, size);
    if (next) choose(next, isExtending);
    return next !== null;
  }
  /** Keys with Ctrl or Cmd. @returns whether the key has a function in the table. */
  function handleCommand({ key, shiftKey }: KeyboardEvent): boolean {
    const command = key.toLowerCase();
    if (command === "d") write(fillDown(range, size).map(({ cell, source }) => ({ cell, text: valueAt(source) })));
    else if (command === "z" && !shiftKey) onUndo();
    else return false;
    return true;
  }
  /** @returns whether the key has a function in the table. */
  function handleKey(event: KeyboardEvent): boolean {
    const { key, shiftKey, altKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (altKey) return false;
    if (key === "Tab") {
      const next = isCommand ? null : cellByTab(at, shiftKey, size);
      if (next) choose(next, false);
      return next !== null;
    }
    if (move(event, shiftKey)) return true;
    if (isCommand) return handleCommand(event);
    if (key === "Enter" || key === "F2") setOpen({ ...at, typed: null });
    else if (key === "Delete" || key === "Backspace") write(cellsWithin(range).map((cell) => ({ cell, text: "" })));
    else if (key === "Escape") onLeave();
    else if (key.length === 1 && key !== " ") setOpen({ ...at, typed: key });
    else return false;
    return true;
  }
  return {
    at,
    range,
    open,
    table,
    choose,
    openCell(cell) {
      setAt(cell);
      setAnchor(cell);
      setOpen({ ...cell, typed: null });
    },
    closeCell(value, leaving) {
      if (!open) return;
      const { row, column } = open;
      if (value !== null) write([{ cell: { row, column }, text: value }]);
      setOpen(null);
      if (leaving !== "away") choose(cellAfter({ row, column }, leaving, size), false);
    },
    onKeyDown(event) {
      if (open || !(event.target as HTMLElement).dataset.cell || !handleKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy(event) {
      if (open) return;
      event.clipboardData.setData("text/plain", textOfRange(range, valueAt));
      event.preventDefault();
    },
    onPaste(event) {
      if (open) return;
      const text = event.clipboardData.getData("text/plain");
      if (text === "") return;
      event.preventDefault();
      write(pasteInto(range, pastedRows(text), size).map(({ text: one, ...cell }) => ({ cell, text: one })));
    },
  };
}

function textOfRange(range: CellRange, valueAt: (cell: Cell) => string): string {
  const { first, last } = corners(range);
  const rows = Array.from({ length: last.row - first.row + 1 }, (_, down) =>
    Array.from({ length: last.column - first.column + 1 }, (__, right) =>
      valueAt({ row: first.row + down, column: first.column + right }),
    ),
  );
  return copiedText(rows);
}

function cellAfter(cell: Cell, leaving: Leaving, size: GridSize): Cell {
  if (leaving === "right" || leaving === "left") return cellByTab(cell, leaving === "left", size) ?? cell;
  const rows = leaving === "down" ? 1 : leaving === "up" ? -1 : 0;
  return cellBeside(cell, [rows, 0], size);
}
