/**
 * Finds where a polygon crosses itself, so that its area would be wrong.
 *
 * Reported: two edges that cross; a ring that crosses itself or another ring at a vertex; a ring that follows the same
 * edge twice in one direction; rings that are not nested as outline and holes. Mere touching is not reported, unlike in
 * OGC 06-103r4, 6.1.11: a ring that touches itself in a point, holes that touch, and a line out and back, as an
 * unsteady hand draws it. Their area is right.
 */
import { someNearPair } from "./edge-pairs.ts";
import { orientationOf } from "./orientation.ts";
import { findMisplacedRing } from "./ring-nesting.ts";
import { nodeRings } from "./ring-nodes.ts";
import { findPassingCorner } from "./ring-passages.ts";
import type { Shape } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";

interface SelfCrossing {
  readonly crossesAt: SlidePoint;
  /** False: too many edges overlap; only those up to this point were checked. */
  readonly isCertain: boolean;
}

/** About 0.2 s of work; an outline of up to 2,800 points cannot have so many, and a hand-drawn one has few. */
const MAX_NEAR_PAIRS = 4_000_000;
/**
 * Comparisons of groups of edges, about 0.1 s of work: many long nested edges have few near pairs but this many
 * comparisons.
 */
const MAX_COMPARISONS = 1_500_000;

type Edge = readonly [from: SlidePoint, to: SlidePoint];

/**
 * Exact, without a tolerance, for numbers of any size. @returns null if the shape does not cross itself or has no area.
 */
export function findSelfCrossing(shape: Shape): SelfCrossing | null {
  const polygons = shape.kind === "polygon" ? [shape.rings] : shape.kind === "multiPolygon" ? shape.polygons : [];
  const rings = polygons.flat();
  const edgesOfRings = rings.map(edgesOf);
  const edges = edgesOfRings.flat();
  const touches = new Map<number, SlidePoint[]>();
  let found: SelfCrossing | null = null;
  let pairs = 0;
  const ends = endsOf(edges);
  const visit = (first: number, second: number): boolean => {
    pairs += 1;
    const mayMeet = !isOnOneSide(ends, first, second) && !isOnOneSide(ends, second, first);
    const crossesAt = mayMeet ? meet(edges, first, second, touches) : null;
    if (crossesAt) found = { crossesAt, isCertain: true };
    else if (pairs === MAX_NEAR_PAIRS) found = { crossesAt: (edges[first] as Edge)[0], isCertain: false };
    return found !== null;
  };
  const isStopped = someNearPair(boxesOf(edges), edges.length, visit, MAX_COMPARISONS);
  if (isStopped && found === null) return { crossesAt: (edges[0] as Edge)[0], isCertain: false };
  if (found !== null || edges.length === 0) return found;
  const noded = nodeRings(edgesOfRings, touches);
  const corner = findPassingCorner(noded);
  if (corner) return { crossesAt: corner, isCertain: true };
  return findMisplacedRing(noded, ringsPerPolygon(polygons));
}

const isSame = (one: SlidePoint, other: SlidePoint) => one[0] === other[0] && one[1] === other[1];

/** Edges of a ring, without those of length zero. */
function edgesOf(ring: readonly SlidePoint[]): Edge[] {
  const edges: Edge[] = [];
  for (let index = 0; index < ring.length; index += 1) {
    const from = ring[index] as SlidePoint;
    const to = ring[(index + 1) % ring.length] as SlidePoint;
    if (!isSame(from, to)) edges.push([from, to]);
  }
  return edges;
}

function boxesOf(edges: readonly Edge[]): Float64Array {
  const boxes = new Float64Array(4 * edges.length);
  for (let index = 0; index < edges.length; index += 1) {
    const [[x0, y0], [x1, y1]] = edges[index] as Edge;
    boxes[4 * index] = Math.min(x0, x1);
    boxes[4 * index + 1] = Math.min(y0, y1);
    boxes[4 * index + 2] = Math.max(x0, x1);
    boxes[4 * index + 3] = Math.max(y0, y1);
  }
  return boxes;
}

/** Start x, start y, end x, end y of each edge. */
function endsOf(edges: readonly Edge[]): Float64Array {
  const ends = new Float64Array(4 * edges.length);
  for (let index = 0; index < edges.length; index += 1) {
    const [from, to] = edges[index] as Edge;
    ends[4 * index] = from[0];
    ends[4 * index + 1] = from[1];
    ends[4 * index + 2] = to[0];
    ends[4 * index + 3] = to[1];
  }
  return ends;
}

/** Relative difference of the products below which it is not trusted; far above the rounding of `orientationOf`. */
const DOUBT = 2 ** -40;
/** Smaller products may have lost all precision. */
const MIN_TRUSTED = 1e-280;

/**
 * Whether an edge is certainly on one side of the line through another; true for most near edges, which then need no
 * exact test.
 */
function isOnOneSide(ends: Float64Array, line: number, edge: number): boolean {
  const at = 4 * line;
  const other = 4 * edge;
  const x = ends[at] as number;
  const y = ends[at + 1] as number;
  const alongX = (ends[at + 2] as number) - x;
  const alongY = (ends[at + 3] as number) - y;
  const left = alongX * ((ends[other + 1] as number) - y);
  const right = alongY * ((ends[other] as number) - x);
  const side = left - right;
  if (!(Math.abs(side) > DOUBT * (Math.abs(left) + Math.abs(right)) + MIN_TRUSTED)) return false;
  const leftTo = alongX * ((ends[other + 3] as number) - y);
  const rightTo = alongY * ((ends[other + 2] as number) - x);
  const sideTo = leftTo - rightTo;
  if (!(Math.abs(sideTo) > DOUBT * (Math.abs(leftTo) + Math.abs(rightTo)) + MIN_TRUSTED)) return false;
  return side > 0 === sideTo > 0;
}

const ringsPerPolygon = (polygons: readonly (readonly unknown[])[]): number[] => polygons.map(({ length }) => length);

/**
 * The point where two edges cross between their ends. If one only touches the other, the point is added to `touches`.
 */
function meet(
  edges: readonly Edge[],
  first: number,
  second: number,
  touches: Map<number, SlidePoint[]>,
): SlidePoint | null {
  const [a, b] = edges[first] as Edge;
  const [c, d] = edges[second] as Edge;
  const sideOfC = orientationOf(a, b, c);
  const sideOfD = orientationOf(a, b, d);
  if (sideOfC * sideOfD > 0) return null;
  const sideOfA = orientationOf(c, d, a);
  const sideOfB = orientationOf(c, d, b);
  if (sideOfA * sideOfB > 0) return null;
  if (sideOfC * sideOfD < 0 && sideOfA * sideOfB < 0) return crossingPoint(a, b, c, d);
  if (sideOfC === 0) addTouch(touches, first, edges[first] as Edge, c);
  if (sideOfD === 0) addTouch(touches, first, edges[first] as Edge, d);
  if (sideOfA === 0) addTouch(touches, second, edges[second] as Edge, a);
  if (sideOfB === 0) addTouch(touches, second, edges[second] as Edge, b);
  return null;
}

/** @param point on the line through the edge; added if it is between the edge's ends. */
function addTouch(touches: Map<number, SlidePoint[]>, at: number, [from, to]: Edge, point: SlidePoint): void {
  if (isSame(point, from) || isSame(point, to)) return;
  const isBetween = (point[0] - from[0]) * (point[0] - to[0]) <= 0 && (point[1] - from[1]) * (point[1] - to[1]) <= 0;
  if (!isBetween) return;
  const known = touches.get(at);
  if (known) known.push(point);
  else touches.set(at, [point]);
}

/** Crossing point of two edges that are known to cross. */
function crossingPoint(a: SlidePoint, b: SlidePoint, c: SlidePoint, d: SlidePoint): SlidePoint {
  const [abX, abY] = [b[0] - a[0], b[1] - a[1]];
  const [cdX, cdY] = [d[0] - c[0], d[1] - c[1]];
  const cross = abX * cdY - abY * cdX;
  // Rounding can make nearly parallel edges parallel; the start is then as precise as can be.
  const along = cross === 0 ? 0 : ((c[0] - a[0]) * cdY - (c[1] - a[1]) * cdX) / cross;
  const share = Math.min(1, Math.max(0, along));
  return [a[0] + share * abX, a[1] + share * abY];
}
