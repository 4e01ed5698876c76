/** Drawing a new shape with pointer and keys. */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { PointerAction, Work } from "../slide-work/work.ts";
import { squareCorner } from "./drawing-tools.ts";
import {
  addVertex,
  emptySketch,
  isComplete,
  isFinishingClick,
  previewOfSketch,
  redoVertex,
  type Sketch,
  shapeOfSketch,
  undoVertex,
} from "./sketch.ts";

/** A click this close to a vertex hits it, CSS px; a finger is less exact. */
const CLICK_REACH_PX = 8;
const TOUCH_REACH_PX = 20;
/** Distance between vertices of a freehand line, CSS px. */
const TRACE_STEP_PX = 1.5;

export interface DrawingCallbacks {
  /** The picture must be redrawn. */
  readonly onChange: () => void;
  /** The user finished the shape. */
  readonly onDone: () => void;
}

/** @param vertices the first ones. */
export function createDrawing(
  typeName: DrawnTypeName,
  isFreehand: boolean,
  { onChange, onDone }: DrawingCallbacks,
  vertices: readonly SlidePoint[] = [],
): Work {
  let sketch: Sketch = { ...emptySketch(typeName, isFreehand), vertices };
  let pointer: SlidePoint | null = null;
  /** Whether the pressed pointer draws (span, trace). */
  let isPressed = false;
  let isDragged = false;
  const { gesture } = sketch.tool;

  const set = (next: Sketch): void => {
    sketch = next;
    onChange();
  };
  const take = (point: SlidePoint): void => {
    set(addVertex(sketch, point));
    if (isComplete(sketch)) onDone();
  };
  /** With Shift, a box becomes a square. */
  const aim = ({ point, frame, isShift }: PointerAction): SlidePoint => {
    const first = sketch.vertices[0];
    const isBox = gesture === "span" && sketch.tool.isClosed;
    return first && isShift && isBox ? squareCorner(first, point, frame.turnDeg) : point;
  };
  const click = (action: PointerAction): void => {
    const reach = (action.isTouch ? TOUCH_REACH_PX : CLICK_REACH_PX) * action.frame.resolution;
    if (isFinishingClick(sketch, action.point, reach)) onDone();
    else take(aim(action));
  };
  const endPress = (): void => {
    isPressed = false;
    isDragged = false;
  };

  const press = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      // A second finger: the slide is moved, and the first finger's stroke is discarded.
      if (isPressed && (isDragged || gesture === "trace")) set(emptySketch(typeName, isFreehand));
      endPress();
      return false;
    }
    if (gesture !== "span" && gesture !== "trace") return false;
    isPressed = true;
    isDragged = false;
    if (gesture === "trace") set(addVertex(emptySketch(typeName, isFreehand), action.point));
    return true;
  };
  const drag = (action: PointerAction): boolean => {
    if (!isPressed) return false;
    if (gesture === "span") {
      if (!isDragged && sketch.vertices.length === 0) set(addVertex(sketch, pressedAt ?? action.point));
      isDragged = true;
      pointer = aim(action);
      onChange();
      return true;
    }
    isDragged = true;
    const step = TRACE_STEP_PX * action.frame.resolution;
    let traced = sketch;
    for (const point of action.way ?? [action.point]) {
      const last = traced.vertices.at(-1);
      if (!last || Math.hypot(last[0] - point[0], last[1] - point[1]) >= step) traced = addVertex(traced, point);
    }
    if (traced !== sketch) set(traced);
    return true;
  };
  const release = (action: PointerAction): boolean => {
    if (!isPressed) return false;
    const wasDragged = isDragged;
    endPress();
    if (gesture === "span" && wasDragged) take(aim(action));
    else if (gesture === "trace" && wasDragged) onDone();
    else if (gesture === "trace") set(emptySketch(typeName, isFreehand));
    return true;
  };
  let pressedAt: SlidePoint | null = null;

  return {
    editedId: null,
    typeName,
    isFreehand: isFreehand || gesture === "trace",
    handle(action) {
      switch (action.kind) {
        case "down":
          pressedAt = action.point;
          return press(action);
        case "drag":
          return drag(action);
        case "up":
          return release(action);
        case "move":
          // After a touch there is no pointer that the next vertex could follow.
          pointer = action.isTouch ? null : aim(action);
          onChange();
          return false;
        case "click":
          if (gesture !== "trace") click(action);
          return true;
        case "doubleClick":
          return true;
      }
    },
    content(frame) {
      const shape = previewOfSketch(sketch, pointer, frame);
      const isDotted = gesture === "vertices" || (gesture === "span" && sketch.vertices.length === 1);
      return {
        shape,
        typeName,
        handles: isDotted ? sketch.vertices.map((at, index) => ({ kind: "vertex", at, path: 0, index })) : [],
        activeHandle: null,
        label: null,
        labelAt: gesture === "trace" ? (sketch.vertices.at(-1) ?? null) : (pointer ?? sketch.vertices.at(-1) ?? null),
      };
    },
    cursor: () => "drawing",
    canUndo: () => sketch.vertices.length > 0,
    canRedo: () => sketch.undone.length > 0,
    undo: () => set(undoVertex(sketch)),
    redo: () => set(redoVertex(sketch)),
    deleteVertex: () => set(undoVertex(sketch)),
    addVertex(point) {
      pointer = point;
      take(point);
    },
    // A shape drawn with one stroke does not exist before its end.
    sketched: () => (gesture === "trace" ? [] : sketch.vertices),
    result: (frame: DrawingFrame) => shapeOfSketch(sketch, frame),
  };
}
