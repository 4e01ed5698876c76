/** One representative point of a mark. */
import { containsPoint } from "../../geometry/contains-point.ts";
import type { Shape } from "../../geometry/shape.ts";
import type { SlidePoint } from "../../geometry/slide-point.ts";

type Path = readonly SlidePoint[];

/**
 * Area: its centroid, or, if that is outside, the middle of its widest part at that y. Line: the midpoint of its
 * length. Several points: the one nearest to their mean. Several lines or areas: the point of the largest.
 *
 * @returns slide pixels, always on or within the mark.
 */
export function markPoint(mark: Shape): SlidePoint {
  switch (mark.kind) {
    case "point":
      return mark.point;
    case "multiPoint":
      return nearestToMean(mark.points);
    case "line":
      return middleOf(mark.path);
    case "multiLine":
      return middleOf(largest(mark.paths, lengthPx));
    case "polygon":
      return pointWithin(mark.rings);
    case "multiPolygon":
      return pointWithin(largest(mark.polygons, areaPx2));
  }
}

/** Area of a polygon without its holes, square slide pixels. */
export function areaPx2([outline = [], ...holes]: readonly Path[]): number {
  return Math.abs(momentsOf(outline).area) - holes.reduce((sum, hole) => sum + Math.abs(momentsOf(hole).area), 0);
}

function largest<Part>(parts: readonly Part[], sizeOf: (part: Part) => number): Part {
  return parts.reduce((best, part) => (sizeOf(part) > sizeOf(best) ? part : best));
}

function nearestToMean(points: Path): SlidePoint {
  const mean = [0, 1].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length);
  const away = ([x, y]: SlidePoint) => Math.hypot(x - (mean[0] ?? 0), y - (mean[1] ?? 0));
  return points.reduce((best, point) => (away(point) < away(best) ? point : best));
}

const stepPx = (from: SlidePoint, to: SlidePoint): number => Math.hypot(to[0] - from[0], to[1] - from[1]);

const lengthPx = (path: Path): number =>
  path.slice(1).reduce((sum, point, index) => sum + stepPx(path[index] as SlidePoint, point), 0);

function middleOf(path: Path): SlidePoint {
  let left = lengthPx(path) / 2;
  for (let index = 1; index < path.length; index += 1) {
    const [from, to] = [path[index - 1] as SlidePoint, path[index] as SlidePoint];
    const step = stepPx(from, to);
    if (step > 0 && step >= left) {
      const at = left / step;
      return [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at];
    }
    left -= step;
  }
  return path[0] as SlidePoint;
}

/** Signed area, and the centroid times it, by the shoelace formula around the first vertex. */
function momentsOf(ring: Path): { area: number; x: number; y: number } {
  const [originX, originY] = ring[0] ?? [0, 0];
  let [area, x, y] = [0, 0, 0];
  for (let index = 0; index < ring.length; index += 1) {
    const [x0, y0] = ring[index] as SlidePoint;
    const [x1, y1] = ring[(index + 1) % ring.length] as SlidePoint;
    const [ax, ay, bx, by] = [x0 - originX, y0 - originY, x1 - originX, y1 - originY];
    const cross = ax * by - bx * ay;
    area += cross / 2;
    x += ((ax + bx) * cross) / 6;
    y += ((ay + by) * cross) / 6;
  }
  return { area, x: x + originX * area, y: y + originY * area };
}

function centroidOf([outline = [], ...holes]: readonly Path[]): SlidePoint {
  const parts = [outline, ...holes].map((ring, index) => {
    const { area, x, y } = momentsOf(ring);
    // Independent of ring direction: the outline is added, holes are subtracted.
    const sign = (area < 0 ? -1 : 1) * (index === 0 ? 1 : -1);
    return { area: sign * area, x: sign * x, y: sign * y };
  });
  const sum = (name: "area" | "x" | "y") => parts.reduce((total, part) => total + part[name], 0);
  return [sum("x") / sum("area"), sum("y") / sum("area")];
}

function pointWithin(rings: readonly Path[]): SlidePoint {
  const centroid = centroidOf(rings);
  if (centroid.every(Number.isFinite) && containsPoint(rings, centroid)) return centroid;
  return middleAt(rings, centroid[1]) ?? middleAt(rings, middleHeight(rings)) ?? (rings[0]?.[0] as SlidePoint);
}

/** A y between those of two vertices, so that an edge is crossed there. */
function middleHeight(rings: readonly Path[]): number {
  const heights = [...new Set(rings.flat().map(([, y]) => y))].sort((one, other) => one - other);
  const place = Math.floor((heights.length - 1) / 2);
  return ((heights[place] ?? 0) + (heights[place + 1] ?? heights[place] ?? 0)) / 2;
}

/** The middle of the widest part at this y; null: none. */
function middleAt(rings: readonly Path[], y: number): SlidePoint | null {
  const crossings = rings
    .flatMap((ring) =>
      ring.flatMap(([x0, y0], index) => {
        const [x1, y1] = ring[(index + 1) % ring.length] as SlidePoint;
        return y0 > y === y1 > y ? [] : x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
      }),
    )
    .sort((one, other) => one - other);
  let best: { readonly x: number; readonly width: number } | null = null;
  for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
    const [from, to] = [crossings[pair] as number, crossings[pair + 1] as number];
    if (to - from > (best?.width ?? 0)) best = { x: (from + to) / 2, width: to - from };
  }
  return best && [best.x, y];
}
