/** Moving, resizing and rotating one shape or several together by the box around them. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
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
import { boxAround, boxHandles, centerOf, resizeBy, type ShapeBox, turnBetween, turnBox } from "./shape-box.ts";
import { isInside } from "./shape-distance.ts";
import { handleAt } from "./shape-editing.ts";
import { mapVertices } from "./shape-paths.ts";
import { areOnSlide, type ChangePoint, moveBy } from "./shape-transform.ts";

interface Hold {
  readonly from: SlidePoint;
  readonly before: readonly Edited[];
  readonly box: ShapeBox;
  /** Null: all shapes are moved. */
  readonly handle: Handle | null;
}

export function createBoxHand(host: EditingHost): EditingHand {
  let active: Handle | null = null;
  let hold: Hold | null = null;
  let cursor: Cursor = null;
  let lastPoint: SlidePoint | null = null;

  const boxNow = (frame: DrawingFrame): ShapeBox => boxAround(host.now(), frame, host.pixelAspect);
  const handlesNow = (frame: DrawingFrame): readonly Handle[] => boxHandles(boxNow(frame), frame);
  /** @returns false if a shape would leave the slide. */
  const change = (before: readonly Edited[], changePoint: ChangePoint): boolean => {
    const next = before.map(({ shape, typeName }) => ({ shape: mapVertices(shape, changePoint), typeName }));
    const shapes = next.map(({ shape }) => shape);
    if (!areOnSlide(shapes, host.slide)) return false;
    host.preview(next);
    return true;
  };
  const gripAt = (action: PointerAction): Handle | "whole" | null => {
    const handle = handleAt(handlesNow(action.frame), action.point, handleReach(action));
    if (handle) return handle;
    const isInBox = isInside(action.point, { kind: "polygon", rings: [boxNow(action.frame)] });
    return isInBox || host.now().some(({ shape }) => isOnShape(action, shape)) ? "whole" : null;
  };
  const press = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      if (hold) host.preview(hold.before);
      hold = null;
      return false;
    }
    const gripped = gripAt(action);
    if (!gripped) return false;
    active = gripped === "whole" ? null : gripped;
    hold = { from: action.point, before: host.now(), box: boxNow(action.frame), handle: active };
    host.draw();
    return true;
  };
  const release = (): boolean => {
    if (!hold) return false;
    const { before } = hold;
    hold = null;
    if (host.now() !== before) host.keep(before);
    else host.draw();
    return true;
  };

  return {
    handle(action) {
      switch (action.kind) {
        case "down":
          return press(action);
        case "drag":
          if (!hold) return false;
          lastPoint = action.point;
          change(hold.before, changeOf(hold, action.point, host.pixelAspect, action.isShift));
          return true;
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
    content(frame) {
      const box = boxNow(frame);
      const handles = boxHandles(box, frame);
      const activeNow = sameHandle(handles, active);
      return {
        handles,
        activeHandle: activeNow,
        box: handles.length > 0 ? box : null,
        labelAt: lastPoint ?? activeNow?.at ?? null,
      };
    },
    cursor: () => (hold ? "handle" : cursor),
    deleteVertex: () => undefined,
    addVertex(point, frame) {
      // The last touched handle moves to the middle of the view; if there is none, the centre of all shapes does.
      const before = host.now();
      const box = boxNow(frame);
      const handle = sameHandle(handlesNow(frame), active);
      const from = handle?.at ?? centerOf(box);
      if (change(before, changeOf({ from, before, box, handle }, point, host.pixelAspect, false))) host.keep(before);
    },
    chooseHandle(step, frame) {
      const handles = handlesNow(frame);
      active = neighbourHandle(handles, sameHandle(handles, active), step);
      lastPoint = active?.at ?? null;
      host.draw();
    },
    finishPart: () => false,
    forget: () => undefined,
  };
}

function changeOf({ box, handle, from }: Hold, to: SlidePoint, pixelAspect: number, isShift: boolean): ChangePoint {
  if (handle?.kind === "resize") return resizeBy(box, handle.index, to, isShift);
  if (handle?.kind === "turn")
    return turnBox(box, turnBetween(centerOf(box), from, to, { pixelAspect, isStepped: isShift }), pixelAspect);
  return moveBy(to[0] - from[0], to[1] - from[1]);
}

/** The current handle of the same kind and index: handles are computed for each frame. */
function sameHandle(handles: readonly Handle[], handle: Handle | null): Handle | null {
  return handles.find(({ kind, index }) => kind === handle?.kind && index === handle.index) ?? null;
}
