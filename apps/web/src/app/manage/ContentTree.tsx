/** The tree with what stands around it: filter, add, undo, menu, and the dialogs of its actions. */
import { type RefObject, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { type DropPlace, dropAction, dropPlaceAt, placeInto, refusalOf } from "#tree/drop-place.ts";
import { Tree, type TreeDropTarget, type TreeHandle } from "#tree/Tree.tsx";
import { isGroup, placementKey, type TreeRow } from "#tree/tree-rows.ts";
import {
  NO_SELECTION,
  selectAll,
  selectedRows,
  selectOne,
  type TreeSelection,
  toggleSelected,
} from "#tree/tree-selection.ts";
import { chooseFiles } from "#ui/choose-files.ts";
import { type BringFiles, useUploadFiles } from "#upload/upload-context.tsx";
import styles from "./ContentManager.module.css";
import { CopyProgress } from "./CopyProgress.tsx";
import { DragGhost } from "./DragGhost.tsx";
import { ManyPane } from "./ManyPane.tsx";
import { moveByKey } from "./move-by-key.ts";
import { addPlaceOf, isDuplicable, isRemovable } from "./row-facts.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { type TreeDialog, TreeDialogs } from "./TreeDialogs.tsx";
import { TreeHead } from "./TreeHead.tsx";
import { type MenuActions, type OpenMenu, TreeMenus } from "./TreeMenu.tsx";
import { TreeNotice } from "./TreeNotice.tsx";
import type { ContentTreeState } from "./useContentTree.ts";
import { useFileDrop } from "./useFileDrop.ts";
import { useKeyboardMove } from "./useKeyboardMove.ts";
import { usePutting } from "./usePutting.ts";
import type { TreeActions } from "./useTreeActions.ts";
import { useTreeClipboard } from "./useTreeClipboard.ts";
import { useTreeCommands } from "./useTreeCommands.ts";
import { NO_FILTER, useTreeRows } from "./useTreeRows.ts";
import { useUploadNotes } from "./useUploadNotes.ts";

const KEYS_HINT_ID = "tree-keys-hint";

interface ContentTreeProps {
  readonly content: ContentTreeState;
  readonly actions: TreeActions;
  readonly selection: TreeSelection;
  readonly onSelection: (selection: TreeSelection) => void;
  /** Shows the editor of a row; null: of none. */
  readonly onOpen: (row: { readonly id: number; readonly parentId: number | null } | null) => void;
  /** Shows an item wherever it is, once the tree knows it. */
  readonly onReveal: (id: number, parentId: number | null) => void;
  /** Whose editor is shown; null: none. */
  readonly chosenId: number | null;
  readonly handle: RefObject<TreeHandle | null>;
  /** Where the actions on several rows stand; null: not there. */
  readonly manySlot: HTMLElement | null;
  /** Whether there is nothing beside the tree. */
  readonly isSmall: boolean;
}

export function ContentTree(props: ContentTreeProps) {
  const { content, actions, selection, onSelection, onOpen, onReveal, chosenId, handle, manySlot, isSmall } = props;
  const { t } = useTranslation();
  const { store, view } = content;
  const { tree } = view;
  const bringFiles = useUploadFiles();
  const noteOf = useUploadNotes();
  const { rows, filter, setFilter, wanted, isFiltered, found, setOpenRows, closeAll } = useTreeRows(content);
  const [renamingKey, setRenamingKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [dialog, setDialog] = useState<TreeDialog | null>(null);
  /** Several are chosen by tapping. */
  const [isSelecting, setSelecting] = useState(false);
  /** A filter would hide what comes in. */
  const bring: BringFiles = (take, place) => {
    setFilter(NO_FILTER);
    bringFiles(take, place);
  };
  const fileDrop = useFileDrop(tree, rows, bring);
  const latest = useRef(rows);
  latest.current = rows;

  const toggle = (row: TreeRow) => row.isExpandable && setOpenRows([placementKey(row)], !row.isExpanded);
  const focus = () => handle.current?.focus();
  const select = (next: TreeSelection, row: TreeRow) => {
    onSelection(next);
    handle.current?.scrollTo(row.key);
    if (isSelecting) return;
    if (next.keys.size === 1 && next.keys.has(row.key) && !isGroup(row.kind)) onOpen(row);
  };
  /** The selected rows where the row is one of them, else the row alone. */
  const meantBy = (row: TreeRow): readonly TreeRow[] =>
    selection.keys.has(row.key) ? selected() : [row].filter(({ kind }) => !isGroup(kind));
  const selected = () => selectedRows(rows, selection).filter(({ kind }) => !isGroup(kind));

  async function dropAt(place: DropPlace, dragged: readonly TreeRow[], isOpened = false): Promise<void> {
    if (refusalOf(tree, place, dragged) !== null) return;
    const action = dropAction(tree, place, dragged);
    if (!action) return;
    const target = rows.find(({ key }) => key === place.rowKey);
    const parentKey = place.mark === "around" ? place.rowKey : (target?.parentKey ?? null);
    if (isOpened && place.mark === "around" && target) setOpenRows([placementKey(target)], true);
    const keys = dragged.map(({ id }) => (parentKey === null ? String(id) : `${parentKey}/${id}`));
    const before = selection;
    onSelection({ keys: new Set(keys), at: keys[0] ?? null, anchor: keys[0] ?? null });
    const done = await actions.drop(action, dragged);
    if (!done) onSelection(before);
    // Its editor stays, by its new address.
    else if (dragged.length === 1 && dragged[0]?.id === chosenId)
      onOpen({ id: dragged[0].id, parentId: place.parentId });
  }
  const carry = useKeyboardMove({
    tree,
    rows,
    onDrop: (place, dragged) => void dropAt(place, dragged, true),
    onPlace: (key) => handle.current?.scrollTo(key),
  });

  function remove(some: readonly TreeRow[]): void {
    const [course] = some;
    if (course?.kind === "course" && some.length === 1) setDialog({ type: "deleteCourse", row: course });
    else if (some.length === 0 || !some.every((row) => row.kind !== "course" && isRemovable(tree, row)))
      showProblem(t("tree.cannotRemove"));
    else void actions.remove(some);
  }
  const clipboard = useTreeClipboard({
    tree,
    rows,
    onMove: (target, some) => void dropAt(placeInto(target), some, true),
    onCopy: (target, some) => void copyInto(target, some),
  });
  const { put, added } = usePutting({ store, actions, setFilter, onReveal });
  async function copyInto(target: TreeRow, some: readonly TreeRow[]): Promise<void> {
    setOpenRows([placementKey(target)], true);
    await put("paste", target.id, some);
  }
  const menuActions: MenuActions = {
    rename: (row) => setRenamingKey(row.key),
    showAdd: (row) => setMenu((before) => before && { type: "add", parent: row, x: before.x, y: before.y }),
    copy: clipboard.copy,
    duplicate: (row) => void put("paste", row.parentId ?? 0, [row]),
    cut: clipboard.cut,
    paste: clipboard.paste,
    activate: (some, isOn) => void actions.activate(some, isOn),
    annotate: (some, isOn) => void actions.annotate(some, isOn),
    moveTo: (some) => setDialog({ type: "moveTo", rows: some }),
    carry: (some) => {
      focus();
      carry.start(some);
    },
    assign: (row) => setDialog({ type: "assign", row }),
    tags: (some) => setDialog({ type: "tags", rows: some }),
    select: (row) => {
      onSelection(selectOne(row.key));
      setSelecting(true);
    },
    remove,
  };
  const endSelecting = () => {
    setSelecting(false);
    onSelection({ ...NO_SELECTION, at: selection.at });
  };
  const hold = (row: TreeRow) => {
    if (isGroup(row.kind)) return;
    onSelection(isSelecting ? toggleSelected(selection, row.key) : selectOne(row.key));
    setSelecting(true);
  };
  const showMenu = (row: TreeRow, x: number, y: number) => {
    if (!selection.keys.has(row.key)) onSelection(selectOne(row.key));
    setMenu({ type: "row", row, x, y });
  };
  const handleKey = useTreeCommands({
    rows,
    selection,
    onSelect: select,
    onToggle: toggle,
    onExpandSiblings: ({ parentKey }) =>
      setOpenRows(rows.filter((row) => row.parentKey === parentKey && row.isExpandable).map(placementKey), true),
    onAction(command, row) {
      const meant = meantBy(row);
      switch (command) {
        case "open":
          select(selectOne(row.key), row);
          return true;
        case "rename":
          if (!isGroup(row.kind)) setRenamingKey(row.key);
          return true;
        case "remove":
          remove(meant);
          return true;
        case "copy":
        case "cut":
          clipboard[command](meant);
          return true;
        case "paste":
          clipboard.paste(row);
          return true;
        case "duplicate":
          if (isDuplicable(tree, row)) menuActions.duplicate(row);
          else showProblem(t("tree.cannotCopy"));
          return true;
        case "undo":
        case "redo":
          actions[command]();
          return true;
        case "carry":
          carry.start(meant);
          return true;
        case "menu": {
          const box = document.querySelector(`[data-row="${row.key}"]`)?.getBoundingClientRect();
          if (!isGroup(row.kind) && box) showMenu(row, box.left + 24, box.bottom);
          return true;
        }
        case "escape":
          if (menu) setMenu(null);
          else if (isSelecting) endSelecting();
          else if (!clipboard.isEmpty) clipboard.clear();
          else if (isFiltered) setFilter(NO_FILTER);
          return true;
        default: {
          const place = moveByKey(tree, rows, row, command);
          if (place) void dropAt(place, [row], true);
          return true;
        }
      }
    },
  });
  const at = rows.find(({ key }) => key === selection.at);
  const targetOf = (place: DropPlace | null, dragged: readonly TreeRow[]): TreeDropTarget | null =>
    place && { place, refusal: refusalOf(tree, place, dragged) };
  return (
    <div className={styles.treePane}>
      <TreeHead
        filter={filter}
        found={found}
        view={view}
        onFilter={setFilter}
        onLeave={focus}
        onAdd={(x, y) => setMenu({ type: "add", parent: addPlaceOf(rows, at), x, y })}
        onUndo={actions.undo}
        onRedo={actions.redo}
        onCollapse={closeAll}
      />
      <p id={KEYS_HINT_ID} className="for-screen-readers">
        {t("tree.keysHint")}
      </p>
      <TreeNotice
        view={view}
        rowCount={rows.length}
        isFiltered={isFiltered}
        onRetry={() => void store.refresh()}
        onAddCourse={() => setDialog({ type: "addCourse" })}
      />
      {rows.length > 0 && (
        <Tree
          label={t("tree.label")}
          descriptionId={KEYS_HINT_ID}
          rows={rows}
          selection={selection}
          cutKeys={clipboard.cutKeys}
          renamingKey={renamingKey}
          wanted={wanted}
          noteOf={noteOf}
          handle={handle}
          onSelect={select}
          onToggle={toggle}
          onKeyDown={carry.isCarrying ? carry.handleKey : handleKey}
          onMenu={showMenu}
          onActivate={(row) => void actions.activate([row], !row.isActive)}
          isSelecting={isSelecting}
          onHold={hold}
          onRenamed={(row, title) => {
            setRenamingKey(null);
            focus();
            if (title !== null) void actions.rename(row, title);
          }}
          draggedWith={(row) => (isGroup(row.kind) ? [] : meantBy(row))}
          targetOf={({ dragged, point }) => targetOf(dropPlaceAt(tree, rows, point, dragged), dragged)}
          onDrop={({ dragged, point }) => {
            const place = dropPlaceAt(tree, latest.current, point, dragged);
            if (place) void dropAt(place, dragged);
          }}
          carryTarget={carry.target}
          renderGhost={(drag, target) => <DragGhost drag={drag} target={target} />}
          {...fileDrop}
        />
      )}
      {(isSelecting || (isSmall && selection.keys.size > 1)) && (
        <SelectionBar
          tree={tree}
          rows={selected()}
          actions={isSmall ? menuActions : null}
          onSelectAll={() => onSelection(selectAll(rows, selection))}
          onDone={endSelecting}
        />
      )}
      {manySlot &&
        createPortal(
          <ManyPane tree={tree} count={selection.keys.size} rows={selected()} actions={menuActions} />,
          manySlot,
        )}
      <div role="status" className="for-screen-readers">
        {carry.announcement}
      </div>
      <CopyProgress />
      <TreeMenus
        menu={menu}
        tree={tree}
        meantBy={meantBy}
        actions={menuActions}
        onAdd={(kind, parentId) => setDialog({ type: "add", kind, parentId })}
        onPick={(kind, parentId) => setDialog({ type: "pick", kind, parentId })}
        onAddCourse={() => setDialog({ type: "addCourse" })}
        onUpload={(parent) => chooseFiles((take) => bring(take, parent))}
        onClose={(type) => {
          setMenu((now) => (now?.type === type ? null : now));
          if (type === "row") focus();
        }}
      />
      <TreeDialogs
        dialog={dialog}
        tree={tree}
        onAdded={(id, parentId) => {
          setDialog(null);
          void added(id, parentId);
        }}
        onPaste={(picked, parentId) => {
          setDialog(null);
          void put("add", parentId, picked);
        }}
        onMove={(some, parentId) => {
          setDialog(null);
          const place = { parentId, beforeId: null, rowKey: "", mark: "around", depth: 1 } as const;
          const action = dropAction(tree, place, some);
          if (action)
            void actions
              .drop(action, some)
              .then((done) => done && some[0]?.id === chosenId && onReveal(chosenId, parentId));
        }}
        onDeleteCourse={(row) => {
          setDialog(null);
          void actions.removeCourse(row);
        }}
        onClose={() => {
          setDialog(null);
          focus();
        }}
      />
    </div>
  );
}
