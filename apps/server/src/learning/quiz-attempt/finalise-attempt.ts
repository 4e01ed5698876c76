/** Ends an attempt: evaluates it, and stores the points. Call with its row locked. */
import { type FinalisedBy, isLate } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { judgeAnswer, type Verdict } from "@parfocal/core/quiz-attempt/judge-answer.ts";
import { sumOfPoints } from "@parfocal/core/quiz-attempt/points.ts";
import { noteChangedPoints } from "#lti/due-grades.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuizSettings, type QuizSettings } from "#quiz/quiz.queries.ts";
import { listQuizParts } from "#quiz/quiz-part.queries.ts";
import { followSubmission } from "#quiz-notice/follow-submission.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { keyOfAsked, loadAskedQuestions } from "./asked-questions.ts";
import { askedInAttempt } from "./generated-questions.ts";
import { listAnswers, markSubmitted, writeVerdicts } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";

export interface FinalisedAttempt {
  readonly attempt: QuizAttemptRow;
  /** Answers to all questions of the quiz. */
  readonly answers: readonly QuizAnswerRow[];
}

/** With the stored answers. @returns the changed attempt. */
export async function finaliseAttempt(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  end: AskedQuiz & { readonly by: FinalisedBy; readonly at: Date },
): Promise<FinalisedAttempt> {
  const rows = await listAnswers(db, siteId, attempt.id);
  const given = new Map(rows.map((row) => [keyOfAsked(row.question_id, row.subject_id), row.answer]));
  const asked = await askedInAttempt(db, siteId, attempt, end);
  const judged = asked.map(({ question, subjectId, key }) => ({
    questionId: question.id,
    subjectId,
    verdict: judgeAnswer(key, given.get(keyOfAsked(question.id, subjectId)) ?? null),
  }));
  const answers = await writeVerdicts(db, siteId, attempt.id, judged);
  const verdicts = judged.flatMap(({ verdict }): Verdict[] => (verdict ? [verdict] : []));
  const points = verdicts.length === 0 ? null : sumOfPoints(verdicts);
  const ended = await markSubmitted(db, siteId, attempt.id, { submittedAt: end.at, finalisedBy: end.by, points });
  // A preview has no consequences.
  const { id: attemptId, quiz_id: quizId, user_id: userId } = attempt;
  if (attempt.is_preview) return { attempt: ended, answers };
  // An attempt that is evaluated again was submitted before.
  if (attempt.state === "started") await followSubmission(db, siteId, { attemptId, quizId, userId }, end.settings);
  await noteChangedPoints(db, siteId, { quizId, userIds: [userId] });
  return { attempt: ended, answers };
}

/** Questions and settings of a quiz. */
export interface AskedQuiz {
  /** null: the quiz no longer exists. */
  readonly settings: QuizSettings | null;
  /** All possible questions. */
  readonly asked: readonly AskedQuestion[];
}

async function loadAskedQuiz(db: SiteDb, siteId: number, quizId: number): Promise<AskedQuiz> {
  const settings = (await findQuizSettings(db, siteId, quizId)) ?? null;
  const parts = await listQuizParts(db, siteId, [quizId]);
  return { settings, asked: settings ? await loadAskedQuestions(db, siteId, { quizId, parts, settings }) : [] };
}

/** Cache for the questions of quizzes. */
export function askedQuizzes(db: SiteDb, siteId: number): (quizId: number) => Promise<AskedQuiz> {
  const byId = new Map<number, Promise<AskedQuiz>>();
  return (quizId) => {
    const quiz = byId.get(quizId) ?? loadAskedQuiz(db, siteId, quizId);
    byId.set(quizId, quiz);
    return quiz;
  };
}

/**
 * Ends an attempt at its deadline if that has passed, even if this is noticed later.
 *
 * @param now ms since the epoch. @param findQuiz reads the questions of a quiz. @returns whether it was ended.
 */
export async function finaliseIfOverdue(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  now: number,
  findQuiz = askedQuizzes(db, siteId),
): Promise<boolean> {
  const { state, deadline_at: deadlineAt, quiz_id: quizId } = attempt;
  if (state !== "started" || deadlineAt === null || !isLate(deadlineAt.getTime(), now)) return false;
  await finaliseAttempt(db, siteId, attempt, { ...(await findQuiz(quizId)), by: "sweeper", at: deadlineAt });
  return true;
}
