/**
 * Starts Cornerstone3D once for this page: it reads and decodes DICOM files (in a worker, which alone may run WebAssembly:
 * see `RADIOLOGY_DECODER` in the server's `app.ts`) and draws them.
 */
import { cache, init, RenderingEngine, utilities } from "@cornerstonejs/core";
import dicomImageLoader from "@cornerstonejs/dicom-image-loader";

/** Of decoded pictures that are kept: a phone ends pages that want more. */
const KEPT_BYTES = 512 * 1024 ** 2;
const MAX_DECODERS = 2;

let engine: RenderingEngine | null = null;

/** The one that draws all stacks of the page. */
export function startCornerstone(): RenderingEngine {
  if (engine) return engine;
  init();
  cache.setMaxCacheSize(KEPT_BYTES);
  dicomImageLoader.init({
    maxWebWorkers: Math.min(MAX_DECODERS, Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1)),
  });
  engine = new RenderingEngine("radiology");
  return engine;
}

/** Decoded pictures of so many pixels that may be fetched in advance, so that those that are seen stay. */
export function mostFramesInAdvance(pixels: number): number {
  const bytesPerPixel = 4;
  return Math.floor(KEPT_BYTES / 2 / Math.max(1, pixels * bytesPerPixel));
}

/** Draws one picture as it was recorded, small. @throws if it cannot be fetched or decoded. */
export async function drawSmall(canvas: HTMLCanvasElement, frame: string): Promise<void> {
  startCornerstone();
  await utilities.loadImageToCanvas({ canvas, imageId: frame, imageAspect: true });
  // The library gives it a size of its own; the page knows better.
  canvas.removeAttribute("style");
}
