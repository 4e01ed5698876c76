import type { QuizClock } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { remainingS } from "@parfocal/core/quiz-attempt/attempt-rules.ts";

/** @param now ms since the epoch. */
export function presentClock(quizId: number, deadlineAt: Date | null, now: number): QuizClock {
  return {
    quizId,
    remaining: remainingS(deadlineAt?.getTime() ?? null, now),
    deadline: deadlineAt?.toISOString() ?? null,
    serverNow: new Date(now).toISOString(),
  };
}
