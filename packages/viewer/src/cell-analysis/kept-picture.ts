/** What is painted of a view at rest, kept: a nucleus under the pointer is named without painting thousands of others again. */
import type { PaintFrame } from "../annotation/canvas-layer.ts";

export interface KeptPicture {
  /** Painted only where the view has changed since, or `forget` was called. */
  pictureOf(
    frame: PaintFrame,
    paint: (context: CanvasRenderingContext2D, frame: PaintFrame) => void,
  ): HTMLCanvasElement;
  /** What it shows has changed. Gives its memory back. */
  forget(): void;
}

export function createKeptPicture(): KeptPicture {
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
    forget() {
      seen = "";
      canvas.width = 1;
      canvas.height = 1;
    },
  };
}
