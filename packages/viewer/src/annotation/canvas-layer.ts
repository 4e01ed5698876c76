/** A separate canvas over the map, painted in the same frame as the tiles. */
import Layer from "ol/layer/Layer.js";
import type OpenLayersMap from "ol/Map.js";
import type { FrameState } from "ol/Map.js";
import ViewHint from "ol/ViewHint.js";
import { COLOUR_ATTRIBUTE } from "../colour/slide-colour.ts";
import { type SlideToScreen, slideToScreenOf } from "../world/slide-to-screen.ts";

/**
 * What a painter needs to know about the view. Lengths on the screen are CSS px; the canvas is already scaled to them.
 */
export interface PaintFrame {
  readonly toScreen: SlideToScreen;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS px. */
  readonly pixelRatio: number;
  readonly isMoving: boolean;
  /** Painted margin around the view, CSS px. */
  readonly marginPx: number;
}

export interface CanvasLayer {
  /** Must be called after a change, which is then painted with the next frame. */
  repaint(): void;
  setVisible(isVisible: boolean): void;
  isVisible(): boolean;
  destroy(): void;
}

export interface CanvasPainter {
  /** While true, nothing is painted and no canvas is kept. */
  isEmpty(): boolean;
  paint(context: CanvasRenderingContext2D, frame: PaintFrame): void;
}

function frameOf({ size, pixelRatio, viewHints, coordinateToPixelTransform }: FrameState): PaintFrame {
  return {
    toScreen: slideToScreenOf(coordinateToPixelTransform),
    width: size[0] ?? 0,
    height: size[1] ?? 0,
    pixelRatio,
    isMoving: (viewHints[ViewHint.ANIMATING] ?? 0) + (viewHints[ViewHint.INTERACTING] ?? 0) > 0,
    marginPx: 0,
  };
}

const isSameFrame = (a: PaintFrame, b: PaintFrame): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The canvas of a map library layer below, if it is as large as the screen. Never one of our own canvases, which may
 * keep their contents.
 */
function sharedContext(below: HTMLElement, { width, height, pixelRatio }: PaintFrame): CanvasRenderingContext2D | null {
  // The slide's colour adjustment would also apply to what is painted there.
  if (below.closest(`[${COLOUR_ATTRIBUTE}]`)) return null;
  const canvas = below.querySelector("canvas");
  const isAlike = canvas?.width === Math.round(width * pixelRatio) && canvas.height === Math.round(height * pixelRatio);
  return canvas && isAlike ? canvas.getContext("2d") : null;
}

/**
 * While the view moves, paints on the tiles' canvas, which is repainted in each frame anyway: one canvas less to
 * composite. At rest, paints on a canvas of its own, so that a change does not repaint the others.
 */
class PaintedLayer extends Layer {
  readonly #canvas = document.createElement("canvas");
  readonly #context = this.#canvas.getContext("2d");
  readonly #painter: CanvasPainter;
  /** The painted frame; null: the canvas must be painted again. */
  #painted: PaintFrame | null = null;

  constructor(zIndex: number, painter: CanvasPainter) {
    super({ zIndex });
    this.#painter = painter;
    this.#canvas.className = "slide-viewer-annotations";
    const { style } = this.#canvas;
    Object.assign(style, { position: "absolute", inset: "0", width: "100%", height: "100%", pointerEvents: "none" });
  }

  override render(frameState: FrameState | null, below: HTMLElement | null): HTMLElement | null {
    const context = this.#context;
    if (!frameState || !context || this.#painter.isEmpty()) {
      this.release();
      return null;
    }
    const frame = frameOf(frameState);
    const shared = frame.isMoving && frameState.viewState.rotation === 0 && below ? sharedContext(below, frame) : null;
    if (shared) {
      shared.save();
      shared.setTransform(frame.pixelRatio, 0, 0, frame.pixelRatio, 0, 0);
      this.#painter.paint(shared, frame);
      shared.restore();
      this.#painted = null;
      return below;
    }
    if (this.#painted && isSameFrame(this.#painted, frame)) return this.#canvas;
    const { width, height, pixelRatio } = frame;
    this.#setSize(Math.round(width * pixelRatio), Math.round(height * pixelRatio));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    this.#painter.paint(context, frame);
    this.#painted = frame;
    return this.#canvas;
  }

  repaint(): void {
    this.#painted = null;
    this.changed();
  }

  /** Frees the canvas's memory. */
  release(): void {
    this.#setSize(0, 0);
    this.#painted = null;
  }

  #setSize(width: number, height: number): void {
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
  }
}

/** @param zIndex layers with a higher one are above. */
export function createCanvasLayer(map: OpenLayersMap, zIndex: number, painter: CanvasPainter): CanvasLayer {
  const layer = new PaintedLayer(zIndex, painter);
  map.addLayer(layer);
  return {
    repaint: () => layer.repaint(),
    setVisible: (isVisible) => layer.setVisible(isVisible),
    isVisible: () => layer.getVisible(),
    destroy() {
      map.removeLayer(layer);
      layer.dispose();
      layer.release();
    },
  };
}
