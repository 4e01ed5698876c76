import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { describe, expect, it } from "vitest";
import { isBoxWithin, storeShapes } from "./shape-store.ts";
import { traceShape } from "./shape-tracing.ts";

const POINT: Shape = { kind: "point", point: [5, 6] };
const LINE: Shape = {
  kind: "line",
  path: [
    [0, 0],
    [10.25, 20.5],
  ],
};
const RINGED: Shape = {
  kind: "polygon",
  rings: [
    [
      [0, 0],
      [100, 0],
      [100, 80],
    ],
    [
      [60, 10],
      [70, 10],
      [70, 20],
    ],
  ],
};
const NOTHING: Shape = { kind: "multiPoint", points: [] };
const store = storeShapes([POINT, LINE, NOTHING, RINGED]);

describe("stored shapes", () => {
  it("have all vertices in one array", () => {
    expect([...store.coordinates]).toEqual([5, 6, 0, 0, 10.25, 20.5, 0, 0, 100, 0, 100, 80, 60, 10, 70, 10, 70, 20]);
    expect([...store.firstPath]).toEqual([0, 1, 2, 2, 4]);
    expect([...store.pathStart]).toEqual([0, 1, 3, 6, 9]);
    expect([...store.isClosed]).toEqual([0, 0, 1, 1]);
  });
  it("know their boxes", () => {
    expect([...store.boxes.subarray(4, 8)]).toEqual([0, 0, 10.25, 20.5]);
    expect([...store.boxes.subarray(12, 16)]).toEqual([0, 0, 100, 80]);
  });
  const within: [string, number, number, boolean][] = [
    ["touching", 1, 0, true],
    ["beside", 0, 0, false],
    ["outside, within the margin", 0, 6, true],
    ["without a position", 2, 1e6, false],
  ];
  for (const [name, index, margin, expected] of within) {
    it(`${name}: ${expected}`, () =>
      expect(isBoxWithin(store, index, { minX: 10.25, minY: 0, maxX: 50, maxY: 20 }, margin)).toBe(expected));
  }
});

describe("tracing", () => {
  const frame = {
    toScreen: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
    width: 200,
    height: 100,
    pixelRatio: 1,
    isMoving: false,
    marginPx: 0,
  };
  /** Records the canvas calls. */
  function traced(shape: Shape, minStepPx?: number): string[] {
    const calls: string[] = [];
    const context = {
      moveTo: (x: number, y: number) => calls.push(`M${x} ${y}`),
      lineTo: (x: number, y: number) => calls.push(`L${x} ${y}`),
      closePath: () => calls.push("Z"),
    };
    traceShape(context as unknown as CanvasRenderingContext2D, storeShapes([shape]), 0, frame, minStepPx);
    return calls;
  }

  it("closes rings, each as its own path", () => {
    expect(traced(RINGED)).toEqual(["M0 0", "L100 0", "L100 80", "Z", "M60 10", "L70 10", "L70 20", "Z"]);
  });
  it("omits vertices that are too close to be visible, but never a line's end", () => {
    const path = [
      [0, 0],
      [0.25, 0],
      [0.5, 0],
      [10, 0],
      [10.25, 0],
    ] as const;
    expect(traced({ kind: "line", path })).toEqual(["M0 0", "L10 0", "L10.25 0"]);
    expect(traced({ kind: "line", path }, 20)).toEqual(["M0 0", "L10.25 0"]);
  });
  it("omits a run of vertices beyond one edge of the screen, but not one that crosses it", () => {
    const path = [
      [10, 10],
      [500, 10],
      [600, 50],
      [700, 90],
      [10, 90],
    ] as const;
    expect(traced({ kind: "line", path })).toEqual(["M10 10", "L500 10", "L700 90", "L10 90"]);
  });
  it("follows corners outside the screen", () => {
    const path = [
      [-100, 50],
      [-100, -100],
      [300, -100],
      [300, 50],
    ] as const;
    expect(traced({ kind: "line", path })).toEqual(["M-100 50", "L-100 -100", "L300 -100", "L300 50"]);
  });
});
