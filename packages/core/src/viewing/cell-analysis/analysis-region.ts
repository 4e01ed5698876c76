/** The region of a slide to be analysed, and its pixel size in µm. */
import { containsPoint, type Rings } from "../../geometry/contains-point.ts";
import { polygonAreaUm2 } from "../../geometry/measurement.ts";
import { type Bounds, boundsOf, type Shape } from "../../geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import type { PixelRectangle } from "./plan-tiles.ts";

export const REGION_KINDS = ["view", "rectangle", "polygon", "annotation", "frame", "slide"] as const;
export type RegionKind = (typeof REGION_KINDS)[number];

/** Larger regions and whole slides require `annotateAsExpert`, since each takes minutes of server time. */
export const LEARNER_REGION_MAX_SQUARE_MM = 4;

const SQUARE_UM_PER_SQUARE_MM = 1e6;

/** Nuclei are about ten pixels wide at 0.5 µm per pixel, as in QuPath; they are lost above 1. */
const COARSEST_MICROMETRES_PER_PIXEL = 1;
const FINE_MICROMETRES_PER_PIXEL = 0.375;

/**
 * Pixel size for the analysis: the slide's own, or downsampled by 2, 4 …, at least 0.375 µm per pixel.
 *
 * @returns null: the slide is too coarse to distinguish nuclei.
 */
export function analysisPixelSize(pixel: PixelSizeUm): number | null {
  let size = Math.min(pixel.x, pixel.y);
  if (!(size > 0) || Math.max(pixel.x, pixel.y) > COARSEST_MICROMETRES_PER_PIXEL) return null;
  while (size < FINE_MICROMETRES_PER_PIXEL) size *= 2;
  return size;
}

/** Outlines and holes of one or more polygons. @returns null: no area. */
export function ringsOfRegion(shape: Shape): Rings | null {
  if (shape.kind === "polygon") return shape.rings;
  if (shape.kind === "multiPolygon") return shape.polygons.flat();
  return null;
}

export function regionAreaSquareMicrometres(shape: Shape, pixel: PixelSizeUm): number {
  if (shape.kind === "polygon") return polygonAreaUm2(shape.rings, pixel);
  if (shape.kind === "multiPolygon") return shape.polygons.reduce((sum, one) => sum + polygonAreaUm2(one, pixel), 0);
  return 0;
}

/** Area of the bounding box, which is read from the slide. */
export function boxAreaSquareMm(shape: Shape, pixel: PixelSizeUm): number {
  const { minX, minY, maxX, maxY } = boundsOf(shape);
  return ((maxX - minX) * pixel.x * (maxY - minY) * pixel.y) / SQUARE_UM_PER_SQUARE_MM;
}

export function rectangleShape({ minX, minY, maxX, maxY }: Bounds): Shape {
  const ring: SlidePoint[] = [
    [minX, minY],
    [maxX, minY],
    [maxX, maxY],
    [minX, maxY],
  ];
  return { kind: "polygon", rings: [ring] };
}

/** The part of a box on the slide, in whole pixels. @returns null: none. */
export function boxOnSlide(
  { minX, minY, maxX, maxY }: Bounds,
  slide: { readonly width: number; readonly height: number },
): Bounds | null {
  const box = {
    minX: Math.max(0, Math.floor(minX)),
    minY: Math.max(0, Math.floor(minY)),
    maxX: Math.min(slide.width, Math.ceil(maxX)),
    maxY: Math.min(slide.height, Math.ceil(maxY)),
  };
  return box.maxX > box.minX && box.maxY > box.minY ? box : null;
}

/** Maps between slide pixels and pixels of the analysed image, separately for each axis. */
export interface AnalysisFrame {
  readonly scaleX: number;
  readonly scaleY: number;
}

export const analysisFrame = (pixel: PixelSizeUm, micrometresPerPixel: number): AnalysisFrame => ({
  scaleX: micrometresPerPixel / pixel.x,
  scaleY: micrometresPerPixel / pixel.y,
});

/** @returns pixels of the analysed image that cover the whole box. */
export function analysisRectangle(
  { minX, minY, maxX, maxY }: Bounds,
  { scaleX, scaleY }: AnalysisFrame,
): PixelRectangle {
  const xPx = Math.floor(minX / scaleX);
  const yPx = Math.floor(minY / scaleY);
  return {
    xPx,
    yPx,
    widthPx: Math.max(1, Math.ceil(maxX / scaleX) - xPx),
    heightPx: Math.max(1, Math.ceil(maxY / scaleY) - yPx),
  };
}

/** Maximum view area of a preview, px of the analysed image: 1500 x 1000. Source: bench/README.md. */
export const PREVIEW_MAX_PX = 1_500_000;
/** Maximum side of a preview. */
const PREVIEW_MAX_SIDE_PX = 4_096;

/** Area of the first part of a preview, px of the analysed image: fast even in threads that have just started. */
const FIRST_PREVIEW_PX = 2 ** 16;

/**
 * The middle of a view, previewed before the whole of it. @returns null: the slide cannot be analysed, or the preview of
 * the whole view is about as small.
 */
export function firstPreviewBox(seen: Bounds, pixel: PixelSizeUm): Bounds | null {
  const micrometresPerPixel = analysisPixelSize(pixel);
  if (micrometresPerPixel === null) return null;
  const frame = analysisFrame(pixel, micrometresPerPixel);
  const areaPx = ((seen.maxX - seen.minX) * (seen.maxY - seen.minY)) / (frame.scaleX * frame.scaleY);
  return areaPx > 2 * FIRST_PREVIEW_PX ? previewBox(seen, frame, FIRST_PREVIEW_PX) : null;
}

/**
 * The part of a view covered by a preview: the view, or a centred frame of the same shape if the view is too large.
 * @param maxPx maximum area, px of the analysed image.
 */
export function previewBox(
  { minX, minY, maxX, maxY }: Bounds,
  { scaleX, scaleY }: AnalysisFrame,
  maxPx = PREVIEW_MAX_PX,
): Bounds {
  const width = maxX - minX;
  const height = maxY - minY;
  const share = Math.min(1, Math.sqrt((maxPx * scaleX * scaleY) / (width * height)));
  const cut = (from: number, to: number, scale: number): readonly [number, number] => {
    const length = Math.min(share * (to - from), PREVIEW_MAX_SIDE_PX * scale);
    if (length >= to - from) return [from, to];
    const start = Math.round((from + to - length) / 2);
    return [start, Math.max(start + 1, Math.round((from + to + length) / 2))];
  };
  const [left, right] = cut(minX, maxX, scaleX);
  const [top, bottom] = cut(minY, maxY, scaleY);
  return { minX: left, minY: top, maxX: right, maxY: bottom };
}

/** Whether part of a region may be in a rectangle; conservative, never false if it is. */
export function mayTouch(rings: Rings, { minX, minY, maxX, maxY }: Bounds): boolean {
  const isIn = ([x, y]: SlidePoint): boolean => x >= minX && x <= maxX && y >= minY && y <= maxY;
  const centre: SlidePoint = [(minX + maxX) / 2, (minY + maxY) / 2];
  if (containsPoint(rings, centre)) return true;
  return rings.some((ring) =>
    ring.some((point, index) => {
      const next = ring[(index + 1) % ring.length] as SlidePoint;
      if (isIn(point)) return true;
      const [x0, y0] = point;
      const [x1, y1] = next;
      const isBeside = Math.max(x0, x1) < minX || Math.min(x0, x1) > maxX;
      return !isBeside && !(Math.max(y0, y1) < minY || Math.min(y0, y1) > maxY);
    }),
  );
}
