/**
 * Merges neighbouring parts of an over-segmentation while the whole scores as well as its parts.
 *
 * Source of the method: over-segmentation followed by merging by a score of the result, as in K. Haris et al., "Hybrid
 * image segmentation using watersheds and fast region merging", IEEE Trans. Image Processing 7 (1998) 1684-1699.
 */
import { addPlace, addSums, emptySums, type PartSums } from "./component-tree.ts";
import type { Labels } from "./watershed.ts";

interface JoinOptions {
  /** Smaller parts are always merged. */
  readonly minAreaPx: number;
  /** Two parts stay separate if the sum of their scores is at least this multiple of the score of the whole. */
  readonly minGain: number;
  readonly scoreOf: (part: PartSums) => number;
}

interface Part {
  sums: PartSums;
  score: number;
  joined: Part | null;
  readonly hill: number;
  readonly besides: Set<Part>;
}

/**
 * @param owners only hills of the same owner are merged. @returns for each hill, the number of the first one it was
 * merged with.
 */
export function joinHills(
  { labels, count }: Labels,
  owners: Int32Array,
  widthPx: number,
  options: JoinOptions,
): Labels {
  const parts = Array.from(
    { length: count + 1 },
    (_unused, hill): Part => ({ sums: emptySums(), score: 0, joined: null, hill, besides: new Set() }),
  );
  for (let place = 0; place < labels.length; place += 1) {
    const hill = labels[place]!;
    if (hill === 0) continue;
    addPlace(parts[hill]!.sums, place % widthPx, Math.floor(place / widthPx), 0);
    noteNeighbour(place, place - 1, place % widthPx > 0);
    noteNeighbour(place, place - widthPx, place >= widthPx);
  }
  for (const part of parts) if (part.hill > 0) part.score = options.scoreOf(part.sums);
  for (const part of parts) if (part.besides.size > 0 && !part.joined) joinAround(part, options);
  const rootOf = Int32Array.from(parts, (part) => {
    let root = part;
    while (root.joined) root = root.joined;
    return root.hill;
  });
  const joined = new Int32Array(labels.length);
  for (let place = 0; place < labels.length; place += 1) joined[place] = rootOf[labels[place]!]!;
  return { labels: joined, count };

  function noteNeighbour(place: number, other: number, exists: boolean): void {
    if (!exists || labels[other] === 0 || labels[other] === labels[place] || owners[other] !== owners[place]) return;
    parts[labels[place]!]!.besides.add(parts[labels[other]!]!);
    parts[labels[other]!]!.besides.add(parts[labels[place]!]!);
  }
}

/** Merges within the connected group of a part, the best pair first. */
function joinAround(start: Part, options: JoinOptions): void {
  const group = new Set([start]);
  for (const part of group) for (const next of part.besides) group.add(next);
  for (;;) {
    let best: readonly [Part, Part] | null = null;
    let most = 1 / options.minGain;
    for (const part of group)
      for (const other of part.besides) {
        if (other.hill < part.hill) continue;
        const worth = worthOf(part, other, options);
        if (worth > most) [best, most] = [[part, other], worth];
      }
    if (!best) return;
    joinInto(best[0], best[1], options);
    group.delete(best[1]);
  }
}

/** Score of the whole relative to its two parts; parts that are too small alone are always worth merging. */
function worthOf(one: Part, other: Part, { scoreOf, minAreaPx }: JoinOptions): number {
  const whole = { ...one.sums };
  addSums(whole, other.sums);
  const ratio = scoreOf(whole) / (one.score + other.score);
  return Math.min(one.sums.area, other.sums.area) < minAreaPx ? 1 + ratio : ratio;
}

function joinInto(one: Part, other: Part, { scoreOf }: JoinOptions): void {
  addSums(one.sums, other.sums);
  one.score = scoreOf(one.sums);
  other.joined = one;
  one.besides.delete(other);
  for (const part of other.besides) {
    if (part === one) continue;
    part.besides.delete(other);
    part.besides.add(one);
    one.besides.add(part);
  }
  other.besides.clear();
}
