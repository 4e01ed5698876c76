import { polygonAreaUm2 } from "@parfocal/core/geometry/measurement.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { describe, expect, it } from "vitest";
import { strokeArea } from "./brush-stroke.ts";
import { type AreaShape, differenceOf, intersectionOf, repaired, simplifiedArea, unionOf } from "./shape-clipping.ts";

const square = (x: number, y: number, side: number): AreaShape => ({
  kind: "polygon",
  rings: [
    [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
    ],
  ],
});
const areaOf = (shape: AreaShape | null): number => {
  const polygons = shape === null ? [] : shape.kind === "polygon" ? [shape.rings] : shape.polygons;
  return polygons.reduce((sum, rings) => sum + polygonAreaUm2(rings, { x: 1, y: 1 }), 0);
};

describe("areas", () => {
  const [a, b, far] = [square(0, 0, 10), square(5, 5, 10), square(100, 100, 10)];

  it("are united", () => expect(areaOf(unionOf([a, b]))).toBe(175));
  it("that do not meet are united to one shape of two parts", () => {
    expect(unionOf([a, far])).toMatchObject({ kind: "multiPolygon", polygons: { length: 2 } });
  });
  it("are cut from one another", () => expect(areaOf(differenceOf(a, [b]))).toBe(75));
  it("have a part in common", () => expect(areaOf(intersectionOf([a, b]))).toBe(25));
  it("that do not meet have nothing in common", () => expect(intersectionOf([a, far])).toBeNull());
  it("cut away whole leave nothing", () => expect(differenceOf(a, [square(-5, -5, 30)])).toBeNull());
  it("cut out of the middle leave a hole", () => {
    const holed = differenceOf(square(0, 0, 30), [square(10, 10, 10)]);
    expect(holed).toMatchObject({ kind: "polygon", rings: { length: 2 } });
    expect(areaOf(holed)).toBe(800);
  });
  it("do not repeat the first point of a ring", () => {
    const united = unionOf([a, b]);
    const ring = united?.kind === "polygon" ? united.rings[0] : undefined;
    expect(ring?.at(-1)).not.toEqual(ring?.[0]);
  });
});

describe("an outline that crosses itself", () => {
  const bow: AreaShape = {
    kind: "polygon",
    rings: [
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ],
    ],
  };

  it("is repaired to the parts that it encloses", () => {
    expect(findSelfCrossing(bow)).not.toBeNull();
    const fixed = repaired(bow);
    expect(fixed && findSelfCrossing(fixed)).toBeNull();
    expect(areaOf(fixed)).toBe(50);
  });

  it("does not come from simplifying", () => {
    // A narrow fold: leaving out its tip would let the outline cross itself.
    const fold: SlidePoint[] = [
      [0, 0],
      [50, 0.4],
      [100, 0],
      [100, 1],
      [52, 0.8],
      [50, 3],
      [48, 0.8],
      [0, 1],
    ];
    for (const tolerance of [0.5, 1, 2, 5]) {
      expect(findSelfCrossing(simplifiedArea({ kind: "polygon", rings: [fold] }, tolerance))).toBeNull();
    }
  });
});

describe("a stroke of the brush", () => {
  const size = { radius: 10, resolution: 1 };
  const CIRCLE_AREA = Math.PI * 100;

  it("is a disc where it only dabs", () =>
    expect(areaOf(strokeArea([[50, 50]], size)) / CIRCLE_AREA).toBeCloseTo(1, 1));
  it("is as broad as the brush along its way", () => {
    const way: SlidePoint[] = [
      [0, 0],
      [100, 0],
    ];
    expect(areaOf(strokeArea(way, size)) / (CIRCLE_AREA + 2000)).toBeCloseTo(1, 1);
  });
  it("around a place leaves a hole, and never crosses itself", () => {
    const way = Array.from({ length: 61 }, (_unused, index): SlidePoint => {
      const angle = (index / 60) * 2 * Math.PI;
      return [60 * Math.cos(angle), 60 * Math.sin(angle)];
    });
    const ring = strokeArea(way, size);
    expect(ring).toMatchObject({ kind: "polygon", rings: { length: 2 } });
    expect(ring && findSelfCrossing(ring)).toBeNull();
  });
  it("nowhere is nothing", () => expect(strokeArea([], size)).toBeNull());
});
