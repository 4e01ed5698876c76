/** Teachers' marks on the answers of an attempt. */
import type { AnswerPoints } from "@parfocal/core/quiz-results/mark-rules.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AnswerPlace } from "#quiz-attempt/quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "#quiz-attempt/quiz-attempt.table.ts";

interface AttemptOf {
  readonly quizId: number;
  readonly attemptId: number;
}

const attemptOf = (db: SiteDb, siteId: number, { quizId, attemptId }: AttemptOf) =>
  db
    .selectFrom("counted_attempt")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("id", "=", attemptId)
    .where("archived_at", "is", null);

export const findAttempt = (db: SiteDb, siteId: number, of: AttemptOf): Promise<QuizAttemptRow | undefined> =>
  attemptOf(db, siteId, of).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockAttempt = (db: SiteDb, siteId: number, of: AttemptOf): Promise<QuizAttemptRow | undefined> =>
  attemptOf(db, siteId, of).forUpdate().executeTakeFirst();

/** Names and email addresses by ID. */
export async function findPeople(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, { readonly name: string; readonly email: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("site_user")
    .select(["id", "display_name as name", "email"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

interface NewMark {
  readonly points: AnswerPoints;
  /** null: automatic points. */
  readonly automatic: AnswerPoints | null;
  readonly comment: string;
  readonly markedBy: number;
  readonly markedAt: Date;
}

/** Also works for an unanswered question. */
export async function writeMark(
  db: SiteDb,
  siteId: number,
  { attemptId, questionId, subjectId }: AnswerPlace,
  { points, automatic, comment, markedBy, markedAt }: NewMark,
): Promise<void> {
  const values = {
    earned_hundredths: points.earnedHundredths,
    max_hundredths: points.maxHundredths,
    is_right: points.isRight,
    has_given_points: automatic !== null,
    automatic_earned_hundredths: automatic?.earnedHundredths ?? null,
    automatic_max_hundredths: automatic?.maxHundredths ?? null,
    automatic_is_right: automatic?.isRight ?? null,
    comment,
    marked_by: markedBy,
    marked_at: markedAt,
  };
  const key = { site_id: siteId, attempt_id: attemptId, question_id: questionId, subject_id: subjectId };
  await db
    .insertInto("quiz_answer")
    .values({ ...key, answer: null, ...values })
    .onConflict((conflict) => conflict.columns(["attempt_id", "question_id", "subject_id"]).doUpdateSet(values))
    .execute();
}

/** The sum over all answers of an attempt, including questions that were removed since. */
export async function sumAttempts(db: SiteDb, siteId: number, attemptIds: readonly number[]): Promise<void> {
  if (attemptIds.length === 0) return;
  await sql`
    UPDATE counted_attempt SET earned_hundredths = total.earned, max_hundredths = total.max
    FROM (
      SELECT attempt.id, sum(answer.earned_hundredths)::bigint AS earned, sum(answer.max_hundredths)::bigint AS max
      FROM counted_attempt attempt
      LEFT JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = attempt.id
        AND answer.max_hundredths IS NOT NULL
      WHERE attempt.site_id = ${siteId} AND attempt.id = ANY (${[...attemptIds]}::bigint[])
      GROUP BY attempt.id
    ) total
    WHERE counted_attempt.site_id = ${siteId} AND counted_attempt.id = total.id AND counted_attempt.state = 'submitted'
  `.execute(db);
}
