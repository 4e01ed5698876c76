/** Shows a recently painted image at its moved position, if repainting for each frame would be too slow. */
import { transformBetween } from "../world/slide-to-screen.ts";
import type { PaintFrame } from "./canvas-layer.ts";

/** An image older than this is repainted, ms. */
const MAX_AGE_MS = 200;
/** An image that would be scaled by more than this factor is repainted. */
const MAX_ZOOM_FACTOR = 1.6;
/** Painted margin around the screen, which can move into view, CSS px. */
const MARGIN_PX = 160;

export interface MovingPicture {
  /** @param paint paints a frame larger than the screen; called only if the last image cannot be used. */
  show(
    context: CanvasRenderingContext2D,
    frame: PaintFrame,
    paint: (context: CanvasRenderingContext2D, frame: PaintFrame) => void,
  ): void;
  /** Discards the image and frees its memory. */
  forget(): void;
}

function withMargin(frame: PaintFrame): PaintFrame {
  const { toScreen, width, height } = frame;
  return {
    ...frame,
    toScreen: { ...toScreen, e: toScreen.e + MARGIN_PX, f: toScreen.f + MARGIN_PX },
    width: width + 2 * MARGIN_PX,
    height: height + 2 * MARGIN_PX,
    marginPx: MARGIN_PX,
  };
}

/** @param now time in ms, from any origin. */
export function createMovingPicture(now: () => number): MovingPicture {
  const canvas = document.createElement("canvas");
  const canvasContext = canvas.getContext("2d");
  let painted: { readonly frame: PaintFrame; readonly at: number } | null = null;

  const serves = (frame: PaintFrame): boolean => {
    if (!painted || now() - painted.at > MAX_AGE_MS || painted.frame.pixelRatio !== frame.pixelRatio) return false;
    const { a, b } = transformBetween(painted.frame.toScreen, frame.toScreen);
    const zoom = Math.hypot(a, b);
    return zoom <= MAX_ZOOM_FACTOR && zoom >= 1 / MAX_ZOOM_FACTOR;
  };
  return {
    show(context, frame, paint) {
      if (!canvasContext) return;
      if (!serves(frame)) {
        const wide = withMargin(frame);
        const { pixelRatio } = wide;
        canvas.width = Math.round(wide.width * pixelRatio);
        canvas.height = Math.round(wide.height * pixelRatio);
        canvasContext.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
        paint(canvasContext, wide);
        painted = { frame: wide, at: now() };
      }
      if (!painted) return;
      const { a, b, c, d, e, f } = transformBetween(painted.frame.toScreen, frame.toScreen);
      context.save();
      context.transform(a, b, c, d, e, f);
      context.drawImage(canvas, 0, 0, painted.frame.width, painted.frame.height);
      context.restore();
    },
    forget() {
      painted = null;
      canvas.width = 0;
      canvas.height = 0;
    },
  };
}
