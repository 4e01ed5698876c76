/** Rings as walks over numbered corners: two rings that come to the same place come to the same number. */
import type { SlidePoint } from "./slide-point.ts";

type Edge = readonly [from: SlidePoint, to: SlidePoint];

export interface NodedRings {
  readonly places: readonly SlidePoint[];
  /** Indexes of `places`, one walk a ring, closed without saying its first again. Empty: a ring without extent. */
  readonly walks: readonly (readonly number[])[];
}

/**
 * @param rings their edges, none without length.
 * @param touches by the number of an edge, counted through all rings: places between its ends to which another comes.
 */
export function nodeRings(
  rings: readonly (readonly Edge[])[],
  touches: ReadonlyMap<number, readonly SlidePoint[]>,
): NodedRings {
  const places: SlidePoint[] = [];
  const numbersByX = new Map<number, Map<number, number>>();
  const numberOf = (point: SlidePoint): number => {
    const [x, y] = point;
    let numbers = numbersByX.get(x);
    if (!numbers) {
      numbers = new Map();
      numbersByX.set(x, numbers);
    }
    const known = numbers.get(y);
    if (known !== undefined) return known;
    numbers.set(y, places.length);
    places.push(point);
    return places.length - 1;
  };
  let edge = 0;
  const walks = rings.map((edges) => {
    const walk: number[] = [];
    for (const [from, to] of edges) {
      walk.push(numberOf(from));
      const between = touches.get(edge);
      if (between) for (const point of sortAlong(from, to, between)) walk.push(numberOf(point));
      edge += 1;
    }
    return withoutSpurs(walk);
  });
  return { places, walks };
}

function sortAlong(from: SlidePoint, to: SlidePoint, points: readonly SlidePoint[]): SlidePoint[] {
  const axis = Math.abs(to[0] - from[0]) >= Math.abs(to[1] - from[1]) ? 0 : 1;
  const direction = Math.sign(to[axis] - from[axis]);
  return [...points].sort((one, other) => direction * (one[axis] - other[axis]));
}

/** Without ways that lead out and straight back the same: they enclose nothing. */
function withoutSpurs(walk: readonly number[]): number[] {
  const kept: number[] = [];
  for (const node of walk) {
    if (kept.at(-1) === node) continue;
    if (kept.length > 1 && kept.at(-2) === node) kept.pop();
    else kept.push(node);
  }
  let start = 0;
  let end = kept.length;
  while (end - start > 2) {
    if (kept[start] === kept[end - 1]) end -= 1;
    else if (kept[start] === kept[end - 2]) end -= 2;
    else if (kept[start + 1] === kept[end - 1]) start += 2;
    else return kept.slice(start, end);
  }
  return [];
}
