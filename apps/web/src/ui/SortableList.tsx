/** A list that is reordered by dragging a handle or by its keys; announces each move to screen readers. */
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { IconGripVertical } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useRef } from "react";

/** A press that moves less is not a drag, CSS px. */
const DRAG_TOLERANCE_PX = 4;

type MoveMoment = "Picked" | "Over" | "Dropped" | "Cancelled";

interface MovePlace {
  /** Title of the moved entry. */
  readonly title: string;
  /** Its present or new position, from 1. */
  readonly number: number;
  readonly total: number;
}

interface SortableEntry {
  /** Unique, and constant while the list is shown. */
  readonly id: string;
  readonly title: string;
}

interface SortableListProps {
  readonly className?: string | undefined;
  /** In order. */
  readonly entries: readonly SortableEntry[];
  /** Instructions for the keyboard. */
  readonly instructions: string;
  readonly announce: (moment: MoveMoment, place: MovePlace) => string;
  /** From 0. */
  readonly onMove: (from: number, to: number) => void;
  /** One row per entry, in the same order: each calls `useSortableRow`. */
  readonly children: ReactNode;
}

export function SortableList({ className, entries, instructions, announce, onMove, children }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_TOLERANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  /** The entry announced last: a picked-up entry is over itself at first, which needs no announcement. */
  const lastOver = useRef<UniqueIdentifier | null>(null);
  const indexOf = (id: UniqueIdentifier | undefined) => entries.findIndex((entry) => entry.id === id);
  const placeOf = (active: UniqueIdentifier, at: UniqueIdentifier): MovePlace => ({
    title: entries[indexOf(active)]?.title ?? "",
    number: indexOf(at) + 1,
    total: entries.length,
  });
  const announcements: Announcements = {
    onDragStart({ active }) {
      lastOver.current = active.id;
      return announce("Picked", placeOf(active.id, active.id));
    },
    onDragOver({ active, over }) {
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return announce("Over", placeOf(active.id, over.id));
    },
    onDragEnd: ({ active, over }) => announce("Dropped", placeOf(active.id, over?.id ?? active.id)),
    onDragCancel: ({ active }) => announce("Cancelled", placeOf(active.id, active.id)),
  };
  const handleDragEnd = ({ active, over }: DragEndEvent): void => {
    const [from, to] = [indexOf(active.id), indexOf(over?.id)];
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={entries.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol className={className}>{children}</ol>
      </SortableContext>
    </DndContext>
  );
}

/** @returns props for its `li` and its handle. */
export function useSortableRow(id: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return {
    row: {
      ref: setNodeRef,
      "data-dragging": isDragging || undefined,
      style: { transform: transform ? `translateY(${transform.y}px)` : undefined, transition },
    },
    grip: { ref: setActivatorNodeRef, ...attributes, ...listeners },
  };
}

/** The drag handle of a row. */
export function Grip(props: ComponentProps<"button"> & { readonly "aria-label": string }) {
  return (
    <button {...props} type="button">
      <IconGripVertical size={18} stroke={1.5} aria-hidden />
    </button>
  );
}
