/**
 * Cells as wide as their nuclei and a rim around them, halfway to the next nucleus where that is nearer.
 *
 * Source of the two passes: T. Saito, J. Toriwaki, "New algorithms for Euclidean distance transformation of an
 * n-dimensional digitized picture with applications", Pattern Recognition 27 (1994) 1551-1565, cut at the radius.
 */
import type { Labels } from "./watershed.ts";

/** @returns for each place the number of the nearest nucleus within the radius, 0: none; of equally near ones the one further left. */
export function expandLabels({ labels }: Labels, widthPx: number, heightPx: number, radiusPx: number): Int32Array {
  const reach = Math.floor(radiusPx);
  // Of each place the nearest number in its column: how far, and which.
  const far = reach + 1;
  const steps = new Int16Array(labels.length).fill(far);
  const nearest = labels.slice();
  for (let x = 0; x < widthPx; x += 1) {
    for (let y = 0, at = x; y < heightPx; y += 1, at += widthPx) {
      if (labels[at] !== 0) steps[at] = 0;
      else if (y > 0 && steps[at - widthPx]! + 1 < far) {
        steps[at] = steps[at - widthPx]! + 1;
        nearest[at] = nearest[at - widthPx]!;
      }
    }
    for (let y = heightPx - 2, at = x + widthPx * y; y >= 0; y -= 1, at -= widthPx)
      if (steps[at + widthPx]! + 1 < steps[at]!) {
        steps[at] = steps[at + widthPx]! + 1;
        nearest[at] = nearest[at + widthPx]!;
      }
  }
  const expanded = new Int32Array(labels.length);
  const most = radiusPx * radiusPx;
  for (let y = 0; y < heightPx; y += 1)
    for (let x = 0, at = y * widthPx; x < widthPx; x += 1, at += 1) {
      if (labels[at] !== 0) {
        expanded[at] = labels[at]!;
        continue;
      }
      let best = most + 1e-6;
      const first = Math.max(-reach, -x);
      const last = Math.min(reach, widthPx - 1 - x);
      for (let step = first; step <= last; step += 1) {
        const column = steps[at + step]!;
        const square = step * step + column * column;
        if (column < far && square < best) {
          best = square;
          expanded[at] = nearest[at + step]!;
        }
      }
    }
  return expanded;
}
