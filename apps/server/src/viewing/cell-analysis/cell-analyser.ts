/** The port of cell analysis: from pixels of a tile to its nuclei. One adapter is built in, the other calls a service. */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { PackedTile, TilePlace } from "./pack-tile.ts";

export interface AnalysisOrder {
  readonly region: PixelRegion;
  readonly settings: CellSettings;
  /** Position of the region, and which of its nuclei to return. */
  readonly place: TilePlace;
}

export interface CellAnalyser {
  /** Pixel size of the images that it needs, µm. @returns null if it cannot analyse slides with such pixels. */
  pixelSizeFor(pixel: PixelSizeUm): number | null;
  /** Side of a tile without its margin, px; default: that of `planTiles`. */
  readonly tilePx?: number;
  /**
   * @param order its pixels are transferred and cannot be used afterwards.
   * @throws the signal's reason, or an error that ends the analysis.
   */
  analyse(order: AnalysisOrder, signal: AbortSignal): Promise<PackedTile>;
}
