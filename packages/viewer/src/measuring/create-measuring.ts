/** Measuring on a slide: measurements stay until they are deleted or kept as annotations. */
import { measure } from "@parfocal/core/geometry/measurement.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import { type MeasuredShape, type MeasuringMode, measuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { createCanvasLayer } from "../annotation/canvas-layer.ts";
import { pathsOf, tidyShape } from "../annotation/shape-paths.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { ToolWorkHandle } from "../slide-work/tool-work.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { paintMeasurement } from "./measuring-painting.ts";
import { createMeasuringWork, type MeasuringWork, TYPE_OF_MODE } from "./measuring-work.ts";

/** Above annotations and drawings. */
const Z_INDEX = 3;

export interface TakenMeasurement {
  readonly id: number;
  readonly mode: MeasuringMode;
  readonly shape: Shape;
  readonly isFreehand: boolean;
  readonly measured: MeasuredShape;
}

/** Immutable: each change creates a new object. */
export interface MeasuringState {
  /** null: nothing is being measured. */
  readonly mode: MeasuringMode | null;
  /** Whether a measurement is in progress. */
  readonly hasStarted: boolean;
  /** Value of the places given so far, without the pointer's; null: too few places. */
  readonly running: MeasuredShape | null;
  /** The oldest first. */
  readonly taken: readonly TakenMeasurement[];
  readonly chosenId: number | null;
}

export interface Measuring extends ViewerPart {
  state(): MeasuringState;
  /** Subscribes to changes of the state. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /**
   * Takes the pointer and the drawing keys. Nothing happens on a slide without a pixel size.
   *
   * @param onEnd another tool took them, or Escape was pressed without a measurement; not called after `stop`.
   */
  start(mode: MeasuringMode, options: { readonly isFreehand: boolean; readonly onEnd: () => void }): void;
  /** Discards the current measurement; finished ones stay. */
  stop(): void;
  finish(): void;
  undo(): void;
  discardRunning(): void;
  choose(id: number | null): void;
  /** Deletes one; without an ID the selected one, otherwise the last. */
  remove(id?: number): void;
  removeAll(): void;
  /** Emits `drawn`, as if the selected measurement (otherwise the last) had been drawn as an annotation, and removes it. */
  keep(id?: number): void;
  /** @param perimeter the word for it. */
  setTexts(texts: { readonly perimeter: string }): void;
}

const NOTHING: MeasuringState = { mode: null, hasStarted: false, running: null, taken: [], chosenId: null };

export function createMeasuring({
  map,
  element,
  slide,
  view,
  emitter,
  getLocale,
  startWork,
}: ViewerContext): Measuring {
  const { pixelSizeUm } = slide;
  let state = NOTHING;
  let held: { readonly work: MeasuringWork; readonly handle: ToolWorkHandle } | null = null;
  let perimeter = "";
  let lastId = 0;
  let isDestroyed = false;
  const listeners = new Set<() => void>();
  const frame = (): DrawingFrame => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });

  const change = (next: Partial<MeasuringState>): void => {
    state = { ...state, ...next };
    layer.repaint();
    for (const listener of [...listeners]) listener();
  };
  let reportedVertices = 0;
  const tellRunning = (): void => {
    layer.repaint();
    const { vertices = [] } = held?.work.running(frame()) ?? {};
    const hasStarted = held?.work.hasStarted() ?? false;
    if (vertices.length === reportedVertices && hasStarted === state.hasStarted) return;
    reportedVertices = vertices.length;
    const placed = held?.work.result(frame());
    change({ hasStarted, running: placed && pixelSizeUm ? measuredShape(placed, pixelSizeUm) : null });
  };
  const take = (pixel: PixelSizeUm, mode: MeasuringMode, drawn: Shape, isFreehand: boolean): void => {
    const shape = tidyShape(drawn, slide);
    const measured = measuredShape(shape, pixel);
    if (!measured) return;
    lastId += 1;
    reportedVertices = 0;
    const taken = { id: lastId, mode, shape, isFreehand, measured };
    change({ taken: [...state.taken, taken], chosenId: null, hasStarted: false, running: null });
  };
  const meant = (id: number | undefined): TakenMeasurement | undefined => {
    const wanted = id ?? state.chosenId;
    return wanted === null ? state.taken.at(-1) : state.taken.find((taken) => taken.id === wanted);
  };
  const end = (): void => {
    held?.work.dispose();
    held = null;
    reportedVertices = 0;
    change({ mode: null, hasStarted: false, running: null });
  };

  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => !pixelSizeUm || (state.taken.length === 0 && !state.hasStarted),
    paint(context, paintFrame) {
      if (!pixelSizeUm) return;
      const texts = { locale: getLocale(), perimeter };
      for (const { id, shape, isFreehand } of state.taken) {
        const vertices = isFreehand ? [] : pathsOf(shape).flatMap(({ points }) => points);
        const isChosen = id === state.chosenId;
        const painted = { shape, isFreehand, vertices, labelAt: null, isRunning: false, isChosen };
        paintMeasurement(context, painted, pixelSizeUm, texts, paintFrame);
      }
      const running = held?.work.running(frame());
      if (!running?.shape) return;
      const painted = { ...running, shape: running.shape, isRunning: true, isChosen: false };
      paintMeasurement(context, painted, pixelSizeUm, texts, paintFrame);
    },
  });

  // Before the viewer handles it: Escape would end the tool, but must first discard the current measurement.
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== element || event.key !== "Escape" || !held?.work.hasStarted()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held.work.discard();
    tellRunning();
  };
  element.addEventListener("keydown", handleKeyDown, { capture: true });

  const measuring: Measuring = {
    state: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(mode, { isFreehand, onEnd }) {
      measuring.stop();
      if (!pixelSizeUm) return;
      const work = createMeasuringWork(mode, isFreehand, {
        onChange: tellRunning,
        onMeasured: (shape, wasFreehand) => take(pixelSizeUm, mode, shape, wasFreehand),
        onDelete: () => measuring.remove(),
      });
      const handle = startWork({
        work,
        onFinish: () => void work.finish(frame()),
        onEnd() {
          end();
          onEnd();
        },
      });
      held = { work, handle };
      change({ mode });
    },
    stop() {
      if (!held) return;
      const { handle } = held;
      end();
      handle.stop();
    },
    finish: () => void held?.work.finish(frame()),
    undo: () => held?.work.undo(),
    discardRunning: () => held?.work.discard(),
    choose: (id) => change({ chosenId: id }),
    remove(id) {
      const gone = meant(id);
      if (gone) change({ taken: state.taken.filter((taken) => taken !== gone), chosenId: null });
    },
    removeAll: () => change({ taken: [], chosenId: null }),
    keep(id) {
      const kept = meant(id);
      if (!kept) return;
      measuring.remove(kept.id);
      const { shape, mode } = kept;
      emitter.emit("drawn", {
        shape,
        wkt: formatWkt(shape),
        measurement: pixelSizeUm && measure(shape, pixelSizeUm),
        typeName: TYPE_OF_MODE[mode],
        isNew: true,
      });
    },
    setTexts(texts) {
      perimeter = texts.perimeter;
      layer.repaint();
    },
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      measuring.stop();
      listeners.clear();
      element.removeEventListener("keydown", handleKeyDown, { capture: true });
      layer.destroy();
    },
  };
  return measuring;
}
