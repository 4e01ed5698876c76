/** The analysed slide: its sizes and its pixels. */
import { type AnalysisFrame, analysisFrame } from "@parfocal/core/cell-analysis/analysis-region.ts";
import { freePlanes } from "@parfocal/core/cell-analysis/free-planes.ts";
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { PixelRectangle } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import { readRegionPixels } from "@parfocal/slides/region/render-region.ts";
import type { SlideFileRow } from "#image/image.table.ts";
import { turnedTo } from "#image/turned-slide.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { readStoredSlide } from "#tile/read-stored-slide.ts";

/** Regions read in parallel: each decodes dozens of tiles. */
const READ_AT_ONCE = 2;
const MAX_WAITING = 1_000;
const reading = createLimiter(READ_AT_ONCE, MAX_WAITING);

const RGBA = 4;
const RGB = 3;
const OPAQUE = 255;

/** In pixels of the stored image, as for annotations. */
export interface AnalysedSlide {
  readonly slideFile: SlideFileRow;
  readonly width: number;
  readonly height: number;
  readonly pixel: PixelSizeUm;
}

/** @returns null: its pixels are not stored here, or its pixel size is unknown. */
export function analysedSlideOf(slideFile: SlideFileRow): AnalysedSlide | null {
  const { width, height, pixel_size_x_um: x, pixel_size_y_um: y } = slideFile;
  if (width === null || height === null || x === null || y === null) return null;
  if (slideFile.state !== "ready" || slideFile.external_tiles !== null) return null;
  return { slideFile, width, height, pixel: { x, y } };
}

/** Size of the slide, px of the analysed image. */
export function analysedBounds({ width, height }: AnalysedSlide, { scaleX, scaleY }: AnalysisFrame): PixelRectangle {
  return {
    xPx: 0,
    yPx: 0,
    widthPx: Math.max(1, Math.floor(width / scaleX)),
    heightPx: Math.max(1, Math.floor(height / scaleY)),
  };
}

/**
 * @param rectangle within `analysedBounds`.
 * @throws SlideFileError if a tile is damaged; RegionLimitError; the signal's reason.
 */
export async function readPixels(
  platform: Platform,
  siteId: number,
  slide: AnalysedSlide,
  { rectangle, micrometresPerPixel, signal }: ReadOrder,
): Promise<PixelRegion> {
  const { scaleX, scaleY } = analysisFrame(slide.pixel, micrometresPerPixel);
  const { slideFile } = slide;
  const left = Math.round(rectangle.xPx * scaleX);
  const top = Math.round(rectangle.yPx * scaleY);
  const region = {
    left,
    top,
    width: Math.min(slide.width - left, Math.max(1, Math.round(rectangle.widthPx * scaleX))),
    height: Math.min(slide.height - top, Math.max(1, Math.round(rectangle.heightPx * scaleY))),
  };
  const right = {
    siteId,
    slideFileId: slideFile.id,
    version: slideFile.version,
    turnedToDeg: slideFile.is_orientation_set ? slideFile.orientation_deg : null,
  };
  const size = { width: rectangle.widthPx, height: rectangle.heightPx };
  const picture = await readStoredSlide(
    platform,
    { ...right, isManager: false, isOnlyInQuiz: false, siteOrigins: [] },
    // As stored: annotations and nuclei are in its pixels, independently of its orientation.
    (source) => readRegionPixels(turnedTo(source, 0), { region, size }, signal),
    reading,
  );
  const rgba = withAlpha(picture.samples);
  freePlanes(picture.samples);
  return {
    rgba,
    widthPx: picture.width,
    heightPx: picture.height,
    micrometresPerPixel,
  };
}

interface ReadOrder {
  readonly rectangle: PixelRectangle;
  readonly micrometresPerPixel: number;
  readonly signal?: AbortSignal | undefined;
}

function withAlpha(rgb: Buffer): Uint8Array {
  const rgba = new Uint8Array((rgb.length / RGB) * RGBA);
  for (let from = 0, to = 0; from < rgb.length; from += RGB, to += RGBA) {
    rgba[to] = rgb[from]!;
    rgba[to + 1] = rgb[from + 1]!;
    rgba[to + 2] = rgb[from + 2]!;
    rgba[to + 3] = OPAQUE;
  }
  return rgba;
}
