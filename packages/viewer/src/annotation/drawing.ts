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

/** A click within this distance of a vertex hits it, CSS px; a finger is less exact. */
const CLICK_REACH_PX = 8;
const TOUCH_REACH_PX = 20;
/** Distance between vertices of a freehand line, CSS px. */
const TRACE_STEP_PX = 1.5;

export interface DrawingCallbacks {
  /** The drawing must be repainted. */
  readonly onChange: () => void;
  /** The user finished the shape. */
  readonly onDone: () => void;
}

/** @param vertices the first vertices. */
export function createDrawing(
  typeName: DrawnTypeName,
  isFreehand: boolean,
  { onChange, onDone }: DrawingCallbacks,
  vertices: readonly SlidePoint[] = [],
): Work {
  const state: DrawingState = {
    sketch: { ...emptySketch(typeName, isFreehand), vertices },
    pointer: null,
    pressedAt: null,
    isPressed: false,
    isDragged: false,
  };
  const { gesture } = state.sketch.tool;
  const set = (next: Sketch): void => {
    state.sketch = next;
    onChange();
  };
  const take = (point: SlidePoint): void => {
    set(addVertex(state.sketch, point));
    if (isComplete(state.sketch)) onDone();
  };
  return {
    editedId: null,
    typeName,
    isFreehand: isFreehand || gesture === "trace",
    handle: createPointerHandler(state, { set, take, onChange, onDone }),
    content: (frame) => contentOf(state.sketch, state.pointer, frame),
    cursor: () => "drawing",
    canUndo: () => state.sketch.vertices.length > 0,
    canRedo: () => state.sketch.undone.length > 0,
    undo: () => set(undoVertex(state.sketch)),
    redo: () => set(redoVertex(state.sketch)),
    deleteVertex: () => set(undoVertex(state.sketch)),
    addVertex(point) {
      state.pointer = point;
      take(point);
    },
    // A shape drawn with one stroke does not exist before the stroke ends.
    sketched: () => (gesture === "trace" ? [] : state.sketch.vertices),
    result: (frame: DrawingFrame) => shapeOfSketch(state.sketch, frame),
  };
}

interface DrawingState {
  sketch: Sketch;
  pointer: SlidePoint | null;
  pressedAt: SlidePoint | null;
  /** Whether the pressed pointer draws (span, trace). */
  isPressed: boolean;
  isDragged: boolean;
}

interface DrawingSteps extends DrawingCallbacks {
  readonly set: (next: Sketch) => void;
  /** Adds a vertex; finishes the shape if it is complete. */
  readonly take: (point: SlidePoint) => void;
}

function createPointerHandler(state: DrawingState, { set, take, onChange, onDone }: DrawingSteps): Work["handle"] {
  const { gesture } = state.sketch.tool;
  const empty = { ...state.sketch, vertices: [], undone: [] };

  const click = (action: PointerAction): void => {
    const reach = (action.isTouch ? TOUCH_REACH_PX : CLICK_REACH_PX) * action.frame.resolution;
    if (isFinishingClick(state.sketch, action.point, reach)) onDone();
    else take(aimOf(state.sketch, action));
  };
  const endPress = (): void => {
    state.isPressed = false;
    state.isDragged = false;
  };
  const press = (action: PointerAction): boolean => {
    if (action.pointerCount > 1) {
      // A second finger moves the slide; the first finger's stroke is discarded.
      if (state.isPressed && (state.isDragged || gesture === "trace")) set(empty);
      endPress();
      return false;
    }
    if (gesture !== "span" && gesture !== "trace") return false;
    state.isPressed = true;
    state.isDragged = false;
    if (gesture === "trace") set(addVertex(empty, action.point));
    return true;
  };
  const drag = (action: PointerAction): boolean => {
    if (!state.isPressed) return false;
    if (gesture === "span") {
      const isFirst = !state.isDragged && state.sketch.vertices.length === 0;
      if (isFirst) set(addVertex(state.sketch, state.pressedAt ?? action.point));
      state.isDragged = true;
      state.pointer = aimOf(state.sketch, action);
      onChange();
      return true;
    }
    state.isDragged = true;
    const traced = tracedAlong(state.sketch, action);
    if (traced !== state.sketch) set(traced);
    return true;
  };
  const release = (action: PointerAction): boolean => {
    if (!state.isPressed) return false;
    const wasDragged = state.isDragged;
    endPress();
    if (gesture === "span" && wasDragged) take(aimOf(state.sketch, action));
    else if (gesture === "trace" && wasDragged) onDone();
    else if (gesture === "trace") set(empty);
    return true;
  };

  return (action) => {
    switch (action.kind) {
      case "down":
        state.pressedAt = action.point;
        return press(action);
      case "drag":
        return drag(action);
      case "up":
        return release(action);
      case "move":
        // After a touch there is no pointer for the next vertex to follow.
        state.pointer = action.isTouch ? null : aimOf(state.sketch, action);
        onChange();
        return false;
      case "click":
        if (gesture !== "trace") click(action);
        return true;
      case "doubleClick":
        return true;
    }
  };
}

/** The point meant by the pointer: with Shift, a box becomes a square. */
function aimOf({ tool, vertices: [first] }: Sketch, { point, frame, isShift }: PointerAction): SlidePoint {
  const isBox = tool.gesture === "span" && tool.isClosed;
  return first && isShift && isBox ? squareCorner(first, point, frame.turnDeg) : point;
}

/** A freehand line continued along the pointer's path. */
function tracedAlong(sketch: Sketch, { way, point: end, frame }: PointerAction): Sketch {
  const step = TRACE_STEP_PX * frame.resolution;
  let traced = sketch;
  for (const point of way ?? [end]) {
    const last = traced.vertices.at(-1);
    if (!last || Math.hypot(last[0] - point[0], last[1] - point[1]) >= step) traced = addVertex(traced, point);
  }
  return traced;
}

function contentOf(sketch: Sketch, pointer: SlidePoint | null, frame: DrawingFrame): ReturnType<Work["content"]> {
  const { gesture } = sketch.tool;
  const isDotted = gesture === "vertices" || (gesture === "span" && sketch.vertices.length === 1);
  return {
    shape: previewOfSketch(sketch, pointer, frame),
    typeName: sketch.typeName,
    handles: isDotted ? sketch.vertices.map((at, index) => ({ kind: "vertex", at, path: 0, index })) : [],
    activeHandle: null,
    label: null,
    labelAt: gesture === "trace" ? (sketch.vertices.at(-1) ?? null) : (pointer ?? sketch.vertices.at(-1) ?? null),
  };
}
