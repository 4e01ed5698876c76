/** Changing a shape that is there: by its handles, or as a whole. */
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { distanceToOutline, HOVER_TOLERANCE_PX, isInside } from "./shape-distance.ts";
import {
  deleteVertexOf,
  type Handle,
  handleAt,
  handlesOf,
  moveHandle,
  translateShape,
  translationOnSlide,
} from "./shape-editing.ts";
import type { Cursor, PointerDeed, Work } from "./work.ts";

/** A pointer this near a handle takes it, CSS px; a finger is less exact. */
const HANDLE_REACH_PX = 9;
const TOUCH_HANDLE_REACH_PX = 22;

/** @param slide a shape moved as a whole stays on it. @param onChange the picture has to be drawn anew. */
export function createEditing(
  annotation: DrawableAnnotation,
  slide: { readonly width: number; readonly height: number },
  onChange: () => void,
): Work {
  const { id, typeName } = annotation;
  const done: Shape[] = [];
  const undone: Shape[] = [];
  let shape = annotation.shape;
  let active: Handle | null = null;
  let hold: { readonly from: SlidePoint; readonly shape: Shape; readonly handle: Handle | null } | null = null;
  let cursor: Cursor = null;
  let lastPoint: SlidePoint | null = null;

  const commit = (before: Shape): void => {
    done.push(before);
    undone.length = 0;
  };
  const grip = ({ point, frame, isTouch }: PointerDeed): Handle | "whole" | null => {
    const reach = (isTouch ? TOUCH_HANDLE_REACH_PX : HANDLE_REACH_PX) * frame.resolution;
    const handle = handleAt(handlesOf(shape, typeName), point, reach);
    if (handle) return handle;
    const isNear = distanceToOutline(point, shape) <= HOVER_TOLERANCE_PX * frame.resolution;
    return isNear || isInside(point, shape) ? "whole" : null;
  };
  const dropVertex = (handle: Handle | null): void => {
    const next = handle && deleteVertexOf(shape, handle);
    if (!next) return;
    commit(shape);
    shape = next;
    active = null;
    onChange();
  };

  const press = (deed: PointerDeed): boolean => {
    if (deed.pointerCount > 1) {
      if (hold) shape = hold.shape;
      hold = null;
      onChange();
      return false;
    }
    const gripped = grip(deed);
    if (!gripped) return false;
    const handle = gripped === "whole" ? null : gripped;
    active = handle;
    if (deed.isAlt && handle) dropVertex(handle);
    else hold = { from: deed.point, shape, handle };
    onChange();
    return true;
  };
  const drag = ({ point }: PointerDeed): boolean => {
    if (!hold) return false;
    if (hold.handle) {
      shape = moveHandle(hold.shape, typeName, hold.handle, point);
      const { handle } = hold;
      active =
        handle.kind === "corner"
          ? { ...handle, at: point }
          : { kind: "vertex", at: point, path: handle.path, index: handle.index };
    } else {
      const wish = [point[0] - hold.from[0], point[1] - hold.from[1]] as const;
      shape = translateShape(hold.shape, ...translationOnSlide(hold.shape, wish, slide));
    }
    lastPoint = point;
    onChange();
    return true;
  };
  const release = (): boolean => {
    if (!hold) return false;
    if (shape !== hold.shape) commit(hold.shape);
    hold = null;
    onChange();
    return true;
  };

  return {
    editedId: id,
    typeName,
    isFreehand: false,
    handle(deed) {
      switch (deed.kind) {
        case "down":
          return press(deed);
        case "drag":
          return drag(deed);
        case "up":
          return release();
        case "move":
          cursor = grip(deed) ? "handle" : null;
          onChange();
          return false;
        case "click":
          return false;
        case "doubleClick":
          return true;
      }
    },
    content: () => ({
      shape,
      typeName,
      handles: handlesOf(shape, typeName),
      activeHandle: active,
      label: null,
      labelAt: lastPoint ?? active?.at ?? null,
    }),
    cursor: () => (hold ? "handle" : cursor),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    undo() {
      const before = done.pop();
      if (!before) return;
      undone.push(shape);
      shape = before;
      active = null;
      onChange();
    },
    redo() {
      const next = undone.pop();
      if (!next) return;
      done.push(shape);
      shape = next;
      active = null;
      onChange();
    },
    deleteVertex: () => dropVertex(active),
    addVertex(point) {
      // By keyboard: the point itself goes to the middle of the view, any other shape moves its last touched vertex there.
      const handle = active ?? handlesOf(shape, typeName).find(({ kind }) => kind !== "middle") ?? null;
      if (!handle) return;
      commit(shape);
      shape = moveHandle(shape, typeName, handle, point);
      active =
        handle.kind === "corner"
          ? { ...handle, at: point }
          : { kind: "vertex", at: point, path: handle.path, index: handle.index };
      onChange();
    },
    result: () => (done.length > 0 ? shape : null),
  };
}
