/**
 * Handles dropped rows: the selection and the open editor follow them to their new position. What the user selects or
 * opens before the server has responded stays selected and open.
 */
import { type DropPlace, dropAction, rejectionOf } from "#tree/drop-place.ts";
import { placementKey, type TreeRow } from "#tree/tree-rows.ts";
import type { TreeSelection } from "#tree/tree-selection.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { useLatest } from "#ui/useLatest.ts";
import type { TreeActions } from "./useTreeActions.ts";
import type { ShownRows } from "./useTreeRows.ts";

interface RowDropOptions {
  readonly tree: TreeState;
  readonly shown: Pick<ShownRows, "rows" | "setOpenRows">;
  readonly actions: TreeActions;
  readonly selection: TreeSelection;
  readonly onSelection: (selection: TreeSelection) => void;
  readonly onOpen: (row: { readonly id: number; readonly parentId: number | null }) => void;
  /** Item whose editor is open; null: none. */
  readonly chosenId: number | null;
}

/** @param isOpened whether a row that receives them is expanded, so that they can be seen. */
export type DropRows = (place: DropPlace, dragged: readonly TreeRow[], isOpened?: boolean) => Promise<void>;

export function useRowDrop(options: RowDropOptions): DropRows {
  const { tree, shown, actions, selection, onSelection, onOpen, chosenId } = options;
  const latest = useLatest({ selection, chosenId });
  return async (place, dragged, isOpened = false) => {
    if (rejectionOf(tree, place, dragged) !== null) return;
    const action = dropAction(tree, place, dragged);
    if (!action) return;
    const target = shown.rows.find(({ key }) => key === place.rowKey);
    const parentKey = place.mark === "around" ? place.rowKey : (target?.parentKey ?? null);
    if (isOpened && place.mark === "around" && target) shown.setOpenRows([placementKey(target)], true);
    const keys = dragged.map(({ id }) => (parentKey === null ? String(id) : `${parentKey}/${id}`));
    const dropped = { keys: new Set(keys), at: keys[0] ?? null, anchor: keys[0] ?? null };
    onSelection(dropped);
    const done = await actions.drop(action, dragged);
    const now = latest.current;
    if (!done && now.selection === dropped) onSelection(selection);
    // The editor stays open, at its new URL.
    else if (done && dragged.length === 1 && dragged[0]?.id === now.chosenId)
      onOpen({ id: dragged[0].id, parentId: place.parentId });
  };
}
