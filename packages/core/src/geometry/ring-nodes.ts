/** Rings as walks over numbered vertices: equal points have equal numbers. */
import type { SlidePoint } from "./slide-point.ts";

type Edge = readonly [from: SlidePoint, to: SlidePoint];

export interface NodedRings {
  readonly places: readonly SlidePoint[];
  /** Indexes into `places`, one closed walk per ring, without repeating the first. Empty: a degenerate ring. */
  readonly walks: readonly (readonly number[])[];
}

/**
 * @param rings edges of each ring, none of length zero.
 * @param touches by edge number over all rings: points between its ends that another edge touches.
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

/** Removes spurs (out and straight back), which enclose nothing. */
function withoutSpurs(walk: readonly number[]): number[] {
  const retained: number[] = [];
  for (const node of walk) {
    if (retained.at(-1) === node) continue;
    if (retained.length > 1 && retained.at(-2) === node) retained.pop();
    else retained.push(node);
  }
  let start = 0;
  let end = retained.length;
  while (end - start > 2) {
    if (retained[start] === retained[end - 1]) end -= 1;
    else if (retained[start] === retained[end - 2]) end -= 2;
    else if (retained[start + 1] === retained[end - 1]) start += 2;
    else return retained.slice(start, end);
  }
  return [];
}
