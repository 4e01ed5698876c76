/**
 * Watershed: divides a landscape into hills, one for each distinct peak.
 *
 * Sources: S. Beucher, C. Lantuéjoul, "Use of watersheds in contour detection", 1979; L. Vincent, P. Soille,
 * "Watersheds in digital spaces: an efficient algorithm based on immersion simulations", IEEE PAMI 13 (1991) 583-598.
 * Peaks with small dynamics are merged with the higher one: M. Grimaud, "A new measure of contrast: the dynamics", SPIE
 * 1769 (1992) 292-305. Here both happen in one pass from the highest pixel down, with a union-find forest of hills.
 */
import { freePlanes } from "./free-planes.ts";

interface HillOptions {
  /** A peak that rises less than this above its pass to a higher one is merged with it. */
  readonly minRise: number;
  /** So is a peak whose pass is above this share of its height. 1: only `minRise` applies. */
  readonly maxPassShare: number;
}

export interface Labels {
  /** Label of each pixel, 1 to `count` in the order of the uppermost rows; 0: none. */
  readonly labels: Int32Array;
  readonly count: number;
}

/**
 * Pixels of equal height are processed in reading order, so that a part of an image is divided in the same way as the
 * whole.
 *
 * @param landscape heights; 0 belongs to no hill. 8-connected.
 * @param owners a hill never extends over pixels of more than one owner.
 */
export function divideIntoHills(
  landscape: Uint16Array,
  owners: Int32Array,
  widthPx: number,
  heightPx: number,
  { minRise, maxPassShare }: HillOptions,
): Labels {
  const labels = new Int32Array(landscape.length);
  // For each hill: the hill it was merged into (itself: none), and its peak.
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
    // Where hills meet, a pixel belongs to the hill of its highest neighbour; only connected hills may be merged.
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
        // Most neighbours belong to the same hill.
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

/** Of two equally high peaks the upper or left one. */
const isHigher = (peak: readonly number[], one: number, other: number): boolean =>
  peak[one] === peak[other] ? one < other : peak[one]! > peak[other]!;

/** Pixels above 0, by counting sort: equal heights in reading order. */
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
