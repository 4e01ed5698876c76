/**
 * Leaves out the vertices of a freehand line that nobody would miss.
 *
 * Source: Douglas and Peucker 1973, "Algorithms for the reduction of the number of points required to represent a
 * digitized line or its caricature", Cartographica 10(2); here with a stack instead of recursion.
 */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { WKT_MAX_POINTS } from "@parfocal/core/geometry/wkt.ts";
import { distanceToSegment } from "./shape-distance.ts";

/** A freehand line may be moved by so much, CSS px. */
export const SIMPLIFY_TOLERANCE_PX = 1;

/** @returns the first and the last point, and those without which the line would move by more than the tolerance. */
export function simplifyPath(path: readonly SlidePoint[], tolerance: number): readonly SlidePoint[] {
  if (path.length <= 2) return path;
  const isKept = new Uint8Array(path.length);
  isKept[0] = 1;
  isKept[path.length - 1] = 1;
  const stack: [number, number][] = [[0, path.length - 1]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [first, last] = span;
    const middle = (first + last) / 2;
    let farthest = 0;
    let farthestIndex = -1;
    for (let index = first + 1; index < last; index += 1) {
      const distance = distanceToSegment(
        path[index] as SlidePoint,
        path[first] as SlidePoint,
        path[last] as SlidePoint,
      );
      // Of equally far ones the middlemost: a saw of many teeth would else be cut tooth by tooth, in squared time.
      const isNearerMiddle = distance === farthest && Math.abs(index - middle) < Math.abs(farthestIndex - middle);
      if (distance > farthest || (isNearerMiddle && farthestIndex >= 0)) {
        farthest = distance;
        farthestIndex = index;
      }
    }
    if (farthestIndex < 0 || farthest <= tolerance) continue;
    isKept[farthestIndex] = 1;
    stack.push([first, farthestIndex], [farthestIndex, last]);
  }
  return path.filter((_point, index) => isKept[index] === 1);
}

/** Half of the points that a geometry may have: room for later changes. */
const FREEHAND_MAX_POINTS = WKT_MAX_POINTS / 2;

/** Simplifies ever more until few enough points are left to be stored. */
export function simplifyToLimit(path: readonly SlidePoint[], tolerance: number): readonly SlidePoint[] {
  let current = simplifyPath(path, tolerance);
  for (let wider = tolerance * 2; current.length > FREEHAND_MAX_POINTS; wider *= 2) current = simplifyPath(path, wider);
  return current;
}
