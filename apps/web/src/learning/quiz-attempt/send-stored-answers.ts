/** Sends answers that a page of a quiz could not send before it was closed, from any page of the site (rule D-14). */
import { AppError } from "@parfocal/core/errors.ts";
import type { QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { ANSWERS_SENT_MAX } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { isAttemptEnd } from "./attempt-keeper.ts";
import { sendAnswers } from "./quiz-attempt.api.ts";
import type { StoredAttempt } from "./stored-answers.ts";

/** One attempt after the other. What the server does not take now stays stored until the next time. */
export async function sendStoredAnswers(attempts: readonly StoredAttempt[]): Promise<void> {
  for (const attempt of attempts) await sendStored(attempt);
}

async function sendStored({ key, quizId, attemptNo }: StoredAttempt): Promise<void> {
  const text = localStorage.getItem(key);
  if (text === null) return;
  try {
    const quizAnswers = JSON.parse(text) as QuizAnswerSent[];
    for (let from = 0; from < quizAnswers.length; from += ANSWERS_SENT_MAX)
      await sendAnswers({ id: quizId }, { quizAnswers: quizAnswers.slice(from, from + ANSWERS_SENT_MAX), attemptNo });
  } catch (error) {
    if (!(error instanceof AppError && isAttemptEnd(error))) return;
  }
  // Another page may have added an answer in the meantime.
  if (localStorage.getItem(key) === text) localStorage.removeItem(key);
}
