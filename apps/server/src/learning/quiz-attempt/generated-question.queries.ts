import type { GeneratedQuestion } from "@parfocal/core/quiz-attempt/generate-questions.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Nothing happens if the attempt has its questions already. */
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

/** In their order. */
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
