/** Ends an attempt: judges it, and freezes the points. Call with its row locked. */
import { type FinalisedBy, isLate } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { judgeAnswer, type Verdict } from "@parfocal/core/quiz-attempt/judge-answer.ts";
import { sumOfPoints } from "@parfocal/core/quiz-attempt/points.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuizSettings } from "#quiz/quiz.queries.ts";
import { listQuizParts } from "#quiz/quiz-part.queries.ts";
import { followSubmission } from "#quiz-notice/follow-submission.ts";
import { type AskedQuestion, keyOfAsked, loadAskedQuestions } from "./asked-questions.ts";
import { listAnswers, markSubmitted, writeVerdicts } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";

/** With the answers that are stored. */
export async function finaliseAttempt(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  end: { readonly by: FinalisedBy; readonly at: Date; readonly asked: readonly AskedQuestion[] },
): Promise<void> {
  const rows = await listAnswers(db, siteId, attempt.id);
  const given = new Map(rows.map((row) => [keyOfAsked(row.question_id, row.subject_id), row.answer]));
  const judged = end.asked.map(({ question, subjectId, key }) => ({
    questionId: question.id,
    subjectId,
    verdict: judgeAnswer(key, given.get(keyOfAsked(question.id, subjectId)) ?? null),
  }));
  await writeVerdicts(db, siteId, attempt.id, judged);
  const verdicts = judged.flatMap(({ verdict }): Verdict[] => (verdict ? [verdict] : []));
  const points = verdicts.length === 0 ? null : sumOfPoints(verdicts);
  await markSubmitted(db, siteId, attempt.id, { submittedAt: end.at, finalisedBy: end.by, points });
  // Judged again it was submitted before.
  const { id: attemptId, quiz_id: quizId, user_id: userId } = attempt;
  if (attempt.state === "started") await followSubmission(db, siteId, { attemptId, quizId, userId });
}

/**
 * Ends it if its time is over, at its deadline, also where nobody was there to do it in time.
 *
 * @param now ms since the epoch. @returns whether it was ended.
 */
export async function finaliseIfOverdue(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  now: number,
): Promise<boolean> {
  const { state, deadline_at: deadlineAt, quiz_id: quizId } = attempt;
  if (state !== "started" || deadlineAt === null || !isLate(deadlineAt.getTime(), now)) return false;
  const settings = await findQuizSettings(db, siteId, quizId);
  const parts = await listQuizParts(db, siteId, [quizId]);
  const asked = settings ? await loadAskedQuestions(db, siteId, { parts, settings }) : [];
  await finaliseAttempt(db, siteId, attempt, { by: "sweeper", at: deadlineAt, asked });
  return true;
}
