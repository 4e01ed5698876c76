/** A canvas of our own over the map, painted in the same frame as the tiles. */
import Layer from "ol/layer/Layer.js";
import type OpenLayersMap from "ol/Map.js";
import type { FrameState } from "ol/Map.js";
import ViewHint from "ol/ViewHint.js";
import { type SlideToScreen, slideToScreenOf } from "../world/slide-to-screen.ts";

/** What a painter knows of the view. Lengths on the screen are CSS px; the canvas is already scaled to them. */
export interface PaintFrame {
  readonly toScreen: SlideToScreen;
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS px. */
  readonly pixelRatio: number;
  readonly isMoving: boolean;
}

export interface CanvasLayer {
  /** What is painted has changed: shows it with the next frame. */
  repaint(): void;
  setVisible(isVisible: boolean): void;
  isVisible(): boolean;
  destroy(): void;
}

export interface CanvasPainter {
  /** While true nothing is painted and no canvas kept. */
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
  };
}

const isSameFrame = (a: PaintFrame, b: PaintFrame): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @param zIndex layers with a higher one lie above. */
export function createCanvasLayer(map: OpenLayersMap, zIndex: number, painter: CanvasPainter): CanvasLayer {
  const canvas = document.createElement("canvas");
  canvas.className = "slide-viewer-annotations";
  Object.assign(canvas.style, { position: "absolute", inset: "0", width: "100%", height: "100%", pointerEvents: "none" });
  const context = canvas.getContext("2d");
  let painted: PaintFrame | null = null;

  const setSize = (width: number, height: number): void => {
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  };
  const layer = new Layer({
    zIndex,
    render(frameState) {
      if (!frameState || !context || painter.isEmpty()) {
        setSize(0, 0);
        painted = null;
        return null;
      }
      const frame = frameOf(frameState);
      if (painted && isSameFrame(painted, frame)) return canvas;
      const { width, height, pixelRatio } = frame;
      setSize(Math.round(width * pixelRatio), Math.round(height * pixelRatio));
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      painter.paint(context, frame);
      painted = frame;
      return canvas;
    },
  });
  map.addLayer(layer);

  return {
    repaint() {
      painted = null;
      layer.changed();
    },
    setVisible: (isVisible) => layer.setVisible(isVisible),
    isVisible: () => layer.getVisible(),
    destroy() {
      map.removeLayer(layer);
      layer.dispose();
      setSize(0, 0);
    },
  };
}
