/** Reasons for missing statistics. */
import type { QuestionStatistics, QuizStatistics } from "./item-statistics.ts";

/**
 * `tooFewAttempts`: more are needed. `tooFewQuestions`: two scored ones are needed. `noVariation`: all attempts have
 * the same points.
 */
export type MissingFigure =
  | { readonly reason: "tooFewAttempts"; readonly needed: number }
  | { readonly reason: "tooFewQuestions" | "noVariation" };

const NEEDED = {
  standardDeviation: 2,
  skewness: 3,
  kurtosis: 4,
  internalConsistency: 2,
  errorRatio: 2,
  standardError: 2,
};
type FigureOfQuiz = "mean" | "median" | keyof typeof NEEDED;
const OF_SEVERAL_QUESTIONS: readonly FigureOfQuiz[] = ["internalConsistency", "errorRatio", "standardError"];

/** @returns null: it is not missing. */
export function missingOfQuiz(
  figure: FigureOfQuiz,
  { attempts, [figure]: value }: Pick<QuizStatistics, "attempts" | FigureOfQuiz>,
  gradedCount: number,
): MissingFigure | null {
  if (value !== null) return null;
  const needed = figure === "mean" || figure === "median" ? 1 : NEEDED[figure];
  if (attempts < needed) return { reason: "tooFewAttempts", needed };
  return { reason: OF_SEVERAL_QUESTIONS.includes(figure) && gradedCount < 2 ? "tooFewQuestions" : "noVariation" };
}

/**
 * `notGraded`: without a key. `notAsked`: in fewer than half of the attempts. `sameForAll`: all have the same points
 * for it, or for all others. `fallsWithSums`: people with more points for it have fewer in total, so it has no weight.
 */
type MissingOfQuestion = "notGraded" | "notAsked" | "sameForAll" | "fallsWithSums";

/**
 * @param attempts number of attempts in the statistics. @returns null: nothing is missing, or only because there are
 * too few attempts.
 */
export function missingOfQuestion(
  question: Omit<QuestionStatistics, "intendedWeight"> & { readonly maxScore: number | null },
  attempts: number,
): MissingOfQuestion | null {
  if (question.maxScore === null) return "notGraded";
  if (attempts < 2) return null;
  if (question.facility === null) return "notAsked";
  if (question.discriminationIndex === null) return "sameForAll";
  return question.effectiveWeight === null ? "fallsWithSums" : null;
}
