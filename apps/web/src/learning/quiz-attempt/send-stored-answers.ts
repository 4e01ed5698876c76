/** Sends answers that a quiz page could not send before it was closed, from any page of the site (rule D-14). */
import { AppError } from "@parfocal/core/errors.ts";
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import type { QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { ANSWERS_SENT_MAX } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import type { QueryClient } from "@tanstack/react-query";
import { quizKeys } from "#quiz/quiz.api.ts";
import { isAttemptEnd } from "./attempt-keeper.ts";
import { sendAnswers } from "./quiz-attempt.api.ts";
import type { StoredAttempt } from "./stored-answers.ts";

/**
 * One attempt after the other. Answers that the server does not accept now stay stored until the next time.
 *
 * @param queryClient its cached quizzes lack the answers sent here, so they are refetched when opened.
 */
export async function sendStoredAnswers(attempts: readonly StoredAttempt[], queryClient: QueryClient): Promise<void> {
  for (const attempt of attempts) await sendStored(attempt, queryClient);
}

/** Whether the current page belongs to the quiz. */
const isShown = (quizId: number): boolean =>
  parseScreenPath(location.pathname)?.steps.some(({ kind, id }) => kind === "quiz" && id === quizId) ?? false;

async function sendStored({ key, quizId, attemptNo }: StoredAttempt, queryClient: QueryClient): Promise<void> {
  const text = localStorage.getItem(key);
  if (text === null) return;
  const wasShown = isShown(quizId);
  try {
    const quizAnswers = JSON.parse(text) as QuizAnswerSent[];
    for (let from = 0; from < quizAnswers.length; from += ANSWERS_SENT_MAX)
      await sendAnswers({ id: quizId }, { quizAnswers: quizAnswers.slice(from, from + ANSWERS_SENT_MAX), attemptNo });
  } catch (error) {
    if (!(error instanceof AppError && isAttemptEnd(error))) return;
  }
  queryClient.removeQueries({ queryKey: quizKeys.all, type: "inactive" });
  // The quiz may have been fetched before its answers were saved: its page reads them from storage and deletes them
  // itself.
  if (wasShown || isShown(quizId)) return;
  // Another page may have added an answer in the meantime.
  if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}
