import type { FinalisedBy } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import type { AccountLanguage } from "@parfocal/core/session/preferences.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

export async function insertNotice(
  db: SiteDb,
  siteId: number,
  { attemptId, quizId }: { attemptId: number; quizId: number },
): Promise<void> {
  await db
    .insertInto("quiz_notice")
    .values({ site_id: siteId, attempt_id: attemptId, quiz_id: quizId })
    .onConflict((conflict) => conflict.column("attempt_id").doNothing())
    .execute();
}

/** @returns age of the oldest notice in ms; null: no notices. */
export async function findNoticeAgeMs(db: SiteDb, siteId: number, quizId: number): Promise<number | null> {
  const { rows } = await sql<{ age: number | null }>`
    SELECT (extract(epoch FROM now() - min(created_at)) * 1000)::float8 AS age
    FROM quiz_notice WHERE site_id = ${siteId} AND quiz_id = ${quizId}
  `.execute(db);
  return rows[0]?.age ?? null;
}

export interface NoticedAttempt {
  readonly name: string;
  readonly finalisedBy: FinalisedBy | null;
  readonly earnedHundredths: number | null;
  readonly maxHundredths: number | null;
}

/** Deletes all notices of a quiz. @returns their attempts in the order of submission, without those removed since. */
export async function takeNotices(db: SiteDb, siteId: number, quizId: number): Promise<NoticedAttempt[]> {
  const { rows } = await sql<NoticedAttempt>`
    WITH taken AS (
      DELETE FROM quiz_notice WHERE site_id = ${siteId} AND quiz_id = ${quizId} RETURNING attempt_id
    )
    SELECT person.display_name AS name, attempt.finalised_by AS "finalisedBy",
      attempt.earned_hundredths AS "earnedHundredths", attempt.max_hundredths AS "maxHundredths"
    FROM taken
    JOIN counted_attempt attempt ON attempt.site_id = ${siteId} AND attempt.id = taken.attempt_id
      AND attempt.archived_at IS NULL
    JOIN site_user person ON person.site_id = ${siteId} AND person.id = attempt.user_id
    ORDER BY attempt.submitted_at, attempt.id
  `.execute(db);
  return rows;
}

/** Address and subject of the email, and the languages of its reader and of the quiz's author. */
export async function findNoticeFacts(db: SiteDb, siteId: number, quizId: number) {
  const { rows } = await sql<{
    email: string;
    title: string;
    readerLanguage: string | null;
    authorLanguage: string | null;
    origins: string[];
    languages: AccountLanguage[];
  }>`
    SELECT quiz.notification_email AS email, item.title, reader.language AS "readerLanguage",
      author.language AS "authorLanguage", site.origins, site.languages
    FROM quiz
    JOIN item ON item.site_id = quiz.site_id AND item.id = quiz.item_id
    JOIN site ON site.id = quiz.site_id
    LEFT JOIN site_user reader ON reader.site_id = ${siteId} AND lower(reader.email) = lower(quiz.notification_email)
    LEFT JOIN site_user author ON author.site_id = ${siteId} AND author.id = item.created_by
    WHERE quiz.site_id = ${siteId} AND quiz.item_id = ${quizId}
    LIMIT 1
  `.execute(db);
  return rows[0];
}
