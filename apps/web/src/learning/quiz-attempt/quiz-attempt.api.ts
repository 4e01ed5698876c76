/** Requests of a user who takes a quiz, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { AnnouncedQuiz, AuthoredQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  endPreview,
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

/** The attempt: the user's own, or their preview. */
export type QuizOf = Pick<TakenQuiz, "id" | "isPreview">;

const previewOf = ({ isPreview }: QuizOf): { preview?: true } => (isPreview ? { preview: true } : {});

export const sendAnswers = (quiz: QuizOf, body: Omit<BodyFor<typeof saveAnswers>, "quizId" | "preview">) =>
  call(saveAnswers, { params: { id: quiz.id }, body: { quizId: quiz.id, ...body, ...previewOf(quiz) } });

/** @returns the server's clock. */
export const reportTime = (quiz: QuizOf, remaining: number) =>
  call(putQuizTimer, { body: { quizId: quiz.id, remaining, ...previewOf(quiz) } });

/** Starts the attempt. The questions are part of the quiz, which is refetched. */
export function useStartQuiz(quiz: QuizOf) {
  const queryClient = useQueryClient();
  return useMutation({
    /** @param code empty: none is required. */
    mutationFn: async (code: string) => sendAnswers(quiz, await exchangeAccessCode(quiz.id, code)),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: quizKeys.all }),
  });
}

/** The response of these requests is the current quiz. */
function useTakenAnswer({ id: quizId, isPreview }: QuizOf) {
  const queryClient = useQueryClient();
  return (taken: TakenQuiz) => {
    const isSame = (known: QuizView): boolean =>
      known.id === quizId && known.view !== "authoring" && known.isPreview === isPreview;
    queryClient.setQueriesData<QuizView>({ queryKey: quizKeys.all }, (known) =>
      known && "view" in known && isSame(known) ? { ...taken, path: known.path } : known,
    );
    // The remaining attempts, and the titles of slides.
    for (const name of ["allowance", "subject"])
      void queryClient.invalidateQueries({ queryKey: [...quizKeys.all, name, quizId] });
  };
}

export function useSubmitQuiz(quiz: QuizOf) {
  const { id } = quiz;
  const take = useTakenAnswer(quiz);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (attemptNo: number) =>
      call(submitAnswers, { params: { id }, body: { quizId: id, attemptNo, ...previewOf(quiz) } }),
    onSuccess: take,
    // After a failed submission the quiz is shown as stored by the server.
    onError: () => void queryClient.invalidateQueries({ queryKey: quizKeys.all }),
  });
}

export function useRestartQuiz(quiz: QuizOf) {
  const { id } = quiz;
  const take = useTakenAnswer(quiz);
  return useMutation({
    /** @param code empty: none is required. */
    mutationFn: async ({ attemptNo, code }: { readonly attemptNo: number; readonly code: string }) =>
      call(restartQuiz, {
        params: { id },
        body: { attemptNo, ...(await exchangeAccessCode(id, code)), ...previewOf(quiz) },
      }),
    meta: { saysItsFailures: true },
    onSuccess: take,
  });
}

/** Deletes the caller's preview. */
export const useEndPreview = (quizId: number) =>
  useMutation({ mutationFn: () => call(endPreview, { params: { id: quizId } }) });

/** For content managers. @param undo the reset to undo. */
export function useResetQuiz(quizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    onSettled: () => queryClient.invalidateQueries({ queryKey: quizKeys.all }),
    mutationFn: (undo: string | undefined) =>
      call(resetQuiz, { params: { id: quizId }, body: undo === undefined ? {} : { undo } }),
  });
}
