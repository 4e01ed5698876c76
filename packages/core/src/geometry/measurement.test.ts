import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areaMeasurement,
  lengthMeasurement,
  measure,
  pathLengthUm,
  polygonAreaUm2,
  ringAreaPx2,
} from "./measurement.ts";
import type { SlidePoint } from "./slide-point.ts";

const SQUARE: readonly SlidePoint[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];
const ONE = { x: 1, y: 1 };

describe("the length of a path", () => {
  const cases: [what: string, path: SlidePoint[], pixel: { x: number; y: number }, um: number][] = [
    ["nothing", [], ONE, 0],
    ["one point", [[5, 5]], ONE, 0],
    [
      "3-4-5",
      [
        [0, 0],
        [3, 4],
      ],
      ONE,
      5,
    ],
    [
      "there and back",
      [
        [0, 0],
        [3, 4],
        [0, 0],
      ],
      ONE,
      10,
    ],
    [
      "half a micrometre per pixel",
      [
        [0, 0],
        [3, 4],
      ],
      { x: 0.5, y: 0.5 },
      2.5,
    ],
    [
      "each axis with its own pixel size",
      [
        [0, 0],
        [60, 160],
      ],
      { x: 0.5, y: 0.25 },
      50,
    ],
    [
      "the same point twice",
      [
        [1, 1],
        [1, 1],
      ],
      ONE,
      0,
    ],
  ];
  for (const [what, path, pixel, um] of cases) {
    it(what, () => expect(pathLengthUm(path, pixel)).toBeCloseTo(um, 12));
  }
});

describe("the area of a polygon", () => {
  const HOLE: SlidePoint[] = [
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 20],
  ];
  const cases: [what: string, rings: (readonly SlidePoint[])[], pixel: { x: number; y: number }, um2: number][] = [
    ["nothing", [], ONE, 0],
    [
      "two points",
      [
        [
          [0, 0],
          [9, 9],
        ],
      ],
      ONE,
      0,
    ],
    ["a square", [SQUARE], ONE, 10_000],
    ["in the opposite direction", [SQUARE.toReversed()], ONE, 10_000],
    ["anisotropic pixels", [SQUARE], { x: 0.5, y: 0.25 }, 1250],
    ["a hole", [SQUARE, HOLE], ONE, 9_900],
    ["a hole drawn in the opposite direction", [SQUARE, HOLE.toReversed()], ONE, 9_900],
    ["a hole larger than the outline: zero, not negative", [HOLE, SQUARE], ONE, 0],
    [
      "a triangle",
      [
        [
          [0, 0],
          [10, 0],
          [0, 10],
        ],
      ],
      ONE,
      50,
    ],
  ];
  for (const [what, rings, pixel, um2] of cases) {
    it(what, () => expect(polygonAreaUm2(rings, pixel)).toBeCloseTo(um2, 9));
  }

  it("does not depend on the start, direction or position of the ring", () => {
    const whole = fc.integer({ min: -10_000, max: 10_000 });
    const ring = fc.array(fc.tuple(whole, whole), { minLength: 3, maxLength: 20 }) as fc.Arbitrary<SlidePoint[]>;
    fc.assert(
      fc.property(ring, fc.nat(), whole, whole, (points, start, right, down) => {
        const area = ringAreaPx2(points);
        const turn = start % points.length;
        expect(ringAreaPx2([...points.slice(turn), ...points.slice(0, turn)])).toBe(area);
        expect(ringAreaPx2(points.toReversed())).toBe(area);
        expect(ringAreaPx2(points.map(([x, y]) => [x + right, y + down] as SlidePoint))).toBe(area);
      }),
    );
  });
});

describe("the unit", () => {
  it("of a length is mm from 1000 µm on", () => {
    expect(lengthMeasurement(0)).toEqual({ kind: "length", value: 0, unit: "µm" });
    expect(lengthMeasurement(999.999)).toEqual({ kind: "length", value: 999.999, unit: "µm" });
    expect(lengthMeasurement(1000)).toEqual({ kind: "length", value: 1, unit: "mm" });
    expect(lengthMeasurement(2500)).toEqual({ kind: "length", value: 2.5, unit: "mm" });
  });
  it("of an area is mm² from 10^6 µm² on", () => {
    expect(areaMeasurement(999_999)).toEqual({ kind: "area", value: 999_999, unit: "µm²" });
    expect(areaMeasurement(1_000_000)).toEqual({ kind: "area", value: 1, unit: "mm²" });
  });
});

describe("the measurement", () => {
  it("of several lines or polygons is their sum; points have none", () => {
    expect(
      measure(
        {
          kind: "multiLine",
          paths: [
            [
              [0, 0],
              [3, 4],
            ],
            [
              [0, 0],
              [0, 5],
            ],
          ],
        },
        ONE,
      ),
    ).toEqual({ kind: "length", value: 10, unit: "µm" });
    expect(measure({ kind: "multiPolygon", polygons: [[SQUARE], [SQUARE]] }, ONE)).toEqual({
      kind: "area",
      value: 20_000,
      unit: "µm²",
    });
    expect(measure({ kind: "point", point: [1, 1] }, ONE)).toBeNull();
    expect(measure({ kind: "multiPoint", points: [[1, 1]] }, ONE)).toBeNull();
  });
});
