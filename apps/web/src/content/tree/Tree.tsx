/**
 * A tree of any size: only the visible rows are in the document. The tree itself has the focus and refers to the active
 * row. Source: WAI-ARIA Authoring Practices 1.2, "Tree View".
 */
import { useMediaQuery } from "@mantine/hooks";
import { defaultRangeExtractor, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { carriesFiles } from "#ui/dropped-files.ts";
import { textScale } from "#ui/text-scale.ts";
import type { DropPlace, DropRejection } from "./drop-place.ts";
import styles from "./Tree.module.css";
import { TreeRowView } from "./TreeRowView.tsx";
import { isGroup, type TreeRow } from "./tree-rows.ts";
import { extendTo, selectOne, type TreeSelection, toggleSelected } from "./tree-selection.ts";
import { type RowDrag, useRowDrag } from "./useRowDrag.ts";

/** Row heights, CSS px, for pointer and touch. */
const ROW_PX = 32;
const TOUCH_ROW_PX = 44;
/** Rows rendered beyond the visible ones. */
const OVERSCAN_ROWS = 12;

export interface TreeDropTarget {
  readonly place: DropPlace;
  /** Null: dropping is allowed there. */
  readonly rejection: DropRejection | null;
}

export interface TreeHandle {
  readonly focus: () => void;
  readonly scrollTo: (key: string) => void;
}

interface TreeProps {
  readonly label: string;
  /** Description of the keys for screen readers. */
  readonly descriptionId: string;
  readonly rows: readonly TreeRow[];
  readonly selection: TreeSelection;
  readonly cutKeys: ReadonlySet<string>;
  readonly renamingKey: string | null;
  readonly searchText: string;
  /** Activity in a row's item, e.g. uploads; null: none. */
  readonly noteOf: (id: number) => string | null;
  readonly handle: Ref<TreeHandle>;
  readonly onSelect: (selection: TreeSelection, row: TreeRow) => void;
  readonly onToggle: (row: TreeRow) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onMenu: (row: TreeRow, x: number, y: number) => void;
  /** Shows the item to learners, or hides it. */
  readonly onActivate: (row: TreeRow) => void;
  /** Whether a click toggles the selection of a row. */
  readonly isSelecting: boolean;
  /** Long press on a row without movement. */
  readonly onHold: (row: TreeRow) => void;
  readonly onRenamed: (row: TreeRow, title: string | null) => void;
  readonly draggedWith: (row: TreeRow) => readonly TreeRow[];
  readonly targetOf: (drag: RowDrag) => TreeDropTarget | null;
  readonly onDrop: (drag: RowDrag) => void;
  /** Drop target of a keyboard move. */
  readonly carryTarget: TreeDropTarget | null;
  readonly renderGhost: (drag: RowDrag, target: TreeDropTarget | null) => ReactNode;
  /** Drop target of files from the desktop. @param row null: below the last row. */
  readonly filesTargetOf: (row: TreeRow | null) => TreeDropTarget | null;
  readonly onFiles: (row: TreeRow | null, transfer: DataTransfer) => void;
  readonly filesKey: string | null;
  readonly onFilesOver: (row: TreeRow | null, isOver: boolean) => void;
}

export function Tree(props: TreeProps) {
  const { rows, selection, renamingKey, onSelect, onToggle, onMenu } = props;
  const prefix = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeightPx = useRowHeightPx();
  const { drag, pressedKey } = useRowDrag({
    scroller,
    rows,
    rowHeightPx,
    isEnabled: renamingKey === null,
    draggedWith: props.draggedWith,
    onHover: onToggle,
    onDrop: props.onDrop,
    onLongPress: props.onHold,
  });
  const indexOf = (key: string | null) => (key === null ? -1 : rows.findIndex((row) => row.key === key));
  const mountedIndexes = [indexOf(selection.at), indexOf(renamingKey), indexOf(pressedKey.current)];
  const virtualizer = useRowVirtualizer(rows, scroller, rowHeightPx, mountedIndexes);
  const domId = (key: string) => `${prefix}${key.replaceAll("/", "-")}`;
  useImperativeHandle(props.handle, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    scrollTo: (key) => {
      const index = rows.findIndex((row) => row.key === key);
      if (index >= 0) virtualizer.scrollToIndex(index, { align: "auto" });
    },
  }));
  const target = drag ? props.targetOf(drag) : props.carryTarget;
  const rowOf = (element: EventTarget): TreeRow | null => {
    const key = (element as Element).closest<HTMLElement>("[data-row]")?.dataset.row;
    return rows.find((row) => row.key === key) ?? null;
  };
  function handleClick(event: MouseEvent): void {
    const row = rowOf(event.target);
    if (!row) return;
    if (event.shiftKey) onSelect(extendTo(rows, selection, row.key), row);
    else if (event.ctrlKey || event.metaKey || props.isSelecting) onSelect(toggleSelected(selection, row.key), row);
    else onSelect(selectOne(row.key), row);
  }
  function handleContextMenu(event: MouseEvent): void {
    const row = rowOf(event.target);
    if (!row || renamingKey !== null) return;
    event.preventDefault();
    if (!isGroup(row.kind)) onMenu(row, event.clientX, event.clientY);
  }
  function handleFiles(event: DragEvent): void {
    if (!carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    const row = rowOf(event.target);
    event.dataTransfer.dropEffect = props.filesTargetOf(row)?.rejection === null ? "copy" : "none";
    props.onFilesOver(row, true);
  }
  const at = indexOf(selection.at) >= 0 ? selection.at : null;
  return (
    <>
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        className={styles.tree}
        aria-label={props.label}
        aria-describedby={props.descriptionId}
        aria-multiselectable
        aria-activedescendant={at === null ? undefined : domId(at)}
        data-dragging={drag !== null || undefined}
        onKeyDown={props.onKeyDown}
        onClick={handleClick}
        onDoubleClick={(event) => {
          const row = rowOf(event.target);
          if (row?.isExpandable && !(event.target as Element).closest("button, input")) onToggle(row);
        }}
        onContextMenu={handleContextMenu}
        onDragOver={handleFiles}
        onDragLeave={() => props.onFilesOver(null, false)}
        onDrop={(event) => {
          if (!carriesFiles(event.dataTransfer)) return;
          event.preventDefault();
          event.stopPropagation();
          props.onFilesOver(null, false);
          props.onFiles(rowOf(event.target), event.dataTransfer);
        }}
      >
        <div role="presentation" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
          <VisibleRows
            tree={props}
            items={virtualizer.getVirtualItems()}
            heightPx={rowHeightPx}
            at={at}
            target={target}
            domId={domId}
          />
        </div>
      </div>
      {drag && props.renderGhost(drag, target)}
    </>
  );
}

/** Larger for touch, and for larger text. */
function useRowHeightPx(): number {
  const isCoarse = useMediaQuery("(pointer: coarse), (max-width: 992px)", undefined, {
    getInitialValueInEffect: false,
  });
  const [scale] = useState(textScale);
  return Math.round((isCoarse ? TOUCH_ROW_PX : ROW_PX) * Math.max(1, scale));
}

/** @param mountedIndexes indexes of rows that stay rendered even if they are not visible; negative ones are ignored. */
function useRowVirtualizer(
  rows: readonly TreeRow[],
  scroller: RefObject<HTMLDivElement | null>,
  rowHeightPx: number,
  mountedIndexes: readonly number[],
) {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), ...mountedIndexes.filter((index) => index >= 0)]),
    ],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the height alone
  useEffect(() => virtualizer.measure(), [rowHeightPx]);
  return virtualizer;
}

interface VisibleRowsProps {
  readonly tree: TreeProps;
  readonly items: readonly VirtualItem[];
  readonly heightPx: number;
  /** Key of the current row; null: none. */
  readonly at: string | null;
  readonly target: TreeDropTarget | null;
  readonly domId: (key: string) => string;
}

function VisibleRows({ tree, items, heightPx, at, target, domId }: VisibleRowsProps) {
  const { rows, selection, cutKeys, renamingKey, searchText } = tree;
  const { place = null, rejection = null } = target ?? {};
  const onRow = {
    onToggle: tree.onToggle,
    onMenu: tree.onMenu,
    onActivate: tree.onActivate,
    onRenamed: tree.onRenamed,
  };
  return items.map(({ index, start }) => {
    const row = rows[index];
    if (!row) return null;
    const isTarget = place?.rowKey === row.key;
    return (
      <TreeRowView
        key={row.key}
        row={row}
        domId={domId(row.key)}
        topPx={start}
        heightPx={heightPx}
        isSelected={selection.keys.has(row.key)}
        isAt={row.key === at}
        isCut={cutKeys.has(row.key)}
        isRenaming={row.key === renamingKey}
        searchText={row.isMatch ? searchText : ""}
        note={tree.noteOf(row.id)}
        drop={isTarget && place ? place.mark : tree.filesKey === row.key ? "around" : null}
        dropDepth={isTarget && place ? place.depth : row.depth}
        isRejected={isTarget && rejection !== null}
        hasMenu={!isGroup(row.kind) && !tree.isSelecting}
        isMarked={tree.isSelecting && !isGroup(row.kind) ? selection.keys.has(row.key) : null}
        {...onRow}
      />
    );
  });
}
