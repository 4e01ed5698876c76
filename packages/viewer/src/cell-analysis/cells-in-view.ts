/** Finds nuclei by position: a uniform grid whose squares list the nuclei with their centroid inside. */
import type { PackedNuclei } from "@parfocal/core/cell-analysis/packed-nuclei.ts";
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";

export interface CellsByPlace {
  /** Visits nuclei with their centroid within the bounds, in no particular order. */
  within(bounds: Bounds, visit: (nucleus: number) => void): void;
  /**
   * The nucleus with its centroid nearest to a point. @param isThere filter; default: all. @returns null if none is
   * within reach.
   */
  nearest(place: SlidePoint, reachPx: number, isThere?: (nucleus: number) => boolean): number | null;
}

/** Nuclei per square, for an even distribution. */
const NUCLEI_PER_SQUARE = 8;
const MOST_SQUARES_PER_SIDE = 1024;

export function placeCells({ count, centroids }: PackedNuclei): CellsByPlace {
  let [minX, minY, maxX, maxY] = [0, 0, 1, 1];
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [centroids[2 * index]!, centroids[2 * index + 1]!];
    if (index === 0) [minX, minY, maxX, maxY] = [x, y, x + 1, y + 1];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  const sidePx = Math.max(
    Math.sqrt(((maxX - minX) * (maxY - minY) * NUCLEI_PER_SQUARE) / Math.max(1, count)),
    Math.max(maxX - minX, maxY - minY) / MOST_SQUARES_PER_SIDE,
  );
  const columns = Math.floor((maxX - minX) / sidePx) + 1;
  const rows = Math.floor((maxY - minY) / sidePx) + 1;
  const columnOf = (x: number): number => Math.min(columns - 1, Math.max(0, Math.floor((x - minX) / sidePx)));
  const rowOf = (y: number): number => Math.min(rows - 1, Math.max(0, Math.floor((y - minY) / sidePx)));

  // Sorted by square: those of square s are from starts[s] to starts[s + 1].
  const starts = new Uint32Array(columns * rows + 1);
  const squareOf = (index: number): number =>
    rowOf(centroids[2 * index + 1]!) * columns + columnOf(centroids[2 * index]!);
  for (let index = 0; index < count; index += 1) starts[squareOf(index) + 1]! += 1;
  for (let square = 0; square < columns * rows; square += 1) starts[square + 1]! += starts[square]!;
  const next = starts.slice();
  const sorted = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const square = squareOf(index);
    sorted[next[square]!] = index;
    next[square]! += 1;
  }

  const within: CellsByPlace["within"] = (bounds, visit) => {
    if (bounds.maxX < minX || bounds.minX > maxX || bounds.maxY < minY || bounds.minY > maxY) return;
    const [firstColumn, lastColumn] = [columnOf(bounds.minX), columnOf(bounds.maxX)];
    for (let row = rowOf(bounds.minY); row <= rowOf(bounds.maxY); row += 1)
      for (let at = starts[row * columns + firstColumn]!; at < starts[row * columns + lastColumn + 1]!; at += 1) {
        const nucleus = sorted[at]!;
        const [x, y] = [centroids[2 * nucleus]!, centroids[2 * nucleus + 1]!];
        if (x >= bounds.minX && x <= bounds.maxX && y >= bounds.minY && y <= bounds.maxY) visit(nucleus);
      }
  };
  return {
    within,
    nearest([x, y], reachPx, isThere = () => true) {
      let best: number | null = null;
      let bestPx = reachPx;
      within({ minX: x - reachPx, minY: y - reachPx, maxX: x + reachPx, maxY: y + reachPx }, (nucleus) => {
        const far = Math.hypot(centroids[2 * nucleus]! - x, centroids[2 * nucleus + 1]! - y);
        if (far > bestPx || !isThere(nucleus)) return;
        best = nucleus;
        bestPx = far;
      });
      return best;
    },
  };
}
