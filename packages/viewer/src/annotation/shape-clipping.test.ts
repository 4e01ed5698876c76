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

  it("are merged", () => expect(areaOf(unionOf([a, b]))).toBe(175));
  it("that do not touch are merged into one shape of two parts", () => {
    expect(unionOf([a, far])).toMatchObject({ kind: "multiPolygon", polygons: { length: 2 } });
  });
  it("are subtracted", () => expect(areaOf(differenceOf(a, [b]))).toBe(75));
  it("are intersected", () => expect(areaOf(intersectionOf([a, b]))).toBe(25));
  it("that do not touch have no intersection", () => expect(intersectionOf([a, far])).toBeNull());
  it("are empty if subtracted completely", () => expect(differenceOf(a, [square(-5, -5, 30)])).toBeNull());
  it("have a hole if their middle is subtracted", () => {
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

describe("a self-intersecting outline", () => {
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

  it("is not created by simplifying", () => {
    // A narrow fold: omitting its tip would make the outline self-intersecting.
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

describe("a brush stroke", () => {
  const size = { radius: 10, resolution: 1 };
  const CIRCLE_AREA = Math.PI * 100;

  it("is a disc for a single click", () =>
    expect(areaOf(strokeArea([[50, 50]], size)) / CIRCLE_AREA).toBeCloseTo(1, 1));
  it("has the width of the brush along its path", () => {
    const way: SlidePoint[] = [
      [0, 0],
      [100, 0],
    ];
    expect(areaOf(strokeArea(way, size)) / (CIRCLE_AREA + 2000)).toBeCloseTo(1, 1);
  });
  it("around a point leaves a hole, and never self-intersects", () => {
    const way = Array.from({ length: 61 }, (_unused, index): SlidePoint => {
      const angle = (index / 60) * 2 * Math.PI;
      return [60 * Math.cos(angle), 60 * Math.sin(angle)];
    });
    const ring = strokeArea(way, size);
    expect(ring).toMatchObject({ kind: "polygon", rings: { length: 2 } });
    expect(ring && findSelfCrossing(ring)).toBeNull();
  });
  it("without points is empty", () => expect(strokeArea([], size)).toBeNull());
});
