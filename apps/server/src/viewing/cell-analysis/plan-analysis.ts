/** The tiles of an analysis: deterministic for a row, so that a killed analysis resumes where it stopped. */
import {
  analysisFrame,
  analysisRectangle,
  boxOnSlide,
  mayTouch,
  ringsOfRegion,
} from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { type AnalysisTile, planTiles } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import { type Bounds, boundsOf, type Shape } from "@parfocal/core/geometry/shape.ts";
import { type AnalysedSlide, analysedBounds } from "./analysed-slide.ts";
import type { CellAnalyser } from "./cell-analyser.ts";

interface PlanOrder {
  readonly slide: AnalysedSlide;
  readonly shape: Shape;
  readonly settings: CellSettings;
  readonly micrometresPerPixel: number;
  readonly tilePx?: CellAnalyser["tilePx"];
}

/** @returns the tiles that may intersect the region; none if it is outside of the slide. */
export function planAnalysis({ slide, shape, settings, micrometresPerPixel, tilePx }: PlanOrder): AnalysisTile[] {
  const rings = ringsOfRegion(shape);
  const box = boxOnSlide(boundsOf(shape), slide);
  if (!rings || !box) return [];
  const frame = analysisFrame(slide.pixel, micrometresPerPixel);
  const bounds = analysedBounds(slide, frame);
  const around = analysisRectangle(box, frame);
  const region = {
    ...around,
    widthPx: Math.min(around.widthPx, bounds.widthPx - around.xPx),
    heightPx: Math.min(around.heightPx, bounds.heightPx - around.yPx),
  };
  if (region.widthPx <= 0 || region.heightPx <= 0) return [];
  const tiles = planTiles({ region, bounds, micrometresPerPixel, settings, ...(tilePx ? { tilePx } : {}) });
  const onSlide = ({ own }: AnalysisTile): Bounds => ({
    minX: own.xPx * frame.scaleX,
    minY: own.yPx * frame.scaleY,
    maxX: (own.xPx + own.widthPx) * frame.scaleX,
    maxY: (own.yPx + own.heightPx) * frame.scaleY,
  });
  return tiles.filter((tile) => mayTouch(rings, onSlide(tile)));
}
