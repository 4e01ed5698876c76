import { quizResultsAddress } from "#quiz/quiz-results-address.ts";
import { type ResultSearch, writeResultSearch } from "./result-search.ts";

interface PaperPlace {
  readonly quizId: number;
  readonly attemptId: number;
  /** Search of the table that leads to it. */
  readonly search: ResultSearch;
}

/** URL of one learner's paper. Its back link leads to the table with the same search. */
export function paperAddress(siteId: number, { quizId, attemptId, search }: PaperPlace) {
  const results = resultsAddress(siteId, { quizId, search });
  return { ...results, search: { ...results.search, paper: String(attemptId) } };
}

export function resultsAddress(siteId: number, { quizId, search }: Omit<PaperPlace, "attemptId">) {
  const { to, search: quiz } = quizResultsAddress(siteId, quizId);
  return { to, search: { ...quiz, ...writeResultSearch(search) } };
}

/** A question of the statistics in the URL. @param itemId null: the question has at most one slide or case. */
export const questionPlace = (questionId: number, itemId: number | null): string => `${questionId}-${itemId ?? 0}`;

/** URL of the statistics of one question. */
export function questionStatisticsAddress(siteId: number, quizId: number, question: string) {
  const { to, search } = quizResultsAddress(siteId, quizId, "quiz-statistics");
  return { to, search: { ...search, question } };
}
