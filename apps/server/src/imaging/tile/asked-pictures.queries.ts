/**
 * Slides that a person can see because of a quiz they take, even if they have no other access to them (decision 0073).
 */
import { sql } from "kysely";
import type { AccessScope } from "#item/access-scope.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Maximum number of checked quizzes that ask one person about one image; more are rare. */
const QUIZZES_MAX = 50;

/**
 * Whether a quiz that is visible to the person asks about the image: in a running attempt, or in a submitted one whose
 * questions are shown.
 */
export async function isAskedByQuiz(
  db: SiteDb,
  siteId: number,
  accessScope: AccessScope,
  imageId: number,
): Promise<boolean> {
  if (accessScope.userId === null) return false;
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT quiz.item_id AS id
    FROM quiz_attempt_image
    JOIN counted_attempt attempt ON attempt.site_id = ${siteId} AND attempt.id = quiz_attempt_image.attempt_id
    JOIN quiz ON quiz.site_id = ${siteId} AND quiz.item_id = attempt.quiz_id
    JOIN item image ON image.site_id = ${siteId} AND image.id = quiz_attempt_image.image_id AND image.deleted_at IS NULL
    WHERE quiz_attempt_image.site_id = ${siteId} AND quiz_attempt_image.image_id = ${imageId}
      AND attempt.user_id = ${accessScope.userId} AND attempt.archived_at IS NULL
      AND (attempt.state = 'started' OR NOT quiz.hide_submitted_questions)
    LIMIT ${QUIZZES_MAX}
  `.execute(db);
  const quizIds = rows.map(({ id }) => Number(id));
  return (await listWaysToEach(db, siteId, quizIds, accessScope)).size > 0;
}
