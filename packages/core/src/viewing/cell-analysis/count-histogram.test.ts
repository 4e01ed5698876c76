import { describe, expect, it } from "vitest";
import { positiveShareOfCount, summariseCount } from "./count-by-hand.ts";
import { histogramOfCounts } from "./count-histogram.ts";

describe("the histogram of counts", () => {
  it("has at most 12 bars of a round width, with each count in one", () => {
    const values = Array.from({ length: 40 }, (_unused, at) => 97 + 3 * at);
    const found = histogramOfCounts(values);
    expect(found?.bars[0]).toMatchObject({ from: 80, to: 100 });
    expect(found?.bars).toHaveLength(7);
    expect(found?.bars.reduce((sum, { number }) => sum + number, 0)).toBe(40);
    expect(found?.median).toBe(155.5);
  });
  it("of percents has no bar beyond 100", () => {
    expect(histogramOfCounts([60, 100], 100)?.bars.at(-1)).toEqual({ from: 95, to: 100, number: 1 });
  });
  it("of equal counts has one bar, and is null without counts", () => {
    expect(histogramOfCounts([7, 7, 7])).toEqual({ bars: [{ from: 7, to: 8, number: 3 }], median: 7 });
    expect(histogramOfCounts([])).toBeNull();
  });
});

it("a count by hand is summarised as a result is", () => {
  const count = { positiveCount: 30, negativeCount: 10, otherCount: 2 };
  expect(summariseCount(count, 1e6)).toMatchObject({ count: 42, positiveShare: 0.75, densityPerSquareMillimetre: 42 });
  expect(positiveShareOfCount({ positiveCount: 0, negativeCount: 0, otherCount: 5 })).toBeNull();
});
