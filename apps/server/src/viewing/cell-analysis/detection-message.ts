/** What a thread that detects nuclei is sent, and what it answers. */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import type { Nucleus, PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";

export interface DetectionOrder {
  readonly region: PixelRegion;
  readonly settings: CellSettings;
}

export type DetectionAnswer =
  | { readonly kind: "done"; readonly nuclei: Nucleus[] }
  | { readonly kind: "failed"; readonly message: string };
