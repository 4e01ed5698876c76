/** From the nuclei of a tile to its stored form. */
import type { AnalysisFrame } from "@parfocal/core/cell-analysis/analysis-region.ts";
import type { Nucleus } from "@parfocal/core/cell-analysis/nucleus.ts";
import { packNuclei, type SlideNucleus } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import { type AnalysisTile, keepNucleiOfTile } from "@parfocal/core/cell-analysis/plan-tiles.ts";
import { containsPoint, type Rings } from "@parfocal/core/geometry/contains-point.ts";

export interface TilePlace {
  readonly tile: AnalysisTile;
  readonly frame: AnalysisFrame;
  /** Rings of the region, slide px; null: the whole tile belongs to it. */
  readonly rings: Rings | null;
}

export interface PackedTile {
  readonly count: number;
  /** In the format of `packed-nuclei.ts`. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

/** @param nuclei in pixels of the tile including its margin. */
export function packTile(nuclei: readonly Nucleus[], { tile, frame, rings }: TilePlace): PackedTile {
  const retained = keepNucleiOfTile(nuclei, tile)
    .map((nucleus) => onSlide(nucleus, frame))
    .filter(({ centroidPx }) => !rings || containsPoint(rings, centroidPx));
  return { count: retained.length, packed: packNuclei(retained) };
}

/** From pixels of the analysed image to slide pixels. */
function onSlide(nucleus: Nucleus, { scaleX, scaleY }: AnalysisFrame): SlideNucleus {
  const scaled = (ring: Float32Array): Float32Array =>
    ring.map((value, at) => value * (at % 2 === 0 ? scaleX : scaleY));
  const { centroidPx, outlinePx, cellOutlinePx } = nucleus;
  return {
    ...nucleus,
    centroidPx: [centroidPx[0] * scaleX, centroidPx[1] * scaleY],
    outlinePx: scaled(outlinePx),
    cellOutlinePx: scaled(cellOutlinePx),
  };
}
