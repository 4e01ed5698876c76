/** Editing a shape by its vertices: moving, inserting and deleting them; and moving it as a whole. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { startLongPress } from "../long-press.ts";
import type { Handle } from "../slide-work/handle.ts";
import type { Cursor, PointerAction } from "../slide-work/work.ts";
import {
  type Edited,
  type EditingDesk,
  type EditingHand,
  handleReach,
  isOnShape,
  neighbourHandle,
} from "./editing-hand.ts";
import {
  deleteVertexOf,
  handleAt,
  handlesOf,
  moveHandle,
  translateShape,
  translationOnSlide,
} from "./shape-editing.ts";

/** Long press that deletes a vertex, ms. */
export const LONG_PRESS_MS = 600;

interface Hold {
  readonly from: SlidePoint;
  readonly before: Edited;
  /** null: the shape as a whole. */
  readonly handle: Handle | null;
}

/** @param desk with one shape. */
export function createVertexHand(desk: EditingDesk): EditingHand {
  let active: Handle | null = null;
  let hold: Hold | null = null;
  let cursor: Cursor = null;
  let lastPoint: SlidePoint | null = null;
  let endLongPress = (): void => {};

  const edited = (): Edited => desk.now()[0] as Edited;
  const handles = (): readonly Handle[] => handlesOf(edited().shape, edited().typeName, desk.pixelAspect);
  const touched = (handle: Handle, at: SlidePoint): Handle =>
    handle.kind === "vertex" || handle.kind === "middle"
      ? { kind: "vertex", at, path: handle.path, index: handle.index }
      : { ...handle, at };
  const moved = ({ shape, typeName }: Edited, handle: Handle, to: SlidePoint): Edited => ({
    shape: moveHandle(shape, typeName, handle, to, desk.pixelAspect),
    typeName,
  });
  const letGo = (): void => {
    endLongPress();
    hold = null;
  };
  const dropVertex = (handle: Handle | null): void => {
    const before = edited();
    const shape = handle && deleteVertexOf(before.shape, handle);
    if (!shape) return;
    active = null;
    desk.preview([{ ...before, shape }]);
    desk.keep([before]);
  };
  const gripAt = (action: PointerAction): Handle | "whole" | null =>
    handleAt(handles(), action.point, handleReach(action)) ?? (isOnShape(action, edited().shape) ? "whole" : null);

  const press = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      if (hold) desk.preview([hold.before]);
      letGo();
      return false;
    }
    const gripped = gripAt(action);
    if (!gripped) return false;
    const handle = gripped === "whole" ? null : gripped;
    active = handle;
    if (action.isAlt && handle) {
      dropVertex(handle);
      return true;
    }
    hold = { from: action.point, before: edited(), handle };
    if (action.isTouch && handle?.kind === "vertex") {
      endLongPress = startLongPress(() => {
        letGo();
        dropVertex(handle);
      }, LONG_PRESS_MS);
    }
    desk.draw();
    return true;
  };
  const drag = ({ point }: PointerAction): boolean => {
    if (!hold) return false;
    endLongPress();
    const { before, handle, from } = hold;
    lastPoint = point;
    if (handle) {
      active = touched(handle, point);
      desk.preview([moved(before, handle, point)]);
      return true;
    }
    const wish = [point[0] - from[0], point[1] - from[1]] as const;
    const way = translationOnSlide(before.shape, wish, desk.slide);
    desk.preview([{ ...before, shape: translateShape(before.shape, ...way) }]);
    return true;
  };
  const release = (): boolean => {
    if (!hold) return false;
    const { before, handle } = hold;
    const isUnmoved = edited().shape === before.shape;
    letGo();
    if (isUnmoved && handle?.kind === "middle") {
      active = touched(handle, handle.at);
      desk.preview([moved(before, handle, handle.at)]);
    }
    if (edited().shape !== before.shape) desk.keep([before]);
    else desk.draw();
    return true;
  };

  return {
    handle(action) {
      switch (action.kind) {
        case "down":
          return press(action);
        case "drag":
          return drag(action);
        case "up":
          return release();
        case "move":
          cursor = gripAt(action) ? "handle" : null;
          desk.draw();
          return false;
        case "click":
          return false;
        case "doubleClick":
          return true;
      }
    },
    content: () => ({ handles: handles(), activeHandle: active, labelAt: lastPoint ?? active?.at ?? null }),
    cursor: () => (hold ? "handle" : cursor),
    deleteVertex: () => dropVertex(active),
    addVertex(point) {
      // A point moves to the middle of the view; another shape moves its last touched vertex there.
      const handle = active ?? handles().find(({ kind }) => kind !== "middle") ?? null;
      if (!handle) return;
      const before = edited();
      active = touched(handle, point);
      desk.preview([moved(before, handle, point)]);
      desk.keep([before]);
    },
    chooseHandle(step) {
      active = neighbourHandle(handles(), active, step);
      lastPoint = active?.at ?? null;
      desk.draw();
    },
    finishPart: () => false,
    forget() {
      active = null;
    },
  };
}
