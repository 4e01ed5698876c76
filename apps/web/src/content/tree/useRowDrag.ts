/** Dragging rows by mouse, pen or touch (long press): finds the target, scrolls at the edges, expands hovered rows. */
import { startLongPress } from "@parfocal/viewer/long-press.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import type { TreeRow } from "./tree-rows.ts";

/** A press that moves less is a click, CSS px. */
const MOUSE_TOLERANCE_PX = 5;
/** A touch that moves more before the long press starts scrolls, CSS px. */
const TOUCH_TOLERANCE_PX = 8;
const LONG_PRESS_MS = 350;
/** Distance from the edge of the list, CSS px. */
const SCROLL_RIM_PX = 44;
const SCROLL_STEP_PX = 9;
const HOVER_TO_OPEN_MS = 650;

interface DragPoint {
  readonly x: number;
  readonly y: number;
  /** Index of the row below the pointer; the number of rows: below the last one. */
  readonly index: number;
  /** Vertical position in that row, 0 to 1. */
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
  /** Rows that are dragged with this one; empty: it cannot be dragged. */
  readonly draggedWith: (row: TreeRow) => readonly TreeRow[];
  readonly onHover: (row: TreeRow) => void;
  readonly onDrop: (drag: RowDrag) => void;
  /** A long press that ended without movement. */
  readonly onLongPress: (row: TreeRow, point: DragPoint) => void;
}

/** @returns null if nothing is dragged. */
export function useRowDrag(options: RowDragOptions): {
  readonly drag: RowDrag | null;
  /** Row whose element must stay in the document during a touch: the browser sends all touch events to it. */
  readonly pressedKey: RefObject<string | null>;
} {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const pressedKey = useRef<string | null>(null);
  const latest = useLatest(options);
  const { scroller } = options;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    return listen({ element, options: () => latest.current, show: setDrag, pressedKey });
  }, [scroller]);
  return { drag, pressedKey };
}

interface DragParts {
  readonly element: HTMLElement;
  readonly options: () => RowDragOptions;
  readonly show: (drag: RowDrag | null) => void;
  readonly pressedKey: RefObject<string | null>;
}

/** State from the press to the end of a drag. */
interface DragState {
  pressed: { readonly row: TreeRow; readonly x: number; readonly y: number; readonly isTouch: boolean } | null;
  /** Null: pressed, but not dragged yet. */
  dragged: readonly TreeRow[] | null;
  hasMoved: boolean;
  /** The pointer's position in the window, CSS px. */
  at: { readonly x: number; readonly y: number };
}

interface RowDragging {
  readonly state: DragState;
  /** @returns whether the target is a row that can be pressed. */
  press(target: EventTarget | null, x: number, y: number, isTouch: boolean): boolean;
  /** Turns the press into a drag. */
  begin(): void;
  beginByLongPress(): void;
  drop(): void;
  end(): void;
}

/** @param onEnd called at the end of each press. */
function createDragging({ element, options, show, pressedKey }: DragParts, onEnd: () => void): RowDragging {
  const state: DragState = { pressed: null, dragged: null, hasMoved: false, at: { x: 0, y: 0 } };
  const openHovered = createHoverOpening(options);
  let endLongPress = (): void => {};
  let frame = 0;

  function pointNow(): DragPoint {
    const { rows, rowHeightPx } = options();
    const { top } = element.getBoundingClientRect();
    const down = (state.at.y - top + element.scrollTop) / rowHeightPx;
    const index = Math.max(0, Math.min(rows.length, Math.floor(down)));
    return { ...state.at, index, share: Math.max(0, Math.min(1, down - index)) };
  }
  function begin(): void {
    if (!state.pressed) return;
    const dragged = options().draggedWith(state.pressed.row);
    if (dragged.length === 0) {
      end();
      return;
    }
    state.dragged = dragged;
    document.addEventListener("keydown", handleKey, true);
    show({ dragged, point: pointNow() });
    frame = requestAnimationFrame(step);
  }
  /** In each frame: scrolls at the edges, opens the hovered row, shows the target. */
  function step(): void {
    const { dragged, hasMoved, at } = state;
    if (!dragged) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (hasMoved && at.y < top + SCROLL_RIM_PX) element.scrollTop -= SCROLL_STEP_PX;
    if (hasMoved && at.y > bottom - SCROLL_RIM_PX) element.scrollTop += SCROLL_STEP_PX;
    const point = pointNow();
    openHovered(options().rows[point.index]);
    show({ dragged, point });
    frame = requestAnimationFrame(step);
  }
  function end(): void {
    endLongPress();
    cancelAnimationFrame(frame);
    document.removeEventListener("keydown", handleKey, true);
    state.pressed = null;
    state.dragged = null;
    openHovered(undefined);
    pressedKey.current = null;
    onEnd();
    show(null);
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end();
  }
  return {
    state,
    press(target, x, y, isTouch) {
      const { rows, isEnabled } = options();
      if (!(target instanceof Element) || target.closest("button, input, a") || !isEnabled) return false;
      const key = target.closest<HTMLElement>("[data-row]")?.dataset.row;
      const row = rows.find((one) => one.key === key);
      if (!row) return false;
      state.pressed = { row, x, y, isTouch };
      state.at = { x, y };
      state.hasMoved = false;
      return true;
    },
    begin,
    beginByLongPress() {
      endLongPress = startLongPress(begin, LONG_PRESS_MS);
    },
    drop() {
      const { dragged, pressed, hasMoved } = state;
      if (!dragged || !pressed) {
        end();
        return;
      }
      const done = { dragged, point: pointNow() };
      end();
      swallowClick();
      if (hasMoved) options().onDrop(done);
      else options().onLongPress(pressed.row, done.point);
    },
    end,
  };
}

/** @returns a function that expands a row once it has been hovered for a while; undefined: no row. */
function createHoverOpening(options: () => RowDragOptions): (row: TreeRow | undefined) => void {
  let hovered: { readonly key: string; readonly sinceMs: number } | null = null;
  return (row) => {
    if (row?.key !== hovered?.key) hovered = row ? { key: row.key, sinceMs: performance.now() } : null;
    if (!row || !hovered || !row.isExpandable || row.isExpanded) return;
    if (performance.now() - hovered.sinceMs < HOVER_TO_OPEN_MS) return;
    hovered = { key: row.key, sinceMs: Number.POSITIVE_INFINITY };
    options().onHover(row);
  };
}

/** Connects pointer and touch events with a drag. @returns a function that removes the listeners. */
function listen(parts: DragParts): () => void {
  const { element, pressedKey } = parts;
  const dragging = createDragging(parts, () => {
    window.removeEventListener("pointermove", handlePointerMove);
    window.removeEventListener("pointerup", handlePointerUp);
  });
  const { state, press, begin, drop, end } = dragging;

  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    if (!press(event.target, event.clientX, event.clientY, false)) return;
    window.addEventListener("pointermove", handlePointerMove);
    window.addEventListener("pointerup", handlePointerUp);
  };
  function handlePointerMove({ clientX: x, clientY: y }: PointerEvent): void {
    const { pressed, dragged } = state;
    if (!pressed || pressed.isTouch) return;
    state.at = { x, y };
    if (dragged || Math.hypot(x - pressed.x, y - pressed.y) < MOUSE_TOLERANCE_PX) return;
    state.hasMoved = true;
    begin();
  }
  function handlePointerUp(): void {
    drop();
  }
  const handleTouchStart = (event: TouchEvent) => {
    const [touch, ...more] = event.touches;
    if (!touch || more.length > 0) return end();
    if (!press(event.target, touch.clientX, touch.clientY, true)) return;
    pressedKey.current = state.pressed?.row.key ?? null;
    dragging.beginByLongPress();
  };
  const handleTouchMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    const { pressed } = state;
    if (!touch || !pressed?.isTouch) return;
    const distance = Math.hypot(touch.clientX - pressed.x, touch.clientY - pressed.y);
    if (!state.dragged) {
      if (distance > TOUCH_TOLERANCE_PX) end();
      return;
    }
    event.preventDefault();
    state.at = { x: touch.clientX, y: touch.clientY };
    state.hasMoved ||= distance > TOUCH_TOLERANCE_PX;
  };
  const handleTouchEnd = (event: TouchEvent) => {
    if (state.dragged) event.preventDefault();
    if (state.pressed?.isTouch) drop();
  };
  const handleContextMenu = (event: Event) => {
    // A long press drags: the browser's menu stays closed.
    if (!state.pressed?.isTouch) return;
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

/** The release at the end of a drag does not count as a click on the row below the pointer. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, true), 0);
}
