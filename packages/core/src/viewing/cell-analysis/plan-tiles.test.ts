import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_CELL_SETTINGS } from "./cell-settings.ts";
import { detectNuclei } from "./detect-nuclei.ts";
import type { Nucleus } from "./nucleus.ts";
import { keepNucleiOfTile, planParts, planTiles, tileMarginPx } from "./plan-tiles.ts";
import { cutRegion, type Disk, drawDisks } from "./testing/drawn-disks.ts";

const settings = DEFAULT_CELL_SETTINGS["hematoxylin-eosin"];
const TILE = 100;

describe("tiles", () => {
  it("cover the region once, and read a margin within the bounds", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 1, max: 700 }),
        (xPx, yPx, widthPx, heightPx) => {
          const region = { xPx, yPx, widthPx, heightPx };
          const bounds = { xPx: 0, yPx: 0, widthPx: 1200, heightPx: 1100 };
          const tiles = planTiles({ region, bounds, micrometresPerPixel: 0.5, settings, tilePx: 256 });
          const margin = tileMarginPx(0.5, settings);
          const area = tiles.reduce((sum, { own }) => sum + own.widthPx * own.heightPx, 0);
          expect(area).toBe(widthPx * heightPx);
          for (const { own, read } of tiles) {
            expect(own.xPx >= xPx && own.xPx + own.widthPx <= xPx + widthPx).toBe(true);
            expect(own.yPx >= yPx && own.yPx + own.heightPx <= yPx + heightPx).toBe(true);
            expect(read.xPx).toBeLessThanOrEqual(Math.max(0, own.xPx - margin));
            expect(read.yPx).toBeLessThanOrEqual(Math.max(0, own.yPx - margin));
            expect(read.xPx + read.widthPx).toBe(Math.min(1200, own.xPx + own.widthPx + margin));
            expect(read.yPx + read.heightPx).toBe(Math.min(1100, own.yPx + own.heightPx + margin));
            expect(Math.min(read.xPx, read.yPx)).toBeGreaterThanOrEqual(0);
          }
        },
      ),
      { numRuns: 60, seed: 18 },
    ));

  it("are none for a region without pixels", () =>
    expect(
      planTiles({ region: { xPx: 5, yPx: 5, widthPx: 0, heightPx: 9 }, micrometresPerPixel: 0.5, settings }),
    ).toEqual([]));
});

describe("parts for several threads", () => {
  const partsOf = (widthPx: number, heightPx: number) =>
    planParts({ region: { xPx: 40, yPx: 70, widthPx, heightPx }, micrometresPerPixel: 0.5, settings }, 2);

  it("cut a region across its longer side, with a margin only at the seam", () => {
    const margin = tileMarginPx(0.5, settings);
    const [left, right, ...more] = partsOf(1_440, 900);
    expect(more).toEqual([]);
    expect(left!.own).toEqual({ xPx: 40, yPx: 70, widthPx: 720, heightPx: 900 });
    expect(left!.read).toEqual({ ...left!.own, widthPx: 720 + margin });
    expect(right!.own).toEqual({ xPx: 760, yPx: 70, widthPx: 720, heightPx: 900 });
    expect(right!.read.xPx + right!.read.widthPx).toBe(1_480);
    expect(partsOf(500, 900).map(({ own }) => [own.yPx, own.heightPx])).toEqual([
      [70, 450],
      [520, 450],
    ]);
  });

  it("are a single one for a small region", () => {
    const region = { xPx: 40, yPx: 70, widthPx: 500, heightPx: 400 };
    expect(partsOf(500, 400)).toEqual([{ own: region, read: region }]);
    expect(partsOf(1, 1)).toHaveLength(1);
  });
});

describe("a nucleus on a seam counts once", () => {
  /** At all positions, also on the seams every 100 px and where four tiles meet; some touch. */
  const disks: Disk[] = Array.from({ length: 90 }, (_unused, at) => ({
    x: 14 + (at % 10) * 30 + ((at * 7) % 11),
    y: 14 + Math.floor(at / 10) * 31 + ((at * 5) % 9),
    radius: 7 + ((at * 3) % 6),
  }));
  const crossing: Disk[] = [
    { x: 100, y: 100, radius: 12 },
    { x: 200, y: 50, radius: 9 },
  ];
  const keyOf = ({ centroidPx, outlinePx, cellOutlinePx }: Nucleus) =>
    JSON.stringify([centroidPx.map((value) => value.toFixed(6)), [...outlinePx], [...cellOutlinePx]]);

  for (const [what, drawn, micrometresPerPixel] of [
    ["ninety of them", disks, 0.5],
    ["ninety of them, shrunk by two", disks, 0.25],
    ["where four tiles meet, and on one seam", crossing, 0.5],
  ] as const)
    it(`in tiles as in the whole region: ${what}`, () => {
      const size = { widthPx: 320, heightPx: 300 };
      const region = drawDisks(drawn, { ...size, micrometresPerPixel });
      const whole = detectNuclei(region, settings);
      expect(whole.length).toBeGreaterThan(1);
      const plan = { region: { xPx: 0, yPx: 0, ...size }, micrometresPerPixel, settings, tilePx: TILE };
      const byTiles = planTiles(plan).flatMap((tile) => {
        const { xPx, yPx, widthPx, heightPx } = tile.read;
        return keepNucleiOfTile(detectNuclei(cutRegion(region, xPx, yPx, widthPx, heightPx), settings), tile);
      });
      expect(byTiles.map(keyOf).sort()).toEqual(whole.map(keyOf).sort());
    });
});
