/**
 * Whether rings that meet at a vertex cross there or only touch.
 *
 * Source: for walks that share vertices and edges, H.-C. Chang, J. Erickson, C. Xu, "Detecting Weakly Simple Polygons",
 * SODA 2015, section 3 (forward crossings); a walk without spurs and crossings can be perturbed into one that does not
 * meet itself.
 */
import { orientationOf } from "./orientation.ts";
import type { NodedRings } from "./ring-nodes.ts";
import type { SlidePoint } from "./slide-point.ts";

/** One passage of a ring through a vertex. */
interface Passage {
  readonly walk: readonly number[];
  readonly at: number;
}

const step = ({ walk, at }: Passage, by: number): number => walk[(at + by + walk.length) % walk.length] as number;
const move = ({ walk, at }: Passage, by: number): Passage => ({ walk, at: (at + by + walk.length) % walk.length });

/** Finds a vertex where a ring crosses itself or another ring, or from which it follows an edge a second time. */
export function findPassingCorner({ places, walks }: NodedRings): SlidePoint | null {
  const visits = countVisits(walks, places.length);
  for (const walk of walks) {
    const repeated = findRepeatedEdge(walk, visits);
    if (repeated !== null) return places[repeated] as SlidePoint;
  }
  for (const [node, passages] of passagesByNode(walks, visits)) {
    if (isPassedThrough(places, node, passages)) return places[node] as SlidePoint;
  }
  return null;
}

/** Number of visits per node, over all walks. Most nodes of a drawn outline are visited once. */
function countVisits(walks: readonly (readonly number[])[], nodes: number): Uint32Array {
  const visits = new Uint32Array(nodes);
  for (const walk of walks) for (const node of walk) visits[node] = (visits[node] as number) + 1;
  return visits;
}

/** Start of an edge that a ring follows a second time in the same direction; null if there is none. */
function findRepeatedEdge(walk: readonly number[], visits: Uint32Array): number | null {
  const seen = new Set<number>();
  for (let index = 0; index < walk.length; index += 1) {
    const from = walk[index] as number;
    if ((visits[from] as number) < 2) continue;
    const key = from * visits.length + (walk[(index + 1) % walk.length] as number);
    if (seen.has(key)) return from;
    seen.add(key);
  }
  return null;
}

/** Passages of the nodes that are visited more than once. */
function passagesByNode(walks: readonly (readonly number[])[], visits: Uint32Array): Map<number, Passage[]> {
  const byNode = new Map<number, Passage[]>();
  for (const walk of walks) {
    for (let at = 0; at < walk.length; at += 1) {
      const node = walk[at] as number;
      if ((visits[node] as number) < 2) continue;
      const known = byNode.get(node);
      if (known) known.push({ walk, at });
      else byNode.set(node, [{ walk, at }]);
    }
  }
  return byNode;
}

function isPassedThrough(places: readonly SlidePoint[], node: number, passages: readonly Passage[]): boolean {
  const ends = passages.flatMap((passage, index) => [
    { to: step(passage, -1), index },
    { to: step(passage, 1), index },
  ]);
  // Without shared edges the ends must nest like brackets around the vertex: what opened last must close first.
  if (new Set(ends.map(({ to }) => to)).size === ends.length) {
    const centre = places[node] as SlidePoint;
    const around = ends.sort((one, other) =>
      compareAround(centre, places[one.to] as SlidePoint, places[other.to] as SlidePoint),
    );
    const open: number[] = [];
    for (const { index } of around) {
      if (open.at(-1) === index) open.pop();
      else open.push(index);
    }
    return open.length > 0;
  }
  return passages.some((one) => passages.some((other) => one !== other && doCross(places, one, other)));
}

/** Sorts by angle around a point; no two have the same direction. */
function compareAround(centre: SlidePoint, one: SlidePoint, other: SlidePoint): number {
  const half = ([x, y]: SlidePoint) => (y > centre[1] || (y === centre[1] && x > centre[0]) ? 0 : 1);
  return half(one) - half(other) || -orientationOf(centre, one, other);
}

/** Whether two passages through a vertex cross there, or along the edges they share from there on. */
function doCross(places: readonly SlidePoint[], one: Passage, other: Passage): boolean {
  const isBack = (direction: number) => step(one, -1) === step(other, direction);
  if (isBack(1) || isBack(-1)) return false; // Checked where the shared section begins, in the direction of one of the two.
  const shared = [1, -1].find((direction) => step(one, 1) === step(other, direction));
  const before = isLeft(places, one, step(other, shared === undefined ? -1 : -shared));
  if (shared === undefined) return before !== isLeft(places, one, step(other, 1));
  let [here, there] = [one, other];
  for (let steps = 0; step(here, 1) === step(there, shared); steps += 1) {
    if (steps > here.walk.length) return false;
    [here, there] = [move(here, 1), move(there, shared)];
  }
  return before !== isLeft(places, here, step(there, shared));
}

/** Whether a neighbouring point is to the left of a passage; it is never on the passage itself. */
function isLeft(places: readonly SlidePoint[], passage: Passage, node: number): boolean {
  const [back, here, ahead, point] = [step(passage, -1), step(passage, 0), step(passage, 1), node].map(
    (index) => places[index] as SlidePoint,
  ) as [SlidePoint, SlidePoint, SlidePoint, SlidePoint];
  const isLeftOfWayIn = orientationOf(back, here, point) > 0;
  const isLeftOfWayOut = orientationOf(here, ahead, point) > 0;
  return orientationOf(back, here, ahead) > 0 ? isLeftOfWayIn && isLeftOfWayOut : isLeftOfWayIn || isLeftOfWayOut;
}
