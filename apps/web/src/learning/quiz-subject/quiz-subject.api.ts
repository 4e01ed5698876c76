/** The slides of a quiz, as shown to people who take it. */
import { AppError } from "@parfocal/core/errors.ts";
import { saveAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { getQuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "#platform/call.ts";
import { quizKeys } from "#quiz/quiz.api.ts";
import { fetchFirstTiles } from "./first-tiles.ts";

/** Interval of the queries for a slide that is being prepared, ms. */
const NOT_READY_POLL_MS = 5_000;

/** Below the key of all quizzes, because titles become available after submission. */
const subjectQuery = (quizId: number, itemId: number, isPreview = false) =>
  queryOptions({
    queryKey: [...quizKeys.all, "subject", quizId, itemId, isPreview],
    queryFn: async ({ signal }) => {
      const query = isPreview ? ({ preview: "true" } as const) : {};
      const ask = () => call(getQuizSubject, { params: { quizId, itemId }, query }, { signal });
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof AppError && error.codes.includes("slideAdded"))) throw error;
        // Starting again only adds the slides that were added since.
        await call(saveAnswers, { params: { id: quizId }, body: { quizId, preview: isPreview } });
        return ask();
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data?.slides.some(({ slideInformation }) => slideInformation === null) ? NOT_READY_POLL_MS : false,
  });

interface SubjectOptions {
  /** Whether to load the caller's preview. */
  readonly isPreview?: boolean | undefined;
  /** False: it is not loaded. */
  readonly isEnabled?: boolean;
}

export const useQuizSubject = (
  quizId: number,
  itemId: number,
  { isPreview = false, isEnabled = true }: SubjectOptions = {},
) => useQuery({ ...subjectQuery(quizId, itemId, isPreview), enabled: isEnabled });

/** Preloads a slide or case that will be viewed soon: its description and its first tiles. */
export function usePrefetchSubject(quizId: number, isPreview: boolean): (itemId: number) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (itemId) => {
      const query = subjectQuery(quizId, itemId, isPreview);
      void queryClient.prefetchQuery(query).then(() => fetchFirstTiles(queryClient.getQueryData(query.queryKey)));
    },
    [queryClient, quizId, isPreview],
  );
}

/** For slides that are needed immediately without being displayed. */
export function useSubjectLoader(quizId: number) {
  const queryClient = useQueryClient();
  return useCallback(
    (itemId: number) => queryClient.ensureQueryData(subjectQuery(quizId, itemId)),
    [queryClient, quizId],
  );
}
