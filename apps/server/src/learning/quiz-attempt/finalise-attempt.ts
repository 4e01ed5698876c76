/** Ends an attempt: evaluates it, and stores the points. Call while its row is locked. */
import type { FinalisedBy } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { gradeAnswer, type Verdict } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { type Points, sumOfPoints } from "@parfocal/core/quiz-attempt/points.ts";
import { noteChangedPoints } from "#lti/due-grades.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuizSettings, type QuizSettings } from "#quiz/quiz.queries.ts";
import { listQuizParts } from "#quiz/quiz-part.queries.ts";
import { followSubmission } from "#quiz-notice/follow-submission.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { loadAskedQuestions, questionKeyOf } from "./asked-questions.ts";
import { isOverdue } from "./attempt-problems.ts";
import { listAnswersOfEach, markAllSubmitted } from "./attempts-together.queries.ts";
import { askedInAttempt } from "./generated-questions.ts";
import { writeVerdicts } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";

export interface FinalisedAttempt {
  readonly attempt: QuizAttemptRow;
  /** Answers to all questions of the quiz. */
  readonly answers: readonly QuizAnswerRow[];
}

interface End extends AskedQuiz {
  readonly by: FinalisedBy;
  readonly at: Date;
}

interface EndOfEach extends Omit<End, "at"> {
  /** "deadline": each attempt ends at its own deadline. */
  readonly at: Date | "deadline";
}

/** Uses the stored answers. @returns the changed attempt. */
export async function finaliseAttempt(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  end: End,
): Promise<FinalisedAttempt> {
  const ended = (await finaliseAttempts(db, siteId, [attempt], end)).get(attempt.id);
  if (!ended) throw new Error(`Attempt ${attempt.id} is no longer there.`);
  return ended;
}

/** The same for several attempts at one quiz, in a few statements for all of them. @returns by ID of the attempt. */
export async function finaliseAttempts(
  db: SiteDb,
  siteId: number,
  attempts: readonly QuizAttemptRow[],
  end: EndOfEach,
): Promise<ReadonlyMap<number, FinalisedAttempt>> {
  const [first] = attempts;
  if (!first) return new Map();
  const ids = attempts.map(({ id }) => id);
  const stored = await listAnswersOfEach(db, siteId, ids);
  const graded = new Map<number, readonly GradedAnswer[]>();
  for (const attempt of attempts)
    graded.set(
      attempt.id,
      gradeAttempt(attempt.id, await askedInAttempt(db, siteId, attempt, end), stored.get(attempt.id) ?? []),
    );
  const answers = Map.groupBy(
    await writeVerdicts(db, siteId, [...graded.values()].flat()),
    ({ attempt_id }) => attempt_id,
  );
  const ends = attempts.map((attempt) => ({
    id: attempt.id,
    points: pointsOf(graded.get(attempt.id) ?? []),
    submittedAt: endOf(attempt, end.at),
  }));
  const ended = await markAllSubmitted(db, siteId, ends, end.by);
  // Previews are not counted.
  const counted = attempts.filter(({ is_preview }) => !is_preview);
  for (const { id: attemptId, quiz_id: quizId, user_id: userId, state } of counted) {
    // An attempt that is evaluated again was submitted before.
    if (state === "started") await followSubmission(db, siteId, { attemptId, quizId, userId }, end.settings);
  }
  const userIds = counted.map(({ user_id }) => user_id);
  if (userIds.length > 0) await noteChangedPoints(db, siteId, { quizId: first.quiz_id, userIds });
  return new Map([...ended].map(([id, attempt]) => [id, { attempt, answers: answers.get(id) ?? [] }]));
}

function endOf({ id, deadline_at }: QuizAttemptRow, at: EndOfEach["at"]): Date {
  const end = at === "deadline" ? deadline_at : at;
  if (!end) throw new Error(`Attempt ${id} has no deadline.`);
  return end;
}

interface GradedAnswer {
  readonly attemptId: number;
  readonly questionId: number;
  readonly subjectId: number;
  readonly verdict: Verdict | null;
}

function gradeAttempt(
  attemptId: number,
  asked: readonly AskedQuestion[],
  rows: readonly QuizAnswerRow[],
): GradedAnswer[] {
  const given = new Map(rows.map((row) => [questionKeyOf(row.question_id, row.subject_id), row.answer]));
  return asked.map(({ question, subjectId, key }) => ({
    attemptId,
    questionId: question.id,
    subjectId,
    verdict: gradeAnswer(key, given.get(questionKeyOf(question.id, subjectId)) ?? null),
  }));
}

function pointsOf(graded: readonly GradedAnswer[]): Points | null {
  const verdicts = graded.flatMap(({ verdict }): Verdict[] => (verdict ? [verdict] : []));
  return verdicts.length === 0 ? null : sumOfPoints(verdicts);
}

/** Questions and settings of a quiz. */
export interface AskedQuiz {
  /** null: the quiz no longer exists. */
  readonly settings: QuizSettings | null;
  /** All possible questions. */
  readonly asked: readonly AskedQuestion[];
}

export async function loadAskedQuiz(db: SiteDb, siteId: number, quizId: number): Promise<AskedQuiz> {
  const settings = (await findQuizSettings(db, siteId, quizId)) ?? null;
  const parts = await listQuizParts(db, siteId, [quizId]);
  return { settings, asked: settings ? await loadAskedQuestions(db, siteId, { quizId, parts, settings }) : [] };
}

/**
 * Ends an attempt at its deadline if that has passed, even if this is noticed later.
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
  if (state !== "started" || deadlineAt === null || !isOverdue(attempt, now)) return false;
  await finaliseAttempt(db, siteId, attempt, {
    ...(await loadAskedQuiz(db, siteId, quizId)),
    by: "sweeper",
    at: deadlineAt,
  });
  return true;
}
