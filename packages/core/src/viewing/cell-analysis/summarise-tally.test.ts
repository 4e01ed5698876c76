import { describe, expect, it } from "vitest";
import { newTally, type Tally } from "../counting/tally.ts";
import { summariseTally } from "./summarise-tally.ts";

const RINGS = [
  [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ],
] as const;
const OPTIONS = { rings: RINGS, areaSquareMicrometres: 1_000, names: { positive: "Positive", negative: "Negative" } };
const tallyOf = (names: readonly string[], ratio: Tally["ratio"] = null): Tally => ({
  ...newTally("a", "Count 1", names),
  marks: [
    { id: 1, categoryId: 1, at: [10, 10] },
    { id: 2, categoryId: 2, at: [20, 20] },
    { id: 3, categoryId: 2, at: [30, 30] },
    { id: 4, categoryId: 1, at: [150, 10] },
  ],
  ratio,
});

describe("a count by hand", () => {
  it("includes the marks inside the region, positive and negative by name", () => {
    const { summary, hasClasses } = summariseTally(tallyOf(["Positive", "Negative"]), OPTIONS);
    expect(hasClasses).toBe(true);
    expect(summary).toMatchObject({ count: 3, positiveCount: 1, negativeCount: 2, densityPerSquareMillimetre: 3_000 });
    expect(summary.positiveShare).toBeCloseTo(1 / 3);
  });
  it("is interpreted by its ratio before its names", () => {
    const { summary } = summariseTally(tallyOf(["Positive", "Negative"], { part: 2, rest: 1 }), OPTIONS);
    expect(summary).toMatchObject({ positiveCount: 2, negativeCount: 1 });
  });
  it("of other categories has only a total", () => {
    const { summary, hasClasses } = summariseTally(tallyOf(["Mitosis", "Apoptosis"]), OPTIONS);
    expect(hasClasses).toBe(false);
    expect(summary).toMatchObject({ count: 3, positiveShare: null });
  });
});
