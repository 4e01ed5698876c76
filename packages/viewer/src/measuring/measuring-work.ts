/**
 * Measuring with pointer and keys: as a line or an outline is drawn, one after the other. A length is dragged from end to
 * end, an area is dragged around; both may also be clicked corner by corner. Shift held draws freehand, a long press of the
 * finger ends.
 */

import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import { createDrawing } from "../annotation/drawing.ts";
import { startLongPress } from "../long-press.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { PointerAction, Work } from "../slide-work/work.ts";

/** A finger that rests for so long ends the measurement where it rests, ms. */
export const LONG_PRESS_MS = 500;

/** A press that moves less is a click, CSS px; a finger is less steady. */
const DRAG_REACH_PX = 5;
const TOUCH_DRAG_REACH_PX = 12;

/** As which annotation a measurement is drawn, and kept. */
export const TYPE_OF_MODE = { length: "line", area: "polygon" } as const satisfies Record<MeasuringMode, string>;

export interface MeasuringCallbacks {
  readonly onChange: () => void;
  readonly onMeasured: (shape: Shape, isFreehand: boolean) => void;
  /** Delete, while nothing is begun. */
  readonly onDelete: () => void;
}

/** What is being measured, as it is painted. */
export interface RunningMeasurement {
  /** With the pointer's place as its last one; null: nothing is begun. */
  readonly shape: Shape | null;
  readonly isFreehand: boolean;
  readonly vertices: readonly SlidePoint[];
  readonly labelAt: SlidePoint | null;
}

export interface MeasuringWork extends Work {
  running(frame: DrawingFrame): RunningMeasurement;
  hasBegun(): boolean;
  /** @returns whether there was enough to be measured. */
  finish(frame: DrawingFrame): boolean;
  /** Throws away what is begun. */
  discard(): void;
  /** No finger is waited for any more. */
  dispose(): void;
}

export function createMeasuringWork(
  mode: MeasuringMode,
  isFreehand: boolean,
  { onChange, onMeasured, onDelete }: MeasuringCallbacks,
): MeasuringWork {
  const typeName = TYPE_OF_MODE[mode];
  let endLongPress = (): void => {};
  /** Whether the finger's lift and click after a long press are still to come. */
  let isLongPress = false;
  /** Of the last action: a drawing tells that it is done without one. */
  let lastFrame: DrawingFrame = { turnDeg: 0, resolution: 1 };

  const draw = (asFreehand: boolean): Work =>
    createDrawing(typeName, asFreehand, { onChange, onDone: () => void work.finish(lastFrame) });
  let drawing = draw(isFreehand);
  /** The pointer that is pressed, unless it draws freehand. */
  let press: { readonly down: PointerAction; isMoved: boolean; isDragged: boolean; hasBegunIt: boolean } | null = null;

  const startOver = (asFreehand: boolean): void => {
    drawing = draw(asFreehand);
    onChange();
  };
  const waitForLongPress = ({ point, frame }: PointerAction): void => {
    endLongPress = startLongPress(() => {
      isLongPress = true;
      drawing.addVertex(point, frame);
      work.finish(frame);
    }, LONG_PRESS_MS);
  };

  const isFarFromPress = ({ point, frame, isTouch }: PointerAction, { point: from }: PointerAction): boolean => {
    const reachPx = isTouch ? TOUCH_DRAG_REACH_PX : DRAG_REACH_PX;
    return Math.hypot(point[0] - from[0], point[1] - from[1]) > reachPx * frame.resolution;
  };
  const takePress = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      // A second finger: the slide is moved, what the first one began is no measurement.
      if (press?.hasBegunIt) startOver(isFreehand);
      press = null;
      return drawing.handle(action);
    }
    isLongPress = false;
    const wantsFreehand = isFreehand || action.isShift;
    if (!drawing.canUndo() && drawing.isFreehand !== wantsFreehand) startOver(wantsFreehand);
    if (drawing.isFreehand) return drawing.handle(action);
    press = { down: action, isMoved: false, isDragged: false, hasBegunIt: false };
    if (action.isTouch) waitForLongPress(action);
    drawing.handle(action);
    return true;
  };
  const takeDrag = (action: PointerAction): boolean => {
    if (!press) return drawing.handle(action);
    press.isMoved = true;
    if (!press.isDragged && !isFarFromPress(action, press.down)) return true;
    endLongPress();
    if (!press.isDragged && !drawing.canUndo()) {
      if (mode === "area") {
        const { down } = press;
        press = null;
        startOver(true);
        drawing.handle(down);
        return drawing.handle(action);
      }
      press.hasBegunIt = true;
      drawing.addVertex(press.down.point, action.frame);
    }
    press.isDragged = true;
    // The line follows, of a finger too.
    drawing.handle({ ...action, kind: "move", isTouch: false });
    return true;
  };
  const takeRelease = (action: PointerAction): boolean => {
    if (!press) return drawing.handle(action);
    const { isMoved, isDragged, hasBegunIt, down } = press;
    press = null;
    if (hasBegunIt) {
      drawing.addVertex(action.point, action.frame);
      work.finish(action.frame);
    } else if (isDragged) drawing.handle({ ...action, kind: "click" });
    // The page calls a press that moved a little no click.
    else if (isMoved) drawing.handle({ ...down, kind: "click" });
    return true;
  };

  const work: MeasuringWork = {
    editedId: null,
    typeName,
    isFreehand,
    handle(action) {
      lastFrame = action.frame;
      if (action.kind === "down" || action.kind === "up") endLongPress();
      if (action.kind === "down") return takePress(action);
      if (isLongPress && action.kind !== "move") {
        press = null;
        return true;
      }
      if (action.kind === "drag") return takeDrag(action);
      return action.kind === "up" ? takeRelease(action) : drawing.handle(action);
    },
    content: () => ({ shape: null, typeName, handles: [], activeHandle: null, label: null, labelAt: null }),
    running(frame) {
      const { shape, handles, labelAt } = drawing.content(frame);
      return { shape, vertices: handles.map(({ at }) => at), labelAt, isFreehand: drawing.isFreehand };
    },
    cursor: () => "drawing",
    hasBegun: () => drawing.canUndo(),
    canUndo: () => drawing.canUndo(),
    canRedo: () => drawing.canRedo(),
    undo: () => drawing.undo(),
    redo: () => drawing.redo(),
    deleteVertex() {
      if (drawing.canUndo()) drawing.undo();
      else onDelete();
    },
    addVertex(point, frame) {
      lastFrame = frame;
      // A freehand line is traced: the keyboard sets its places one by one instead.
      if (!drawing.canUndo() && drawing.isFreehand) drawing = draw(false);
      drawing.addVertex(point, frame);
    },
    result: (frame) => drawing.result(frame),
    finish(frame) {
      const shape = drawing.result(frame);
      if (!shape) return false;
      const wasFreehand = drawing.isFreehand;
      drawing = draw(isFreehand);
      onMeasured(shape, wasFreehand);
      return true;
    },
    discard() {
      press = null;
      startOver(isFreehand);
    },
    dispose: () => endLongPress(),
  };
  return work;
}
