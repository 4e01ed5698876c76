/**
 * Divides a landscape into its hills: one for each peak that stands out.
 *
 * Sources: S. Beucher, C. Lantuéjoul, "Use of watersheds in contour detection", 1979; L. Vincent, P. Soille, "Watersheds in
 * digital spaces: an efficient algorithm based on immersion simulations", IEEE PAMI 13 (1991) 583-598; peaks that hardly
 * stand out are joined with the higher one by their dynamics: M. Grimaud, "A new measure of contrast: the dynamics", SPIE
 * 1769 (1992) 292-305. Here both happen in one pass from the highest place down, with a forest of joined hills.
 */
import { freePlanes } from "./free-planes.ts";

export interface HillOptions {
  /** A peak that rises less than this above the pass to a higher one is part of it. */
  readonly minRise: number;
  /** So is one whose pass lies above this share of its height. 1: by `minRise` alone. */
  readonly maxPassShare: number;
}

export interface Labels {
  /** For each place the number of what it belongs to, 1 to `count` by the order of their uppermost rows; 0: to nothing. */
  readonly labels: Int32Array;
  readonly count: number;
}

/**
 * Places of the same height come in the order of reading, so that a part of a picture is divided as in the whole.
 *
 * @param landscape heights; 0 belongs to no hill. Neighbours are eight.
 * @param owners no hill reaches over places of more than one of them.
 */
export function divideIntoHills(
  landscape: Uint16Array,
  owners: Int32Array,
  widthPx: number,
  heightPx: number,
  { minRise, maxPassShare }: HillOptions,
): Labels {
  const labels = new Int32Array(landscape.length);
  // Of each hill: to which it was joined (itself: to none), and its peak.
  const parent: number[] = [0];
  const peak: number[] = [0];
  const rootOf = (hill: number): number => {
    let root = hill;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  };
  const order = fromHighToLow(landscape);
  for (let at = 0; at < order.length; at += 1) {
    const place = order[at]!;
    const x = place % widthPx;
    const y = (place - x) / widthPx;
    const height = landscape[place]!;
    const owner = owners[place]!;
    const lastX = Math.min(widthPx - 1, x + 1);
    const lastY = Math.min(heightPx - 1, y + 1);
    // Where hills meet, a place belongs to that of its highest neighbour; only what hangs together may be joined.
    let best = 0;
    let bestRoot = 0;
    let steepest = 0;
    let seen = 0;
    for (let ny = Math.max(0, y - 1); ny <= lastY; ny += 1)
      for (let nx = Math.max(0, x - 1); nx <= lastX; nx += 1) {
        const next = ny * widthPx + nx;
        const label = labels[next]!;
        if (label === 0 || owners[next] !== owner) continue;
        const isSteeper = landscape[next]! > steepest;
        // Most neighbours are of one hill.
        if (label === seen && !isSteeper) continue;
        seen = label;
        const hill = rootOf(label);
        let root = isSteeper ? hill : bestRoot;
        if (best !== 0 && hill !== bestRoot) {
          const [higher, lower] = isHigher(peak, hill, bestRoot) ? [hill, bestRoot] : [bestRoot, hill];
          if (peak[lower]! - height < minRise || height > maxPassShare * peak[lower]!) {
            parent[lower] = higher;
            root = higher;
          }
        }
        if (isSteeper) {
          steepest = landscape[next]!;
          best = hill;
        }
        bestRoot = root;
      }
    if (best === 0) {
      best = parent.length;
      parent.push(best);
      peak.push(height);
    }
    labels[place] = best;
  }
  freePlanes(order);
  return numberByPlace(labels, rootOf, parent.length);
}

/** Of two equally high peaks the one that lies further up or left. */
const isHigher = (peak: readonly number[], one: number, other: number): boolean =>
  peak[one] === peak[other] ? one < other : peak[one]! > peak[other]!;

/** The places above 0, sorted by counting: those of the same height in the order of reading. */
function fromHighToLow(landscape: Uint16Array): Int32Array {
  let highest = 0;
  for (let place = 0; place < landscape.length; place += 1) highest = Math.max(highest, landscape[place]!);
  const starts = new Int32Array(highest + 2);
  for (let place = 0; place < landscape.length; place += 1)
    if (landscape[place]! > 0) starts[highest - landscape[place]! + 1]! += 1;
  for (let level = 1; level < starts.length; level += 1) starts[level]! += starts[level - 1]!;
  const order = new Int32Array(starts[highest]!);
  for (let place = 0; place < landscape.length; place += 1) {
    const height = landscape[place]!;
    if (height > 0) order[starts[highest - height]!++] = place;
  }
  return order;
}

function numberByPlace(labels: Int32Array, rootOf: (hill: number) => number, hills: number): Labels {
  const numbers = new Int32Array(hills);
  let count = 0;
  for (let place = 0; place < labels.length; place += 1) {
    if (labels[place] === 0) continue;
    const root = rootOf(labels[place]!);
    if (numbers[root] === 0) {
      count += 1;
      numbers[root] = count;
    }
    labels[place] = numbers[root]!;
  }
  return { labels, count };
}
