import type { GeneratedQuestion, NamedImage } from "@parfocal/core/quiz-attempt/generate-questions.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Does nothing if the attempt already has its questions. */
export async function insertGeneratedQuestions(
  db: SiteDb,
  siteId: number,
  attemptId: number,
  questions: readonly GeneratedQuestion[],
): Promise<void> {
  if (questions.length === 0) return;
  await sql`
    INSERT INTO quiz_generated_question (site_id, attempt_id, image_id, position, options)
    SELECT ${siteId}, ${attemptId}, (one ->> 'imageId')::bigint, place, one -> 'options'
    FROM jsonb_array_elements(${JSON.stringify(questions)}::jsonb) WITH ORDINALITY AS made (one, place)
    WHERE NOT EXISTS (
      SELECT FROM quiz_generated_question WHERE site_id = ${siteId} AND attempt_id = ${attemptId}
    )
  `.execute(db);
}

/** In order. */
export async function listGeneratedQuestions(
  db: SiteDb,
  siteId: number,
  attemptId: number,
): Promise<GeneratedQuestion[]> {
  const rows = await db
    .selectFrom("quiz_generated_question")
    .select(["image_id as imageId", "options"])
    .where("site_id", "=", siteId)
    .where("attempt_id", "=", attemptId)
    .orderBy("position")
    .execute();
  return rows;
}

/** Maximum number of attempts whose names are read. */
const ATTEMPTS_MAX = 500;

/** Option names of the latest attempts, the latest name for each image. */
export async function listShownNames(db: SiteDb, siteId: number, quizId: number): Promise<NamedImage[]> {
  const { rows } = await sql<NamedImage>`
    WITH latest AS (
      SELECT id FROM counted_attempt WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND archived_at IS NULL
      ORDER BY id DESC LIMIT ${ATTEMPTS_MAX}
    )
    SELECT DISTINCT ON ((one ->> 'id')::bigint) (one ->> 'id')::bigint AS id, one ->> 'name' AS name
    FROM latest
    JOIN quiz_generated_question made ON made.site_id = ${siteId} AND made.attempt_id = latest.id,
      jsonb_array_elements(made.options) AS one
    ORDER BY (one ->> 'id')::bigint, latest.id DESC
  `.execute(db);
  return rows;
}
