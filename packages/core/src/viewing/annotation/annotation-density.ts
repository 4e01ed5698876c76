/** Resolution of the density map that replaces annotations where there are too many to list. */
import type { Bounds } from "../../geometry/shape.ts";

/** Maximum number of cells along the longer side of the view. */
const MAX_CELLS_A_SIDE = 64;

/**
 * Side of a square cell, slide pixels: a power of two, at least 1, so that cells of finer grids add up to those of
 * coarser ones.
 */
export function densityCellPx({ minX, minY, maxX, maxY }: Bounds): number {
  const longerSidePx = Math.max(maxX - minX, maxY - minY, 1);
  return 2 ** Math.max(0, Math.ceil(Math.log2(longerSidePx / MAX_CELLS_A_SIDE)));
}
