import { describe, expect, it } from "vitest";
import { glassToPixels, orientationOf } from "./glass-geometry.ts";

describe("orientationOf", () => {
  const cases: [what: string, row: [number, number], column: [number, number], turnDeg: number][] = [
    ["as stored by most scanners, with the label to the left", [0, -1], [-1, 0], 0],
    ["the same, slightly tilted", [0.004, -1], [-1, -0.004], 0],
    ["the label down", [-1, 0], [0, 1], 90],
    ["the label to the right", [0, 1], [1, 0], 180],
    ["the label up", [1, 0], [0, -1], 270],
    ["mirrored, as written by converters without glass geometry", [1, 0], [0, 1], 0],
    ["aslant", [0.7, -0.7], [-0.7, -0.7], 0],
  ];
  for (const [what, row, column, turnDeg] of cases) {
    it(`${what}: ${turnDeg}`, () => {
      expect(orientationOf({ originMm: null, row, column })).toBe(turnDeg);
    });
  }

  it("without an orientation: unchanged", () => {
    expect(orientationOf(null)).toBe(0);
  });
});

describe("glassToPixels", () => {
  const place = { originMm: [20, 40], row: [0, -1], column: [-1, 0] } as const;

  it("the origin is the centre of the first pixel; rows run down the glass, columns to the left", () => {
    const toPixels = glassToPixels(place, { x: 0.5, y: 0.25 })!;
    expect(toPixels(20, 40)).toEqual([0.5, 0.5]);
    const [x, y] = toPixels(20 - 0.25, 40 - 1);
    expect([x, y].map((side) => Number(side.toFixed(6)))).toEqual([2000.5, 1000.5]);
  });

  it("is unknown without an origin, a pixel size, or two directions", () => {
    expect(glassToPixels({ ...place, originMm: null }, { x: 1, y: 1 })).toBeNull();
    expect(glassToPixels(place, null)).toBeNull();
    expect(glassToPixels({ ...place, column: [0, -1] }, { x: 1, y: 1 })).toBeNull();
  });
});
