/**
 * Evaluates all submitted attempts again with the current correct answers: first as a list of changes, which is then
 * applied as a whole and can be undone as a whole.
 */

import { randomUUID } from "node:crypto";
import { AppError } from "@parfocal/core/errors.ts";
import { gradeAnswer } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import {
  EXPORT_ATTEMPTS_MAX,
  REGRADES_LISTED_MAX,
  type RegradePlan,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { type Regraded, regraded } from "@parfocal/core/quiz-results/regrade-rules.ts";
import { noteChangedPoints } from "#lti/due-grades.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { versionOf } from "#platform/http/version-of.ts";
import { loadQuizBasis, type QuizQuery } from "#quiz/load-quiz.ts";
import { loadAskedQuestions, questionKeyOf } from "#quiz-attempt/asked-questions.ts";
import { withEarlierQuestions } from "#quiz-attempt/generated-questions.ts";
import { listAnswersTo } from "./export.queries.ts";
import { markedAnswerOf } from "./load-paper.ts";
import { sumAttempts } from "./mark.queries.ts";
import {
  deleteRegrade,
  findLastRegrade,
  type GradedAttempt,
  insertRegrade,
  keepFormerPoints,
  listFormerPoints,
  listSubmittedAttempts,
  lockSubmittedAttempts,
  writeAutomaticPoints,
} from "./regrade.queries.ts";

/** Attempts per batch. */
const PORTION = 50;
const HUNDREDTHS = 100;

interface RegradedAnswer extends Regraded {
  readonly attemptId: number;
  readonly questionId: number;
  readonly subjectId: number;
}

interface Plan {
  readonly attempts: readonly GradedAttempt[];
  readonly answers: readonly RegradedAnswer[];
  readonly version: string;
}

/** @throws AppError `notFound`; `tooLarge`. */
async function planRegrade(db: SiteDb, query: QuizQuery): Promise<Plan> {
  const { siteId, id: quizId } = query;
  const basis = await loadQuizBasis(db, query);
  const asked = await withEarlierQuestions(db, siteId, basis, await loadAskedQuestions(db, siteId, basis));
  const byKey = new Map(asked.map((one) => [questionKeyOf(one.question.id, one.subjectId), one]));
  const questionIds = [...new Set(asked.map(({ question }) => question.id))];
  const attempts = await listSubmittedAttempts(db, siteId, { quizId, most: EXPORT_ATTEMPTS_MAX + 1 });
  if (attempts.length > EXPORT_ATTEMPTS_MAX)
    throw new AppError("tooLarge", `More than ${EXPORT_ATTEMPTS_MAX} attempts cannot be regraded at once.`);
  const answers: RegradedAnswer[] = [];
  for (let start = 0; start < attempts.length; start += PORTION) {
    const attemptIds = attempts.slice(start, start + PORTION).map(({ id }) => id);
    // A question that was added after the submission has no row, and is not included.
    for (const row of await listAnswersTo(db, siteId, { attemptIds, questionIds })) {
      const one = byKey.get(questionKeyOf(row.question_id, row.subject_id));
      const change = one && regraded(markedAnswerOf(row), gradeAnswer(one.key, row.answer));
      if (change)
        answers.push({
          attemptId: row.attempt_id,
          questionId: row.question_id,
          subjectId: row.subject_id,
          ...change,
        });
    }
  }
  answers.sort((a, b) => a.attemptId - b.attemptId || a.questionId - b.questionId || a.subjectId - b.subjectId);
  return { attempts, answers, version: versionOf(answers) };
}

export async function presentRegrade(db: SiteDb, query: QuizQuery): Promise<RegradePlan> {
  const { attempts, answers, version } = await planRegrade(db, query);
  const last = await findLastRegrade(db, query.siteId, query.id);
  const sums = new Map<number, { earned: number; max: number }>();
  for (const { attemptId, earnedChange, maxChange } of answers) {
    const sum = sums.get(attemptId) ?? { earned: 0, max: 0 };
    sums.set(attemptId, { earned: sum.earned + earnedChange, max: sum.max + maxChange });
  }
  const changed = attempts.filter(({ id }) => sums.has(id));
  return {
    quizId: query.id,
    version,
    attemptCount: attempts.length,
    changeCount: changed.length,
    changes: changed.slice(0, REGRADES_LISTED_MAX).map((attempt) => {
      const { earned, max } = sums.get(attempt.id) ?? { earned: 0, max: 0 };
      const before = { earned: attempt.earnedHundredths ?? 0, max: attempt.maxHundredths ?? 0 };
      return {
        attemptId: attempt.id,
        name: attempt.name,
        attemptNo: attempt.attemptNo,
        before: pointsOf(before),
        after: pointsOf({ earned: before.earned + earned, max: before.max + max }),
      };
    }),
    lastRegrade: last
      ? { regradeId: last.id, date: last.created_at.toISOString(), attemptCount: last.attempt_count }
      : null,
  };
}

const pointsOf = ({ earned, max }: { earned: number; max: number }) => ({
  score: earned / HUNDREDTHS,
  maxScore: max / HUNDREDTHS,
});

interface Applied {
  readonly regradeId: string;
  readonly attemptCount: number;
}

/**
 * All or none. @param now ms since the epoch. @throws AppError `conflict` if the changes differ from those of the
 * version.
 */
export async function applyRegrade(
  db: SiteDb,
  query: QuizQuery,
  { version, now }: { version: string; now: number },
): Promise<Applied> {
  const { siteId, caller, id: quizId } = query;
  await loadQuizBasis(db, query);
  await lockSubmittedAttempts(db, siteId, quizId);
  const { answers, version: current } = await planRegrade(db, query);
  if (current !== version)
    throw new AppError("conflict", "The key or the answers have changed since. Look at the list again.", {
      codes: ["version"],
    });
  const attemptIds = [...new Set(answers.map(({ attemptId }) => attemptId))];
  const regradeId = randomUUID();
  if (answers.length === 0) throw new AppError("conflict", "No points would change.", { codes: ["nothing"] });
  const by = caller.signedIn().id;
  await insertRegrade(db, siteId, { id: regradeId, quizId, by, at: new Date(now), attemptCount: attemptIds.length });
  for (const part of portionsOf(answers)) {
    await keepFormerPoints(
      db,
      siteId,
      regradeId,
      part.map(({ before, ...of }) => ({ ...of, points: before })),
    );
    await writeAutomaticPoints(
      db,
      siteId,
      part.map(({ after, ...of }) => ({ ...of, points: after })),
    );
  }
  await sumAttempts(db, siteId, attemptIds);
  await noteChangedPoints(db, siteId, { quizId, userIds: null });
  return { regradeId, attemptCount: attemptIds.length };
}

/** Restores the previous evaluation; points that a teacher has given since are kept. @throws AppError `notFound`. */
export async function undoRegrade(db: SiteDb, query: QuizQuery, regradeId: string): Promise<Applied> {
  const { siteId, id: quizId } = query;
  await loadQuizBasis(db, query);
  await lockSubmittedAttempts(db, siteId, quizId);
  const last = await findLastRegrade(db, siteId, quizId);
  if (last?.id !== regradeId)
    throw new AppError(
      "notFound",
      "This regrade cannot be undone: it was undone already, is too old, or another followed.",
    );
  const former = await listFormerPoints(db, siteId, regradeId);
  for (const part of portionsOf(former)) await writeAutomaticPoints(db, siteId, part);
  const attemptIds = [...new Set(former.map(({ attemptId }) => attemptId))];
  await sumAttempts(db, siteId, attemptIds);
  await noteChangedPoints(db, siteId, { quizId, userIds: null });
  await deleteRegrade(db, siteId, regradeId);
  return { regradeId, attemptCount: attemptIds.length };
}

/** Answers per statement. */
const WRITTEN_AT_ONCE = 1_000;

function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / WRITTEN_AT_ONCE);
  return Array.from({ length: count }, (_, place) =>
    rows.slice(place * WRITTEN_AT_ONCE, (place + 1) * WRITTEN_AT_ONCE),
  );
}
