/**
 * Caches the image of a view at rest, so that a label under the pointer can be painted without painting thousands of
 * nuclei again.
 */
import type { PaintFrame } from "../annotation/canvas-layer.ts";

export interface PictureCache {
  /** Painted again only if the view has changed, or after `clear`. */
  pictureOf(
    frame: PaintFrame,
    paint: (context: CanvasRenderingContext2D, frame: PaintFrame) => void,
  ): HTMLCanvasElement;
  /** Must be called when the painted data has changed. Frees the memory. */
  clear(): void;
}

export function createPictureCache(): PictureCache {
  const canvas = document.createElement("canvas");
  let seen = "";
  return {
    pictureOf(frame, paint) {
      const key = JSON.stringify(frame);
      const context = canvas.getContext("2d");
      if (key === seen || !context) return canvas;
      const { width, height, pixelRatio } = frame;
      canvas.width = Math.max(1, Math.round(width * pixelRatio));
      canvas.height = Math.max(1, Math.round(height * pixelRatio));
      context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
      paint(context, frame);
      seen = key;
      return canvas;
    },
    clear() {
      seen = "";
      canvas.width = 1;
      canvas.height = 1;
    },
  };
}
