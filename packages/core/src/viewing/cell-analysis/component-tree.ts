/**
 * Chooses, among all that is connected at some level of a picture, the parts that look most like a nucleus and do not
 * overlap: each nucleus is outlined at a level of its own.
 *
 * Sources: the tree of connected parts over all levels: P. Salembier et al., "Antiextensive connected operators for image and
 * sequence processing", IEEE Trans. Image Processing 7 (1998) 555-570, built from the highest level down with a forest of
 * joined parts (L. Najman, M. Couprie, IEEE Trans. Image Processing 15 (2006) 3531-3539); the best disjoint choice by dynamic
 * programming, as in C. Arteta et al., "Learning to detect cells using non-overlapping extremal regions", MICCAI 2012, here
 * with a score that is written down instead of learnt.
 */
import type { Labels } from "./watershed.ts";

/** What is known of a part without looking at its pixels again: sums over them. */
export interface PartSums {
  area: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
  /** Of how much they stand out. */
  value: number;
}

export interface TreeOptions {
  /** How good a part is as a nucleus, 0: not at all; parts are compared by area times this. @param level that it was cut at. */
  readonly scoreOf: (part: PartSums, level: number) => number;
  /** The levels that parts are cut at, ascending, above 0. */
  readonly levels: readonly number[];
}

interface Part extends PartSums {
  joined: Part | null;
  /** What lies in it, from the levels above: a chain of nodes, first and last; -1: none. */
  firstNode: number;
  lastNode: number;
  /** How good the best choice among what lies in it is. */
  inside: number;
  changedAt: number;
}

/** @param values how much each place stands out; where `isTaken` is not 0 there is nothing to choose. Neighbours are four. */
export function chooseParts(
  values: Float32Array,
  isTaken: Uint8Array | null,
  widthPx: number,
  heightPx: number,
  { scoreOf, levels }: TreeOptions,
): Labels {
  const order = byLevel(values, isTaken, levels);
  const parts: Part[] = [];
  const partOf = new Int32Array(values.length).fill(-1);
  const nodeOf = new Int32Array(values.length);
  // Of each node: whether it is better than the best choice among what lies in it, in which it lies, the next in its chain.
  const isOwn: boolean[] = [];
  const parentOf: number[] = [];
  const nextOf: number[] = [];
  const rootOf = (place: number): Part => {
    let part = parts[partOf[place]!]!;
    while (part.joined) {
      if (part.joined.joined) part.joined = part.joined.joined;
      part = part.joined;
    }
    return part;
  };
  for (let level = levels.length - 1; level >= 0; level -= 1) {
    const places = order[level]!;
    for (const place of places) {
      const x = place % widthPx;
      const y = (place - x) / widthPx;
      let part: Part | null = null;
      if (y > 0 && partOf[place - widthPx]! >= 0) part = rootOf(place - widthPx);
      if (x > 0 && partOf[place - 1]! >= 0) part = joinParts(part, rootOf(place - 1), nextOf);
      if (x < widthPx - 1 && partOf[place + 1]! >= 0) part = joinParts(part, rootOf(place + 1), nextOf);
      if (y < heightPx - 1 && partOf[place + widthPx]! >= 0) part = joinParts(part, rootOf(place + widthPx), nextOf);
      if (!part) {
        part = emptyPart();
        parts.push(part);
        partOf[place] = parts.length - 1;
      } else partOf[place] = partOf[nearestOf(place, x, y)]!;
      addPlace(part, x, y, values[place]!);
    }
    for (const place of places) {
      const part = rootOf(place);
      if (part.changedAt !== level) {
        part.changedAt = level;
        finishNode(part, level);
      }
      nodeOf[place] = part.lastNode;
    }
  }
  return labelChosen();

  function nearestOf(place: number, x: number, y: number): number {
    if (y > 0 && partOf[place - widthPx]! >= 0) return place - widthPx;
    if (x > 0 && partOf[place - 1]! >= 0) return place - 1;
    if (x < widthPx - 1 && partOf[place + 1]! >= 0) return place + 1;
    return y < heightPx - 1 ? place + widthPx : place;
  }

  function finishNode(part: Part, level: number): void {
    const own = part.area * scoreOf(part, levels[level]!);
    const node = isOwn.length;
    isOwn.push(own > 0 && own >= part.inside);
    for (let child = part.firstNode; child !== -1; child = nextOf[child]!) parentOf[child] = node;
    parentOf.push(-1);
    nextOf.push(-1);
    part.firstNode = node;
    part.lastNode = node;
    part.inside = Math.max(own, part.inside);
  }

  function labelChosen(): Labels {
    // Outer nodes were finished after what lies in them.
    const chosen = new Int32Array(isOwn.length).fill(-1);
    for (let node = isOwn.length - 1; node >= 0; node -= 1) {
      const outer = parentOf[node]!;
      if (outer !== -1 && chosen[outer] !== -1) chosen[node] = chosen[outer]!;
      else if (isOwn[node]) chosen[node] = node;
    }
    const numbers = new Int32Array(isOwn.length);
    const labels = new Int32Array(values.length);
    let count = 0;
    for (let place = 0; place < labels.length; place += 1) {
      if (partOf[place] === -1) continue;
      const node = chosen[nodeOf[place]!]!;
      if (node === -1) continue;
      if (numbers[node] === 0) {
        count += 1;
        numbers[node] = count;
      }
      labels[place] = numbers[node]!;
    }
    return { labels, count };
  }
}

export const emptySums = (): PartSums => ({ area: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, value: 0 });

const emptyPart = (): Part => ({
  ...emptySums(),
  joined: null,
  firstNode: -1,
  lastNode: -1,
  inside: 0,
  changedAt: -1,
});

export function addPlace(part: PartSums, x: number, y: number, value: number): void {
  part.area += 1;
  part.x += x;
  part.y += y;
  part.xx += x * x;
  part.yy += y * y;
  part.xy += x * y;
  part.value += value;
}

export function addSums(to: PartSums, from: PartSums): void {
  to.area += from.area;
  to.x += from.x;
  to.y += from.y;
  to.xx += from.xx;
  to.yy += from.yy;
  to.xy += from.xy;
  to.value += from.value;
}

function joinParts(one: Part | null, other: Part, nextOf: number[]): Part {
  if (one === null || one === other) return other;
  const [to, from] = one.area >= other.area ? [one, other] : [other, one];
  addSums(to, from);
  to.inside += from.inside;
  if (from.firstNode !== -1) {
    if (to.lastNode === -1) to.firstNode = from.firstNode;
    else nextOf[to.lastNode] = from.firstNode;
    to.lastNode = from.lastNode;
  }
  from.joined = to;
  return to;
}

/** The places of each level, in the order of reading. */
function byLevel(values: Float32Array, isTaken: Uint8Array | null, levels: readonly number[]): Int32Array[] {
  const levelOf = new Int8Array(values.length);
  const counts = new Int32Array(levels.length);
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place]!;
    let level = -1;
    if (value >= levels[0]! && (isTaken === null || isTaken[place] === 0)) {
      let above = levels.length;
      level = 0;
      while (above - level > 1) {
        const middle = (level + above) >> 1;
        if (levels[middle]! <= value) level = middle;
        else above = middle;
      }
      counts[level]! += 1;
    }
    levelOf[place] = level;
  }
  const order = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let place = 0; place < values.length; place += 1) {
    const level = levelOf[place]!;
    if (level >= 0) order[level]![counts[level]!++] = place;
  }
  return order;
}

/** A pixel's own spread along each axis. */
const PIXEL_VARIANCE = 1 / 12;

/**
 * How much a part is like an ellipse: its area as a share of that of the ellipse with the same second moments. 1 for an
 * ellipse of any length, less for everything else (two disks that touch: 0.895).
 */
export function ellipticityOf({ area, x, y, xx, yy, xy }: PartSums): number {
  const [meanX, meanY] = [x / area, y / area];
  const varianceX = xx / area - meanX * meanX + PIXEL_VARIANCE;
  const varianceY = yy / area - meanY * meanY + PIXEL_VARIANCE;
  const covariance = xy / area - meanX * meanY;
  return area / (4 * Math.PI * Math.sqrt(Math.max(1e-9, varianceX * varianceY - covariance * covariance)));
}
