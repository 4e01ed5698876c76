/** What a thread that detects nuclei is sent, and what it answers: packed, so that no thousands of objects are copied. */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import type { PackedTile, TilePlace } from "./pack-tile.ts";

export interface DetectionOrder {
  readonly region: PixelRegion;
  readonly settings: CellSettings;
  readonly place: TilePlace;
}

export type DetectionAnswer =
  | { readonly kind: "done"; readonly found: PackedTile }
  | { readonly kind: "failed"; readonly message: string };
