import { describe, expect, it } from "vitest";
import { agreedShares } from "./agreed-shares.ts";

const agreed = (counts: number[], userCount: number, threshold: number, isExclusive = true) =>
  agreedShares(
    counts.map((count, place) => ({ text: `option ${place}`, count })),
    { userCount, threshold, isExclusive },
  ).map(({ isAgreed }) => isAgreed);

describe("consensus about options", () => {
  it("is reached by an option chosen by at least the threshold", () => {
    expect(agreed([6, 3, 1], 10, 0.5)).toEqual([true, false, false]);
    expect(agreed([5, 3, 2], 10, 0.5)).toEqual([true, false, false]);
    expect(agreed([4, 3, 1], 10, 0.5)).toEqual([false, false, false]);
  });

  it("counts unanswered questions", () => expect(agreed([4, 0], 10, 0.5)).toEqual([false, false]));

  it("is not reached in a tie, unless several options can be chosen", () => {
    expect(agreed([5, 5], 10, 0.5)).toEqual([false, false]);
    expect(agreed([5, 5, 1], 10, 0.5, false)).toEqual([true, true, false]);
  });

  it("is never reached without a choice, even with a threshold of 0", () => {
    expect(agreed([0, 0], 0, 0)).toEqual([false, false]);
    expect(agreed([0, 1], 10, 0)).toEqual([false, true]);
  });

  it("reports the share of all users", () => {
    const [first] = agreedShares([{ text: "A", count: 1 }], { userCount: 4, threshold: 0.5, isExclusive: true });
    expect(first?.share).toBe(0.25);
  });
});
