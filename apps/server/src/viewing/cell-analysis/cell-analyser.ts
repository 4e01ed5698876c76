/** The port of cell analysis: pixels of a tile go in, its nuclei come out. One adapter works here, the other asks a service. */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Nucleus, PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";

export interface CellAnalyser {
  /** Of the pictures that it is given, µm. @returns null: it cannot analyse a slide with such pixels. */
  pixelSizeFor(pixel: PixelSizeUm): number | null;
  /** Side of a tile without its margin, px; left out: as `planTiles` has it. */
  readonly tilePx?: number;
  /**
   * @returns nuclei in pixels of the region, also those in its margin.
   * @throws the signal's reason, or an error that ends the analysis.
   */
  analyse(region: PixelRegion, settings: CellSettings, signal: AbortSignal): Promise<Nucleus[]>;
}
