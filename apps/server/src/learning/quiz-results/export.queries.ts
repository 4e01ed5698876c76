/** Attempts and answers of an export. */
import type { AttemptState, FinalisedBy } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { inSiteTime } from "#platform/db/site-time.ts";
import type { QuizAnswerRow } from "#quiz-attempt/quiz-attempt.table.ts";

/** By name and number. @param most maximum number. */
export async function listAttemptIds(
  db: SiteDb,
  siteId: number,
  { quizId, most }: { quizId: number; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("counted_attempt")
    .innerJoin("site_user", (join) =>
      join
        .onRef("site_user.id", "=", "counted_attempt.user_id")
        .onRef("site_user.site_id", "=", "counted_attempt.site_id"),
    )
    .select("counted_attempt.id")
    .where("counted_attempt.site_id", "=", siteId)
    .where("counted_attempt.quiz_id", "=", quizId)
    .where("counted_attempt.archived_at", "is", null)
    .orderBy(sql`lower(site_user.display_name)`)
    .orderBy("counted_attempt.user_id")
    .orderBy("counted_attempt.attempt_no")
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export interface ExportedAttempt {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly attemptNo: number;
  readonly state: AttemptState;
  readonly finalisedBy: FinalisedBy | null;
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone. */
  readonly startedAt: string;
  readonly submittedAt: string | null;
}

/** In the order of the IDs; attempts removed since are omitted. */
export async function findExportedAttempts(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ExportedAttempt[]> {
  const { rows } = await sql<ExportedAttempt>`
    SELECT attempt.id, attempt.user_id AS "userId", person.display_name AS name, person.email,
      attempt.attempt_no AS "attemptNo", attempt.state, attempt.finalised_by AS "finalisedBy",
      ${inSiteTime(sql.ref("attempt.started_at"))} AS "startedAt", ${inSiteTime(sql.ref("attempt.submitted_at"))} AS "submittedAt"
    FROM counted_attempt attempt
    JOIN site ON site.id = attempt.site_id
    JOIN site_user person ON person.site_id = ${siteId} AND person.id = attempt.user_id
    WHERE attempt.site_id = ${siteId} AND attempt.id = ANY (${[...ids]}::bigint[]) AND attempt.archived_at IS NULL
    ORDER BY array_position(${[...ids]}::bigint[], attempt.id)
  `.execute(db);
  return rows;
}

/** Answers to some questions in some attempts. */
export function listAnswersTo(
  db: SiteDb,
  siteId: number,
  { attemptIds, questionIds }: { attemptIds: readonly number[]; questionIds: readonly number[] },
): Promise<QuizAnswerRow[]> {
  if (attemptIds.length === 0 || questionIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("quiz_answer")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("attempt_id", "in", [...attemptIds])
    .where("question_id", "in", [...questionIds])
    .execute();
}
