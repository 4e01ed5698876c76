/** What somebody does with a quiz that they take, and what becomes stale. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { AnnouncedQuiz, AuthoredQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  putQuizTimer,
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { quizKeys } from "#quiz/quiz.api.ts";
import { exchangeAccessCode } from "#quiz-access/quiz-access.api.ts";

type QuizView = AnnouncedQuiz | AuthoredQuiz | TakenQuiz;

export const sendAnswers = (quizId: number, body: Omit<BodyFor<typeof saveAnswers>, "quizId">) =>
  call(saveAnswers, { params: { id: quizId }, body: { quizId, ...body } });

/** @returns the clock of the server. */
export const reportTime = (quizId: number, remaining: number) => call(putQuizTimer, { body: { quizId, remaining } });

/** Starts the attempt; the questions come with the quiz, which is asked for anew. */
export function useStartQuiz(quizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    /** @param code empty: none is required. */
    mutationFn: async (code: string) => sendAnswers(quizId, await exchangeAccessCode(quizId, code)),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: quizKeys.all }),
  });
}

/** The answers of these calls are the quiz as it is now. */
function useTakenAnswer(quizId: number) {
  const queryClient = useQueryClient();
  return (taken: TakenQuiz) => {
    queryClient.setQueriesData<QuizView>({ queryKey: quizKeys.all }, (known) =>
      known && "view" in known && known.id === quizId ? { ...taken, path: known.path } : known,
    );
    // Attempts left, and the titles of slides.
    for (const name of ["allowance", "subject"])
      void queryClient.invalidateQueries({ queryKey: [...quizKeys.all, name, quizId] });
  };
}

export function useSubmitQuiz(quizId: number) {
  const take = useTakenAnswer(quizId);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (attemptNo: number) => call(submitAnswers, { params: { id: quizId }, body: { quizId, attemptNo } }),
    onSuccess: take,
    // A failed submission shows the quiz as the server has it.
    onError: () => void queryClient.invalidateQueries({ queryKey: quizKeys.all }),
  });
}

export function useRestartQuiz(quizId: number) {
  const take = useTakenAnswer(quizId);
  return useMutation({
    /** @param code empty: none is required. */
    mutationFn: async ({ attemptNo, code }: { readonly attemptNo: number; readonly code: string }) =>
      call(restartQuiz, { params: { id: quizId }, body: { attemptNo, ...(await exchangeAccessCode(quizId, code)) } }),
    meta: { saysItsFailures: true },
    onSuccess: take,
  });
}

/** For those who manage content. @param undo names a reset that is taken back. */
export function useResetQuiz(quizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    onSettled: () => queryClient.invalidateQueries({ queryKey: quizKeys.all }),
    mutationFn: (undo: string | undefined) =>
      call(resetQuiz, { params: { id: quizId }, body: undo === undefined ? {} : { undo } }),
  });
}
