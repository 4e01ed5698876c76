import { getQuizStatistics } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { resultKeys } from "#quiz-results/quiz-results.api.ts";

/** Refetched each time it is opened, because points change with grading and regrades. */
export function useQuizStatistics(quizId: number) {
  return useQuery({
    queryKey: [...resultKeys.of(quizId), "statistics"],
    queryFn: ({ signal }) => call(getQuizStatistics, { params: { id: quizId } }, { signal }),
    staleTime: 0,
  });
}
