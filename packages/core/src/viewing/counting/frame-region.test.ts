import { describe, expect, it } from "vitest";
import { polygonAreaUm2 } from "../../geometry/measurement.ts";
import { findSelfCrossing } from "../../geometry/self-crossing.ts";
import { boundsOf, type Shape } from "../../geometry/shape.ts";
import { type FrameSettings, NO_FRAME } from "./counting-frame.ts";
import { frameRegion } from "./frame-region.ts";

const PIXEL = { x: 0.5, y: 0.25 };
const ON_SLIDE = {
  pixelSizeUm: PIXEL,
  viewCenter: [10_000, 20_000],
  slide: { width: 20_000, height: 40_000 },
} as const;
const regionOf = (facts: Partial<FrameSettings>): Shape | null => frameRegion({ ...NO_FRAME, ...facts }, ON_SLIDE);
function areaOf(shape: Shape | null): number {
  const polygons = shape?.kind === "multiPolygon" ? shape.polygons : shape?.kind === "polygon" ? [shape.rings] : [];
  return polygons.reduce((sum, rings) => sum + polygonAreaUm2(rings, PIXEL), 0) / 1e6;
}

describe("the area of a counting frame", () => {
  const cases: [what: string, frame: Partial<FrameSettings>, areaMm2: number, kind: Shape["kind"]][] = [
    ["a hot spot", { kind: "area", areaMm2: 2.37, turnDeg: 30 }, 2.37, "polygon"],
    ["a round hot spot", { kind: "area", areaMm2: 1, areaShape: "circle" }, 1, "polygon"],
    ["a field of view", { kind: "field", fieldNumberMm: 22, magnification: 40 }, 0.2376, "polygon"],
    ["the groups of a chamber", { kind: "neubauer", neubauerPart: "groups" }, 0.2, "multiPolygon"],
    ["a complete chamber", { kind: "neubauer", neubauerPart: "all" }, 9, "polygon"],
    ["a lattice of points", { kind: "lattice", squareUm: 0 }, 48 * 0.01, "polygon"],
    ["squares side by side", { kind: "lattice", squareUm: 100, seed: 3 }, 0.48, "multiPolygon"],
    ["squares of a lattice", { kind: "lattice", squareUm: 50 }, 48 * 0.0025, "multiPolygon"],
  ];
  for (const [what, frame, areaMm2, kind] of cases)
    it(`${what}: ${areaMm2} mm²`, () => {
      const shape = regionOf(frame);
      expect(areaOf(shape)).toBeCloseTo(areaMm2, 4);
      expect(shape?.kind).toBe(kind);
      expect(shape && findSelfCrossing(shape)).toBeNull();
    });

  it("is clipped at the edge of the slide", () => {
    const shape = regionOf({ kind: "area", areaMm2: 1, center: [0, 20_000] });
    expect(areaOf(shape)).toBeCloseTo(0.5, 9);
    expect(shape && boundsOf(shape).minX).toBe(0);
    expect(regionOf({ kind: "area", areaMm2: 1, center: [-5_000, 20_000] })).toBeNull();
  });

  it("is null without a frame and for too many squares", () => {
    expect(regionOf({ kind: "none" })).toBeNull();
    expect(regionOf({ kind: "lattice", squareUm: 50, columns: 20, rows: 20 })).toBeNull();
  });
});
