import type { AnswerPoints } from "@parfocal/core/quiz-results/mark-rules.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Locks all attempts at a quiz until the transaction ends. */
export async function lockSubmittedAttempts(db: SiteDb, siteId: number, quizId: number): Promise<void> {
  await sql`
    SELECT id FROM counted_attempt
    WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND state = 'submitted' AND archived_at IS NULL
    ORDER BY id FOR UPDATE
  `.execute(db);
}

export interface GradedAttempt {
  readonly id: number;
  readonly name: string;
  readonly attemptNo: number;
  readonly earnedHundredths: number | null;
  readonly maxHundredths: number | null;
}

/** By name and number. @param most maximum number. */
export async function listSubmittedAttempts(
  db: SiteDb,
  siteId: number,
  { quizId, most }: { quizId: number; most: number },
): Promise<GradedAttempt[]> {
  const { rows } = await sql<GradedAttempt>`
    SELECT attempt.id, person.display_name AS name, attempt.attempt_no AS "attemptNo",
      attempt.earned_hundredths AS "earnedHundredths", attempt.max_hundredths AS "maxHundredths"
    FROM counted_attempt attempt
    JOIN site_user person ON person.site_id = ${siteId} AND person.id = attempt.user_id
    WHERE attempt.site_id = ${siteId} AND attempt.quiz_id = ${quizId} AND attempt.state = 'submitted'
      AND attempt.archived_at IS NULL
    ORDER BY lower(person.display_name), attempt.user_id, attempt.attempt_no
    LIMIT ${most}
  `.execute(db);
  return rows;
}

interface PointsOf {
  readonly attemptId: number;
  readonly questionId: number;
  readonly subjectId: number;
  readonly points: AnswerPoints;
}

/** Automatic points: used unless a teacher has given points. */
export async function writeAutomaticPoints(db: SiteDb, siteId: number, all: readonly PointsOf[]): Promise<void> {
  if (all.length === 0) return;
  const rows = all.map(({ attemptId, questionId, subjectId, points }) => ({
    attempt: attemptId,
    question: questionId,
    subject: subjectId,
    earned: points.earnedHundredths,
    max: points.maxHundredths,
    right: points.isRight,
  }));
  await sql`
    UPDATE quiz_answer SET
      earned_hundredths = CASE WHEN has_given_points THEN quiz_answer.earned_hundredths ELSE fresh.earned END,
      max_hundredths = CASE WHEN has_given_points THEN quiz_answer.max_hundredths ELSE fresh.max END,
      is_right = CASE WHEN has_given_points THEN quiz_answer.is_right ELSE fresh."right" END,
      automatic_earned_hundredths = CASE WHEN has_given_points THEN fresh.earned END,
      automatic_max_hundredths = CASE WHEN has_given_points THEN fresh.max END,
      automatic_is_right = CASE WHEN has_given_points THEN fresh."right" END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS fresh (attempt bigint, question bigint, subject bigint, earned bigint, max bigint, "right" boolean)
    WHERE quiz_answer.site_id = ${siteId} AND quiz_answer.attempt_id = fresh.attempt
      AND quiz_answer.question_id = fresh.question AND quiz_answer.subject_id = fresh.subject
  `.execute(db);
}

interface NewRegrade {
  readonly id: string;
  readonly quizId: number;
  readonly by: number;
  readonly at: Date;
  readonly attemptCount: number;
}

export async function insertRegrade(db: SiteDb, siteId: number, regrade: NewRegrade): Promise<void> {
  await db
    .insertInto("quiz_regrade")
    .values({
      id: regrade.id,
      site_id: siteId,
      quiz_id: regrade.quizId,
      regraded_by: regrade.by,
      created_at: regrade.at,
      attempt_count: regrade.attemptCount,
    })
    .execute();
}

/** Stores the previous points. */
export async function keepFormerPoints(
  db: SiteDb,
  siteId: number,
  regradeId: string,
  all: readonly PointsOf[],
): Promise<void> {
  if (all.length === 0) return;
  await db
    .insertInto("quiz_regrade_answer")
    .values(
      all.map(({ attemptId, questionId, subjectId, points }) => ({
        site_id: siteId,
        regrade_id: regradeId,
        attempt_id: attemptId,
        question_id: questionId,
        subject_id: subjectId,
        earned_hundredths: points.earnedHundredths,
        max_hundredths: points.maxHundredths,
        is_right: points.isRight,
      })),
    )
    .execute();
}

/** The latest regrading of a quiz; undefined: none, or it was undone. */
export function findLastRegrade(db: SiteDb, siteId: number, quizId: number) {
  return db
    .selectFrom("quiz_regrade")
    .select(["id", "created_at", "attempt_count"])
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function listFormerPoints(db: SiteDb, siteId: number, regradeId: string): Promise<PointsOf[]> {
  const rows = await db
    .selectFrom("quiz_regrade_answer")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("regrade_id", "=", regradeId)
    .execute();
  return rows.map((row) => ({
    attemptId: row.attempt_id,
    questionId: row.question_id,
    subjectId: row.subject_id,
    points: { earnedHundredths: row.earned_hundredths, maxHundredths: row.max_hundredths, isRight: row.is_right },
  }));
}

/** Also deletes the stored points. */
export async function deleteRegrade(db: SiteDb, siteId: number, regradeId: string): Promise<void> {
  await db.deleteFrom("quiz_regrade").where("site_id", "=", siteId).where("id", "=", regradeId).execute();
}

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes those older than 30 days, which can no longer be undone. @param now ms since the epoch. */
export async function deleteOldRegrades(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("quiz_regrade")
    .where("site_id", "=", siteId)
    .where("created_at", "<", new Date(now - KEPT_DAYS * DAY_MS))
    .execute();
}
