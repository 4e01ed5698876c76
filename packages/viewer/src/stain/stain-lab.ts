/**
 * The stain lab of a viewer: shows single or combined stains, and picks stains on the slide. For slides with colour
 * tiles.
 */
import type { Rgb } from "@parfocal/core/colour/apply-colour.ts";
import type { StainSettings } from "@parfocal/core/stain/stain-settings.ts";
import { createDrawing } from "../annotation/drawing.ts";
import { createTilePainting, type TilePainting } from "../colour/tile-painting.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { readLight } from "./read-light.ts";

interface PickListener {
  /** A point was picked, which ends picking. null: its colour could not be read. */
  onPicked(light: Rgb | null): void;
  /** Cancelled: Escape was pressed, or another tool started. */
  onEnd(): void;
}

export interface StainLab extends ViewerPart {
  /** null: shows the slide without the stain lab. */
  show(look: StainSettings | null): void;
  /**
   * The pointer, or Space in the middle of the view, picks the slide's original colour. @returns a function that stops
   * picking.
   */
  pick(listener: PickListener): () => void;
}

export function createStainLab(context: ViewerContext): StainLab {
  const { colour, startWork } = context;
  const stop = new AbortController();
  let painting: TilePainting | null = null;

  function show(look: StainSettings | null): void {
    if (look) painting ??= colour.painting(createTilePainting);
    painting?.showStains(look);
  }

  return {
    show,
    pick({ onPicked, onEnd }) {
      const handle = startWork({
        work: createDrawing("point", false, { onChange: () => undefined, onDone: () => handle.finish() }),
        onFinish(shape) {
          if (shape.kind !== "point") return;
          handle.stop();
          readLight(context, shape.point, stop.signal).then(onPicked, () => {
            if (!stop.signal.aborted) onPicked(null);
          });
        },
        onEnd,
      });
      return () => handle.stop();
    },
    destroy() {
      stop.abort();
      painting?.showStains(null);
    },
  };
}
