/** Measuring on a slide: measurements stay until they are deleted or kept as annotations. */
import { measure } from "@parfocal/core/geometry/measurement.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { MeasuringMode } from "@parfocal/core/measuring/measured-shape.ts";
import { createCanvasLayer, type PaintFrame } from "../annotation/canvas-layer.ts";
import { pathsOf } from "../annotation/shape-paths.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { createCurrentMeasurement, type MeasuringOptions } from "./current-measurement.ts";
import { type MeasurementTexts, paintMeasurement } from "./measuring-painting.ts";
import { createMeasuringStore, type MeasuringState } from "./measuring-state.ts";
import { type RunningMeasurement, TYPE_OF_MODE } from "./measuring-work.ts";

/** Above annotations and drawings. */
const Z_INDEX = 3;

export interface Measuring extends ViewerPart {
  state(): MeasuringState;
  /** Subscribes to changes of the state. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
  /** Takes the pointer and the drawing keys. Nothing happens on a slide without a pixel size. */
  start(mode: MeasuringMode, options: MeasuringOptions): void;
  /** Discards the current measurement; finished ones are kept. */
  stop(): void;
  finish(): void;
  undo(): void;
  discardRunning(): void;
  choose(id: number | null): void;
  /** Deletes one measurement: if no ID is given, the selected one, otherwise the last. */
  remove(id?: number): void;
  removeAll(): void;
  /**
   * Emits `drawn`, as if the selected measurement (otherwise the last) had been drawn as an annotation, and removes it.
   */
  keep(id?: number): void;
  /** @param perimeter label of the perimeter. */
  setTexts(texts: { readonly perimeter: string }): void;
}

export function createMeasuring(context: ViewerContext): Measuring {
  const { map, slide, emitter, getLocale } = context;
  const { pixelSizeUm } = slide;
  let perimeter = "";
  let isDestroyed = false;
  const repaint = (): void => layer.repaint();
  const store = createMeasuringStore(repaint);
  const current = createCurrentMeasurement(context, store, repaint);
  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => !pixelSizeUm || (store.get().taken.length === 0 && !store.get().hasStarted),
    paint(canvas, frame) {
      if (!pixelSizeUm) return;
      const painting = { canvas, pixelSizeUm, texts: { locale: getLocale(), perimeter }, frame };
      paintTaken(painting, store.get());
      paintRunning(painting, current.painted());
    },
  });

  return {
    state: store.get,
    onChange: store.subscribe,
    start(mode, options) {
      current.stop();
      if (pixelSizeUm) current.start(mode, pixelSizeUm, options);
    },
    stop: current.stop,
    finish: current.finish,
    undo: current.undo,
    discardRunning: current.discard,
    choose: (id) => store.change({ chosenId: id }),
    remove: store.remove,
    removeAll: () => store.change({ taken: [], chosenId: null }),
    keep(id) {
      const stored = store.find(id);
      if (!stored) return;
      store.remove(stored.id);
      const { shape, mode } = stored;
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
      current.stop();
      store.unsubscribeAll();
      current.destroy();
      layer.destroy();
    },
  };
}

interface Painting {
  readonly canvas: CanvasRenderingContext2D;
  readonly pixelSizeUm: PixelSizeUm;
  readonly texts: MeasurementTexts;
  readonly frame: PaintFrame;
}

function paintTaken({ canvas, pixelSizeUm, texts, frame }: Painting, { taken, chosenId }: MeasuringState): void {
  for (const { id, shape, isFreehand } of taken) {
    const vertices = isFreehand ? [] : pathsOf(shape).flatMap(({ points }) => points);
    const isChosen = id === chosenId;
    const painted = { shape, isFreehand, vertices, labelAt: null, isRunning: false, isChosen };
    paintMeasurement(canvas, painted, pixelSizeUm, texts, frame);
  }
}

function paintRunning({ canvas, pixelSizeUm, texts, frame }: Painting, running: RunningMeasurement | undefined): void {
  if (!running?.shape) return;
  const painted = { ...running, shape: running.shape, isRunning: true, isChosen: false };
  paintMeasurement(canvas, painted, pixelSizeUm, texts, frame);
}
