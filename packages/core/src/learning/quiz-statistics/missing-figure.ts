/** Why a figure is not there. */
import type { QuestionStatistics, QuizStatistics } from "./item-statistics.ts";

/**
 * `tooFewAttempts`: it needs more of them. `tooFewQuestions`: it needs two that are judged. `noVariation`: all have the
 * same points.
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
export type FigureOfQuiz = "mean" | "median" | keyof typeof NEEDED;
const OF_SEVERAL_QUESTIONS: readonly FigureOfQuiz[] = ["internalConsistency", "errorRatio", "standardError"];

/** @returns null: it is there. */
export function missingOfQuiz(
  figure: FigureOfQuiz,
  { attempts, [figure]: value }: Pick<QuizStatistics, "attempts" | FigureOfQuiz>,
  judgedCount: number,
): MissingFigure | null {
  if (value !== null) return null;
  const needed = figure === "mean" || figure === "median" ? 1 : NEEDED[figure];
  if (attempts < needed) return { reason: "tooFewAttempts", needed };
  return { reason: OF_SEVERAL_QUESTIONS.includes(figure) && judgedCount < 2 ? "tooFewQuestions" : "noVariation" };
}

/**
 * `notJudged`: it has no key. `notAsked`: fewer than half of the attempts were asked it. `sameForAll`: all have the same
 * points for it, or for all the others. `fallsWithSums`: who has more for it has fewer in all, so it has no weight.
 */
export type MissingOfQuestion = "notJudged" | "notAsked" | "sameForAll" | "fallsWithSums";

/** @param attempts that the figures are of. @returns null: nothing is missing, or only for want of attempts. */
export function missingOfQuestion(
  question: Omit<QuestionStatistics, "intendedWeight"> & { readonly maxScore: number | null },
  attempts: number,
): MissingOfQuestion | null {
  if (question.maxScore === null) return "notJudged";
  if (attempts < 2) return null;
  if (question.facility === null) return "notAsked";
  if (question.discriminationIndex === null) return "sameForAll";
  return question.effectiveWeight === null ? "fallsWithSums" : null;
}
