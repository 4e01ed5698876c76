/** Previews: attempts of those who manage content, as learners take a quiz, which count nowhere (decision 0081). */
import { deadlineFor } from "@parfocal/core/quiz-access/access-rules.ts";
import { type Caller, enforcePolicy } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { type AttemptOf, deletePreview } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";
import { assertCanBegin, beginAttempt } from "./start-attempt.ts";

/**
 * Which attempt of the caller a call is about.
 *
 * @throws AppError `unauthenticated`, or `forbidden` for a preview of somebody who does not manage content.
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
 * Begins a preview in place of the former one. Neither access settings nor a block bind it; its time is that of the quiz.
 *
 * @param former locked; undefined: there is none. @param now ms since the epoch. @returns the preview that runs now, locked.
 * @throws AppError `invalid` if the quiz has nothing to ask.
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
    // What another tab sends to the former preview does not reach this one.
    afterNo: former?.attempt_no ?? 0,
  });
}
