/** Whether non-crossing rings are nested as outlines and holes should be. */
import { orientationOf } from "./orientation.ts";
import type { NodedRings } from "./ring-nodes.ts";
import { type Bounds, boundsOf } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";

interface Ring {
  readonly polygon: number;
  readonly isHole: boolean;
  readonly nodes: readonly number[];
  readonly border: ReadonlySet<number>;
  readonly path: readonly SlidePoint[];
  readonly bounds: Bounds;
}

interface MisplacedRing {
  readonly crossesAt: SlidePoint;
  /** False: too many nested rings; only those up to this one were checked. */
  readonly isCertain: boolean;
}

/** Total number of vertices of outer rings to visit: about 0.2 s of work. */
const MAX_CORNERS = 40_000_000;
/** Fixed cost of two rings with nested boxes, in vertices. */
const CORNERS_A_PAIR = 250;

/**
 * Finds a vertex of a hole outside its outline or inside another hole, or of a part inside another part.
 *
 * @param ringsPerPolygon number of consecutive walks that belong to one polygon, outline first.
 */
export function findMisplacedRing(noded: NodedRings, ringsPerPolygon: readonly number[]): MisplacedRing | null {
  if (noded.walks.filter(({ length }) => length > 0).length < 2) return null;
  const rings = ringsOf(noded, ringsPerPolygon);
  const boxes = Float64Array.from(rings.flatMap(({ bounds: { minX, minY, maxX, maxY } }) => [minX, minY, maxX, maxY]));
  let corners = 0;
  let isTooMuch = false;
  for (const inner of rings) {
    // Rings of other polygons are counted; a polygon's own outline must contain its holes in any case.
    let depth = 0;
    let isInOwnOutline = !inner.isHole;
    let isInOwnHole = false;
    const { minX, minY, maxX, maxY } = inner.bounds;
    for (let at = 0; at < rings.length; at += 1) {
      // Flat array for speed: with many rings each pair is compared here.
      if ((boxes[4 * at] as number) > minX || (boxes[4 * at + 2] as number) < maxX) continue;
      if ((boxes[4 * at + 1] as number) > minY || (boxes[4 * at + 3] as number) < maxY) continue;
      const outer = rings[at] as Ring;
      if (outer === inner) continue;
      corners += outer.path.length + CORNERS_A_PAIR;
      isTooMuch = corners > MAX_CORNERS;
      if (isTooMuch) break;
      if (!contains(noded, outer, inner)) continue;
      if (outer.polygon !== inner.polygon) depth += outer.isHole ? -1 : 1;
      else if (outer.isHole) isInOwnHole = true;
      else if (inner.isHole) isInOwnOutline = true;
    }
    const isInOtherArea = depth > 0 && !inner.isHole;
    const isMisplaced = !isTooMuch && (isInOtherArea || !isInOwnOutline || (inner.isHole && isInOwnHole));
    if (isMisplaced || isTooMuch) {
      return { crossesAt: inner.path[0] as SlidePoint, isCertain: isMisplaced };
    }
  }
  return null;
}

function ringsOf({ places, walks }: NodedRings, ringsPerPolygon: readonly number[]): Ring[] {
  let next = 0;
  return ringsPerPolygon.flatMap((count, polygon) =>
    Array.from({ length: count }, (_, index): Ring[] => {
      const nodes = walks[next++] as readonly number[];
      if (nodes.length === 0) return [];
      const path = nodes.map((node) => places[node] as SlidePoint);
      const bounds = boundsOf({ kind: "line", path });
      return [{ polygon, isHole: index > 0, nodes, border: new Set(nodes), path, bounds }];
    }).flat(),
  );
}

/** Whether a ring is inside another ring that it does not cross; identical rings are inside each other. */
function contains({ places }: NodedRings, outer: Ring, inner: Ring): boolean {
  const free = inner.nodes.find((node) => !outer.border.has(node));
  if (free !== undefined) return isInside(outer.path, places[free] as SlidePoint);
  // All its vertices are on the other ring; the midpoint of an edge that is not shared decides.
  const edges = new Set(outer.nodes.flatMap((node, index) => edgeKeys(node, following(outer.nodes, index))));
  for (const [index, node] of inner.nodes.entries()) {
    const next = following(inner.nodes, index);
    if (edges.has(`${node} ${next}`)) continue;
    const [from, to] = [places[node] as SlidePoint, places[next] as SlidePoint];
    return isInside(outer.path, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  }
  return true;
}

const following = (nodes: readonly number[], index: number): number => nodes[(index + 1) % nodes.length] as number;
const edgeKeys = (one: number, other: number): string[] => [`${one} ${other}`, `${other} ${one}`];

/** Counts the edges to the right of a point that is not on the ring. */
function isInside(ring: readonly SlidePoint[], point: SlidePoint): boolean {
  let isIn = false;
  for (const [index, from] of ring.entries()) {
    const to = ring[(index + 1) % ring.length] as SlidePoint;
    if (from[1] > point[1] === to[1] > point[1]) continue;
    const [upper, lower] = from[1] < to[1] ? [from, to] : [to, from];
    if (orientationOf(upper, lower, point) > 0) isIn = !isIn;
  }
  return isIn;
}
