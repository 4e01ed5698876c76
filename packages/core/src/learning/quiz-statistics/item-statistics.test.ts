import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quizStatistics } from "./item-statistics.ts";

/**
 * Points of 25 attempts at 7 questions of one point each, for which Moodle's own tests state the statistics
 * (mod/quiz/report/statistics/tests). A third is 0.3333333 there. The points are from the steps of its attempts; its
 * table of results swaps the last two questions of the first attempt.
 */
const CLASS = `
  1 1 1 1 1 0 1, 1 1 1 1 .5 1 0, 1 1 1 1 .5 0 1, 0 0 1 1 1 0 0, 1 0 1 0 0 1 .5,
  1 1 1 1 .5 0 .5, 0 1 1 1 .5 1 .5, 1 1 1 0 .5 1 .5, 1 0 1 1 1 1 1, 0 1 1 0 .5 1 .5,
  .8 0 1 1 .5 1 .5, 1 1 1 0 .5 1 1, 1 0 1 1 .5 1 .5, 1 0 1 1 1 0 .5, 0 0 1 1 0 1 1,
  1 0 1 0 .5 1 1, .8 0 1 1 .5 0 1, 1 0 1 1 0 1 .5, 1 0 1 1 .5 0 .5, 0 1 1 0 .5 1 0,
  1 1 .3333333 1 .5 0 .5, 1 1 1 0 .5 0 .5, 1 1 1 1 0 1 .5, 0 0 1 0 .5 1 1, 0 0 1 1 1 1 1`;
const points = CLASS.split(",").map((row) => row.trim().split(/\s+/).map(Number));
const ONES = [1, 1, 1, 1, 1, 1, 1];

describe("statistics of a class, as Moodle states them for the same points", () => {
  const found = quizStatistics(points, ONES);

  it("of the quiz", () => {
    const { mean, median, standardDeviation, skewness, kurtosis, internalConsistency, errorRatio, standardError } =
      found;
    expect(found.attempts).toBe(25);
    expect(mean).toBeCloseTo(4.6173333, 6);
    expect(median).toBe(4.5);
    expect(standardDeviation).toBeCloseTo(0.8117265554, 6);
    expect(skewness).toBeCloseTo(-0.092502502, 6);
    expect(kurtosis).toBeCloseTo(-0.7073968557, 6);
    expect(internalConsistency).toBeCloseTo(-87.2230935542, 5);
    expect(errorRatio).toBeCloseTo(136.8294900795, 5);
    expect(standardError).toBeCloseTo(1.1106813066, 6);
  });

  const expected: [facility: number, deviation: number, weight: number, index: number, efficiency: number][] = [
    [70.4, 45.13682901, 21.2922742344, -7.0650767526, -9.4550536967],
    [48, 50.99019514, 18.8979800309, -28.8982125772, -36.7834118938],
    [97.3333332, 13.333334, 4.443012573, -9.1230674268, -21.6545012165],
    [68, 47.60952286, 18.9347251357, -22.6306444113, -31.4411395613],
    [52, 30.55050463, 11.1450138688, -17.6997047674, -21.1794802584],
    [64, 48.98979486, 9.8081339177, -45.3785178421, -56.9365974439],
    [62, 33.1662479, 15.4788602394, -5.6543166602, -6.5043742058],
  ];
  for (const [place, [facility, deviation, weight, index, efficiency]] of expected.entries())
    it(`of question ${place + 1}`, () => {
      const question = found.questions[place];
      expect(question?.facility).toBeCloseTo(facility, 5);
      expect(question?.standardDeviation).toBeCloseTo(deviation, 5);
      expect(question?.effectiveWeight).toBeCloseTo(weight, 5);
      expect(question?.discriminationIndex).toBeCloseTo(index, 5);
      expect(question?.discriminativeEfficiency).toBeCloseTo(efficiency, 5);
      expect(question?.intendedWeight).toBeCloseTo(100 / 7, 9);
    });
});

describe("an undefined figure", () => {
  it("is null for no attempts and for one", () => {
    const nobody = quizStatistics([], [1, 2]);
    expect(nobody).toMatchObject({ attempts: 0, mean: null, median: null, standardDeviation: null, skewness: null });
    expect(nobody.questions[0]).toMatchObject({ facility: null, discriminationIndex: null, intendedWeight: 100 / 3 });
    const one = quizStatistics([[1, 1]], [1, 2]);
    expect(one).toMatchObject({ mean: 2, median: 2, standardDeviation: null, internalConsistency: null });
    expect(one.questions[1]).toMatchObject({ facility: 50, standardDeviation: null, effectiveWeight: null });
  });

  it("is null if all points are equal: there is no variance", () => {
    const same = quizStatistics(
      [
        [1, 0.1],
        [1, 0.1],
        [1, 0.1],
        [1, 0.1],
      ],
      [1, 1],
    );
    expect(same).toMatchObject({ standardDeviation: 0, skewness: null, kurtosis: null, internalConsistency: null });
    expect(same.questions[0]).toMatchObject({ facility: 100, discriminationIndex: null, effectiveWeight: null });
  });

  it("is not the error ratio of perfectly consistent questions: it is 0 despite rounding", () => {
    const points = [
      [2, 2, 4],
      [0, 0, 2],
    ];
    const { internalConsistency, errorRatio, standardError } = quizStatistics(points, [4, 4, 4]);
    expect(internalConsistency).toBeCloseTo(100, 9);
    expect(errorRatio).toBeCloseTo(0, 5);
    expect(standardError).toBeCloseTo(0, 5);
  });

  it("is the weight of a question whose points fall as the totals rise", () => {
    const { questions } = quizStatistics(
      [
        [0, 3],
        [1, 1],
        [1, 0],
        [0, 3],
      ],
      [1, 3],
    );
    expect(questions[0]?.effectiveWeight).toBeNull();
    expect(questions[1]?.effectiveWeight).toBe(100);
    expect(questions[0]?.discriminationIndex).toBeLessThan(-90);
  });
});

const table = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 12 })).chain(([questions, attempts]) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: questions, maxLength: questions }), {
    minLength: attempts,
    maxLength: attempts,
  }),
);

it("every figure is a number or null, within its bounds, and does not depend on the order of the attempts", () => {
  fc.assert(
    fc.property(table, (rows) => {
      const maxPoints = Array.from({ length: rows[0]?.length ?? 2 }, () => 4);
      const found = quizStatistics(rows, maxPoints);
      const all = [found, ...found.questions].flatMap((one) =>
        Object.values(one).filter((value) => !Array.isArray(value)),
      );
      for (const value of all) expect(value === null || Number.isFinite(value)).toBe(true);
      for (const { facility, discriminationIndex, discriminativeEfficiency, effectiveWeight } of found.questions) {
        if (facility !== null) expect(facility >= 0 && facility <= 100).toBe(true);
        if (discriminationIndex !== null) expect(Math.abs(discriminationIndex)).toBeLessThanOrEqual(100);
        if (discriminativeEfficiency !== null) expect(discriminativeEfficiency).toBeLessThanOrEqual(100);
        if (effectiveWeight !== null) expect(effectiveWeight).toBeLessThanOrEqual(100.000001);
      }
      const turned = quizStatistics(rows.toReversed(), maxPoints);
      expect(turned.mean ?? 0).toBeCloseTo(found.mean ?? 0, 9);
      expect(turned.internalConsistency ?? 0).toBeCloseTo(found.internalConsistency ?? 0, 6);
    }),
  );
});
