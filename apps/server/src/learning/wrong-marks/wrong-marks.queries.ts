import type { GivenAnswer } from "@parfocal/core/quiz-attempt/given-answer.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Limit for the text of answers, since each area has to be compared with the regions. */
const ANSWERS_MAX_BYTES = 8 * 1024 * 1024;

interface AnswersQuery {
  readonly quizId: number;
  readonly questionId: number;
  /** 0: none. */
  readonly subjectId: number;
  readonly most: number;
}

/** From the first submitted attempt of each person, in the order of submission. null: not answered. */
export async function listFirstAnswers(
  db: SiteDb,
  siteId: number,
  { quizId, questionId, subjectId, most }: AnswersQuery,
): Promise<(GivenAnswer | null)[]> {
  const { rows } = await sql<{ answer: GivenAnswer | null }>`
    WITH first AS (
      SELECT DISTINCT ON (user_id) id, submitted_at FROM counted_attempt
      WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND state = 'submitted' AND archived_at IS NULL
      ORDER BY user_id, attempt_no
    ), given AS (
      SELECT answer.answer, first.submitted_at, first.id,
        sum(coalesce(octet_length(answer.answer::text), 0)) OVER (ORDER BY first.submitted_at, first.id) AS bytes
      FROM first JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = first.id
      WHERE answer.question_id = ${questionId} AND answer.subject_id = ${subjectId}
    )
    SELECT answer FROM given WHERE bytes <= ${ANSWERS_MAX_BYTES} ORDER BY submitted_at, id LIMIT ${most}
  `.execute(db);
  return rows.map(({ answer }) => answer);
}

/** Limits for outlines, since each mark is compared with them. */
const STRUCTURES_MAX = 1_000;
const STRUCTURES_MAX_BYTES = 1024 * 1024;

/** Titled areas of experts on an image, in its order, in their simplified form if there is one. */
export async function listNamedAreas(
  db: SiteDb,
  siteId: number,
  imageId: number,
): Promise<{ readonly title: string; readonly wkt: string }[]> {
  const { rows } = await sql<{ title: string; wkt: string }>`
    SELECT title, wkt FROM (
      SELECT title, coalesce(coarse_geometry, geometry) AS wkt, position, id,
        sum(coarse_bytes) OVER (ORDER BY position, id) AS bytes
      FROM annotation
      WHERE site_id = ${siteId} AND image_id = ${imageId} AND deleted_at IS NULL AND NOT is_student
        AND work_group_id IS NULL AND btrim(title) <> '' AND geometry ~* '^\\s*(multi)?polygon'
    ) named
    WHERE bytes <= ${STRUCTURES_MAX_BYTES} ORDER BY position, id LIMIT ${STRUCTURES_MAX}
  `.execute(db);
  return rows;
}
