/** Queries and changes of the question bank. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { listQuizzes } from "@parfocal/core/quiz/quiz.contract.ts";
import { copyToIndividualQuiz, deleteQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { QUESTION_PAGE_SIZE, searchQuestions } from "@parfocal/core/quiz/search-questions.contract.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { quizKeys, useRefreshQuizzes } from "#quiz/quiz.api.ts";
import type { BankSearch } from "./bank-search.ts";

/** Page by page; while a new search is running, the previous results stay. */
export function useBankQuestions({ q, type, place }: BankSearch) {
  return useInfiniteQuery({
    queryKey: [...quizKeys.all, "bank", q, type, place],
    queryFn: ({ pageParam, signal }) =>
      call(searchQuestions, { body: { page: pageParam, q, type, folder: place } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < QUESTION_PAGE_SIZE ? undefined : pages.length + 1),
    // A question may have been added between two pages: then the last of one page is the first of the next.
    select: ({ pages }) => [...new Map(pages.flat().map((one) => [one.id, one])).values()],
    placeholderData: keepPreviousData,
  });
}

/** The newest that match the text; others are found by other text. */
export function useIndividualQuizzes(q: string) {
  return useQuery({
    queryKey: [...quizKeys.all, "individual", q],
    queryFn: ({ signal }) => call(listQuizzes, { query: { q, type: "Individual" } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useCopyQuestions() {
  const keys = useIdempotencyKeys();
  const refresh = useRefreshQuizzes();
  return useMutation({
    mutationFn: (body: BodyFor<typeof copyToIndividualQuiz>) =>
      call(copyToIndividualQuiz, { body }, { idempotencyKey: keys.of(body) }),
    meta: { saysItsFailures: true },
    onSuccess(_answer, body) {
      keys.forget(body);
      return refresh();
    },
  });
}

/** Last first, so that each gets its position back if it is restored from the bin. */
export function useRemoveCopies() {
  const refresh = useRefreshQuizzes();
  return useMutation({
    async mutationFn(ids: readonly number[]) {
      for (const id of ids.toReversed()) await call(deleteQuestion, { params: { id } });
    },
    meta: { saysItsFailures: true },
    onSettled: refresh,
  });
}
