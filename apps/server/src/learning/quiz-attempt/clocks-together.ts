/** The clocks of a class: each page sends a request for its own every three seconds. */
import type { putQuizTimer } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import type { Together } from "#platform/http/gathered-calls.ts";
import { isOverdue } from "./attempt-problems.ts";
import { findLatestAttempts, saveReportedTimes } from "./attempts-together.queries.ts";
import { isReportDue, presentClock } from "./present-clock.ts";

/** Done alone: clocks of people who have not started, and clocks to be stopped. */
export const clocksTogether: Together<typeof putQuizTimer> = {
  groupOf: ({ body: { quizId, preview } }) => (preview ? null : `${quizId}`),
  async answer({ db, siteId }, calls) {
    const quizId = calls[0]?.input.body.quizId ?? 0;
    const userIds = calls.map(({ caller }) => caller.signedIn().id);
    const attempts = await findLatestAttempts(db, siteId, { quizId, userIds });
    const now = steadyNow();
    const reported = new Map<number, number>();
    const clocks = calls.map(({ caller, input }) => {
      const attempt = attempts.get(caller.signedIn().id);
      if (!attempt) return null;
      const isRunning = attempt.state === "started";
      if (isRunning && isOverdue(attempt, now)) return null;
      if (isRunning && isReportDue(attempt.reported_at, now))
        reported.set(attempt.id, Math.round(input.body.remaining));
      return presentClock(quizId, attempt.deadline_at, now);
    });
    const due = [...reported].map(([attemptId, remainingS]) => ({ attemptId, remainingS }));
    await saveReportedTimes(db, siteId, due, new Date(now));
    return clocks;
  },
};
