/** The slides that a quiz asks about, as it shows them to who takes it. */
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

/** Under the key of all quizzes: after submission the titles come as well. */
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
        // Starting again changes nothing but that slides which were added since are opened.
        await call(saveAnswers, { params: { id: quizId }, body: { quizId, preview: isPreview } });
        return ask();
      }
    },
    refetchInterval: ({ state: { data } }) =>
      data?.slides.some(({ slideInformation }) => slideInformation === null) ? NOT_READY_POLL_MS : false,
  });

interface SubjectOptions {
  /** As the caller's preview shows it. */
  readonly isPreview?: boolean | undefined;
  /** False: it is not fetched. */
  readonly isEnabled?: boolean;
}

export const useQuizSubject = (
  quizId: number,
  itemId: number,
  { isPreview = false, isEnabled = true }: SubjectOptions = {},
) => useQuery({ ...subjectQuery(quizId, itemId, isPreview), enabled: isEnabled });

/** For a slide or case that will be viewed soon: its description, and its first tiles. */
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

/** For slides that are needed at once, without being shown. */
export function useSubjectLoader(quizId: number) {
  const queryClient = useQueryClient();
  return useCallback(
    (itemId: number) => queryClient.ensureQueryData(subjectQuery(quizId, itemId)),
    [queryClient, quizId],
  );
}
