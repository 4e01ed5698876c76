/** Editing a shape by its vertices: moving, inserting and deleting them; and moving it as a whole. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { startLongPress } from "../long-press.ts";
import type { Handle } from "../slide-work/handle.ts";
import type { Cursor, PointerAction } from "../slide-work/work.ts";
import {
  type Edited,
  type EditingHand,
  type EditingHost,
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

/** Duration of the long press that deletes a vertex, ms. */
export const LONG_PRESS_MS = 600;

interface Hold {
  readonly from: SlidePoint;
  readonly before: Edited;
  /** Null: the whole shape is moved. */
  readonly handle: Handle | null;
}

/** State shared by pointer and keyboard. */
interface VertexState {
  active: Handle | null;
  lastPoint: SlidePoint | null;
}

const editedOf = (host: EditingHost): Edited => host.now()[0] as Edited;

function handlesOfEdited(host: EditingHost): readonly Handle[] {
  const { shape, typeName } = editedOf(host);
  return handlesOf(shape, typeName, host.pixelAspect);
}

/** The handle at its new position; the middle of an edge becomes a vertex. */
const touched = (handle: Handle, at: SlidePoint): Handle =>
  handle.kind === "vertex" || handle.kind === "middle"
    ? { kind: "vertex", at, path: handle.path, index: handle.index }
    : { ...handle, at };

const moved = ({ shape, typeName }: Edited, handle: Handle, to: SlidePoint, pixelAspect: number): Edited => ({
  shape: moveHandle(shape, typeName, handle, to, pixelAspect),
  typeName,
});

/** @param host contains one shape. */
export function createVertexHand(host: EditingHost): EditingHand {
  const state: VertexState = { active: null, lastPoint: null };
  const dropVertex = (handle: Handle | null): void => {
    const before = editedOf(host);
    const shape = handle && deleteVertexOf(before.shape, handle);
    if (!shape) return;
    state.active = null;
    host.preview([{ ...before, shape }]);
    host.keep([before]);
  };
  return {
    ...createVertexPointer(host, state, dropVertex),
    content: () => ({
      handles: handlesOfEdited(host),
      activeHandle: state.active,
      labelAt: state.lastPoint ?? state.active?.at ?? null,
    }),
    deleteVertex: () => dropVertex(state.active),
    addVertex(point) {
      // A point moves to the middle of the view; another shape moves its last touched vertex there.
      const handle = state.active ?? handlesOfEdited(host).find(({ kind }) => kind !== "middle") ?? null;
      if (!handle) return;
      const before = editedOf(host);
      state.active = touched(handle, point);
      host.preview([moved(before, handle, point, host.pixelAspect)]);
      host.keep([before]);
    },
    chooseHandle(step) {
      state.active = neighbourHandle(handlesOfEdited(host), state.active, step);
      state.lastPoint = state.active?.at ?? null;
      host.draw();
    },
    finishPart: () => false,
    forget() {
      state.active = null;
    },
  };
}

/** Pointer actions: dragging a handle or the shape, deleting a vertex by Alt+click or long press. */
function createVertexPointer(
  host: EditingHost,
  state: VertexState,
  dropVertex: (handle: Handle) => void,
): Pick<EditingHand, "handle" | "cursor"> {
  let hold: Hold | null = null;
  let cursor: Cursor = null;
  let endLongPress = (): void => {};

  const letGo = (): void => {
    endLongPress();
    hold = null;
  };
  const gripAt = (action: PointerAction): Handle | "whole" | null =>
    handleAt(handlesOfEdited(host), action.point, handleReach(action)) ??
    (isOnShape(action, editedOf(host).shape) ? "whole" : null);
  const press = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      if (hold) host.preview([hold.before]);
      letGo();
      return false;
    }
    const gripped = gripAt(action);
    if (!gripped) return false;
    const handle = gripped === "whole" ? null : gripped;
    state.active = handle;
    if (action.isAlt && handle) {
      dropVertex(handle);
      return true;
    }
    hold = { from: action.point, before: editedOf(host), handle };
    if (action.isTouch && handle?.kind === "vertex") {
      endLongPress = startLongPress(() => {
        letGo();
        dropVertex(handle);
      }, LONG_PRESS_MS);
    }
    host.draw();
    return true;
  };
  const drag = ({ point }: PointerAction): boolean => {
    if (!hold) return false;
    endLongPress();
    const { before, handle, from } = hold;
    state.lastPoint = point;
    if (handle) {
      state.active = touched(handle, point);
      host.preview([moved(before, handle, point, host.pixelAspect)]);
      return true;
    }
    const requested = [point[0] - from[0], point[1] - from[1]] as const;
    const offset = translationOnSlide(before.shape, requested, host.slide);
    host.preview([{ ...before, shape: translateShape(before.shape, ...offset) }]);
    return true;
  };
  const release = (): boolean => {
    if (!hold) return false;
    const { before, handle } = hold;
    const isUnmoved = editedOf(host).shape === before.shape;
    letGo();
    if (isUnmoved && handle?.kind === "middle") {
      state.active = touched(handle, handle.at);
      host.preview([moved(before, handle, handle.at, host.pixelAspect)]);
    }
    if (editedOf(host).shape !== before.shape) host.keep([before]);
    else host.draw();
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
          host.draw();
          return false;
        case "click":
          return false;
        case "doubleClick":
          return true;
      }
    },
    cursor: () => (hold ? "handle" : cursor),
  };
}
