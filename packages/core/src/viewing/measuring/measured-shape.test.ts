import { describe, expect, it } from "vitest";
import type { SlidePoint } from "../../geometry/slide-point.ts";
import { measuredShape } from "./measured-shape.ts";

const QUARTER = { x: 0.25, y: 0.25 };
/** Twice as high as wide. */
const TALL = { x: 0.25, y: 0.5 };

describe("a measured path", () => {
  const path: readonly SlidePoint[] = [
    [0, 0],
    [400, 0],
    [400, 300],
  ];
  it("has its length and that of each segment", () => {
    const measured = measuredShape({ kind: "line", path }, QUARTER);
    expect(measured).toEqual({
      total: { kind: "length", value: 175, unit: "µm" },
      perimeter: null,
      segments: [
        { kind: "length", value: 100, unit: "µm" },
        { kind: "length", value: 75, unit: "µm" },
      ],
    });
  });
  it("uses the pixel size of each axis", () => {
    const measured = measuredShape({ kind: "line", path }, TALL);
    expect(measured?.segments.map(({ value }) => value)).toEqual([100, 150]);
    expect(measured?.total.value).toBe(250);
  });
  it("is given in mm from 1000 µm on, separately for each segment", () => {
    const measured = measuredShape({ kind: "line", path }, { x: 2, y: 2 });
    expect(measured?.total).toEqual({ kind: "length", value: 1.4, unit: "mm" });
    expect(measured?.segments.map(({ unit }) => unit)).toEqual(["µm", "µm"]);
  });
});

describe("a measured outline", () => {
  const ring: readonly SlidePoint[] = [
    [0, 0],
    [400, 0],
    [400, 300],
    [0, 300],
  ];
  it("has its area and its perimeter, including the closing segment", () => {
    expect(measuredShape({ kind: "polygon", rings: [ring] }, QUARTER)).toEqual({
      total: { kind: "area", value: 7500, unit: "µm²" },
      perimeter: { kind: "length", value: 350, unit: "µm" },
      segments: [],
    });
  });
  it("uses the pixel size of each axis", () => {
    const measured = measuredShape({ kind: "polygon", rings: [ring] }, TALL);
    expect([measured?.total.value, measured?.perimeter?.value]).toEqual([15_000, 500]);
  });
});

it("a point has nothing to measure", () => {
  expect(measuredShape({ kind: "point", point: [1, 2] }, QUARTER)).toBeNull();
});
