/** Which tiles an analysis consists of: the same for the same row, so that a killed one goes on where it was. */
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

/** @returns the tiles that some of the region may lie in; none if all of it lies beside the slide. */
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
