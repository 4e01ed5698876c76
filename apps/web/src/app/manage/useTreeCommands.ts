/** Keyboard commands of the tree: moves the selection itself and passes every other command to `onAction`. */
import { type KeyboardEvent, useRef } from "react";
import { commandOf, isTypeAhead, type TreeCommand, TYPE_AHEAD_PAUSE_MS, typeAheadIndex } from "#tree/tree-keys.ts";
import type { TreeRow } from "#tree/tree-rows.ts";
import { extendTo, selectAll, selectOne, type TreeSelection, toggleSelected } from "#tree/tree-selection.ts";

interface TreeCommandOptions {
  readonly rows: readonly TreeRow[];
  readonly selection: TreeSelection;
  readonly onSelect: (selection: TreeSelection, row: TreeRow) => void;
  readonly onToggle: (row: TreeRow) => void;
  readonly onExpandSiblings: (row: TreeRow) => void;
  /** Receives every other command. */
  readonly onAction: (command: TreeCommand, row: TreeRow) => void;
}

/** @returns the keydown handler. */
export function useTreeCommands(options: TreeCommandOptions): (event: KeyboardEvent) => void {
  const typed = useRef({ text: "", atMs: 0 });
  /** The last row with the focus, used when that row no longer exists. */
  const lastIndex = useRef(0);
  return (event) => {
    const { rows, selection, onSelect } = options;
    const found = rows.findIndex(({ key }) => key === selection.at);
    const index = found >= 0 ? found : Math.min(lastIndex.current, rows.length - 1);
    const row = rows[index];
    if (!row) return;
    lastIndex.current = index;
    const goTo = (to: number) => {
      const next = rows[Math.max(0, Math.min(rows.length - 1, to))];
      if (next) onSelect(selectOne(next.key), next);
    };
    const command = commandOf(event);
    if (command !== null) {
      const isFirst = found < 0 && (command === "up" || command === "down");
      if (isFirst) goTo(index);
      else if (!go(command, options, { row, index, goTo })) options.onAction(command, row);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!isTypeAhead(event)) return;
    event.preventDefault();
    const isNew = event.timeStamp - typed.current.atMs > TYPE_AHEAD_PAUSE_MS;
    typed.current = { text: (isNew ? "" : typed.current.text) + event.key, atMs: event.timeStamp };
    const titles = rows.map(({ title }) => title);
    const to = typeAheadIndex(titles, typed.current.text, index);
    if (to >= 0) goTo(to);
  };
}

interface Here {
  readonly row: TreeRow;
  readonly index: number;
  readonly goTo: (index: number) => void;
}

/** Source: WAI-ARIA Authoring Practices 1.2, "Tree View", keyboard interaction. @returns whether it was such a command. */
function go(command: TreeCommand, options: TreeCommandOptions, { row, index, goTo }: Here): boolean {
  const { rows, selection, onSelect, onToggle } = options;
  switch (command) {
    case "up":
      goTo(index - 1);
      return true;
    case "down":
      goTo(index + 1);
      return true;
    case "home":
      goTo(0);
      return true;
    case "end":
      goTo(rows.length - 1);
      return true;
    case "extendUp":
    case "extendDown": {
      const next = rows[index + (command === "extendUp" ? -1 : 1)];
      if (next) onSelect(extendTo(rows, selection, next.key), next);
      return true;
    }
    case "right":
      if (row.isExpandable && !row.isExpanded) onToggle(row);
      else if (row.isExpanded) goTo(index + 1);
      return true;
    case "left":
      if (row.isExpanded) onToggle(row);
      else if (row.parentKey !== null) goTo(rows.findIndex(({ key }) => key === row.parentKey));
      return true;
    case "expandSiblings":
      options.onExpandSiblings(row);
      return true;
    case "toggle":
      onSelect(toggleSelected(selection, row.key), row);
      return true;
    case "selectAll":
      onSelect(selectAll(rows, selection), row);
      return true;
    default:
      return false;
  }
}
