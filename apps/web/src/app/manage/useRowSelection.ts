/** The rows that an action applies to: selected by pointer and keys, or by tapping one after the other. */
import { type RefObject, useState } from "react";
import type { TreeHandle } from "#tree/Tree.tsx";
import { isGroup, type TreeRow } from "#tree/tree-rows.ts";
import { NO_SELECTION, selectedRows, selectOne, type TreeSelection, toggleSelected } from "#tree/tree-selection.ts";

interface RowSelectionOptions {
  readonly rows: readonly TreeRow[];
  readonly selection: TreeSelection;
  readonly onSelection: (selection: TreeSelection) => void;
  readonly onOpen: (row: TreeRow) => void;
  readonly handle: RefObject<TreeHandle | null>;
}

export interface RowSelection {
  /** Whether each tap toggles a row. */
  readonly isSelecting: boolean;
  /** Without the groups of content types, on which no action works. */
  readonly selected: () => readonly TreeRow[];
  /** The selected rows if the row is one of them, otherwise only the row. */
  readonly meantBy: (row: TreeRow) => readonly TreeRow[];
  /** Selects, scrolls to the row, and opens its editor if it is the only one. */
  readonly select: (next: TreeSelection, row: TreeRow) => void;
  /** For menus opened at a row: selects the row unless it is already selected. */
  readonly include: (row: TreeRow) => void;
  /** A long press starts selecting by tapping; in that mode it adds to the selection. */
  readonly hold: (row: TreeRow) => void;
  readonly startSelecting: (row: TreeRow) => void;
  readonly endSelecting: () => void;
}

export function useRowSelection(options: RowSelectionOptions): RowSelection {
  const { rows, selection, onSelection, onOpen, handle } = options;
  const [isSelecting, setSelecting] = useState(false);
  const selected = () => selectedRows(rows, selection).filter(({ kind }) => !isGroup(kind));
  function startSelecting(row: TreeRow): void {
    onSelection(selectOne(row.key));
    setSelecting(true);
  }
  return {
    isSelecting,
    selected,
    meantBy: (row) => (selection.keys.has(row.key) ? selected() : [row].filter(({ kind }) => !isGroup(kind))),
    select(next, row) {
      onSelection(next);
      handle.current?.scrollTo(row.key);
      if (isSelecting) return;
      if (next.keys.size === 1 && next.keys.has(row.key) && !isGroup(row.kind)) onOpen(row);
    },
    include(row) {
      if (!selection.keys.has(row.key)) onSelection(selectOne(row.key));
    },
    hold(row) {
      if (isGroup(row.kind)) return;
      if (isSelecting) onSelection(toggleSelected(selection, row.key));
      else startSelecting(row);
    },
    startSelecting,
    endSelecting() {
      setSelecting(false);
      onSelection({ ...NO_SELECTION, at: selection.at });
    },
  };
}
