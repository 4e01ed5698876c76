import { describe, expect, it } from "vitest";
import type { CellClass, IntensityClass } from "./nucleus.ts";
import { summariseNuclei } from "./summarise-nuclei.ts";

const some = (count: number, cellClass: CellClass, intensityClass: IntensityClass = 0) =>
  Array.from({ length: count }, () => ({ cellClass, intensityClass, areaSquareMicrometres: 50 }));

describe("the nuclei of a region", () => {
  const nuclei = [
    ...some(60, "negative"),
    ...some(20, "positive", 1),
    ...some(12, "positive", 2),
    ...some(8, "positive", 3),
    ...some(25, "other"),
  ];
  const summary = summariseNuclei(nuclei, 500_000);

  it("are counted, by class and by intensity", () => {
    expect(summary).toMatchObject({ count: 125, positiveCount: 40, negativeCount: 60, otherCount: 25 });
    expect(summary.countByIntensity).toEqual([60, 20, 12, 8]);
    expect(summary.meanAreaSquareMicrometres).toBe(50);
  });
  it("have a density per mm², with the confidence interval of the count", () => {
    expect(summary.densityPerSquareMillimetre).toBe(250);
    // Exact Poisson interval of 125: 104.05 to 148.93 (chi-square quantiles), per 0.5 mm².
    expect(summary.densityInterval95?.low).toBeCloseTo(208.1, 0);
    expect(summary.densityInterval95?.high).toBeCloseTo(297.9, 0);
  });
  it("have a share of positive ones that excludes the others, with Wilson's interval", () => {
    expect(summary.positiveShare).toBe(0.4);
    // Wilson 1927 for 40 of 100.
    expect(summary.positiveShareInterval95?.low).toBeCloseTo(0.3094, 4);
    expect(summary.positiveShareInterval95?.high).toBeCloseTo(0.498, 4);
  });
  it("have an H-score: 20 % weak, 12 % moderate, 8 % strong are 20 + 24 + 24", () => expect(summary.hScore).toBe(68));
});

it("an H-score is 300 if all are strong, and 0 if none is positive", () => {
  expect(summariseNuclei(some(7, "positive", 3), 1).hScore).toBe(300);
  expect(summariseNuclei(some(7, "negative"), 1).hScore).toBe(0);
});

it("manually changed classes count as changed", () => {
  const changed = summariseNuclei([...some(1, "positive", 0), ...some(1, "negative", 3)], 1);
  expect(changed.countByIntensity).toEqual([1, 1, 0, 0]);
});

it("without nuclei, area or marker there are no figures", () => {
  expect(summariseNuclei([], 1e6)).toMatchObject({
    count: 0,
    densityPerSquareMillimetre: 0,
    positiveShare: null,
    hScore: null,
  });
  expect(summariseNuclei([], 0)).toMatchObject({ densityPerSquareMillimetre: null, meanAreaSquareMicrometres: null });
  expect(summariseNuclei(some(5, "other"), 1e6)).toMatchObject({ positiveShare: null, positiveShareInterval95: null });
});
