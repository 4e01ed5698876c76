/** What is asked about the results of a quiz. */
import { listResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { type ResultSearch, resultQuery } from "./result-search.ts";

export const resultKeys = {
  /** All that is known of the results of one quiz. */
  of: (quizId: number) => ["quiz-results", quizId] as const,
};

/** While somebody takes the quiz, and while nobody does. */
const LIVE_MS = 5_000;
const QUIET_MS = 20_000;

/** Asked again every few seconds: it shows who takes the quiz at this moment. */
export function useResults(quizId: number, search: ResultSearch) {
  return useQuery({
    queryKey: [...resultKeys.of(quizId), "list", search],
    queryFn: ({ signal }) => call(listResults, { params: { id: quizId }, query: resultQuery(search) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && data.counts.started > 0 ? LIVE_MS : QUIET_MS),
  });
}
