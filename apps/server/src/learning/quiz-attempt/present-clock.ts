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

/** Minimum interval for storing the time shown by a page's clock. */
const REPORT_EVERY_MS = 15_000;

/** @param now ms since the epoch. */
export const isReportDue = (reportedAt: Date | null, now: number): boolean =>
  reportedAt === null || now - reportedAt.getTime() > REPORT_EVERY_MS;
