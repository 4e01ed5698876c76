import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./AnnotationList.module.css";
import { AnnotationListRow } from "./AnnotationListRow.tsx";
import type { NumberedAnnotation } from "./annotation-listing.ts";
import type { AnnotationActions } from "./useAnnotationActions.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useMoveAnnouncements } from "./useMoveAnnouncements.ts";

/** Estimate until a row has been measured. */
const ROW_HEIGHT_PX = 60;
const ROWS_BEYOND_VIEW = 6;
/** A press that moves less is a click; a finger that moves sooner scrolls. */
const DRAG_DISTANCE_PX = 5;
const TOUCH_DELAY_MS = 200;

interface AnnotationListProps {
  readonly rows: readonly NumberedAnnotation[];
  readonly board: AnnotationBoard;
  readonly actions: AnnotationActions;
  readonly selectedId: number | null;
  readonly hoveredId: number | null;
  readonly onSelect: (id: number | null) => void;
  readonly onHover: (id: number | null) => void;
  /** Moves the row at one index to another; null: the order cannot be changed here. */
  readonly onMove: ((fromIndex: number, toIndex: number) => void) | null;
}

/** The annotations in order; virtualized, only visible rows are rendered. The selected row is scrolled into view. */
export function AnnotationList(props: AnnotationListProps) {
  const { rows, board, actions, selectedId, hoveredId, onSelect, onHover, onMove } = props;
  const { t } = useTranslation();
  const scroll = useRef<HTMLDivElement>(null);
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const [menuId, setMenuId] = useState<number | null>(null);
  const indexOf = useMemo(() => new Map(rows.map(({ annotation }, index) => [annotation.id, index])), [rows]);
  const draggedIndex = draggedId === null ? undefined : indexOf.get(draggedId);
  const virtualizer = useRowVirtualizer(rows, scroll, draggedIndex);
  const selectedIndex = selectedId === null ? undefined : indexOf.get(selectedId);
  useEffect(() => {
    if (selectedIndex !== undefined) virtualizer.scrollToIndex(selectedIndex, { align: "auto" });
  }, [virtualizer, selectedIndex]);

  /** A row moved by keyboard keeps the focus. */
  const refocusId = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: searched again when the rows have changed
  useLayoutEffect(() => {
    const moved = scroll.current?.querySelector<HTMLElement>(`[data-annotation="${refocusId.current}"]`);
    moved?.focus();
    refocusId.current = null;
  }, [rows]);
  const moveBy = (index: number, step: 1 | -1): void => {
    const moved = rows[index];
    if (!onMove || !moved || !rows[index + step]) return;
    refocusId.current = moved.annotation.id;
    onMove(index, index + step);
  };

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: DRAG_DISTANCE_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: TOUCH_DELAY_MS, tolerance: DRAG_DISTANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const accessibility = useMoveAnnouncements(rows);
  const canMove = onMove !== null;
  const ids = useMemo(() => (canMove ? rows.map(({ annotation }) => annotation.id) : []), [rows, canMove]);
  const handleDragEnd = ({ active, over }: DragEndEvent): void => {
    setDraggedId(null);
    const [from, to] = [indexOf.get(Number(active.id)), over ? indexOf.get(Number(over.id)) : undefined];
    if (from !== undefined && to !== undefined && from !== to) onMove?.(from, to);
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      accessibility={accessibility}
      onDragStart={({ active }) => setDraggedId(Number(active.id))}
      onDragCancel={() => setDraggedId(null)}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <div ref={scroll} className={classes.scroll}>
          <ol
            className={classes.list}
            style={{ height: virtualizer.getTotalSize() }}
            aria-label={t("annotation.list")}
            {...(onMove ? { "aria-description": t("annotation.moveHint") } : {})}
          >
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              if (!row) return null;
              const { id } = row.annotation;
              return (
                <AnnotationListRow
                  key={id}
                  row={row}
                  index={index}
                  count={rows.length}
                  topPx={start}
                  measure={virtualizer.measureElement}
                  board={board}
                  actions={actions}
                  isSelected={board.selectedIds.has(id)}
                  isHovered={id === hoveredId}
                  isMovable={onMove !== null && id > 0}
                  isMenuOpen={id === menuId}
                  onMenuChange={(isOpen) => setMenuId(isOpen ? id : null)}
                  onSelect={onSelect}
                  onToggle={board.toggleSelected}
                  onHover={onHover}
                  onMoveBy={(step) => moveBy(index, step)}
                />
              );
            })}
          </ol>
        </div>
      </SortableContext>
    </DndContext>
  );
}

/** @param draggedIndex index of the dragged row, which stays rendered however far the list scrolls. */
function useRowVirtualizer(
  rows: readonly NumberedAnnotation[],
  scroll: RefObject<HTMLDivElement | null>,
  draggedIndex: number | undefined,
) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND_VIEW,
    getItemKey: useCallback((index: number) => rows[index]?.annotation.id ?? index, [rows]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const shown = defaultRangeExtractor(range);
        return draggedIndex === undefined || shown.includes(draggedIndex)
          ? shown
          : [...shown, draggedIndex].sort((one, other) => one - other);
      },
      [draggedIndex],
    ),
  });
}
