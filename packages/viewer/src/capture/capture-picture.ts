/** Captures the visible part of the slide as an image file: with its rotation and colours, without overlays. */

import { createColourPainter } from "@parfocal/core/colour/colour-painter.ts";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";

const JPEG_TYPE = "image/jpeg";
const JPEG_QUALITY = 0.92;

export interface CaptureSize {
  /** Size of the image, px. */
  readonly width: number;
  readonly height: number;
}

export interface PictureCapture extends ViewerPart {
  capture(size: CaptureSize): Promise<Blob>;
}

/** Usage as a tool of the viewer: `viewer.use(createPictureCapture).capture({ width: 512, height: 320 })`. */
export const createPictureCapture = (context: ViewerContext): PictureCapture => ({
  capture: (size) => capturePicture(context, size),
  destroy: () => undefined,
});

/**
 * The middle of the view, cropped to the image's aspect ratio; the area around the slide looks as on the screen.
 *
 * @returns a JPEG.
 * @throws if the browser provides no canvas, or nothing of the slide has been drawn yet.
 */
export async function capturePicture(context: ViewerContext, { width, height }: CaptureSize): Promise<Blob> {
  const { element, map, colour } = context;
  map.renderSync();
  const [viewWidth = 0, viewHeight = 0] = map.getSize() ?? [];
  const tiles = element.querySelector<HTMLCanvasElement>(".slide-viewer-tiles canvas");
  if (!tiles || viewWidth === 0 || viewHeight === 0) throw new Error("nothing of the slide is to be seen yet");
  const slide = drawSlide(tiles, { width, height, viewWidth, viewHeight });
  const picture = canvasOf(width, height);
  picture.fillStyle = getComputedStyle(element).backgroundColor;
  picture.fillRect(0, 0, width, height);
  // Adjustments that the tiles do not contain themselves.
  const adjustment = colour.filtered();
  const painter = createColourPainter(adjustment);
  if (typeof picture.filter === "string") {
    picture.filter = cssFilterOf(adjustment);
  } else if (painter) {
    const pixels = slide.getImageData(0, 0, width, height);
    const lights = pixels.data as Uint8ClampedArray<ArrayBuffer>;
    painter.paint(lights, lights);
    slide.putImageData(pixels, 0, 0);
  }
  picture.drawImage(slide.canvas, 0, 0);
  return blobOf(picture.canvas);
}

interface Drawing extends CaptureSize {
  /** Size of the view, CSS px. */
  readonly viewWidth: number;
  readonly viewHeight: number;
}

/** The tiles as displayed: the map library rotates and scales its canvas by CSS. */
function drawSlide(
  tiles: HTMLCanvasElement,
  { width, height, viewWidth, viewHeight }: Drawing,
): CanvasRenderingContext2D {
  const context = canvasOf(width, height);
  const scale = Math.max(width / viewWidth, height / viewHeight);
  context.imageSmoothingQuality = "high";
  context.setTransform(scale, 0, 0, scale, (width - viewWidth * scale) / 2, (height - viewHeight * scale) / 2);
  const { transform } = tiles.style;
  const { a, b, c, d, e, f } =
    transform === ""
      ? new DOMMatrix([viewWidth / tiles.width, 0, 0, viewHeight / tiles.height, 0, 0])
      : new DOMMatrix(transform);
  context.transform(a, b, c, d, e, f);
  context.drawImage(tiles, 0, 0);
  return context;
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no drawing context");
  return context;
}

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null): void => (blob ? resolve(blob) : reject(new Error("the picture is too large")));
    canvas.toBlob(take, JPEG_TYPE, JPEG_QUALITY);
  });
}
