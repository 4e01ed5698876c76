/** What each keyboard command does in the content manager's tree. */
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import type { TreeCommand } from "#tree/tree-keys.ts";
import { isGroup, placementKey, type TreeRow } from "#tree/tree-rows.ts";
import { selectOne, type TreeSelection } from "#tree/tree-selection.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { moveByKey } from "./move-by-key.ts";
import { isDuplicable } from "./row-facts.ts";
import type { DropRows } from "./useRowDrop.ts";
import type { RowOperations } from "./useRowOperations.ts";
import type { RowSelection } from "./useRowSelection.ts";
import type { TreeActions } from "./useTreeActions.ts";
import { useTreeCommands } from "./useTreeCommands.ts";
import { NO_FILTER, type ShownRows } from "./useTreeRows.ts";

/** Distance from the left edge of a row to a menu opened by a key, CSS px. */
const MENU_INDENT_PX = 24;

interface ContentTreeKeyOptions {
  readonly tree: TreeState;
  readonly shown: ShownRows;
  readonly selection: TreeSelection;
  readonly chosen: RowSelection;
  readonly actions: TreeActions;
  readonly operations: RowOperations;
  readonly dropRows: DropRows;
  readonly onToggle: (row: TreeRow) => void;
  readonly onMenu: (row: TreeRow, x: number, y: number) => void;
}

/** @returns the keydown handler. */
export function useContentTreeKeys(options: ContentTreeKeyOptions): (event: KeyboardEvent) => void {
  const { tree, shown, selection, chosen, actions, operations, dropRows, onToggle, onMenu } = options;
  const { t } = useTranslation();
  const { rows, setOpenRows } = shown;
  const { clipboard, carry, menuActions } = operations;
  function openMenu(row: TreeRow): void {
    const box = document.querySelector(`[data-row="${row.key}"]`)?.getBoundingClientRect();
    if (!isGroup(row.kind) && box) onMenu(row, box.left + MENU_INDENT_PX, box.bottom);
  }
  /** Exits one mode at a time, the innermost first. */
  function leave(): void {
    if (operations.menu) operations.setMenu(null);
    else if (chosen.isSelecting) chosen.endSelecting();
    else if (!clipboard.isEmpty) clipboard.clear();
    else if (shown.isFiltered) shown.setFilter(NO_FILTER);
  }
  function run(command: TreeCommand, row: TreeRow): void {
    const meant = chosen.meantBy(row);
    switch (command) {
      case "open":
        chosen.select(selectOne(row.key), row);
        break;
      case "rename":
        if (!isGroup(row.kind)) menuActions.rename(row);
        break;
      case "remove":
        menuActions.remove(meant);
        break;
      case "copy":
      case "cut":
        clipboard[command](meant);
        break;
      case "paste":
        clipboard.paste(row);
        break;
      case "duplicate":
        if (isDuplicable(tree, row)) menuActions.duplicate(row);
        else showProblem(t("tree.cannotCopy"));
        break;
      case "undo":
      case "redo":
        actions[command]();
        break;
      case "carry":
        carry.start(meant);
        break;
      case "menu":
        openMenu(row);
        break;
      case "escape":
        leave();
        break;
      default: {
        const place = moveByKey(tree, rows, row, command);
        if (place) void dropRows(place, [row], true);
      }
    }
  }
  return useTreeCommands({
    rows,
    selection,
    onSelect: chosen.select,
    onToggle,
    onExpandSiblings: ({ parentKey }) =>
      setOpenRows(rows.filter((row) => row.parentKey === parentKey && row.isExpandable).map(placementKey), true),
    onAction: run,
  });
}
