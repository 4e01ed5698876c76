import { expect, it } from "vitest";
import { traceShape } from "./shape-tracing.ts";

const half = ([x, y]: readonly [number, number]): [number, number] => [x / 2, y / 2];

it("outlines are closed paths, with their holes", () => {
  const rings = [
    [
      [0, 0],
      [10, 0],
      [10, 10],
    ],
    [
      [2, 2],
      [4, 2],
      [4, 4.44],
    ],
  ] as const;
  expect(traceShape({ kind: "polygon", rings }, half)).toEqual({ path: "M0 0L5 0L5 5ZM1 1L2 1L2 2.2Z", points: [] });
});

it("lines stay open, and points are positions", () => {
  const path = [
    [0, 0],
    [10, 20],
  ] as const;
  expect(traceShape({ kind: "line", path }, half)).toEqual({ path: "M0 0L5 10", points: [] });
  expect(traceShape({ kind: "multiPoint", points: path }, half)).toEqual({
    path: "",
    points: [
      [0, 0],
      [5, 10],
    ],
  });
});
