/** Possible regions of an analysis. */
import {
  boxAreaSquareMm,
  boxOnSlide,
  LEARNER_REGION_MAX_SQUARE_MM,
  type RegionKind,
  rectangleShape,
  regionAreaSquareMicrometres,
  ringsOfRegion,
} from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { FrameSettings } from "@parfocal/core/counting/counting-frame.ts";
import { frameRegion } from "@parfocal/core/counting/frame-region.ts";
import type { Bounds, Shape } from "@parfocal/core/geometry/shape.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";

const SQUARE_UM_PER_SQUARE_MM = 1e6;

interface RegionSources {
  readonly slide: { readonly width: number; readonly height: number };
  /** The visible part of the slide. */
  readonly boundsSeen: Bounds | null;
  /** WKT of the selected annotation; null: none. */
  readonly annotation: string | null;
  /** Frame of the count used last; null: it has none. */
  readonly frame: FrameSettings | null;
  /** Centre of a frame that follows the view. */
  readonly viewCenter: SlidePoint;
  readonly pixel: PixelSizeUm;
  /** Region drawn for the analysis. */
  readonly drawn: Shape | null;
}

/** @returns null if there is currently no such region. */
export function regionOf(kind: RegionKind, sources: RegionSources): Shape | null {
  const { slide, boundsSeen, annotation, frame, viewCenter, pixel, drawn } = sources;
  if (kind === "slide") return rectangleShape({ minX: 0, minY: 0, maxX: slide.width, maxY: slide.height });
  if (kind === "view") {
    const box = boundsSeen && boxOnSlide(boundsSeen, slide);
    return box && rectangleShape(box);
  }
  if (kind === "annotation") {
    const parsed = annotation === null ? null : parseWkt(annotation);
    return parsed?.ok && ringsOfRegion(parsed.shape) ? parsed.shape : null;
  }
  if (kind === "frame") return frame && frameRegion(frame, { pixelSizeUm: pixel, viewCenter, slide });
  return drawn;
}

export interface RegionSize {
  readonly areaSquareMm: number;
  /** Whether the region exceeds the maximum size for this user. */
  readonly isTooLarge: boolean;
}

export function sizeOfRegion(region: Shape, pixel: PixelSizeUm, isExpert: boolean): RegionSize {
  return {
    areaSquareMm: regionAreaSquareMicrometres(region, pixel) / SQUARE_UM_PER_SQUARE_MM,
    isTooLarge: !isExpert && boxAreaSquareMm(region, pixel) > LEARNER_REGION_MAX_SQUARE_MM,
  };
}
