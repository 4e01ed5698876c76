import { describe, expect, it } from "vitest";
import type { Vector } from "../../geometry/linear.ts";
import {
  changedFrame,
  FIELD_NUMBERS_MM,
  type FrameSettings,
  fieldAreaMm2,
  fieldDiameterMm,
  frameOfKind,
  NO_FRAME,
  OBJECTIVES,
} from "./counting-frame.ts";
import { standingOf } from "./frame-edges.ts";
import { bearingDeg, frameOfSlide, slideOfFrame } from "./frame-place.ts";
import { latticeOffsetUm, planAreaMm2, planFrame } from "./frame-plan.ts";

const frame = (facts: Partial<FrameSettings>): FrameSettings => ({ ...NO_FRAME, ...facts });

describe("field of view: field number / magnification", () => {
  const cases: [fieldNumberMm: number, magnification: number, diameterMm: number, areaMm2: number][] = [
    [22, 40, 0.55, 0.2376],
    [18, 40, 0.45, 0.159],
    [20, 40, 0.5, 0.1963],
    [26.5, 40, 0.6625, 0.3447],
    [25, 10, 2.5, 4.9087],
    [22, 63, 0.3492, 0.0958],
    [22, 100, 0.22, 0.038],
  ];
  for (const [fieldNumberMm, magnification, diameterMm, areaMm2] of cases) {
    it(`FN ${fieldNumberMm} at ${magnification}x: ${diameterMm} mm, ${areaMm2} mm²`, () => {
      expect(fieldDiameterMm(fieldNumberMm, magnification)).toBeCloseTo(diameterMm, 4);
      expect(fieldAreaMm2(fieldNumberMm, magnification)).toBeCloseTo(areaMm2, 4);
      expect(planAreaMm2(planFrame(frame({ kind: "field", fieldNumberMm, magnification })))).toBeCloseTo(areaMm2, 4);
    });
  }
  it("includes the usual field numbers and objectives", () => {
    expect(FIELD_NUMBERS_MM).toEqual([18, 20, 22, 25, 26.5]);
    expect(OBJECTIVES).toEqual([10, 20, 40, 60, 63, 100]);
  });
});

describe("the hot-spot frame has its area in each shape", () => {
  for (const areaShape of ["square", "circle", "fourThirds"] as const) {
    for (const areaMm2 of [2.37, 1, 2, 5, 0.3]) {
      it(`${areaShape}, ${areaMm2} mm²`, () => {
        expect(planAreaMm2(planFrame(frame({ kind: "area", areaShape, areaMm2 })))).toBeCloseTo(areaMm2, 9);
      });
    }
  }
  it("is ten fields of field number 22 at 40x", () => {
    expect(10 * fieldAreaMm2(22, 40)).toBeCloseTo(NO_FRAME.areaMm2, 1);
  });
  it("4:3 has this ratio of width to height", () => {
    const [halfWidth, halfHeight] = planFrame(frame({ kind: "area", areaShape: "fourThirds" })).half;
    expect(halfWidth / halfHeight).toBeCloseTo(4 / 3, 12);
  });
});

describe("Neubauer improved", () => {
  const plan = planFrame(frame({ kind: "neubauer" }));
  const uprightAt = (x: number, isTriple: boolean) =>
    plan.lines.some((line) => line.from[0] === x && line.to[0] === x && (line.spacingUm === 5) === isTriple);

  it("spans 3 x 3 mm", () => expect(plan.half).toEqual([1500, 1500]));
  it("has large squares of 1 mm, 0.25 mm in the corners, 0.2 and 0.05 mm in the centre", () => {
    for (const x of [-1500, -500, 500, 1500, -1250, -1000, -750, -450, -400, -300, 450])
      expect(uprightAt(x, false), `${x}`).toBe(true);
    for (const x of [-1450, -475, 550]) expect(uprightAt(x, false), `${x}`).toBe(false);
  });
  it("has triple lines in the centre: a group border with one line on each side", () => {
    for (const border of [-500, -300, -100, 100, 300, 500]) {
      expect(uprightAt(border, false)).toBe(true);
      expect(uprightAt(border - 5, true)).toBe(true);
      expect(uprightAt(border + 5, true)).toBe(true);
    }
    expect(uprightAt(-1005, true)).toBe(false);
  });
  const areas = { center: 1, groups: 0.2, corners: 4, all: 9 } as const;
  for (const [neubauerPart, areaMm2] of Object.entries(areas)) {
    it(`${neubauerPart}: ${areaMm2} mm²`, () => {
      const part = neubauerPart as keyof typeof areas;
      expect(planAreaMm2(planFrame(frame({ kind: "neubauer", neubauerPart: part })))).toBeCloseTo(areaMm2, 12);
    });
  }
});

describe("point-count lattices", () => {
  it("have n x m points at their spacing, around the centre", () => {
    const { points } = planFrame(frame({ kind: "lattice", columns: 3, rows: 2, spacingUm: 40 }));
    expect(points).toEqual([
      [-40, -20],
      [0, -20],
      [40, -20],
      [-40, 20],
      [0, 20],
      [40, 20],
    ]);
  });
  it("are shifted randomly but reproducibly by a seed, within one spacing", () => {
    const first = latticeOffsetUm(7, 100);
    expect(latticeOffsetUm(7, 100)).toEqual(first);
    expect(latticeOffsetUm(8, 100)).not.toEqual(first);
    expect(latticeOffsetUm(0, 100)).toEqual([0, 0]);
    const offsets = Array.from({ length: 2000 }, (_unused, seed) => latticeOffsetUm(seed + 1, 100));
    for (const axis of [0, 1] as const) {
      const values = offsets.map((offset) => offset[axis]);
      expect(Math.min(...values)).toBeGreaterThanOrEqual(-50);
      expect(Math.max(...values)).toBeLessThan(50);
      expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / values.length)).toBeLessThan(2);
    }
  });
  it("can have square frames instead, whose areas add up", () => {
    const plan = planFrame(frame({ kind: "lattice", columns: 4, rows: 3, spacingUm: 100, squareUm: 50 }));
    expect(plan.regions).toHaveLength(12);
    expect(plan.points).toEqual([]);
    expect(planAreaMm2(plan)).toBeCloseTo(12 * 0.05 ** 2, 12);
  });
  it("squares are no larger than their spacing", () => {
    expect(changedFrame(NO_FRAME, { spacingUm: 80, squareUm: 200 }).squareUm).toBe(80);
  });
});

describe("the unbiased rule (Gundersen 1977)", () => {
  const plan = planFrame(frame({ kind: "area", areaMm2: 0.01 }));
  const rule = { edgeRule: "unbiased", cellDiameterUm: 10 } as const;
  const cases: [what: string, at: Vector, standing: string][] = [
    ["in the centre", [0, 0], "counted"],
    ["across the left edge, its centre outside", [-52, 0], "counted"],
    ["across the top edge", [0, -52], "counted"],
    ["touching the left edge from outside", [-55, 0], "counted"],
    ["next to the left edge", [-56, 0], "outside"],
    ["across the right edge", [52, 0], "edge"],
    ["across the right edge, its centre inside", [47, 0], "edge"],
    ["touching the right edge from inside", [45, 0], "edge"],
    ["across the bottom edge", [0, 52], "edge"],
    ["upper left corner", [-52, -52], "counted"],
    ["upper right corner: the extension of the right edge", [48, -54], "edge"],
    ["lower left corner: the downward extension", [-54, 48], "edge"],
    ["lower right corner", [52, 52], "edge"],
    ["far away", [400, 400], "outside"],
  ];
  for (const [what, at, standing] of cases) {
    it(`${what}: ${standing}`, () => expect(standingOf(plan, at, rule).standing).toBe(standing));
  }
  it("with the centre rule, a cell across an edge is inside if its centre is", () => {
    const middle = { edgeRule: "middle", cellDiameterUm: 10 } as const;
    expect(standingOf(plan, [47, 0], middle).standing).toBe("counted");
    expect(standingOf(plan, [-52, 0], middle).standing).toBe("outside");
    expect(standingOf(plan, [-50, -50], middle).standing).toBe("counted");
    expect(standingOf(plan, [50, 0], middle).standing).toBe("edge");
  });
  it("on adjacent frames each cell is counted exactly once, whatever its size", () => {
    const tiles = Array.from({ length: 49 }, (_unused, index): Vector => [(index % 7) - 3, Math.floor(index / 7) - 3]);
    for (const cellDiameterUm of [0, 7, 30, 90, 180]) {
      for (let step = 0; step < 400; step += 1) {
        const [x, y] = latticeOffsetUm(step + 1, 100);
        const times = tiles.filter(
          ([column, row]) =>
            standingOf(plan, [x - column * 100, y - row * 100], { edgeRule: "unbiased", cellDiameterUm }).standing ===
            "counted",
        );
        expect(times, `${cellDiameterUm} µm at ${x}, ${y}`).toHaveLength(1);
      }
    }
  });
  it("a round field counts by the centre of a cell", () => {
    const field = planFrame(frame({ kind: "field" }));
    expect(standingOf(field, [274, 0], rule).standing).toBe("counted");
    expect(standingOf(field, [276, 0], rule).standing).toBe("outside");
  });
  it("without a frame everything counts", () => {
    expect(standingOf(planFrame(NO_FRAME), [1e6, 0], rule)).toEqual({ standing: "counted", region: null });
  });
});

describe("the position of a frame on the slide", () => {
  const place = { center: [1000, 2000], turnDeg: 0, pixelSizeUm: { x: 0.25, y: 0.5 } } as const;
  it("non-square pixels keep µm", () => {
    expect(slideOfFrame(place, [100, 100])).toEqual([1400, 2200]);
    const turned = slideOfFrame({ ...place, turnDeg: 90 }, [100, 0]);
    expect(turned[0]).toBeCloseTo(1000, 9);
    expect(turned[1]).toBeCloseTo(2200, 9);
  });
  it("converting there and back returns the same position", () => {
    const [x, y] = frameOfSlide({ ...place, turnDeg: 33 }, slideOfFrame({ ...place, turnDeg: 33 }, [12, -34]));
    expect(x).toBeCloseTo(12, 9);
    expect(y).toBeCloseTo(-34, 9);
  });
  it("angles are measured on the glass", () => {
    expect(bearingDeg(place, [1004, 2002])).toBeCloseTo(45, 9);
  });
});

describe("frame settings", () => {
  const rejected: Partial<FrameSettings>[] = [
    { magnification: 0 },
    { fieldNumberMm: 31 },
    { areaMm2: Number.NaN },
    { columns: 2.5 },
    { spacingUm: 4 },
    { cellDiameterUm: -1 },
    { turnDeg: Number.POSITIVE_INFINITY },
  ];
  for (const change of rejected) {
    it(`${Object.entries(change).join()}: is out of range and changes nothing`, () => {
      expect(changedFrame(NO_FRAME, change)).toBe(NO_FRAME);
    });
  }
  it("an angle is normalised to 0 to below 360", () => {
    expect(changedFrame(NO_FRAME, { turnDeg: -15 }).turnDeg).toBe(345);
    expect(changedFrame(NO_FRAME, { turnDeg: 360 }).turnDeg).toBe(0);
  });
  it("chambers default to the unbiased rule, fields to the centre rule", () => {
    expect(frameOfKind(NO_FRAME, "neubauer").edgeRule).toBe("unbiased");
    expect(frameOfKind(frameOfKind(NO_FRAME, "neubauer"), "field").edgeRule).toBe("middle");
  });
});
