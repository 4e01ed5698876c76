import { describe, expect, it } from "vitest";
import { maskCount, SMALLEST_AUDIENCE, SMALLEST_SUM } from "./masked-count.ts";

describe("a number of learners", () => {
  it("is exact if it neither includes nor excludes fewer than three people", () => {
    expect(maskCount(3, 30)).toEqual({ from: 3, to: 3 });
    expect(maskCount(27, 30)).toEqual({ from: 27, to: 27 });
  });

  it("is a range of three numbers at both ends", () => {
    for (const count of [0, 1, 2]) expect(maskCount(count, 30)).toEqual({ from: 0, to: 2 });
    for (const count of [28, 29, 30]) expect(maskCount(count, 30)).toEqual({ from: 28, to: 30 });
  });

  it("is hidden if there are too few learners for such a range", () => {
    for (let total = 0; total < SMALLEST_AUDIENCE; total += 1)
      for (let count = 0; count <= total; count += 1) expect(maskCount(count, total)).toBeNull();
  });

  it("never has fewer than three people on either side, for all small classes", () => {
    for (let total = SMALLEST_AUDIENCE; total <= 12; total += 1)
      for (let count = 0; count <= total; count += 1) {
        const range = maskCount(count, total);
        const alike = Array.from({ length: total + 1 }, (_, other) => maskCount(other, total)).filter(
          (other) => other?.from === range?.from && other?.to === range?.to,
        ).length;
        const isExact = range?.from === range?.to;
        expect(isExact ? Math.min(count, total - count) : alike).toBeGreaterThanOrEqual(SMALLEST_SUM);
      }
  });
});
