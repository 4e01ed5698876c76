/** What a thread that detects nuclei answers to an order: packed, so that no thousands of objects are copied. */
import type { PackedTile } from "./pack-tile.ts";

export type DetectionAnswer =
  | { readonly kind: "done"; readonly found: PackedTile }
  | { readonly kind: "failed"; readonly message: string };
