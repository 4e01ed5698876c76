/** Queries of the results of a quiz. */

import { useDocumentVisibility } from "@mantine/hooks";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { answersFileName } from "@parfocal/core/quiz-results/answers-csv.ts";
import { getPrintedQuiz } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import {
  exportQuiz,
  getPaper,
  listResults,
  markAnswer,
  previewRegrade,
  type QuizResults,
  RESULTS_PAGE_SIZE,
  regradeQuiz,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { getTree } from "@parfocal/core/structure/structure.contract.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, callForFile } from "#platform/call.ts";
import { saveFile } from "#ui/save-file.ts";
import { type ResultSearch, resultQuery } from "./result-search.ts";

export const resultKeys = {
  /** All cached results of one quiz. */
  of: (quizId: number) => ["quiz-results", quizId] as const,
};

/** Polling interval while the page is visible, and while it is hidden. */
export const LIVE_MS = 5_000;
export const HIDDEN_MS = 30_000;

/**
 * Refetched every few seconds, because it shows who is taking the quiz; refetched immediately when the page becomes
 * visible.
 */
export function useResults(quizId: number, search: ResultSearch) {
  const visibility = useDocumentVisibility();
  return useQuery({
    queryKey: [...resultKeys.of(quizId), "list", search],
    queryFn: ({ signal }) => call(listResults, { params: { id: quizId }, query: resultQuery(search) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: visibility === "hidden" ? HIDDEN_MS : LIVE_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  });
}

const paperKey = (quizId: number, attemptId: number) => [...resultKeys.of(quizId), "paper", attemptId] as const;

/** Refetched every few seconds while the quiz is being taken. */
export function usePaper(quizId: number, attemptId: number) {
  return useQuery({
    queryKey: paperKey(quizId, attemptId),
    queryFn: ({ signal }) => call(getPaper, { params: { id: quizId, attemptId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === "started" ? LIVE_MS : false),
  });
}

/** The response is the updated paper. */
export function useMarkAnswer(quizId: number, attemptId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof markAnswer>) => call(markAnswer, { params: { id: quizId, attemptId }, body }),
    meta: { saysItsFailures: true },
    async onSuccess(paper) {
      queryClient.setQueryData(paperKey(quizId, attemptId), paper);
      await queryClient.invalidateQueries({ queryKey: [...resultKeys.of(quizId), "list"] });
    },
  });
}

/** Exports the answers to the questions of one type as a file. */
export function useExportAnswers() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof exportQuiz>) => callForFile(exportQuiz, { body }),
    meta: { saysItsFailures: true },
    onSuccess: (file, { id, type }) => saveFile(answersFileName(id, type), file),
  });
}

/** Data for a print besides the quiz; loaded for each print. */
export function usePrintSource(quizId: number) {
  return useMutation({ mutationFn: () => call(getPrintedQuiz, { params: { id: quizId } }) });
}

/** Maximum number of printed learners. */
const PRINTED_RESULTS_MAX = 2_000;

/** The learners of all pages of a search, up to `PRINTED_RESULTS_MAX`; loaded for each print. */
export function usePrintedResults(quizId: number) {
  return useMutation({
    async mutationFn(search: ResultSearch): Promise<QuizResults> {
      const load = (page: number) =>
        call(listResults, { params: { id: quizId }, query: resultQuery({ ...search, page }) });
      const first = await load(1);
      const learners = new Map(first.learners.map((learner) => [learner.userId, learner]));
      const pages = Math.ceil(Math.min(first.total, PRINTED_RESULTS_MAX) / RESULTS_PAGE_SIZE);
      for (let page = 2; page <= pages; page += 1)
        // A learner who moved to another page in the meantime is listed once.
        for (const learner of (await load(page)).learners) learners.set(learner.userId, learner);
      return { ...first, learners: [...learners.values()] };
    },
  });
}

/** Enrollment forms of the site. */
export function useEnrollmentForms() {
  return useQuery({
    queryKey: ["quiz-results", "forms"],
    queryFn: ({ signal }) => call(getTree, {}, { signal }),
    select: ({ nodes }) => nodes.filter(({ type }) => type === "enrollment"),
  });
}

/** Changes that regrading with the current solution would make. Refetched each time. */
export function useRegradePlan(quizId: number) {
  return useQuery({
    queryKey: [...resultKeys.of(quizId), "regrade"],
    queryFn: ({ signal }) => call(previewRegrade, { params: { id: quizId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Applies a version of the plan, or undoes a regrade. */
export function useRegrade(quizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof regradeQuiz>) => call(regradeQuiz, { params: { id: quizId }, body }),
    meta: { saysItsFailures: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: resultKeys.of(quizId) }),
  });
}
