/** Distance of a point from a shape, for hovering and clicking. */
import { ringAreaPx2 } from "@parfocal/core/geometry/measurement.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { pathsOf } from "./shape-paths.ts";

/** Hover distance, CSS px. Source: spec part 1, section 9. */
export const HOVER_TOLERANCE_PX = 5;

/** Distance from a point to a segment, in the unit of the points. */
export function distanceToSegment([x, y]: SlidePoint, [x0, y0]: SlidePoint, [x1, y1]: SlidePoint): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const lengthSquared = dx * dx + dy * dy;
  const share = lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / lengthSquared));
  return Math.hypot(x - (x0 + share * dx), y - (y0 + share * dy));
}

/** Distance to the drawn lines and points of a shape, not to its inside. */
export function distanceToOutline(point: SlidePoint, shape: Shape): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const { points, isClosed } of pathsOf(shape)) {
    for (let index = 0; index < points.length; index += 1) {
      const from = points[index] as SlidePoint;
      const to = points[index + 1] ?? (isClosed ? points[0] : undefined) ?? from;
      nearest = Math.min(nearest, distanceToSegment(point, from, to));
    }
  }
  return nearest;
}

/**
 * Whether a point is inside a closed shape, holes excluded. Source: even-odd rule, Shimrat 1962, CACM algorithm 112.
 */
export function isInside([x, y]: SlidePoint, shape: Shape): boolean {
  let isOdd = false;
  for (const { points, isClosed } of pathsOf(shape)) {
    if (!isClosed) continue;
    for (let index = 0; index < points.length; index += 1) {
      const [x0, y0] = points[index] as SlidePoint;
      const [x1, y1] = points[(index + 1) % points.length] as SlidePoint;
      if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) isOdd = !isOdd;
    }
  }
  return isOdd;
}

export interface HitCandidate<Id> {
  readonly id: Id;
  readonly shape: Shape;
}

/** Total area of all rings, only for comparing sizes. */
function extentOf(shape: Shape): number {
  return pathsOf(shape).reduce((sum, { points, isClosed }) => sum + (isClosed ? ringAreaPx2(points) : 0), 0);
}

/**
 * The shape under the pointer: the nearest one whose line is within the tolerance, otherwise the smallest one that
 * contains the point.
 *
 * @param tolerance in the unit of the points.
 */
export function nearestShape<Id>(
  candidates: readonly HitCandidate<Id>[],
  point: SlidePoint,
  tolerance: number,
): Id | null {
  let best: { id: Id; rank: number; size: number } | null = null;
  for (const { id, shape } of candidates) {
    const distance = distanceToOutline(point, shape);
    const isNear = distance <= tolerance;
    if (!isNear && !isInside(point, shape)) continue;
    const rank = isNear ? 0 : 1;
    const size = isNear ? distance : extentOf(shape);
    if (!best || rank < best.rank || (rank === best.rank && size < best.size)) best = { id, rank, size };
  }
  return best ? best.id : null;
}
