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

/** A press that moves less is no drag, CSS px. */
const DRAG_TOLERANCE_PX = 4;

export type MoveMoment = "Picked" | "Over" | "Dropped" | "Cancelled";

export interface MovePlace {
  /** Of what is moved. */
  readonly title: string;
  /** Where it is or would be, from 1. */
  readonly number: number;
  readonly total: number;
}

export interface SortableEntry {
  /** Its own, as long as the list is shown. */
  readonly id: string;
  readonly title: string;
}

interface SortableListProps {
  readonly className?: string | undefined;
  /** In their order. */
  readonly entries: readonly SortableEntry[];
  /** How it is done by keys. */
  readonly instructions: string;
  readonly announce: (moment: MoveMoment, place: MovePlace) => string;
  /** From 0. */
  readonly onMove: (from: number, to: number) => void;
  /** One row for each entry, in the same order: each calls `useSortableRow`. */
  readonly children: ReactNode;
}

export function SortableList({ className, entries, instructions, announce, onMove, children }: SortableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_TOLERANCE_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  /** Over which entry it was heard to be last: what is picked up lies over itself, which need not be said. */
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

/** @returns what its `li` and its grip are given. */
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

/** To take a row by. */
export function Grip(props: ComponentProps<"button"> & { readonly "aria-label": string }) {
  return (
    <button {...props} type="button">
      <IconGripVertical size={18} stroke={1.5} aria-hidden />
    </button>
  );
}
