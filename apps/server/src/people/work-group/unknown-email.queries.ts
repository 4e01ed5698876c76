/** Counts requests of a user with unknown email addresses. Times are compared with the database's clock. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Serializes checks of addresses for this user until the transaction ends. */
export async function lockEmailsOf(db: SiteDb, siteId: number, userId: number): Promise<void> {
  const name = `unknown e-mail ${userId}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, ${siteId}))`.execute(db);
}

/** Number within the last hour. */
export async function countUnknownEmails(db: SiteDb, siteId: number, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("unknown_email")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("asked_at", ">", sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertUnknownEmail(db: SiteDb, siteId: number, userId: number): Promise<void> {
  await db.insertInto("unknown_email").values({ site_id: siteId, user_id: userId }).execute();
}

export async function deleteOldUnknownEmails(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("unknown_email")
    .where("site_id", "=", siteId)
    .where("asked_at", "<", sql<Date>`now() - interval '1 hour'`)
    .execute();
}
