/** Stores a teacher's points and comment for one answer, and updates the sum of the attempt. */

import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { hundredthsOf } from "@parfocal/core/quiz-attempt/points.ts";
import { isGivable, maxHundredthsOf, withMark } from "@parfocal/core/quiz-results/mark-rules.ts";
import type { markAnswer } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { noteChangedPoints } from "#lti/due-grades.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis, type QuizQuery } from "#quiz/load-quiz.ts";
import { loadAskedQuestions } from "#quiz-attempt/asked-questions.ts";
import { withEarlierQuestions } from "#quiz-attempt/generated-questions.ts";
import { findAnswer } from "#quiz-attempt/quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "#quiz-attempt/quiz-attempt.table.ts";
import { attemptNotFound, markedAnswerOf } from "./load-paper.ts";
import { lockAttempt, sumAttempts, writeMark } from "./mark.queries.ts";

type Sent = BodyOf<typeof markAnswer>;

const HUNDREDTHS = 100;
/**
 * Answers that arrived in time may still be stored for this long after the deadline has ended the attempt, and are then
 * evaluated again (decision 0071).
 */
const SETTLED_AFTER_MS = 30_000;

/**
 * @param now ms since the epoch. @throws AppError `notFound`; `conflict` before the submission; `invalid` if the points
 * are out of range.
 */
export async function giveMark(
  db: SiteDb,
  query: QuizQuery,
  { attemptId, sent, now }: { attemptId: number; sent: Sent; now: number },
): Promise<void> {
  const { siteId, caller, id: quizId } = query;
  const basis = await loadQuizBasis(db, query);
  const attempt = await lockAttempt(db, siteId, { quizId, attemptId });
  if (!attempt) throw attemptNotFound();
  assertMarkable(attempt, now);
  const subjectId = sent.itemId ?? 0;
  const canAsk = await loadAskedQuestions(db, siteId, basis);
  const asked = (await withEarlierQuestions(db, siteId, basis, canAsk)).find(
    (one) => one.question.id === sent.questionId && one.subjectId === subjectId,
  );
  if (!asked)
    throw new AppError("invalid", "The quiz no longer asks this question. Reload the page.", { codes: ["questionId"] });
  const of = { attemptId, questionId: sent.questionId, subjectId };
  const row = await findAnswer(db, siteId, of);
  const known = sent.knownMarkedAt;
  if (known !== undefined && known !== (row?.marked_at?.toISOString() ?? null))
    throw new AppError("conflict", "Someone else has marked this answer. Reload the page to see the mark.", {
      codes: ["markedSince"],
    });
  const before = markedAnswerOf(row);
  const worth = hundredthsOf(asked.question.score);
  const after =
    sent.score === undefined
      ? before
      : withMark(before, givenHundredths(sent.score, maxHundredthsOf(before, worth)), worth);
  const comment = sent.comment ?? row?.comment ?? "";
  await writeMark(db, siteId, of, { ...after, comment, markedBy: caller.signedIn().id, markedAt: new Date(now) });
  await sumAttempts(db, siteId, [attemptId]);
  await noteChangedPoints(db, siteId, { quizId, userIds: [attempt.user_id] });
}

function assertMarkable({ state, finalised_by, submitted_at }: QuizAttemptRow, now: number): void {
  if (state !== "submitted")
    throw new AppError("conflict", "This attempt is still in progress. It can be marked after its submission.", {
      codes: ["running"],
    });
  if (finalised_by === "sweeper" && now < (submitted_at?.getTime() ?? 0) + SETTLED_AFTER_MS)
    throw new AppError("conflict", "The time of this attempt has just ended. Mark it in half a minute.", {
      codes: ["justEnded"],
    });
}

/** @returns null: the automatic points apply. */
function givenHundredths(score: number | null, maxHundredths: number): number | null {
  if (score === null) return null;
  if (!isGivable(score, maxHundredths))
    throw new AppError("invalid", `Enter points from 0 to ${maxHundredths / HUNDREDTHS} with at most two decimals.`, {
      codes: ["score"],
    });
  return Math.round(score * HUNDREDTHS);
}
