import { describe, expect, it } from "vitest";
import { histogramBars, largestSample, scaleEndFor, windowOfCounts } from "./histogram.ts";

/** @param pairs sample and its count. */
function countsOf(length: number, ...pairs: [sample: number, count: number][]): Uint32Array {
  const counts = new Uint32Array(length);
  for (const [sample, count] of pairs) counts[sample] = count;
  return counts;
}

describe("an automatic window", () => {
  it("excludes a thousandth at both ends", () =>
    expect(windowOfCounts(countsOf(65_536, [0, 9], [120, 5000], [3000, 4982], [65_535, 9]))).toEqual({
      min: 120,
      max: 3000,
    }));
  it("includes more than a thousandth", () =>
    expect(windowOfCounts(countsOf(256, [0, 11], [120, 9978], [255, 11]))).toEqual({ min: 0, max: 255 }));
  it("is at least one sample wide", () => expect(windowOfCounts(countsOf(256, [7, 4]))).toEqual({ min: 7, max: 8 }));
  it("is null without samples", () => expect(windowOfCounts(new Uint32Array(256))).toBeNull());
});

describe("the end of the scale", () => {
  for (const [samples, bits, end] of [
    [[4095], 16, 4095],
    [[4096, 12], 16, 8191],
    [[0], 16, 255],
    [[65_535], 16, 65_535],
    [[99_999], 16, 65_535],
    [[12], 8, 255],
    [[], 16, 255],
  ] as const) {
    it(`for ${samples} in ${bits} bits is ${end}`, () => expect(scaleEndFor(samples, bits)).toBe(end));
  }
});

it("the largest sample is the last that occurs", () => {
  expect([largestSample(countsOf(256, [3, 1], [200, 1])), largestSample(new Uint32Array(256))]).toEqual([200, 0]);
});

it("bars are square roots, and omit samples beyond the scale", () => {
  const counts = countsOf(65_536, [0, 16], [255, 4], [256, 99]);
  expect(histogramBars(counts, 255, 4)).toEqual([1, 0, 0, 0.5]);
});
