import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * Settings of attempts at a quiz, with the access code. Extra time of user groups is copied, like assignments; extra
 * time of individual people is not (decision 0083).
 */
export async function copyQuizAccess(
  db: SiteDb,
  siteId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await sql`
    INSERT INTO quiz_access
    SELECT (jsonb_populate_record(original, jsonb_build_object('quiz_id', ${to}::bigint))).*
    FROM quiz_access AS original WHERE original.site_id = ${siteId} AND original.quiz_id = ${from}
  `.execute(db);
  await sql`
    INSERT INTO quiz_extra_time (site_id, quiz_id, user_group_id, minutes, percent)
    SELECT site_id, ${to}::bigint, user_group_id, minutes, percent
    FROM quiz_extra_time WHERE site_id = ${siteId} AND quiz_id = ${from} AND user_group_id IS NOT NULL
  `.execute(db);
}
