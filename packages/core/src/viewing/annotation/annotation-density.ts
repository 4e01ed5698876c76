/** Resolution of the density map that replaces annotations where there are too many to list. */
import type { Bounds } from "../../geometry/shape.ts";

/** Cells along the longer side of what is looked at, at most. */
const MAX_CELLS_A_SIDE = 64;

/** Side of a square cell, slide pixels: a power of two, from 1 on, so that cells of a finer grid make up coarser ones. */
export function densityCellPx({ minX, minY, maxX, maxY }: Bounds): number {
  const longerSidePx = Math.max(maxX - minX, maxY - minY, 1);
  return 2 ** Math.max(0, Math.ceil(Math.log2(longerSidePx / MAX_CELLS_A_SIDE)));
}
