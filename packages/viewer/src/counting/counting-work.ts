/** Counting with pointer and keys: a click sets a mark, a drag moves the slide, or the frame by its handles. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { Cursor, PointerAction, Work } from "../slide-work/work.ts";
import type { FrameHandleName } from "./counting-picture.ts";

export interface CountingCallbacks {
  /** A mark was set: by a click, a tap, or the space bar in the middle of the view. */
  readonly onPut: (at: SlidePoint) => void;
  /** Delete key. */
  readonly onRemove: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onPointer: (at: SlidePoint) => void;
  /** The handle of the frame at this point; null: none. */
  readonly handleAt: (action: PointerAction) => FrameHandleName | null;
  /** A handle was dragged; `isDone`: it was released. */
  readonly onDrag: (handle: FrameHandleName, from: SlidePoint, to: SlidePoint, isDone: boolean) => void;
  readonly onCursor: () => void;
}

export function createCountingWork(callbacks: CountingCallbacks): Work {
  let grabbed: { readonly handle: FrameHandleName; readonly from: SlidePoint; hasMoved: boolean } | null = null;
  let cursor: Cursor = "drawing";

  const setCursor = (next: Cursor): void => {
    if (next === cursor) return;
    cursor = next;
    callbacks.onCursor();
  };
  const letGo = (point: SlidePoint): boolean => {
    if (!grabbed) return false;
    const { handle, from, hasMoved } = grabbed;
    grabbed = null;
    if (hasMoved) callbacks.onDrag(handle, from, point, true);
    return true;
  };

  return {
    editedId: null,
    typeName: "point",
    isFreehand: false,
    handle(action) {
      const { kind, point } = action;
      if (kind === "move" || kind === "down") {
        callbacks.onPointer(point);
        const handle = callbacks.handleAt(action);
        setCursor(handle ? "handle" : "drawing");
        if (kind === "move") return false;
        grabbed = handle && action.pointerCount <= 1 ? { handle, from: point, hasMoved: false } : null;
        return grabbed !== null;
      }
      if (kind === "drag") {
        if (!grabbed) return false;
        grabbed.hasMoved = true;
        callbacks.onDrag(grabbed.handle, grabbed.from, point, false);
        return true;
      }
      if (kind === "up") return letGo(point);
      if (kind === "click" && callbacks.handleAt(action) === null) callbacks.onPut(point);
      // A second click does not zoom.
      return true;
    },
    content: () => ({ shape: null, typeName: "point", handles: [], activeHandle: null, label: null, labelAt: null }),
    cursor: () => cursor,
    canUndo: () => true,
    canRedo: () => true,
    undo: callbacks.onUndo,
    redo: callbacks.onRedo,
    deleteVertex: callbacks.onRemove,
    addVertex: callbacks.onPut,
    // Enter has nothing to finish.
    finishPart: () => true,
    result: () => null,
  };
}
