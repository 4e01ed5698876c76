/** The measurement in progress, which takes the pointer and the drawing keys until it is stopped. */
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { type MeasuringMode, measuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { tidyShape } from "../annotation/shape-paths.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { ToolWorkHandle } from "../slide-work/tool-work.ts";
import type { ViewerContext } from "../viewer-part.ts";
import type { MeasuringStore } from "./measuring-state.ts";
import { createMeasuringWork, type MeasuringWork, type RunningMeasurement } from "./measuring-work.ts";

export interface MeasuringOptions {
  readonly isFreehand: boolean;
  /** Another tool took the pointer, or Escape was pressed without a measurement; not called after `stop`. */
  readonly onEnd: () => void;
}

export interface CurrentMeasurement {
  readonly start: (mode: MeasuringMode, pixelSizeUm: PixelSizeUm, options: MeasuringOptions) => void;
  readonly stop: () => void;
  readonly finish: () => void;
  readonly undo: () => void;
  readonly discard: () => void;
  /** Values for painting; undefined: nothing is being measured. */
  readonly painted: () => RunningMeasurement | undefined;
  readonly destroy: () => void;
}

/** @param repaint shows the pointer's position. */
export function createCurrentMeasurement(
  { element, slide, view, startWork }: Pick<ViewerContext, "element" | "slide" | "view" | "startWork">,
  store: MeasuringStore,
  repaint: () => void,
): CurrentMeasurement {
  const { pixelSizeUm } = slide;
  let running: { readonly work: MeasuringWork; readonly handle: ToolWorkHandle } | null = null;
  let reportedVertices = 0;
  const frame = (): DrawingFrame => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });

  /** Reports the value after each vertex, not after each movement of the pointer. */
  const report = (): void => {
    repaint();
    const { vertices = [] } = running?.work.running(frame()) ?? {};
    const hasStarted = running?.work.hasStarted() ?? false;
    if (vertices.length === reportedVertices && hasStarted === store.get().hasStarted) return;
    reportedVertices = vertices.length;
    const placed = running?.work.result(frame());
    store.change({ hasStarted, running: placed && pixelSizeUm ? measuredShape(placed, pixelSizeUm) : null });
  };
  const end = (): void => {
    running?.work.dispose();
    running = null;
    reportedVertices = 0;
    store.change({ mode: null, hasStarted: false, running: null });
  };
  // Handled before the viewer: Escape would end the tool, but must first discard the current measurement.
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== element || event.key !== "Escape" || !running?.work.hasStarted()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    running.work.discard();
    report();
  };
  element.addEventListener("keydown", handleKeyDown, { capture: true });

  return {
    start(mode, pixel, { isFreehand, onEnd }) {
      const work = createMeasuringWork(mode, isFreehand, {
        onChange: report,
        onMeasured(drawn, wasFreehand) {
          const shape = tidyShape(drawn, slide);
          const measured = measuredShape(shape, pixel);
          if (!measured) return;
          reportedVertices = 0;
          store.add({ mode, shape, isFreehand: wasFreehand, measured });
        },
        onDelete: () => store.remove(),
      });
      const handle = startWork({
        work,
        onFinish: () => void work.finish(frame()),
        onEnd() {
          end();
          onEnd();
        },
      });
      running = { work, handle };
      store.change({ mode });
    },
    stop() {
      if (!running) return;
      const { handle } = running;
      end();
      handle.stop();
    },
    finish: () => void running?.work.finish(frame()),
    undo: () => running?.work.undo(),
    discard: () => running?.work.discard(),
    painted: () => running?.work.running(frame()),
    destroy: () => element.removeEventListener("keydown", handleKeyDown, { capture: true }),
  };
}
