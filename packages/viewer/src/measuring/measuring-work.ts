/**
 * Measuring with pointer and keys: lines or outlines are drawn one after the other. A length is dragged from end to
 * end, an area along its outline; both can also be clicked vertex by vertex. Shift draws freehand; a long press with a
 * finger finishes.
 */

import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import { createDrawing } from "../annotation/drawing.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { Work } from "../slide-work/work.ts";
import { createMeasuringPress } from "./measuring-press.ts";

/** Type of annotation as which a measurement is drawn and kept. */
export const TYPE_OF_MODE = { length: "line", area: "polygon" } as const satisfies Record<MeasuringMode, string>;

export interface MeasuringCallbacks {
  readonly onChange: () => void;
  readonly onMeasured: (shape: Shape, isFreehand: boolean) => void;
  /** Delete key without a current measurement. */
  readonly onDelete: () => void;
}

/** The current measurement, for painting. */
export interface RunningMeasurement {
  /** Including the pointer's position; null: no current measurement. */
  readonly shape: Shape | null;
  readonly isFreehand: boolean;
  readonly vertices: readonly SlidePoint[];
  readonly labelAt: SlidePoint | null;
}

export interface MeasuringWork extends Work {
  running(frame: DrawingFrame): RunningMeasurement;
  hasStarted(): boolean;
  /** @returns whether there were enough points. */
  finish(frame: DrawingFrame): boolean;
  /** Discards the current measurement. */
  discard(): void;
  /** Cancels a pending long press. */
  dispose(): void;
}

export function createMeasuringWork(
  mode: MeasuringMode,
  isFreehand: boolean,
  { onChange, onMeasured, onDelete }: MeasuringCallbacks,
): MeasuringWork {
  const typeName = TYPE_OF_MODE[mode];
  /** Frame of the last action: a drawing finishes without one. */
  let lastFrame: DrawingFrame = { turnDeg: 0, resolution: 1 };

  const draw = (asFreehand: boolean): Work =>
    createDrawing(typeName, asFreehand, { onChange, onDone: () => void work.finish(lastFrame) });
  let drawing = draw(isFreehand);

  const startOver = (asFreehand: boolean): void => {
    drawing = draw(asFreehand);
    onChange();
  };
  const pressed = createMeasuringPress({
    ...{ mode, isFreehand, startOver },
    drawing: () => drawing,
    finish: (frame) => void work.finish(frame),
  });

  const work: MeasuringWork = {
    editedId: null,
    typeName,
    isFreehand,
    handle(action) {
      lastFrame = action.frame;
      return pressed.handle(action);
    },
    content: () => ({ shape: null, typeName, handles: [], activeHandle: null, label: null, labelAt: null }),
    running(frame) {
      const { shape, handles, labelAt } = drawing.content(frame);
      return { shape, vertices: handles.map(({ at }) => at), labelAt, isFreehand: drawing.isFreehand };
    },
    cursor: () => "drawing",
    hasStarted: () => drawing.canUndo(),
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
      // A freehand line is traced with the pointer; with the keyboard its points are set one by one.
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
      pressed.forget();
      startOver(isFreehand);
    },
    dispose: () => pressed.dispose(),
  };
  return work;
}
