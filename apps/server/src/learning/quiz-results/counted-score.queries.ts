/** The score that a quiz counts for a person: that of their latest submitted attempt, as in its results. */
import type { CountedScore } from "@parfocal/core/lti/lti-score.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * Questions that have been removed from the quiz do not count as waiting for marks. @returns null: nothing was
 * submitted, or it was removed.
 */
export async function findCountedScore(
  db: SiteDb,
  siteId: number,
  { quizId, userId }: { readonly quizId: number; readonly userId: number },
): Promise<CountedScore | null> {
  const { rows } = await sql<{ earned: number | null; max: number | null; isFinal: boolean }>`
    SELECT attempt.earned_hundredths AS earned, attempt.max_hundredths AS max, NOT EXISTS (
      SELECT 1 FROM quiz_answer answer JOIN item question
        ON question.site_id = ${siteId} AND question.id = answer.question_id AND question.deleted_at IS NULL
      WHERE answer.site_id = ${siteId} AND answer.attempt_id = attempt.id AND answer.max_hundredths IS NULL
    ) AS "isFinal"
    FROM counted_attempt attempt
    WHERE attempt.site_id = ${siteId} AND attempt.quiz_id = ${quizId} AND attempt.user_id = ${userId}
      AND attempt.state = 'submitted' AND attempt.archived_at IS NULL
    ORDER BY attempt.attempt_no DESC
    LIMIT 1
  `.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { earned, max, isFinal } = row;
  return { points: earned === null || max === null ? null : { earnedHundredths: earned, maxHundredths: max }, isFinal };
}
