/** Operations on rows for the menu, the selection bar and the keys: move, copy, add, remove, and their dialogs. */
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { placeInto } from "#tree/drop-place.ts";
import type { TreeHandle } from "#tree/Tree.tsx";
import { placementKey, type TreeRow } from "#tree/tree-rows.ts";
import type { TreeSelection } from "#tree/tree-selection.ts";
import { isRemovable } from "./row-facts.ts";
import type { TreeDialog } from "./TreeDialogs.tsx";
import type { MenuActions, OpenMenu } from "./TreeMenu.tsx";
import type { ContentTreeState } from "./useContentTree.ts";
import { type Carry, useKeyboardMove } from "./useKeyboardMove.ts";
import { type Putting, usePutting } from "./usePutting.ts";
import type { DropRows } from "./useRowDrop.ts";
import type { RowSelection } from "./useRowSelection.ts";
import type { TreeActions } from "./useTreeActions.ts";
import { type TreeClipboard, useTreeClipboard } from "./useTreeClipboard.ts";
import type { ShownRows } from "./useTreeRows.ts";

interface RowOperationOptions {
  readonly content: ContentTreeState;
  readonly shown: ShownRows;
  readonly actions: TreeActions;
  readonly selection: TreeSelection;
  readonly chosen: RowSelection;
  readonly dropRows: DropRows;
  readonly onReveal: (id: number, parentId: number | null) => void;
  readonly handle: RefObject<TreeHandle | null>;
}

export interface RowOperations extends Putting {
  readonly menuActions: MenuActions;
  readonly clipboard: TreeClipboard;
  readonly carry: Carry;
  readonly menu: OpenMenu | null;
  readonly setMenu: (change: OpenMenu | null | ((before: OpenMenu | null) => OpenMenu | null)) => void;
  readonly dialog: TreeDialog | null;
  readonly setDialog: (dialog: TreeDialog | null) => void;
  readonly renamingKey: string | null;
  readonly setRenamingKey: (key: string | null) => void;
}

export function useRowOperations(options: RowOperationOptions): RowOperations {
  const { content, shown, actions, selection, chosen, dropRows, onReveal, handle } = options;
  const { t } = useTranslation();
  const { tree } = content.view;
  const { rows, setFilter, setOpenRows } = shown;
  const [renamingKey, setRenamingKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [dialog, setDialog] = useState<TreeDialog | null>(null);
  const carry = useKeyboardMove({
    tree,
    rows,
    onDrop: (place, dragged) => void dropRows(place, dragged, true),
    onPlace: (key) => handle.current?.scrollTo(key),
  });
  const putting = usePutting({ store: content.store, actions, selection, setFilter, onReveal });
  async function copyInto(target: TreeRow, some: readonly TreeRow[]): Promise<void> {
    setOpenRows([placementKey(target)], true);
    await putting.put("paste", target.id, some);
  }
  const clipboard = useTreeClipboard({
    tree,
    rows,
    onMove: (target, some) => void dropRows(placeInto(target), some, true),
    onCopy: (target, some) => void copyInto(target, some),
  });
  function remove(some: readonly TreeRow[]): void {
    const [course] = some;
    if (course?.kind === "course" && some.length === 1) setDialog({ type: "deleteCourse", row: course });
    else if (some.length === 0 || !some.every((row) => row.kind !== "course" && isRemovable(tree, row)))
      showProblem(t("tree.cannotRemove"));
    else void actions.remove(some);
  }
  const menuActions: MenuActions = {
    rename: (row) => setRenamingKey(row.key),
    showAdd: (row) => setMenu((before) => before && { type: "add", parent: row, x: before.x, y: before.y }),
    copy: clipboard.copy,
    duplicate: (row) => void putting.put("paste", row.parentId ?? 0, [row]),
    cut: clipboard.cut,
    paste: clipboard.paste,
    activate: (some, isOn) => void actions.activate(some, isOn),
    annotate: (some, isOn) => void actions.annotate(some, isOn),
    moveTo: (some) => setDialog({ type: "moveTo", rows: some }),
    carry: (some) => {
      handle.current?.focus();
      carry.start(some);
    },
    assign: (row) => setDialog({ type: "assign", row }),
    preview: (row) => setDialog({ type: "preview", row }),
    tags: (some) => setDialog({ type: "tags", rows: some }),
    select: chosen.startSelecting,
    remove,
  };
  return { ...putting, menuActions, clipboard, carry, menu, setMenu, dialog, setDialog, renamingKey, setRenamingKey };
}
