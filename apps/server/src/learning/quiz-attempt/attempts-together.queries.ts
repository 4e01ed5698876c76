/** Queries for the attempts of several people at one quiz: one statement for all of them. Previews are omitted. */
import { GRACE_S } from "@parfocal/core/quiz-access/access-rules.ts";
import type { FinalisedBy } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import type { Points } from "@parfocal/core/quiz-attempt/points.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AnswerChange } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";

interface AttemptsOf {
  readonly quizId: number;
  readonly userIds: readonly number[];
}

type AttemptsByUser = ReadonlyMap<number, QuizAttemptRow>;

/** The latest attempt of each person that was not removed, by person. */
export async function findLatestAttempts(db: SiteDb, siteId: number, of: AttemptsOf): Promise<AttemptsByUser> {
  return byUser(await latestAttempts(db, siteId, of).execute());
}

/** The same, locked until the transaction ends; attempts locked by another transaction are omitted. */
export async function lockLatestAttempts(db: SiteDb, siteId: number, of: AttemptsOf): Promise<AttemptsByUser> {
  return byUser(await latestAttempts(db, siteId, of).forUpdate("quiz_attempt").skipLocked().execute());
}

const byUser = (rows: readonly QuizAttemptRow[]): AttemptsByUser => new Map(rows.map((row) => [row.user_id, row]));

const latestAttempts = (db: SiteDb, siteId: number, { quizId, userIds }: AttemptsOf) =>
  db
    .selectFrom("quiz_attempt")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where(sql<boolean>`user_id = ANY (${[...userIds]}::bigint[])`)
    .where("is_preview", "=", false)
    .where("archived_at", "is", null)
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM quiz_attempt later
        WHERE later.site_id = ${siteId} AND later.quiz_id = ${quizId} AND later.user_id = quiz_attempt.user_id
          AND NOT later.is_preview AND later.archived_at IS NULL AND later.attempt_no > quiz_attempt.attempt_no
      )`,
    );

interface NewAttemptOf {
  readonly userId: number;
  readonly seed: string;
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
  readonly timeLimitS: number | null;
  /** Seconds after the deadline in which requests are still in time; omitted: the default. */
  readonly graceS?: number;
}

/** Does nothing for people who have a running attempt. */
export async function insertAttempts(
  db: SiteDb,
  siteId: number,
  quizId: number,
  attempts: readonly NewAttemptOf[],
): Promise<void> {
  const rows = attempts.map(({ userId, seed, startedAt, deadlineAt, timeLimitS, graceS = GRACE_S }) => ({
    user_id: userId,
    seed,
    started_at: startedAt,
    deadline_at: deadlineAt,
    time_limit_s: timeLimitS,
    grace_s: graceS,
  }));
  await sql`
    INSERT INTO quiz_attempt (site_id, quiz_id, user_id, attempt_no, seed, started_at, deadline_at, time_limit_s, grace_s)
    SELECT ${siteId}, ${quizId}, user_id, coalesce((
        SELECT max(former.attempt_no) FROM quiz_attempt former
        WHERE former.site_id = ${siteId} AND former.quiz_id = ${quizId} AND former.user_id = fresh.user_id
          AND NOT former.is_preview
      ), 0) + 1, seed, started_at, deadline_at, time_limit_s, grace_s
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS fresh (user_id bigint, seed text, started_at timestamptz, deadline_at timestamptz, time_limit_s integer,
        grace_s integer)
    ON CONFLICT DO NOTHING
  `.execute(db);
}

/**
 * Writes answers unless a newer one is stored. @param changes each answer once. @returns the answers that were written.
 */
export async function upsertAnswers(
  db: SiteDb,
  siteId: number,
  changes: readonly (AnswerChange & { readonly attemptId: number })[],
): Promise<QuizAnswerRow[]> {
  if (changes.length === 0) return [];
  const sent = changes.map(({ attemptId, questionId, subjectId, answer, isMarked, isChecked, rev }) => ({
    ...{ attempt_id: attemptId, question_id: questionId, subject_id: subjectId },
    ...{ answer, is_marked: isMarked, is_checked: isChecked, rev },
  }));
  const { rows } = await sql<QuizAnswerRow>`
    INSERT INTO quiz_answer (site_id, attempt_id, question_id, subject_id, answer, is_marked, is_checked, rev)
    SELECT ${siteId}, attempt_id, question_id, subject_id, answer, is_marked, is_checked, rev
    FROM jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) AS sent (attempt_id bigint, question_id bigint,
      subject_id bigint, answer jsonb, is_marked boolean, is_checked boolean, rev integer)
    ON CONFLICT (attempt_id, question_id, subject_id) DO UPDATE SET answer = excluded.answer,
      is_marked = excluded.is_marked, is_checked = excluded.is_checked, rev = excluded.rev, saved_at = now()
    WHERE quiz_answer.rev <= excluded.rev
    RETURNING *
  `.execute(db);
  return rows;
}

/** By ID of the attempt; attempts without answers are omitted. */
export async function listAnswersOfEach(
  db: SiteDb,
  siteId: number,
  attemptIds: readonly number[],
): Promise<ReadonlyMap<number, readonly QuizAnswerRow[]>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("quiz_answer")
    .selectAll()
    .where("site_id", "=", siteId)
    .where(sql<boolean>`attempt_id = ANY (${[...attemptIds]}::bigint[])`)
    .execute();
  return Map.groupBy(rows, ({ attempt_id }) => attempt_id);
}

interface EndedAttempt {
  readonly id: number;
  readonly points: Points | null;
  readonly submittedAt: Date;
}

/** Ends the attempts. @returns the changed attempts by ID. */
export async function markAllSubmitted(
  db: SiteDb,
  siteId: number,
  ended: readonly EndedAttempt[],
  finalisedBy: FinalisedBy,
): Promise<ReadonlyMap<number, QuizAttemptRow>> {
  const changes = ended.map(({ id, points, submittedAt }) => ({
    id,
    submitted_at: submittedAt,
    earned: points?.earnedHundredths ?? null,
    most: points?.maxHundredths ?? null,
  }));
  const { rows } = await sql<QuizAttemptRow>`
    UPDATE quiz_attempt SET state = 'submitted', submitted_at = ended.submitted_at, finalised_by = ${finalisedBy},
      earned_hundredths = ended.earned, max_hundredths = ended.most
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      AS ended (id bigint, submitted_at timestamptz, earned bigint, most bigint)
    WHERE quiz_attempt.site_id = ${siteId} AND quiz_attempt.id = ended.id
    RETURNING quiz_attempt.*
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stores the times shown by the pages' clocks. Attempts locked by another transaction are unchanged. */
export async function saveReportedTimes(
  db: SiteDb,
  siteId: number,
  reported: readonly { readonly attemptId: number; readonly remainingS: number }[],
  now: Date,
): Promise<void> {
  if (reported.length === 0) return;
  await sql`
    UPDATE quiz_attempt SET reported_remaining_s = reported.remaining, reported_at = ${now}
    FROM jsonb_to_recordset(${JSON.stringify(
      reported.map(({ attemptId, remainingS }) => ({ id: attemptId, remaining: remainingS })),
    )}::jsonb) AS reported (id bigint, remaining integer)
    WHERE quiz_attempt.site_id = ${siteId} AND quiz_attempt.id = reported.id AND quiz_attempt.id IN (
      SELECT id FROM quiz_attempt WHERE site_id = ${siteId} AND state = 'started'
        AND id = ANY (${reported.map(({ attemptId }) => attemptId)}::bigint[]) FOR NO KEY UPDATE SKIP LOCKED
    )
  `.execute(db);
}
