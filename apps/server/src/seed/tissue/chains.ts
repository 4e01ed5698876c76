/**
 * Links neighbouring points into chains: the axes of tubules, the plates of liver cells.
 */
import { Crowd } from "./placement.ts";
import type { Random } from "./random.ts";

interface ChainRules {
  /** The preferred direction of a chain at a point, as a unit vector; undefined: it keeps its current direction. */
  direction(x: number, y: number): readonly [number, number] | undefined;
  /** Probability that a chain continues at a point. */
  continues(x: number, y: number): number;
  /** Minimum cosine between the preferred direction and the next link. */
  narrowness(x: number, y: number): number;
  /** Whether two neighbours may belong to one chain. */
  mayLink(fromX: number, fromY: number, toX: number, toY: number): boolean;
  readonly maxLinkPx: number;
  readonly maxVertices: number;
}

/** @returns chains as x, y of their vertices in sequence; each point belongs to exactly one. */
export function linkChains(
  random: Random,
  width: number,
  height: number,
  places: readonly (readonly [number, number])[],
  rules: ChainRules,
): number[][] {
  const { maxLinkPx } = rules;
  const crowd = new Crowd(width, height, maxLinkPx);
  places.forEach(([x, y], index) => {
    crowd.add(x, y, index);
  });
  const isUsed = new Uint8Array(places.length);

  /** The free point that best continues in a direction, or -1. */
  const next = (x: number, y: number, dx: number, dy: number): number => {
    const narrowness = rules.narrowness(x, y);
    let best = -1;
    let bestScore = 0;
    crowd.visit(x, y, (px, py, index, squared) => {
      if (isUsed[index] || squared > maxLinkPx * maxLinkPx || squared === 0) return true;
      const distance = Math.sqrt(squared);
      const along = ((px - x) * dx + (py - y) * dy) / distance;
      const score = along < narrowness ? 0 : along / distance;
      if (score > bestScore && rules.mayLink(x, y, px, py)) {
        bestScore = score;
        best = index;
      }
      return true;
    });
    return best;
  };

  const chains: number[][] = [];
  places.forEach(([startX, startY], start) => {
    if (isUsed[start]) return;
    isUsed[start] = 1;
    const chain = [startX, startY];
    const turn = random() * 2 * Math.PI;
    let dx = Math.cos(turn);
    let dy = Math.sin(turn);
    let x = startX;
    let y = startY;
    while (chain.length < rules.maxVertices * 2 && random() < rules.continues(x, y)) {
      [dx, dy] = rules.direction(x, y) ?? [dx, dy];
      const index = next(x, y, dx, dy);
      if (index < 0) break;
      isUsed[index] = 1;
      const [nextX, nextY] = places[index]!;
      const length = Math.hypot(nextX - x, nextY - y);
      dx = (nextX - x) / length;
      dy = (nextY - y) / length;
      x = nextX;
      y = nextY;
      chain.push(x, y);
    }
    chains.push(chain);
  });
  return chains;
}
