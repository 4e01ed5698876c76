/**
 * Areas of two shapes and of their intersection, by horizontal strips: between two successive vertices or crossings no
 * edges cross, so the region between two edges is a trapezoid with an exact area.
 */
import type { Rings } from "./contains-point.ts";
import type { SlidePoint } from "./slide-point.ts";

/** In square slide pixels. */
interface OverlapPx2 {
  readonly first: number;
  readonly second: number;
  readonly common: number;
}

interface Edge {
  readonly shape: 0 | 1;
  readonly top: number;
  readonly bottom: number;
  /** x at a given y within the edge. */
  readonly xAt: (y: number) => number;
}

/** With more edges, strips of equal height are used and areas are estimates, to bound the time. */
const EXACT_EDGES_MAX = 2_000;
const EVEN_STRIPS = 1_024;
/** Maximum number of crossings searched in one strip. */
const CROSSINGS_PER_STRIP_MAX = 4_096;

/** Even-odd rule: holes count as outside, and so do regions that an outline encloses twice. */
export function overlapPx2(first: Rings, second: Rings): OverlapPx2 {
  const edges = [...edgesOf(first, 0), ...edgesOf(second, 1)].sort((a, b) => a.top - b.top);
  const heights = edges.length <= EXACT_EDGES_MAX ? cornersOf(edges) : evenHeightsOf(edges);
  const areas = { first: 0, second: 0, common: 0 };
  let active: Edge[] = [];
  let next = 0;
  for (let index = 1; index < heights.length; index += 1) {
    const top = heights[index - 1] as number;
    const bottom = heights[index] as number;
    for (; next < edges.length && (edges[next] as Edge).top < bottom; next += 1) active.push(edges[next] as Edge);
    active = active.filter((edge) => edge.bottom > top);
    if (active.length > 0) addStrip(areas, active, top, bottom, edges.length <= EXACT_EDGES_MAX);
  }
  return areas;
}

/** Intersection over union; 0 if neither shape has an area. */
export function intersectionOverUnion({ first, second, common }: OverlapPx2): number {
  const union = first + second - common;
  return union > 0 ? common / union : 0;
}

function edgesOf(rings: Rings, shape: 0 | 1): Edge[] {
  return rings.flatMap((ring) =>
    ring.flatMap((start, index) => {
      const end = ring[(index + 1) % ring.length] as SlidePoint;
      const [[x0, y0], [x1, y1]] = start[1] < end[1] ? [start, end] : [end, start];
      if (y0 === y1) return [];
      const slope = (x1 - x0) / (y1 - y0);
      return { shape, top: y0, bottom: y1, xAt: (y: number) => x0 + (y - y0) * slope };
    }),
  );
}

const cornersOf = (edges: readonly Edge[]): number[] =>
  [...new Set(edges.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);

function evenHeightsOf(edges: readonly Edge[]): number[] {
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const edge of edges) {
    top = Math.min(top, edge.top);
    bottom = Math.max(bottom, edge.bottom);
  }
  return Array.from({ length: EVEN_STRIPS + 1 }, (_, index) => top + ((bottom - top) * index) / EVEN_STRIPS);
}

interface Areas {
  first: number;
  second: number;
  common: number;
}

function addStrip(areas: Areas, active: readonly Edge[], top: number, bottom: number, isExact: boolean): void {
  const crossings = isExact ? crossingsWithin(active, top, bottom) : [];
  let from = top;
  for (const to of [...crossings, bottom]) {
    addPart(areas, active, from, to);
    from = to;
  }
}

/** Values of y between these two at which edges change their order, ascending. */
function crossingsWithin(active: readonly Edge[], top: number, bottom: number): number[] {
  const placed = active
    .map((edge) => ({ atTop: edge.xAt(top), atBottom: edge.xAt(bottom) }))
    .sort((a, b) => a.atTop - b.atTop || a.atBottom - b.atBottom);
  const found: number[] = [];
  for (let left = 0; left < placed.length; left += 1) {
    const { atTop, atBottom } = placed[left] as { atTop: number; atBottom: number };
    for (let right = left + 1; right < placed.length; right += 1) {
      const other = placed[right] as { atTop: number; atBottom: number };
      if (other.atBottom >= atBottom) continue;
      const gap = other.atTop - atTop;
      const height = top + ((bottom - top) * gap) / (gap + (atBottom - other.atBottom));
      if (height > top && height < bottom) found.push(height);
      if (found.length >= CROSSINGS_PER_STRIP_MAX) return found.sort((a, b) => a - b);
    }
  }
  return found.sort((a, b) => a - b);
}

/** Adds a strip in which no edges cross; the mean width between two edges is their distance in its middle. */
function addPart(areas: Areas, active: readonly Edge[], top: number, bottom: number): void {
  const middle = (top + bottom) / 2;
  const height = bottom - top;
  const cuts = active
    .filter((edge) => edge.top <= middle && edge.bottom >= middle)
    .map(({ shape, xAt }) => ({ shape, x: xAt(middle) }))
    .sort((a, b) => a.x - b.x);
  let isInFirst = false;
  let isInSecond = false;
  let before = 0;
  for (const { shape, x } of cuts) {
    const area = (x - before) * height;
    if (isInFirst) areas.first += area;
    if (isInSecond) areas.second += area;
    if (isInFirst && isInSecond) areas.common += area;
    if (shape === 0) isInFirst = !isInFirst;
    else isInSecond = !isInSecond;
    before = x;
  }
}
