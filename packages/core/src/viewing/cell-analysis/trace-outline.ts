/**
 * Traces the outline of the pixels with one label.
 *
 * Source of the walk along the cracks between pixels: T. Pavlidis, "Algorithms for Graphics and Image Processing",
 * 1982, chapter 7. Simplification: Douglas and Peucker, `geometry/simplify.ts`.
 */
import { simplifyRing } from "../../geometry/simplify.ts";

/** Maximum distance of an omitted vertex from the outline, in pixels of the plane. */
const TOLERANCE_PX = 0.35;

/** Right, down, left, up. */
const STEP_X = [1, 0, -1, 0] as const;
const STEP_Y = [0, 1, 0, -1] as const;

/**
 * Walks clockwise, with the shape on the right. If parts touch only at a corner, only the part that contains the start
 * is traced.
 *
 * @param start index of the first pixel with this label in reading order: its upper edge belongs to the outline.
 * @returns midpoints of the boundary pixel edges (x0, y0, x1, y1 …), so that stairs become slopes; without holes and
 * without points in the middle of a straight line.
 */
export function traceOutline(labels: Int32Array, widthPx: number, heightPx: number, start: number): number[] {
  const label = labels[start]!;
  const has = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < widthPx && y < heightPx && labels[y * widthPx + x] === label;
  const firstX = start % widthPx;
  const firstY = (start - firstX) / widthPx;
  const outline: number[] = [];
  let x = firstX;
  let y = firstY;
  let direction = 0;
  do {
    pushCorner(outline, x + STEP_X[direction]! / 2, y + STEP_Y[direction]! / 2);
    x += STEP_X[direction]!;
    y += STEP_Y[direction]!;
    // The pixels ahead, to the left and right of the crack.
    const [leftX, leftY, rightX, rightY] = ahead(x, y, direction);
    if (!has(rightX, rightY)) direction = (direction + 1) % 4;
    else if (has(leftX, leftY)) direction = (direction + 3) % 4;
  } while (x !== firstX || y !== firstY || direction !== 0);
  return outline;
}

function pushCorner(outline: number[], x: number, y: number): void {
  const { length } = outline;
  const [x1, y1, x2, y2] = [outline[length - 4]!, outline[length - 3]!, outline[length - 2]!, outline[length - 1]!];
  // Steps are half a pixel or one: three points are collinear if both steps have the same direction.
  const isStraight = length >= 4 && (x2 - x1) * (y - y2) === (y2 - y1) * (x - x2);
  if (isStraight) outline.length = length - 2;
  outline.push(x, y);
}

function ahead(x: number, y: number, direction: number): readonly [number, number, number, number] {
  switch (direction) {
    case 0:
      return [x, y - 1, x, y];
    case 1:
      return [x, y, x - 1, y];
    case 2:
      return [x - 1, y, x - 1, y - 1];
    default:
      return [x - 1, y - 1, x, y - 1];
  }
}

interface RingMeasures {
  /** Square pixels. */
  readonly area: number;
  readonly perimeter: number;
  readonly centroid: readonly [x: number, y: number];
}

/** Area and perimeter of a ring x0, y0, x1, y1 …; area by the shoelace formula. */
export function measureRing(ring: ArrayLike<number>): RingMeasures {
  let twice = 0;
  let sumX = 0;
  let sumY = 0;
  let perimeter = 0;
  let fromX = ring[ring.length - 2] ?? 0;
  let fromY = ring[ring.length - 1] ?? 0;
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at]!;
    const y = ring[at + 1]!;
    const cross = fromX * y - x * fromY;
    twice += cross;
    sumX += (fromX + x) * cross;
    sumY += (fromY + y) * cross;
    perimeter += Math.hypot(x - fromX, y - fromY);
    fromX = x;
    fromY = y;
  }
  return { area: Math.abs(twice) / 2, perimeter, centroid: [sumX / (3 * twice), sumY / (3 * twice)] };
}

/** Simplifies a ring. */
export function thinRing(ring: readonly number[]): Float32Array {
  const points: [number, number][] = [];
  for (let at = 0; at < ring.length; at += 2) points.push([ring[at]!, ring[at + 1]!]);
  const thin = simplifyRing(points, TOLERANCE_PX);
  const flat = new Float32Array(2 * thin.length);
  for (const [at, point] of thin.entries()) flat.set(point, 2 * at);
  return flat;
}
