/**
 * Previews: attempts of content managers, which show the quiz as learners see it and are not counted (decision 0081).
 */
import { deadlineFor } from "@parfocal/core/quiz-access/access-rules.ts";
import { type Caller, enforcePolicy } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { type AttemptOf, deletePreview } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";
import { assertCanBegin, beginAttempt } from "./start-attempt.ts";

/**
 * The caller's attempt that a call refers to.
 *
 * @throws AppError `unauthenticated`, or `forbidden` for a preview by a user who does not manage content.
 */
export function attemptOf(caller: Caller, quizId: number, isPreview: boolean): AttemptOf {
  if (isPreview) enforcePolicy("manageContent", caller, { isContentPublic: false });
  return { quizId, userId: caller.signedIn().id, isPreview };
}

interface QuizToPreview {
  readonly settings: QuizSettings;
  readonly asked: readonly AskedQuestion[];
}

/**
 * Starts a preview in place of the previous one. Access settings and blocks do not apply; the quiz's time limit does.
 *
 * @param former locked; undefined: none. @param now ms since the epoch. @returns the running preview, locked.
 * @throws AppError `invalid` if the quiz has no questions.
 */
export async function beginPreview(
  db: SiteDb,
  siteId: number,
  of: AttemptOf,
  { taken, former, now }: { taken: QuizToPreview; former: QuizAttemptRow | undefined; now: number },
): Promise<QuizAttemptRow> {
  const { asked, settings } = taken;
  const quiz = { asked, settings: { ...settings, is_blocked: false } };
  assertCanBegin(quiz);
  const timeLimitS = settings.timer_duration_s;
  const deadline = deadlineFor({ startedAt: now, limitS: timeLimitS, extras: [], closesAt: null });
  if (former) await deletePreview(db, siteId, of);
  return beginAttempt(db, siteId, of, {
    quiz,
    startedAt: new Date(now),
    deadlineAt: deadline === null ? null : new Date(deadline),
    timeLimitS,
    // Requests of another tab for the previous preview do not affect this one.
    afterNo: former?.attempt_no ?? 0,
  });
}
