import { NO_FRAME } from "@parfocal/core/counting/counting-frame.ts";
import { newTally, type Tally } from "@parfocal/core/counting/tally.ts";
import { tallyResult } from "@parfocal/core/counting/tally-result.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import { phantomScene } from "./phantom-scene.ts";

/** Of the slide of the demo site, at full size: 250 cells on 1 mm². */
const CELLS = 250;

describe("counting on the phantom of the demo site", () => {
  const scene = phantomScene(1);
  const pixelSizeUm = { x: scene.pixelSizeUm, y: scene.pixelSizeUm };
  const center: SlidePoint = [scene.width / 2, scene.height / 2];
  const cells = scene.structures().map(({ points }): SlidePoint => {
    const sum = points.reduce<readonly [number, number]>(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
    return [sum[0] / points.length, sum[1] / points.length];
  });
  const counted = (frame: Partial<Tally["frame"]>, marked: readonly SlidePoint[] = cells) => {
    const tally: Tally = {
      ...newTally("phantom", "Phantom", ["Cell"]),
      frame: { ...NO_FRAME, center, ...frame },
      marks: marked.map((at, index) => ({ id: index + 1, categoryId: 1, at })),
    };
    return tallyResult(tally, pixelSizeUm, center);
  };

  it("finds the number that the slide states, also per mm²", () => {
    const { total, areaMm2 } = counted({ kind: "area", areaMm2: 1 });
    expect(scene.teachingMarks[0]?.content).toContain(`exactly ${CELLS} cells on 1.00 mm²`);
    expect(areaMm2).toBeCloseTo(1, 12);
    expect(total).toMatchObject({ count: CELLS, outside: 0, edge: 0 });
    expect(total.density?.perMm2).toBeCloseTo(CELLS, 9);
  });
  it("finds it in the chamber's middle square and by the unbiased rule too: no cell touches a line", () => {
    const chamber = { kind: "neubauer", edgeRule: "unbiased", cellDiameterUm: 20 } as const;
    expect(counted(chamber).total).toMatchObject({ count: CELLS, outside: 0, edge: 0 });
  });
  it("counts every cell once on adjacent squares by the unbiased rule, wherever the squares are", () => {
    for (const seed of [0, 1, 2, 3]) {
      const squares = { columns: 14, rows: 14, spacingUm: 100, squareUm: 100, seed } as const;
      const { total, perRegion } = counted({ kind: "lattice", edgeRule: "unbiased", cellDiameterUm: 20, ...squares });
      expect(total.count).toBe(CELLS);
      expect(perRegion.reduce((sum, count) => sum + count, 0)).toBe(CELLS);
    }
  });
  it("estimates the whole from a part: the true number is within the 95% interval", () => {
    const { total } = counted({ kind: "field", fieldNumberMm: 22, magnification: 40 });
    expect(total.count).toBeGreaterThan(30);
    expect(total.count).toBeLessThan(CELLS);
    expect(total.density?.interval.low).toBeLessThan(CELLS);
    expect(total.density?.interval.high).toBeGreaterThan(CELLS);
  });
});
