/**
 * Starts Cornerstone3D once for this page: it reads and decodes DICOM files (in a worker, which alone may run
 * WebAssembly: see `RADIOLOGY_DECODER` in the server's `app.ts`) and draws them.
 */
import { cache, init, RenderingEngine, utilities } from "@cornerstonejs/core";
import dicomImageLoader from "@cornerstonejs/dicom-image-loader";

/** Cache of decoded images; phones terminate pages that use more memory. */
const KEPT_BYTES = 512 * 1024 ** 2;
const MAX_DECODERS = 2;

let engine: RenderingEngine | null = null;

/** The rendering engine of all stacks of the page. */
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

/** Number of images of this size to prefetch without evicting displayed ones. */
export function maxFramesInAdvance(pixels: number): number {
  const bytesPerPixel = 4;
  return Math.floor(KEPT_BYTES / 2 / Math.max(1, pixels * bytesPerPixel));
}

/** Draws a thumbnail of one image with its recorded window. @throws if it cannot be fetched or decoded. */
export async function drawSmall(canvas: HTMLCanvasElement, frame: string): Promise<void> {
  startCornerstone();
  await utilities.loadImageToCanvas({ canvas, imageId: frame, imageAspect: true });
  // Removes the size set by the library, so that CSS applies.
  canvas.removeAttribute("style");
}
