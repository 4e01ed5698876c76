/** Dragging rows by mouse, pen or finger (long press): where the pointer means, scrolling at the rims, opening what is hovered over. */
import { startLongPress } from "@parfocal/viewer/long-press.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { TreeRow } from "./tree-rows.ts";

/** A press that moves less is a click, CSS px. */
const MOUSE_TOLERANCE_PX = 5;
/** A finger that moves more before its time scrolls, CSS px. */
const TOUCH_TOLERANCE_PX = 8;
const LONG_PRESS_MS = 350;
/** From the rim of the list, CSS px. */
const SCROLL_RIM_PX = 44;
const SCROLL_STEP_PX = 9;
const HOVER_TO_OPEN_MS = 650;

export interface DragPoint {
  readonly x: number;
  readonly y: number;
  /** Of the row below the pointer; as many as there are rows: below the last. */
  readonly index: number;
  /** How far down in that row, 0 to 1. */
  readonly share: number;
}

export interface RowDrag {
  readonly dragged: readonly TreeRow[];
  readonly point: DragPoint;
}

interface RowDragOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: readonly TreeRow[];
  readonly rowHeightPx: number;
  readonly isEnabled: boolean;
  /** What is dragged when this row is grabbed; empty: it stays where it is. */
  readonly draggedWith: (row: TreeRow) => readonly TreeRow[];
  readonly onHover: (row: TreeRow) => void;
  readonly onDrop: (drag: RowDrag) => void;
  /** A long press that went nowhere. */
  readonly onLongPress: (row: TreeRow, point: DragPoint) => void;
}

/** @returns null: nothing is dragged. */
export function useRowDrag(options: RowDragOptions): {
  readonly drag: RowDrag | null;
  /** Row whose element must stay while a finger is on it: the browser sends all of its touches there. */
  readonly heldKey: RefObject<string | null>;
} {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const heldKey = useRef<string | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const { scroller } = options;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return listen(element, () => latest.current, setDrag, heldKey);
  }, [scroller]);
  return { drag, heldKey };
}

function listen(
  element: HTMLElement,
  options: () => RowDragOptions,
  show: (drag: RowDrag | null) => void,
  heldKey: RefObject<string | null>,
): () => void {
  let pressed: { row: TreeRow; x: number; y: number; isTouch: boolean } | null = null;
  let dragged: readonly TreeRow[] | null = null;
  let hasMoved = false;
  let at = { x: 0, y: 0 };
  let endLongPress = (): void => {};
  let frame = 0;
  let hovered: { key: string; sinceMs: number } | null = null;

  const pointOf = (): DragPoint => {
    const { rows, rowHeightPx } = options();
    const { top } = element.getBoundingClientRect();
    const down = (at.y - top + element.scrollTop) / rowHeightPx;
    const index = Math.max(0, Math.min(rows.length, Math.floor(down)));
    return { ...at, index, share: Math.max(0, Math.min(1, down - index)) };
  };
  const begin = () => {
    if (!pressed) return;
    dragged = options().draggedWith(pressed.row);
    if (dragged.length === 0) return end();
    document.addEventListener("keydown", handleKey, true);
    show({ dragged, point: pointOf() });
    frame = requestAnimationFrame(step);
  };
  const step = () => {
    if (!dragged) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (hasMoved && at.y < top + SCROLL_RIM_PX) element.scrollTop -= SCROLL_STEP_PX;
    if (hasMoved && at.y > bottom - SCROLL_RIM_PX) element.scrollTop += SCROLL_STEP_PX;
    const point = pointOf();
    openHovered(options().rows[point.index]);
    show({ dragged, point });
    frame = requestAnimationFrame(step);
  };
  const openHovered = (row: TreeRow | undefined) => {
    if (row?.key !== hovered?.key) hovered = row ? { key: row.key, sinceMs: performance.now() } : null;
    if (!row || !hovered || !row.isExpandable || row.isExpanded) return;
    if (performance.now() - hovered.sinceMs < HOVER_TO_OPEN_MS) return;
    hovered = { key: row.key, sinceMs: Number.POSITIVE_INFINITY };
    options().onHover(row);
  };
  const end = () => {
    endLongPress();
    cancelAnimationFrame(frame);
    document.removeEventListener("keydown", handleKey, true);
    window.removeEventListener("pointermove", handlePointerMove);
    window.removeEventListener("pointerup", handlePointerUp);
    pressed = null;
    dragged = null;
    hovered = null;
    heldKey.current = null;
    show(null);
  };
  const drop = () => {
    if (!dragged || !pressed) return end();
    const { row } = pressed;
    const done = { dragged, point: pointOf() };
    end();
    swallowClick();
    if (hasMoved) options().onDrop(done);
    else options().onLongPress(row, done.point);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  const press = (target: EventTarget | null, x: number, y: number, isTouch: boolean): boolean => {
    const { rows, isEnabled } = options();
    if (!(target instanceof Element) || target.closest("button, input, a") || !isEnabled) return false;
    const key = target.closest<HTMLElement>("[data-row]")?.dataset.row;
    const row = rows.find((one) => one.key === key);
    if (!row) return false;
    pressed = { row, x, y, isTouch };
    at = { x, y };
    hasMoved = false;
    return true;
  };
  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    if (!press(event.target, event.clientX, event.clientY, false)) return;
    window.addEventListener("pointermove", handlePointerMove);
    window.addEventListener("pointerup", handlePointerUp);
  };
  const handlePointerMove = (event: PointerEvent) => {
    if (!pressed || pressed.isTouch) return;
    at = { x: event.clientX, y: event.clientY };
    if (dragged || Math.hypot(at.x - pressed.x, at.y - pressed.y) < MOUSE_TOLERANCE_PX) return;
    hasMoved = true;
    begin();
  };
  const handlePointerUp = () => drop();
  const handleTouchStart = (event: TouchEvent) => {
    const [touch, ...more] = event.touches;
    if (!touch || more.length > 0) return end();
    if (!press(event.target, touch.clientX, touch.clientY, true)) return;
    heldKey.current = pressed?.row.key ?? null;
    endLongPress = startLongPress(begin, LONG_PRESS_MS);
  };
  const handleTouchMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch || !pressed?.isTouch) return;
    const distance = Math.hypot(touch.clientX - pressed.x, touch.clientY - pressed.y);
    if (!dragged) {
      if (distance > TOUCH_TOLERANCE_PX) end();
      return;
    }
    event.preventDefault();
    at = { x: touch.clientX, y: touch.clientY };
    hasMoved ||= distance > TOUCH_TOLERANCE_PX;
  };
  const handleTouchEnd = (event: TouchEvent) => {
    if (dragged) event.preventDefault();
    if (pressed?.isTouch) drop();
  };
  const handleContextMenu = (event: Event) => {
    // A long press is ours.
    if (!pressed?.isTouch) return;
    event.preventDefault();
    event.stopPropagation();
  };
  element.addEventListener("pointerdown", handlePointerDown);
  element.addEventListener("touchstart", handleTouchStart, { passive: true });
  element.addEventListener("touchmove", handleTouchMove, { passive: false });
  element.addEventListener("touchend", handleTouchEnd);
  element.addEventListener("touchcancel", end);
  element.addEventListener("contextmenu", handleContextMenu, true);
  return () => {
    end();
    element.removeEventListener("pointerdown", handlePointerDown);
    element.removeEventListener("touchstart", handleTouchStart);
    element.removeEventListener("touchmove", handleTouchMove);
    element.removeEventListener("touchend", handleTouchEnd);
    element.removeEventListener("touchcancel", end);
    element.removeEventListener("contextmenu", handleContextMenu, true);
  };
}

/** What a drag ends with is no click on the row that happens to lie there. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, true), 0);
}
