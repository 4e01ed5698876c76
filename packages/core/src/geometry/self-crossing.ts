/**
 * Where a polygon crosses itself, so that its area would come out wrong.
 *
 * A crossing is told where two edges cross, where a ring passes through itself or another ring at a corner, where it
 * runs along the same edge twice in one direction, and where rings do not lie in each other as outline and holes should.
 * What only touches is none, unlike in OGC 06-103r4, 6.1.11: a ring that meets itself in a point, holes that touch, and
 * the way out and back along one line, as a hand that trembles draws it. Their area is right.
 */
import { someNearPair } from "./edge-pairs.ts";
import { orientationOf } from "./orientation.ts";
import { findMisplacedRing } from "./ring-nesting.ts";
import { nodeRings } from "./ring-nodes.ts";
import { findPassingCorner } from "./ring-passages.ts";
import type { Shape } from "./shape.ts";
import type { SlidePoint } from "./slide-point.ts";

export interface SelfCrossing {
  readonly crossesAt: SlidePoint;
  /** false: so many of its edges lie on top of each other's that it was looked at only as far as this place. */
  readonly isCertain: boolean;
}

/** Some 0.2 s of work; an outline of up to 2,800 points cannot have as many, and one that a hand draws has few. */
const MAX_NEAR_PAIRS = 4_000_000;
/** Of groups of edges, some 0.1 s of work: many long edges within each other have few near pairs, and as many of these. */
const MAX_COMPARISONS = 1_500_000;

type Edge = readonly [from: SlidePoint, to: SlidePoint];

/** null: it does not, or it has no area at all. Exact: no tolerance, whatever the size of the numbers. */
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

/** Without those of no length. */
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

/** From x, from y, to x, to y of each edge. */
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

/** Share of the products below which their difference is not trusted; far above the rounding of `orientationOf`. */
const DOUBT = 2 ** -40;
/** Smaller products may have lost all their digits. */
const MIN_TRUSTED = 1e-280;

/**
 * Whether an edge lies on one side of the line through another, beyond doubt: most edges that are near do, and need no
 * exact judgement.
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

/** Where two edges cross between their ends. If one only touches the other, the place is added to `touches`. */
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

/** @param point on the line through the edge; kept if it lies between its ends. */
function addTouch(touches: Map<number, SlidePoint[]>, at: number, [from, to]: Edge, point: SlidePoint): void {
  if (isSame(point, from) || isSame(point, to)) return;
  const isBetween = (point[0] - from[0]) * (point[0] - to[0]) <= 0 && (point[1] - from[1]) * (point[1] - to[1]) <= 0;
  if (!isBetween) return;
  const known = touches.get(at);
  if (known) known.push(point);
  else touches.set(at, [point]);
}

/** Of two edges that are known to cross. */
function crossingPoint(a: SlidePoint, b: SlidePoint, c: SlidePoint, d: SlidePoint): SlidePoint {
  const [abX, abY] = [b[0] - a[0], b[1] - a[1]];
  const [cdX, cdY] = [d[0] - c[0], d[1] - c[1]];
  const cross = abX * cdY - abY * cdX;
  // Rounding can make nearly parallel edges parallel: then they cross where they begin, as near as can be told.
  const along = cross === 0 ? 0 : ((c[0] - a[0]) * cdY - (c[1] - a[1]) * cdX) / cross;
  const share = Math.min(1, Math.max(0, along));
  return [a[0] + share * abX, a[1] + share * abY];
}
