import { expect, it } from "vitest";
import { quizStatistics } from "./item-statistics.ts";
import { missingOfQuestion, missingOfQuiz } from "./missing-figure.ts";

const varied = [
  [1, 0],
  [0, 0],
  [1, 1],
  [1, 0],
];

it("explains the required number of attempts, missing questions or missing variance", () => {
  const of = (points: number[][]) => quizStatistics(points, points[0]?.map(() => 1) ?? [1, 1]);
  expect(missingOfQuiz("mean", of([]), 2)).toEqual({ reason: "tooFewAttempts", needed: 1 });
  expect(missingOfQuiz("kurtosis", of(varied.slice(1)), 2)).toEqual({ reason: "tooFewAttempts", needed: 4 });
  expect(missingOfQuiz("kurtosis", of(varied), 2)).toBeNull();
  expect(missingOfQuiz("skewness", of([[1], [1], [1]]), 1)).toEqual({ reason: "noVariation" });
  expect(missingOfQuiz("internalConsistency", of([[1], [0]]), 1)).toEqual({ reason: "tooFewQuestions" });
});

it("explains why a question has no figures", () => {
  const { questions } = quizStatistics(varied, [1, 1]);
  const [first] = questions;
  if (!first) throw new Error("the table has questions");
  const { intendedWeight: _, ...figures } = first;
  expect(missingOfQuestion({ ...figures, maxScore: 1 }, 4)).toBeNull();
  expect(missingOfQuestion({ ...figures, maxScore: null }, 4)).toBe("notGraded");
  expect(missingOfQuestion({ ...figures, maxScore: 1, facility: null }, 4)).toBe("notAsked");
  expect(missingOfQuestion({ ...figures, maxScore: 1, facility: null }, 1)).toBeNull();
  expect(missingOfQuestion({ ...figures, maxScore: 1, discriminationIndex: null }, 4)).toBe("sameForAll");
  expect(missingOfQuestion({ ...figures, maxScore: 1, effectiveWeight: null }, 4)).toBe("fallsWithSums");
});
