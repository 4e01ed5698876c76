import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Limit for the text of answers: marks can be long. */
const ANSWERS_MAX_BYTES = 32 * 1024 * 1024;

interface AnswersQuery {
  readonly quizId: number;
  readonly questionId: number;
  /** 0: none. */
  readonly subjectId: number;
  readonly most: number;
}

/** From the latest submitted attempt of each person, in the order of submission. null: not answered. */
export async function listVotes(
  db: SiteDb,
  siteId: number,
  { quizId, questionId, subjectId, most }: AnswersQuery,
): Promise<(GivenAnswer | null)[]> {
  const { rows } = await sql<{ answer: GivenAnswer | null }>`
    WITH latest AS (
      SELECT DISTINCT ON (user_id) id, submitted_at FROM counted_attempt
      WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND state = 'submitted' AND archived_at IS NULL
      ORDER BY user_id, attempt_no DESC
    ), vote AS (
      SELECT answer.answer, latest.submitted_at, latest.id,
        sum(coalesce(octet_length(answer.answer::text), 0)) OVER (ORDER BY latest.submitted_at, latest.id) AS bytes
      FROM latest JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = latest.id
      WHERE answer.question_id = ${questionId} AND answer.subject_id = ${subjectId}
    )
    SELECT answer FROM vote WHERE bytes <= ${ANSWERS_MAX_BYTES} ORDER BY submitted_at, id LIMIT ${most}
  `.execute(db);
  return rows.map(({ answer }) => answer);
}
