/**
 * Chooses, among all connected components at all levels of an image, the ones that look most like a nucleus and do not
 * overlap: each nucleus is outlined at a level of its own.
 *
 * Sources: component tree: P. Salembier et al., "Antiextensive connected operators for image and sequence processing",
 * IEEE Trans. Image Processing 7 (1998) 555-570, built from the highest level down with a union-find forest (L. Najman,
 * M. Couprie, IEEE Trans. Image Processing 15 (2006) 3531-3539); the best disjoint choice by dynamic programming, as in
 * C. Arteta et al., "Learning to detect cells using non-overlapping extremal regions", MICCAI 2012, here with an
 * explicit score instead of a learned one.
 */
import { freePlanes } from "./free-planes.ts";
import type { Labels } from "./watershed.ts";

/** Sums over the pixels of a component, so that they need not be visited again. */
export interface PartSums {
  area: number;
  x: number;
  y: number;
  xx: number;
  yy: number;
  xy: number;
  /** Sum of the values. */
  value: number;
}

interface TreeOptions {
  /**
   * Quality of a component as a nucleus, 0: not at all; components are compared by area times score. @param level at
   * which it was cut.
   */
  readonly scoreOf: (part: PartSums, level: number) => number;
  /** Levels at which components are cut, ascending, greater than 0. */
  readonly levels: readonly number[];
}

/** Components as parallel arrays: an image has up to a million of them, too many for objects. */
interface Forest {
  count: number;
  /** `SUMS` numbers per part. */
  sums: Float64Array;
  /** Score of the best choice among its nodes from higher levels. */
  inside: Float64Array;
  /** The component it was merged into; itself: none. */
  joined: Int32Array;
  /** First and last of its linked nodes from higher levels; -1: none. */
  firstNode: Int32Array;
  lastNode: Int32Array;
  changedAt: Int8Array;
}

/** area, x, y, xx, yy, xy, value */
const SUMS = 7;
const NO_PART = -1;
const FIRST_CAPACITY = 4096;

/** @param values contrast of each pixel; pixels with `isTaken` other than 0 are excluded. 4-connected. */
export function chooseParts(
  values: Float32Array,
  isTaken: Uint8Array | null,
  widthPx: number,
  heightPx: number,
  { scoreOf, levels }: TreeOptions,
): Labels {
  const order = byLevel(values, isTaken, levels);
  const forest = emptyForest();
  const partOf = new Int32Array(values.length).fill(NO_PART);
  const nodeOf = new Int32Array(values.length);
  // For each node: whether it is better than the best choice inside it, its enclosing node, the next in its list.
  const isOwn: boolean[] = [];
  const parentOf: number[] = [];
  const nextOf: number[] = [];
  const evaluated = emptySums();
  for (let level = levels.length - 1; level >= 0; level -= 1) {
    const places = order[level]!;
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at]!;
      const x = place % widthPx;
      const y = (place - x) / widthPx;
      let part = NO_PART;
      if (y > 0) part = joinTo(part, partOf[place - widthPx]!);
      if (x > 0) part = joinTo(part, partOf[place - 1]!);
      if (x < widthPx - 1) part = joinTo(part, partOf[place + 1]!);
      if (y < heightPx - 1) part = joinTo(part, partOf[place + widthPx]!);
      if (part === NO_PART) part = addPart(forest);
      partOf[place] = part;
      addPlaceTo(forest.sums, part * SUMS, x, y, values[place]!);
    }
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at]!;
      const part = rootOf(forest.joined, partOf[place]!);
      if (forest.changedAt[part] !== level) {
        forest.changedAt[part] = level;
        finishNode(part, level);
      }
      nodeOf[place] = forest.lastNode[part]!;
    }
  }
  freePlanes(...order, forest.sums, forest.inside, forest.joined, forest.firstNode, forest.lastNode, forest.changedAt);
  return labelChosen();

  function joinTo(one: number, neighbour: number): number {
    if (neighbour === NO_PART || neighbour === one) return one;
    const other = rootOf(forest.joined, neighbour);
    return one === NO_PART || one === other ? other : joinParts(forest, one, other, nextOf);
  }

  function finishNode(part: number, level: number): void {
    readSums(evaluated, forest.sums, part * SUMS);
    const own = evaluated.area * scoreOf(evaluated, levels[level]!);
    const node = isOwn.length;
    isOwn.push(own > 0 && own >= forest.inside[part]!);
    for (let child = forest.firstNode[part]!; child !== -1; child = nextOf[child]!) parentOf[child] = node;
    parentOf.push(-1);
    nextOf.push(-1);
    forest.firstNode[part] = node;
    forest.lastNode[part] = node;
    forest.inside[part] = Math.max(own, forest.inside[part]!);
  }

  function labelChosen(): Labels {
    // Enclosing nodes were finished after the nodes inside them.
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
      if (partOf[place] === NO_PART) continue;
      const node = chosen[nodeOf[place]!]!;
      if (node === -1) continue;
      if (numbers[node] === 0) {
        count += 1;
        numbers[node] = count;
      }
      labels[place] = numbers[node]!;
    }
    freePlanes(partOf, nodeOf, chosen, numbers);
    return { labels, count };
  }
}

export const emptySums = (): PartSums => ({ area: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0, value: 0 });

const emptyForest = (): Forest => ({
  count: 0,
  sums: new Float64Array(SUMS * FIRST_CAPACITY),
  inside: new Float64Array(FIRST_CAPACITY),
  joined: new Int32Array(FIRST_CAPACITY),
  firstNode: new Int32Array(FIRST_CAPACITY),
  lastNode: new Int32Array(FIRST_CAPACITY),
  changedAt: new Int8Array(FIRST_CAPACITY),
});

function addPart(forest: Forest): number {
  const part = forest.count;
  if (part === forest.joined.length) {
    forest.sums = twiceAsLong(forest.sums, new Float64Array(2 * forest.sums.length));
    forest.inside = twiceAsLong(forest.inside, new Float64Array(2 * part));
    forest.joined = twiceAsLong(forest.joined, new Int32Array(2 * part));
    forest.firstNode = twiceAsLong(forest.firstNode, new Int32Array(2 * part));
    forest.lastNode = twiceAsLong(forest.lastNode, new Int32Array(2 * part));
    forest.changedAt = twiceAsLong(forest.changedAt, new Int8Array(2 * part));
  }
  forest.joined[part] = part;
  forest.firstNode[part] = -1;
  forest.lastNode[part] = -1;
  forest.changedAt[part] = -1;
  forest.count += 1;
  return part;
}

function twiceAsLong<Numbers extends Float64Array | Int32Array | Int8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

function rootOf(joined: Int32Array, start: number): number {
  let part = start;
  for (let next = joined[part]!; next !== part; next = joined[part]!) {
    joined[part] = joined[next]!;
    part = joined[part]!;
  }
  return part;
}

function addPlaceTo(sums: Float64Array, at: number, x: number, y: number, value: number): void {
  sums[at]! += 1;
  sums[at + 1]! += x;
  sums[at + 2]! += y;
  sums[at + 3]! += x * x;
  sums[at + 4]! += y * y;
  sums[at + 5]! += x * y;
  sums[at + 6]! += value;
}

function readSums(to: PartSums, sums: Float64Array, at: number): void {
  to.area = sums[at]!;
  to.x = sums[at + 1]!;
  to.y = sums[at + 2]!;
  to.xx = sums[at + 3]!;
  to.yy = sums[at + 4]!;
  to.xy = sums[at + 5]!;
  to.value = sums[at + 6]!;
}

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

/** Merges the smaller of two components into the larger. @returns the larger. */
function joinParts(
  { sums, inside, joined, firstNode, lastNode }: Forest,
  one: number,
  other: number,
  nextOf: number[],
): number {
  const isLarger = sums[one * SUMS]! >= sums[other * SUMS]!;
  const to = isLarger ? one : other;
  const from = isLarger ? other : one;
  for (let at = 0; at < SUMS; at += 1) sums[to * SUMS + at]! += sums[from * SUMS + at]!;
  inside[to]! += inside[from]!;
  if (firstNode[from] !== -1) {
    if (lastNode[to] === -1) firstNode[to] = firstNode[from]!;
    else nextOf[lastNode[to]!] = firstNode[from]!;
    lastNode[to] = lastNode[from]!;
  }
  joined[from] = to;
  return to;
}

/** Pixels of each level, in reading order. */
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
  freePlanes(levelOf);
  return order;
}

/** A pixel's own variance along each axis. */
const PIXEL_VARIANCE = 1 / 12;

/**
 * Similarity to an ellipse: area divided by that of the ellipse with the same second moments. 1 for any ellipse, less
 * for everything else (two touching disks: 0.895).
 */
export function ellipticityOf({ area, x, y, xx, yy, xy }: PartSums): number {
  const [meanX, meanY] = [x / area, y / area];
  const varianceX = xx / area - meanX * meanX + PIXEL_VARIANCE;
  const varianceY = yy / area - meanY * meanY + PIXEL_VARIANCE;
  const covariance = xy / area - meanX * meanY;
  return area / (4 * Math.PI * Math.sqrt(Math.max(1e-9, varianceX * varianceY - covariance * covariance)));
}
