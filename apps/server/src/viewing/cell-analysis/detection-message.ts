/** Answer of a thread that detects nuclei: packed, so that thousands of objects need not be copied. */
import type { PackedTile } from "./pack-tile.ts";

export type DetectionAnswer =
  | { readonly kind: "done"; readonly found: PackedTile }
  | { readonly kind: "failed"; readonly message: string };
