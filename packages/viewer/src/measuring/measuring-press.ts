/** The pointer while measuring: distinguishes clicks, drags, long presses, and moving the slide with two fingers. */
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import { startLongPress } from "../long-press.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { PointerAction, Work } from "../slide-work/work.ts";

/** Duration of the long press that finishes the measurement at its point, ms. */
export const LONG_PRESS_MS = 500;

/** Maximum movement of a click, CSS px; a finger is less steady. */
const DRAG_REACH_PX = 5;
const TOUCH_DRAG_REACH_PX = 12;

interface PressTarget {
  readonly mode: MeasuringMode;
  readonly isFreehand: boolean;
  /** The current drawing. */
  drawing(): Work;
  startOver(asFreehand: boolean): void;
  finish(frame: DrawingFrame): void;
}

interface MeasuringPress {
  /** @returns whether the measurement handled the action; otherwise it moves the slide. */
  handle(action: PointerAction): boolean;
  /** The current press no longer measures. */
  forget(): void;
  /** Cancels a pending long press. */
  dispose(): void;
}

function isFar({ point, frame, isTouch }: PointerAction, { point: from }: PointerAction): boolean {
  const reachPx = isTouch ? TOUCH_DRAG_REACH_PX : DRAG_REACH_PX;
  return Math.hypot(point[0] - from[0], point[1] - from[1]) > reachPx * frame.resolution;
}

export function createMeasuringPress({ mode, isFreehand, drawing, startOver, finish }: PressTarget): MeasuringPress {
  /** The pointer that is pressed, unless it draws freehand. */
  let press: { readonly down: PointerAction; isMoved: boolean; isDragged: boolean; hasStartedIt: boolean } | null =
    null;
  let endLongPress = (): void => {};
  /** Whether the release and click after a long press are still pending. */
  let isLongPress = false;

  const waitForLongPress = ({ point, frame }: PointerAction): void => {
    endLongPress = startLongPress(() => {
      isLongPress = true;
      drawing().addVertex(point, frame);
      finish(frame);
    }, LONG_PRESS_MS);
  };
  const takePress = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      // A second finger moves the slide; the first finger's measurement is discarded.
      if (press?.hasStartedIt) startOver(isFreehand);
      press = null;
      return drawing().handle(action);
    }
    isLongPress = false;
    const wantsFreehand = isFreehand || action.isShift;
    if (!drawing().canUndo() && drawing().isFreehand !== wantsFreehand) startOver(wantsFreehand);
    if (drawing().isFreehand) return drawing().handle(action);
    press = { down: action, isMoved: false, isDragged: false, hasStartedIt: false };
    if (action.isTouch) waitForLongPress(action);
    drawing().handle(action);
    return true;
  };
  const takeDrag = (action: PointerAction): boolean => {
    if (!press) return drawing().handle(action);
    press.isMoved = true;
    if (!press.isDragged && !isFar(action, press.down)) return true;
    endLongPress();
    if (!press.isDragged && !drawing().canUndo()) {
      const { down } = press;
      if (mode === "area") {
        press = null;
        startOver(true);
        drawing().handle(down);
        return drawing().handle(action);
      }
      press.hasStartedIt = true;
      drawing().addVertex(down.point, action.frame);
    }
    press.isDragged = true;
    // The line follows the finger too.
    drawing().handle({ ...action, kind: "move", isTouch: false });
    return true;
  };
  const takeRelease = (action: PointerAction): boolean => {
    if (!press) return drawing().handle(action);
    const { isMoved, isDragged, hasStartedIt, down } = press;
    press = null;
    if (hasStartedIt) {
      drawing().addVertex(action.point, action.frame);
      finish(action.frame);
    } else if (isDragged) drawing().handle({ ...action, kind: "click" });
    // The map does not report a press with a small movement as a click.
    else if (isMoved) drawing().handle({ ...down, kind: "click" });
    return true;
  };

  return {
    handle(action) {
      if (action.kind === "down" || action.kind === "up") endLongPress();
      if (action.kind === "down") return takePress(action);
      if (isLongPress && action.kind !== "move") {
        press = null;
        return true;
      }
      if (action.kind === "drag") return takeDrag(action);
      return action.kind === "up" ? takeRelease(action) : drawing().handle(action);
    },
    forget() {
      press = null;
    },
    dispose: () => endLongPress(),
  };
}
