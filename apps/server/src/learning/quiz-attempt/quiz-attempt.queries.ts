import { GRACE_S } from "@parfocal/core/quiz-access/access-rules.ts";
import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import type { Points } from "@parfocal/core/quiz-attempt/points.ts";
import { sql } from "kysely";
import type { Database, SiteDb } from "#platform/db/database.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";

export interface AttemptOf {
  readonly quizId: number;
  readonly userId: number;
  /** Whether to use the person's preview; omitted: their attempts. */
  readonly isPreview?: boolean;
}

/** The latest attempt that was not removed; undefined: not started. */
export function findLatestAttempt(db: SiteDb, siteId: number, of: AttemptOf): Promise<QuizAttemptRow | undefined> {
  return latestAttempt(db, siteId, of).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockLatestAttempt(db: SiteDb, siteId: number, of: AttemptOf): Promise<QuizAttemptRow | undefined> {
  return latestAttempt(db, siteId, of).forUpdate().executeTakeFirst();
}

const latestAttempt = (db: SiteDb, siteId: number, { quizId, userId, isPreview = false }: AttemptOf) =>
  db
    .selectFrom("quiz_attempt")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("user_id", "=", userId)
    .where("is_preview", "=", isPreview)
    .where("archived_at", "is", null)
    .orderBy("attempt_no", "desc")
    .limit(1);

interface NewAttempt extends AttemptOf {
  readonly seed: string;
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
  /** Seconds without extra time; omitted: no limit. */
  readonly timeLimitS?: number | null;
  /** Included in the deadline, seconds. */
  readonly grantedS?: number;
  /** Seconds after the deadline in which requests are still in time; omitted: the default. */
  readonly graceS?: number;
  /**
   * The attempt's number is greater than this one and those of stored attempts; omitted: greater than those of stored
   * attempts.
   */
  readonly afterNo?: number;
}

/** Does nothing if an attempt is running: of two concurrent starts, one succeeds. */
export async function insertAttempt(
  db: SiteDb,
  siteId: number,
  { quizId, userId, isPreview = false, seed, startedAt, deadlineAt, ...more }: NewAttempt,
): Promise<void> {
  const { timeLimitS = null, grantedS = 0, graceS = GRACE_S, afterNo = 0 } = more;
  await sql`
    INSERT INTO quiz_attempt
      (site_id, quiz_id, user_id, is_preview, attempt_no, seed, started_at, deadline_at, time_limit_s, granted_s,
        grace_s)
    SELECT ${siteId}, ${quizId}, ${userId}, ${isPreview}::boolean,
      greatest(max(attempt_no), ${afterNo}::integer) + 1, ${seed},
      ${startedAt}, ${deadlineAt}, ${timeLimitS}::integer, ${grantedS}::integer, ${graceS}::integer
    FROM quiz_attempt
    WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND user_id = ${userId} AND is_preview = ${isPreview}::boolean
    ON CONFLICT DO NOTHING
  `.execute(db);
}

/** The slides of the attempts: images, and the slides of cases that learners see. */
export async function insertAttemptImages(
  db: SiteDb,
  siteId: number,
  attemptIds: readonly number[],
  subjectIds: readonly number[],
): Promise<void> {
  if (subjectIds.length === 0 || attemptIds.length === 0) return;
  await sql`
    INSERT INTO quiz_attempt_image (site_id, attempt_id, image_id)
    SELECT ${siteId}, attempt_id, item_id FROM image, unnest(${[...attemptIds]}::bigint[]) AS attempt_id
    WHERE site_id = ${siteId} AND (
      item_id = ANY (${[...subjectIds]}::bigint[])
      OR item_id IN (
        SELECT item_id FROM placement
        WHERE site_id = ${siteId} AND parent_id = ANY (${[...subjectIds]}::bigint[]) AND is_active
      )
    )
    ON CONFLICT DO NOTHING
  `.execute(db);
}

/** Stores the time shown by the page's clock. */
export async function saveReportedTime(
  db: SiteDb,
  siteId: number,
  attemptId: number,
  { remainingS, now }: { remainingS: number; now: Date },
): Promise<void> {
  await sql`
    UPDATE quiz_attempt SET reported_remaining_s = ${remainingS}, reported_at = ${now}
    WHERE site_id = ${siteId} AND id = ${attemptId} AND state = 'started'
  `.execute(db);
}

export function listAnswers(db: SiteDb, siteId: number, attemptId: number): Promise<QuizAnswerRow[]> {
  return db
    .selectFrom("quiz_answer")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("attempt_id", "=", attemptId)
    .execute();
}

export interface AnswerPlace {
  readonly attemptId: number;
  readonly questionId: number;
  /** 0: none. */
  readonly subjectId: number;
}

const answerAt = (db: SiteDb, siteId: number, { attemptId, questionId, subjectId }: AnswerPlace) =>
  db
    .selectFrom("quiz_answer")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("attempt_id", "=", attemptId)
    .where("question_id", "=", questionId)
    .where("subject_id", "=", subjectId);

/** undefined: the question is not answered. */
export const findAnswer = (db: SiteDb, siteId: number, place: AnswerPlace): Promise<QuizAnswerRow | undefined> =>
  answerAt(db, siteId, place).executeTakeFirst();

/** Only for a question that is answered. */
export const readAnswer = (db: SiteDb, siteId: number, place: AnswerPlace): Promise<QuizAnswerRow> =>
  answerAt(db, siteId, place).executeTakeFirstOrThrow();

export interface AnswerChange {
  readonly questionId: number;
  /** 0: none. */
  readonly subjectId: number;
  readonly answer: GivenAnswer | null;
  readonly isMarked: boolean;
  readonly isChecked: boolean;
  readonly rev: number;
}

/** Writes the answer unless a newer one is stored. @returns the stored answer; undefined: a newer one is stored. */
export function upsertAnswer(
  db: SiteDb,
  siteId: number,
  attemptId: number,
  { questionId, subjectId, answer, isMarked, isChecked, rev }: AnswerChange,
): Promise<QuizAnswerRow | undefined> {
  const values = {
    answer: answer === null ? null : JSON.stringify(answer),
    is_marked: isMarked,
    is_checked: isChecked,
    rev,
  };
  return db
    .insertInto("quiz_answer")
    .values({ ...values, site_id: siteId, attempt_id: attemptId, question_id: questionId, subject_id: subjectId })
    .onConflict((conflict) =>
      conflict
        .columns(["attempt_id", "question_id", "subject_id"])
        .doUpdateSet({ ...values, saved_at: sql`now()` })
        .whereRef("quiz_answer.rev", "<=", "excluded.rev"),
    )
    .returningAll()
    .executeTakeFirst();
}

interface Graded {
  readonly attemptId: number;
  readonly questionId: number;
  readonly subjectId: number;
  readonly verdict: (Points & { readonly isRight: boolean }) | null;
}

/** Also writes rows for unanswered questions; accepts several attempts. @returns the stored answers. */
export async function writeVerdicts(db: SiteDb, siteId: number, graded: readonly Graded[]): Promise<QuizAnswerRow[]> {
  if (graded.length === 0) return [];
  // One parameter for all rows, so that PostgreSQL receives the same statement for any number of questions (decision
  // 0077).
  const rows = graded.map(({ attemptId, questionId, subjectId, verdict }) => ({
    attempt_id: attemptId,
    question_id: questionId,
    subject_id: subjectId,
    earned: verdict?.earnedHundredths ?? null,
    most: verdict?.maxHundredths ?? null,
    is_right: verdict?.isRight ?? null,
  }));
  const { rows: answers } = await sql<QuizAnswerRow>`
    INSERT INTO quiz_answer (site_id, attempt_id, question_id, subject_id, earned_hundredths, max_hundredths, is_right)
    SELECT ${siteId}, attempt_id, question_id, subject_id, earned, most, is_right
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS graded
      (attempt_id bigint, question_id bigint, subject_id bigint, earned bigint, most bigint, is_right boolean)
    ON CONFLICT (attempt_id, question_id, subject_id) DO UPDATE
    SET earned_hundredths = excluded.earned_hundredths, max_hundredths = excluded.max_hundredths,
      is_right = excluded.is_right
    RETURNING *
  `.execute(db);
  return answers;
}

/** Removes one attempt; it cannot be restored. */
export async function archiveAttempt(
  db: SiteDb,
  siteId: number,
  attemptId: number,
  by: { userId: number; now: Date },
): Promise<void> {
  await db
    .updateTable("quiz_attempt")
    .set({ archived_at: by.now, archived_by: by.userId })
    .where("site_id", "=", siteId)
    .where("id", "=", attemptId)
    .execute();
}

/** Removes all attempts at a quiz. @returns their number. */
export async function archiveAllAttempts(
  db: SiteDb,
  siteId: number,
  quizId: number,
  by: { userId: number; now: Date; resetId: string },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("counted_attempt")
    .set({ archived_at: by.now, archived_by: by.userId, reset_id: by.resetId })
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/**
 * Restores the attempts removed by a reset, except those of people who have started again.
 *
 * @returns the number of restored attempts, and of those that remain removed.
 */
export async function restoreAttempts(
  db: SiteDb,
  siteId: number,
  { quizId, resetId }: { quizId: number; resetId: string },
): Promise<{ restored: number; left: number }> {
  const { numAffectedRows } = await sql`
    UPDATE counted_attempt SET archived_at = NULL, archived_by = NULL, reset_id = NULL
    WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND reset_id = ${resetId}::uuid
      AND NOT EXISTS (
        SELECT FROM counted_attempt newer
        WHERE newer.site_id = ${siteId} AND newer.quiz_id = ${quizId} AND newer.user_id = counted_attempt.user_id
          AND newer.archived_at IS NULL
      )
  `.execute(db);
  const { count } = await db
    .selectFrom("counted_attempt")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("reset_id", "=", resetId)
    .executeTakeFirstOrThrow();
  return { restored: Number(numAffectedRows ?? 0), left: Number(count) };
}

/** The latest reset whose attempts still exist. */
export async function findLastReset(
  db: SiteDb,
  siteId: number,
  quizId: number,
): Promise<{ resetId: string; date: string; attemptCount: number } | null> {
  const found = await db
    .selectFrom("counted_attempt")
    .select((row) => ["reset_id", "archived_at", row.fn.countAll<number>().as("count")])
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("reset_id", "is not", null)
    .groupBy(["reset_id", "archived_at"])
    .orderBy("archived_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found?.reset_id || !found.archived_at) return null;
  return { resetId: found.reset_id, date: found.archived_at.toISOString(), attemptCount: Number(found.count) };
}

/** Sites with attempts whose deadline and grace period have passed. */
export async function listSitesWithOverdueAttempts(database: Database, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM sites_with_overdue_attempts(${now}) AS id`.execute(
    database,
  );
  return rows.map(({ id }) => id);
}

/** Overdue attempts that no other transaction has locked; locks them until the transaction ends. */
export function lockOverdueAttempts(
  db: SiteDb,
  siteId: number,
  { now, most }: { now: Date; most: number },
): Promise<QuizAttemptRow[]> {
  return db
    .selectFrom("quiz_attempt")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("state", "=", "started")
    .where("archived_at", "is", null)
    .where("deadline_at", "<", now)
    .where(sql<boolean>`deadline_at + make_interval(secs => grace_s) < ${now}`)
    .orderBy("deadline_at")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Deletes it completely: a preview cannot be restored. */
export async function deletePreview(
  db: SiteDb,
  siteId: number,
  { quizId, userId }: Omit<AttemptOf, "isPreview">,
): Promise<void> {
  await db
    .deleteFrom("quiz_attempt")
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("user_id", "=", userId)
    .where("is_preview", "=", true)
    .execute();
}

const PREVIEW_KEPT_DAYS = 7;

/** Deletes previews that were started more than 7 days ago. */
export async function deleteOldPreviews(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("quiz_attempt")
    .where("site_id", "=", siteId)
    .where("is_preview", "=", true)
    .where("started_at", "<", new Date(now - PREVIEW_KEPT_DAYS * DAY_MS))
    .execute();
}

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes attempts that were removed more than 30 days ago. */
export async function deleteOldAttempts(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("quiz_attempt")
    .where("site_id", "=", siteId)
    .where("archived_at", "<", new Date(now - KEPT_DAYS * DAY_MS))
    .execute();
}
