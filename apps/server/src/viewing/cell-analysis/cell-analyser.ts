/** The port of cell analysis: pixels of a tile go in, its nuclei come out. One adapter works here, the other asks a service. */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { PackedTile, TilePlace } from "./pack-tile.ts";

export interface AnalysisOrder {
  readonly region: PixelRegion;
  readonly settings: CellSettings;
  /** Where the region lies, and which of its nuclei are wanted. */
  readonly place: TilePlace;
}

export interface CellAnalyser {
  /** Of the pictures that it is given, µm. @returns null: it cannot analyse a slide with such pixels. */
  pixelSizeFor(pixel: PixelSizeUm): number | null;
  /** Side of a tile without its margin, px; left out: as `planTiles` has it. */
  readonly tilePx?: number;
  /**
   * @param order its pixels are gone afterwards.
   * @throws the signal's reason, or an error that ends the analysis.
   */
  analyse(order: AnalysisOrder, signal: AbortSignal): Promise<PackedTile>;
}
