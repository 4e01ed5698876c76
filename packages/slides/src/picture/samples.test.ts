import { describe, expect, it } from "vitest";
import { greyToRgb, type Samples, widenRange } from "./samples.ts";

const cases: [what: string, samples: Samples, greys: number[]][] = [
  ["12 of 16 bits", Uint16Array.of(0, 1023.75, 4095), [0, 64, 255]],
  ["a low contrast", Uint16Array.of(1000, 1001, 1002), [0, 128, 255]],
  ["signed samples", Int16Array.of(-100, 1, 100), [0, 129, 255]],
  [
    "floating point, and non-finite values",
    Float32Array.of(0, 0.5, 1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    [0, 128, 255, 0, 255, 0],
  ],
  ["a blank image", Uint16Array.of(500, 500), [0, 0]],
  ["no numbers", Float32Array.of(Number.NaN, Number.NaN), [0, 0]],
];

describe("grey of any depth", () => {
  for (const [what, samples, greys] of cases) {
    it(`${what}: from the minimum to the maximum`, () => {
      const rgb = greyToRgb(samples, widenRange(null, samples));
      expect([...rgb]).toEqual(greys.flatMap((grey) => [grey, grey, grey]));
    });
  }

  it("the range is extended over several bands", () => {
    const first = widenRange(null, Uint16Array.of(5, 9));
    expect(widenRange(first, Uint16Array.of(7, 12))).toEqual({ min: 5, max: 12 });
  });
});
