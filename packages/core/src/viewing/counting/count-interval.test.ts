import { describe, expect, it } from "vitest";
import { chiSquareQuantile, lowerGamma } from "./chi-square.ts";
import { poissonInterval, wilsonInterval } from "./count-interval.ts";

describe("chi-square quantiles from printed tables", () => {
  const cases: [probability: number, degreesOfFreedom: number, quantile: number][] = [
    [0.95, 1, 3.8415],
    [0.95, 2, 5.9915],
    [0.95, 10, 18.307],
    [0.99, 5, 15.0863],
    [0.05, 10, 3.9403],
    [0.025, 30, 16.7908],
    [0.975, 30, 46.9792],
    [0.975, 100, 129.5612],
    [0.005, 1, 0.0000393],
  ];
  for (const [probability, degreesOfFreedom, quantile] of cases) {
    it(`${probability} with ${degreesOfFreedom}: ${quantile}`, () => {
      expect(chiSquareQuantile(probability, degreesOfFreedom)).toBeCloseTo(quantile, 4 - Math.floor(quantile / 100));
    });
  }
  it("two degrees of freedom are an exponential distribution", () => {
    for (const x of [0.01, 0.5, 1, 3, 10, 40]) expect(lowerGamma(1, x)).toBeCloseTo(1 - Math.exp(-x), 13);
  });
});

describe("95 % interval of a count (Garwood 1936)", () => {
  const cases: [count: number, low: number, high: number][] = [
    [0, 0, 3.6889],
    [1, 0.0253, 5.5716],
    [2, 0.2422, 7.2247],
    [3, 0.6187, 8.7673],
    [4, 1.0899, 10.2416],
    [5, 1.6235, 11.6683],
    [10, 4.7954, 18.3904],
    [20, 12.2165, 30.8884],
    [50, 37.111, 65.9192],
    [100, 81.364, 121.6268],
  ];
  for (const [count, low, high] of cases) {
    it(`${count}: ${low} to ${high}`, () => {
      const interval = poissonInterval(count);
      expect(interval.low).toBeCloseTo(low, 3);
      expect(interval.high).toBeCloseTo(high, 3);
    });
  }
  it("is close to the normal distribution for large counts", () => {
    const { low, high } = poissonInterval(100_000);
    expect(low).toBeCloseTo(100_000 - 1.96 * Math.sqrt(100_000), -1);
    expect(high).toBeCloseTo(100_000 + 1.96 * Math.sqrt(100_000), -1);
  });
});

describe("95 % interval of a share (Wilson 1927; values of Newcombe, Stat. Med. 17 (1998), 857-872, table I)", () => {
  const cases: [part: number, total: number, low: number, high: number][] = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ];
  for (const [part, total, low, high] of cases) {
    it(`${part} of ${total}: ${low} to ${high}`, () => {
      const interval = wilsonInterval(part, total);
      expect(interval.low).toBeCloseTo(low, 4);
      expect(interval.high).toBeCloseTo(high, 4);
    });
  }
});
