/** Matches the nuclei of two results of one slide. */
import type { Corrections } from "./corrections.ts";
import type { PackedNuclei } from "./packed-nuclei.ts";

interface MatchedNuclei {
  readonly inBoth: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

interface CorrectedNuclei {
  readonly nuclei: PackedNuclei;
  readonly corrections: Corrections;
}

/** Maximum distance between the centroids of one nucleus: half the width of a small one. */
const MOST_APART_MICROMETRES = 3;

interface Spot {
  readonly x: number;
  readonly y: number;
  isTaken: boolean;
}

function spotsOf({ nuclei, corrections }: CorrectedNuclei): Spot[] {
  const gone = new Set(corrections.removed);
  const spots: Spot[] = corrections.added.map(({ at: [x, y] }) => ({ x, y, isTaken: false }));
  for (let index = 0; index < nuclei.count; index += 1)
    if (!gone.has(index))
      spots.push({ x: nuclei.centroids[2 * index]!, y: nuclei.centroids[2 * index + 1]!, isTaken: false });
  return spots;
}

/**
 * Pairs each nucleus with the nearest unpaired one of the other result, in the order of the first. @param
 * micrometresPerPx of a slide px.
 */
export function matchNuclei(first: CorrectedNuclei, second: CorrectedNuclei, micrometresPerPx: number): MatchedNuclei {
  const reach = MOST_APART_MICROMETRES / micrometresPerPx;
  const squares = new Map<string, Spot[]>();
  const keyOf = (column: number, row: number): string => `${column} ${row}`;
  const others = spotsOf(second);
  for (const spot of others) {
    const key = keyOf(Math.floor(spot.x / reach), Math.floor(spot.y / reach));
    const square = squares.get(key);
    if (square) square.push(spot);
    else squares.set(key, [spot]);
  }
  const own = spotsOf(first);
  let inBoth = 0;
  for (const { x, y } of own) {
    const [column, row] = [Math.floor(x / reach), Math.floor(y / reach)];
    let nearest: Spot | null = null;
    let nearestPx = reach;
    for (let dy = -1; dy <= 1; dy += 1)
      for (let dx = -1; dx <= 1; dx += 1)
        for (const spot of squares.get(keyOf(column + dx, row + dy)) ?? []) {
          const apart = Math.hypot(spot.x - x, spot.y - y);
          if (spot.isTaken || apart > nearestPx) continue;
          nearest = spot;
          nearestPx = apart;
        }
    if (!nearest) continue;
    nearest.isTaken = true;
    inBoth += 1;
  }
  return { inBoth, onlyFirst: own.length - inBoth, onlySecond: others.length - inBoth };
}
