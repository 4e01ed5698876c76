/** The content tree with filter, add button, undo, menu, and the dialogs of its actions. */
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { type DropPlace, dropAction, dropPlaceAt, rejectionOf } from "#tree/drop-place.ts";
import { Tree, type TreeDropTarget, type TreeHandle } from "#tree/Tree.tsx";
import { isGroup, placementKey, type TreeRow } from "#tree/tree-rows.ts";
import { selectAll, type TreeSelection } from "#tree/tree-selection.ts";
import { chooseFiles } from "#ui/choose-files.ts";
import { useLatest } from "#ui/useLatest.ts";
import { type UploadFiles, useUploadFiles } from "#upload/upload-context.tsx";
import styles from "./ContentManager.module.css";
import { CopyProgress } from "./CopyProgress.tsx";
import { DragGhost } from "./DragGhost.tsx";
import { ManyPane } from "./ManyPane.tsx";
import { addPlaceOf } from "./row-facts.ts";
import { SelectionBar } from "./SelectionBar.tsx";
import { TreeDialogs } from "./TreeDialogs.tsx";
import { TreeHead } from "./TreeHead.tsx";
import { TreeMenus } from "./TreeMenu.tsx";
import { TreeNotice } from "./TreeNotice.tsx";
import type { ContentTreeState } from "./useContentTree.ts";
import { useContentTreeKeys } from "./useContentTreeKeys.ts";
import { useFileDrop } from "./useFileDrop.ts";
import { type DropRows, useRowDrop } from "./useRowDrop.ts";
import { type RowOperations, useRowOperations } from "./useRowOperations.ts";
import { type RowSelection, useRowSelection } from "./useRowSelection.ts";
import type { TreeActions } from "./useTreeActions.ts";
import { NO_FILTER, type ShownRows, useTreeRows } from "./useTreeRows.ts";
import { useUploadNotes } from "./useUploadNotes.ts";

const KEYS_HINT_ID = "tree-keys-hint";

interface ContentTreeProps {
  readonly content: ContentTreeState;
  readonly actions: TreeActions;
  readonly selection: TreeSelection;
  readonly onSelection: (selection: TreeSelection) => void;
  /** Shows the editor of a row; null: no editor. */
  readonly onOpen: (row: { readonly id: number; readonly parentId: number | null } | null) => void;
  /** Selects an item in any parent, once it is in the tree. */
  readonly onReveal: (id: number, parentId: number | null) => void;
  /** Item whose editor is shown; null: none. */
  readonly chosenId: number | null;
  readonly handle: RefObject<TreeHandle | null>;
  /** Element for the actions on several rows; null: none. */
  readonly manySlot: HTMLElement | null;
  /** Whether only the tree is shown. */
  readonly isSmall: boolean;
}

export function ContentTree(props: ContentTreeProps) {
  const { content, actions, selection, onSelection, onOpen, onReveal, chosenId, handle, manySlot, isSmall } = props;
  const { t } = useTranslation();
  const { tree } = content.view;
  const sendFiles = useUploadFiles();
  const shown = useTreeRows(content);
  const { rows, setFilter, setOpenRows } = shown;
  /** A filter could hide the uploaded slides. */
  const uploadFiles: UploadFiles = (take, place) => {
    setFilter(NO_FILTER);
    sendFiles(take, place);
  };
  const chosen = useRowSelection({ rows, selection, onSelection, onOpen, handle });
  const dropRows = useRowDrop({ tree, shown, actions, selection, onSelection, onOpen, chosenId });
  const operations = useRowOperations({ content, shown, actions, selection, chosen, dropRows, onReveal, handle });
  const { menu, setMenu, setDialog, menuActions } = operations;
  const focus = () => handle.current?.focus();
  const toggle = (row: TreeRow) => row.isExpandable && setOpenRows([placementKey(row)], !row.isExpanded);
  const showMenu = (row: TreeRow, x: number, y: number) => {
    chosen.include(row);
    setMenu({ type: "row", row, x, y });
  };
  const parts: TreeParts = { props, shown, chosen, operations, dropRows, toggle, showMenu, focus, uploadFiles };
  const at = rows.find(({ key }) => key === selection.at);
  return (
    <div className={styles.treePane}>
      <TreeHead
        filter={shown.filter}
        found={shown.found}
        view={content.view}
        onFilter={setFilter}
        onLeave={focus}
        onAdd={(x, y) => setMenu({ type: "add", x, y })}
        onUndo={actions.undo}
        onRedo={actions.redo}
        onCollapse={shown.closeAll}
      />
      <p id={KEYS_HINT_ID} className="for-screen-readers">
        {t("tree.keysHint")}
      </p>
      <TreeNotice
        view={content.view}
        rowCount={rows.length}
        isFiltered={shown.isFiltered}
        onRetry={() => void content.store.refresh()}
        onAddCourse={() => setDialog({ type: "addCourse" })}
      />
      <ContentRows {...parts} />
      {(chosen.isSelecting || (isSmall && selection.keys.size > 1)) && (
        <SelectionBar
          tree={tree}
          rows={chosen.selected()}
          actions={isSmall ? menuActions : null}
          onSelectAll={() => onSelection(selectAll(rows, selection))}
          onDone={chosen.endSelecting}
        />
      )}
      {manySlot &&
        createPortal(
          <ManyPane tree={tree} count={selection.keys.size} rows={chosen.selected()} actions={menuActions} />,
          manySlot,
        )}
      <div role="status" className="for-screen-readers">
        {operations.carry.announcement}
      </div>
      <CopyProgress />
      <TreeMenus
        menu={menu}
        addPlace={addPlaceOf(rows, at)}
        tree={tree}
        meantBy={chosen.meantBy}
        actions={menuActions}
        onAdd={(kind, parentId) => setDialog({ type: "add", kind, parentId })}
        onPick={(kind, parentId) => setDialog({ type: "pick", kind, parentId })}
        onAddCourse={() => setDialog({ type: "addCourse" })}
        onUpload={(parent) => chooseFiles((take) => uploadFiles(take, parent))}
        onClose={(type) => {
          setMenu((now) => (now?.type === type ? null : now));
          if (type === "row") focus();
        }}
      />
      <ContentTreeDialogs {...parts} />
    </div>
  );
}

/** Shared props of the parts of the pane. */
interface TreeParts {
  readonly props: ContentTreeProps;
  readonly shown: ShownRows;
  readonly chosen: RowSelection;
  readonly operations: RowOperations;
  readonly dropRows: DropRows;
  readonly toggle: (row: TreeRow) => void;
  readonly showMenu: (row: TreeRow, x: number, y: number) => void;
  readonly focus: () => void;
  readonly uploadFiles: UploadFiles;
}

/** The rows, with their pointer and keyboard handling. */
function ContentRows({ props, shown, chosen, operations, dropRows, toggle, showMenu, focus, uploadFiles }: TreeParts) {
  const { content, actions, selection, handle } = props;
  const { t } = useTranslation();
  const { tree } = content.view;
  const { rows } = shown;
  const { carry, clipboard, renamingKey, setRenamingKey } = operations;
  const noteOf = useUploadNotes();
  const fileDrop = useFileDrop(tree, rows, uploadFiles);
  const latest = useLatest(rows);
  const handleKey = useContentTreeKeys({
    tree,
    shown,
    selection,
    chosen,
    actions,
    operations,
    dropRows,
    onToggle: toggle,
    onMenu: showMenu,
  });
  const targetOf = (place: DropPlace | null, dragged: readonly TreeRow[]): TreeDropTarget | null =>
    place && { place, rejection: rejectionOf(tree, place, dragged) };
  if (rows.length === 0) return null;
  return (
    <Tree
      label={t("tree.label")}
      descriptionId={KEYS_HINT_ID}
      rows={rows}
      selection={selection}
      cutKeys={clipboard.cutKeys}
      renamingKey={renamingKey}
      searchText={shown.searchText}
      noteOf={noteOf}
      handle={handle}
      onSelect={chosen.select}
      onToggle={toggle}
      onKeyDown={carry.isCarrying ? carry.handleKey : handleKey}
      onMenu={showMenu}
      onActivate={(row) => void actions.activate([row], !row.isActive)}
      isSelecting={chosen.isSelecting}
      onHold={chosen.hold}
      onRenamed={(row, title) => {
        setRenamingKey(null);
        focus();
        if (title !== null) void actions.rename(row, title);
      }}
      draggedWith={(row) => (isGroup(row.kind) ? [] : chosen.meantBy(row))}
      targetOf={({ dragged, point }) => targetOf(dropPlaceAt(tree, rows, point, dragged), dragged)}
      onDrop={({ dragged, point }) => {
        const place = dropPlaceAt(tree, latest.current, point, dragged);
        if (place) void dropRows(place, dragged);
      }}
      carryTarget={carry.target}
      renderGhost={(drag, target) => <DragGhost drag={drag} target={target} />}
      {...fileDrop}
    />
  );
}

/** The open dialog, with the action of its confirmation. */
function ContentTreeDialogs({ props, operations, focus }: TreeParts) {
  const { content, actions, chosenId, onReveal } = props;
  const { tree } = content.view;
  const { dialog, setDialog, put, added } = operations;
  const latestChosenId = useLatest(chosenId);
  async function moveTo(some: readonly TreeRow[], parentId: number): Promise<void> {
    const place = { parentId, beforeId: null, rowKey: "", mark: "around", depth: 1 } as const;
    const action = dropAction(tree, place, some);
    if (!action) return;
    const done = await actions.drop(action, some);
    const openId = latestChosenId.current;
    if (done && openId !== null && some[0]?.id === openId) onReveal(openId, parentId);
  }
  return (
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
        void moveTo(some, parentId);
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
  );
}
