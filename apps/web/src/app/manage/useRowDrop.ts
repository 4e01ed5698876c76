/** Rows are dropped somewhere: the selection and the open editor follow them to their new place. */
import { type DropPlace, dropAction, refusalOf } from "#tree/drop-place.ts";
import { placementKey, type TreeRow } from "#tree/tree-rows.ts";
import type { TreeSelection } from "#tree/tree-selection.ts";
import type { TreeState } from "#tree/tree-state.ts";
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
  return async (place, dragged, isOpened = false) => {
    if (refusalOf(tree, place, dragged) !== null) return;
    const action = dropAction(tree, place, dragged);
    if (!action) return;
    const target = shown.rows.find(({ key }) => key === place.rowKey);
    const parentKey = place.mark === "around" ? place.rowKey : (target?.parentKey ?? null);
    if (isOpened && place.mark === "around" && target) shown.setOpenRows([placementKey(target)], true);
    const keys = dragged.map(({ id }) => (parentKey === null ? String(id) : `${parentKey}/${id}`));
    onSelection({ keys: new Set(keys), at: keys[0] ?? null, anchor: keys[0] ?? null });
    const done = await actions.drop(action, dragged);
    if (!done) onSelection(selection);
    // The editor stays open, under its new address.
    else if (dragged.length === 1 && dragged[0]?.id === chosenId)
      onOpen({ id: dragged[0].id, parentId: place.parentId });
  };
}
