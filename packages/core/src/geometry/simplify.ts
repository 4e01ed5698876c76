/**
 * Simplifies shapes for low zoom levels.
 *
 * Source: D. H. Douglas, T. K. Peucker, "Algorithms for the reduction of the number of points required to represent a
 * digitized line or its caricature", Cartographica 10, 1973.
 */
import type { Shape } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";

/**
 * The shape with a subset of its points. Nothing vanishes: a line keeps its ends, a ring at least three vertices,
 * points are unchanged. A ring may touch or cross itself by less than the tolerance.
 *
 * @param tolerancePx maximum distance of an omitted point from the result, slide pixels.
 */
export function simplifyShape(shape: Shape, tolerancePx: number): Shape {
  const line = (path: readonly SlidePoint[]) => simplifyPath(path, tolerancePx);
  const ring = (path: readonly SlidePoint[]) => simplifyRing(path, tolerancePx);
  switch (shape.kind) {
    case "point":
    case "multiPoint":
      return shape;
    case "line":
      return { kind: "line", path: line(shape.path) };
    case "multiLine":
      return { kind: "multiLine", paths: shape.paths.map(line) };
    case "polygon":
      return { kind: "polygon", rings: shape.rings.map(ring) };
    case "multiPolygon":
      return { kind: "multiPolygon", polygons: shape.polygons.map((rings) => rings.map(ring)) };
  }
}

/**
 * Longer paths are first simplified in pieces, because the method takes quadratic time for some shapes, e.g. a star.
 */
const LONGEST_WHOLE_PATH_POINTS = 2048;
const PIECE_POINTS = 256;

/** Open path; its ends are kept. */
export function simplifyPath(path: readonly SlidePoint[], tolerancePx: number): SlidePoint[] {
  if (path.length <= LONGEST_WHOLE_PATH_POINTS) return simplifyWholePath(path, tolerancePx);
  // Half of the tolerance for each of the two passes.
  const pieces: SlidePoint[] = [path[0] as SlidePoint];
  for (let from = 0; from < path.length - 1; from += PIECE_POINTS) {
    const piece = simplifyWholePath(path.slice(from, from + PIECE_POINTS + 1), tolerancePx / 2);
    for (const point of piece.slice(1)) pieces.push(point);
  }
  return pieces.length <= LONGEST_WHOLE_PATH_POINTS ? simplifyWholePath(pieces, tolerancePx / 2) : pieces;
}

function simplifyWholePath(path: readonly SlidePoint[], tolerancePx: number): SlidePoint[] {
  const isRetained = new Uint8Array(path.length);
  if (path.length > 0) isRetained[0] = 1;
  if (path.length > 1) isRetained[path.length - 1] = 1;
  const pending: [from: number, to: number][] = [[0, path.length - 1]];
  for (let span = pending.pop(); span !== undefined; span = pending.pop()) {
    const [from, to] = span;
    const { at, distancePx } = farthestBetween(path, from, to);
    if (at === null || distancePx <= tolerancePx) continue;
    isRetained[at] = 1;
    pending.push([from, at], [at, to]);
  }
  return path.filter((_, index) => isRetained[index] === 1);
}

/** A closed ring that does not repeat its first point. */
export function simplifyRing(ring: readonly SlidePoint[], tolerancePx: number): SlidePoint[] {
  if (ring.length <= 3) return [...ring];
  const closed = [...ring, ring[0] as SlidePoint];
  const opposite = farthestBetween(closed, 0, ring.length).at ?? 1;
  const there = simplifyPath(closed.slice(0, opposite + 1), tolerancePx);
  const back = simplifyPath(closed.slice(opposite), tolerancePx);
  const simple = [...there, ...back.slice(1, -1)];
  if (simple.length >= 3) return simple;
  // Thinner than the tolerance: keeps the two ends and the point farthest from the line between them.
  const near = farthestBetween(closed, 0, opposite);
  const far = farthestBetween(closed, opposite, ring.length);
  const third = (near.distancePx >= far.distancePx ? near.at : far.at) ?? (opposite === 1 ? 2 : 1);
  return [0, opposite, third].sort((one, other) => one - other).map((index) => ring[index] as SlidePoint);
}

/**
 * The point between two points of a path that is farthest from the line between them; `at` is null if there is none.
 */
function farthestBetween(
  path: readonly SlidePoint[],
  from: number,
  to: number,
): { readonly at: number | null; readonly distancePx: number } {
  let at: number | null = null;
  let most = -1;
  for (let index = from + 1; index < to; index += 1) {
    const square = squaredDistance(path[index] as SlidePoint, path[from] as SlidePoint, path[to] as SlidePoint);
    // Of equally distant points the middle one, because a saw with many teeth would otherwise be split tooth by tooth,
    // in quadratic time.
    const isNearerMiddle =
      at !== null && square === most && Math.abs(2 * index - from - to) < Math.abs(2 * at - from - to);
    if (square > most || isNearerMiddle) [at, most] = [index, square];
  }
  return { at, distancePx: Math.sqrt(Math.max(0, most)) };
}

/** Squared distance from a point to a segment. */
function squaredDistance([x, y]: SlidePoint, [x0, y0]: SlidePoint, [x1, y1]: SlidePoint): number {
  const [alongX, alongY] = [x1 - x0, y1 - y0];
  const squaredLength = alongX * alongX + alongY * alongY;
  const share = squaredLength === 0 ? 0 : ((x - x0) * alongX + (y - y0) * alongY) / squaredLength;
  const clamped = Math.min(1, Math.max(0, share));
  const [offX, offY] = [x - x0 - clamped * alongX, y - y0 - clamped * alongY];
  return offX * offX + offY * offY;
}
