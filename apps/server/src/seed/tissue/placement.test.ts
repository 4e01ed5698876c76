import { describe, expect, it } from "vitest";
import { linkChains } from "./chains.ts";
import { scatter } from "./placement.ts";
import { seededRandom } from "./random.ts";

const SIDE = 1000;

function minDistance(places: readonly (readonly [number, number])[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  places.forEach(([x, y], i) => {
    for (const [otherX, otherY] of places.slice(i + 1)) nearest = Math.min(nearest, Math.hypot(x - otherX, y - otherY));
  });
  return nearest;
}

describe("scattered points", () => {
  const places = scatter(seededRandom(1), SIDE, SIDE, 40, (x) => (x > 500 ? 0 : 40), 20);

  it("keep their minimum distance", () => {
    expect(minDistance(places)).toBeGreaterThanOrEqual(40);
  });

  it("are only in the allowed area, and fill it densely", () => {
    expect(places.filter(([x]) => x > 500)).toEqual([]);
    // The densest packing would contain 360 on this half; a random one about 60% of it.
    expect(places.length).toBeGreaterThan(200);
  });

  it("are the same for the same seed, and differ for another", () => {
    const again = (seed: number) => scatter(seededRandom(seed), SIDE, SIDE, 40, (x) => (x > 500 ? 0 : 40), 20);
    expect(again(1)).toEqual(places);
    expect(again(2)).not.toEqual(places);
  });
});

describe("chains", () => {
  const places = scatter(seededRandom(3), SIDE, SIDE, 50, () => 50);
  const chains = linkChains(seededRandom(4), SIDE, SIDE, places, {
    direction: () => [0, 1],
    continues: () => 1,
    narrowness: () => 0.8,
    mayLink: () => true,
    maxLinkPx: 120,
    maxVertices: 8,
  });

  it("use each point exactly once", () => {
    const used = chains.flatMap((chain) =>
      Array.from({ length: chain.length / 2 }, (_, i) => `${chain[i * 2]} ${chain[i * 2 + 1]}`),
    );
    expect(used.toSorted()).toEqual(places.map(([x, y]) => `${x} ${y}`).toSorted());
  });

  it("follow the preferred direction, within the limits of link length and number of vertices", () => {
    expect(chains.some((chain) => chain.length > 4)).toBe(true);
    for (const chain of chains) {
      expect(chain.length / 2).toBeLessThanOrEqual(8);
      for (let i = 2; i + 1 < chain.length; i += 2) {
        const dx = chain[i]! - chain[i - 2]!;
        const dy = chain[i + 1]! - chain[i - 1]!;
        expect(Math.hypot(dx, dy)).toBeLessThanOrEqual(120);
        expect(dy / Math.hypot(dx, dy)).toBeGreaterThanOrEqual(0.8);
      }
    }
  });
});
