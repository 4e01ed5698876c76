/** The port of cell analysis: pixels of a tile go in, its nuclei come out. One adapter works here, the other asks a service. */
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { DetectionOrder } from "./detection-message.ts";
import type { PackedTile } from "./pack-tile.ts";

export interface CellAnalyser {
  /** Of the pictures that it is given, µm. @returns null: it cannot analyse a slide with such pixels. */
  pixelSizeFor(pixel: PixelSizeUm): number | null;
  /** Side of a tile without its margin, px; left out: as `planTiles` has it. */
  readonly tilePx?: number;
  /**
   * @param order its pixels are gone afterwards.
   * @throws the signal's reason, or an error that ends the analysis.
   */
  analyse(order: DetectionOrder, signal: AbortSignal): Promise<PackedTile>;
}
