import { expect, it } from "vitest";
import { lengthPx, micronsPerPixelOf } from "./known-length.ts";

const rows: [knownUm: number, drawnPx: number, micronsPerPixel: number | null][] = [
  [1000, 4000, 0.25],
  [100, 300, 0.333333],
  [0, 300, null],
  [-1, 300, null],
  [100, 0, null],
  [Number.NaN, 300, null],
];
for (const [known, drawn, expected] of rows) {
  it(`${known} µm over ${drawn} px`, () => expect(micronsPerPixelOf(known, drawn)).toBe(expected));
}

it("the length of a bent line is the sum of its segments", () =>
  expect(
    lengthPx({
      kind: "line",
      path: [
        [0, 0],
        [3, 4],
        [3, 10],
      ],
    }),
  ).toBe(11));
