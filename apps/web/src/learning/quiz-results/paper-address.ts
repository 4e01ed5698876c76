import { quizResultsAddress } from "#quiz/quiz-results-address.ts";
import { type ResultSearch, writeResultSearch } from "./result-search.ts";

interface PaperPlace {
  readonly quizId: number;
  readonly attemptId: number;
  /** The table that leads to it. */
  readonly search: ResultSearch;
}

/** Where one learner's paper is shown. The way back leads to the table as it was. */
export function paperAddress(siteId: number, { quizId, attemptId, search }: PaperPlace) {
  const results = resultsAddress(siteId, { quizId, search });
  return { ...results, search: { ...results.search, paper: String(attemptId) } };
}

export function resultsAddress(siteId: number, { quizId, search }: Omit<PaperPlace, "attemptId">) {
  const { to, search: quiz } = quizResultsAddress(siteId, quizId);
  return { to, search: { ...quiz, ...writeResultSearch(search) } };
}

/** A question of the statistics in the address. @param itemId null: the question has one slide or case, or none. */
export const questionPlace = (questionId: number, itemId: number | null): string => `${questionId}-${itemId ?? 0}`;

/** Where the statistics of one question are shown. */
export function questionStatisticsAddress(siteId: number, quizId: number, question: string) {
  const { to, search } = quizResultsAddress(siteId, quizId, "quiz-statistics");
  return { to, search: { ...search, question } };
}
