import { SITE_OPTIONS } from "@parfocal/core/site/site-options.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

export interface SessionFacts {
  /** User agent of the browser. */
  readonly userAgent: string;
  /** Whether "Stay signed in" was selected. */
  readonly isKept: boolean;
}

const USER_AGENT_MAX_CHARACTERS = 300;

export async function insertSession(
  db: SiteDb,
  siteId: number,
  {
    userId,
    tokenSha256,
    userAgent = "",
    isKept = false,
    isOfHost = false,
  }: { userId: number; tokenSha256: Buffer; isOfHost?: boolean } & Partial<SessionFacts>,
): Promise<void> {
  await db
    .insertInto("user_session")
    .values({
      site_id: siteId,
      user_id: userId,
      token_sha256: tokenSha256,
      user_agent: userAgent.slice(0, USER_AGENT_MAX_CHARACTERS).toWellFormed().replaceAll("\0", ""),
      is_kept: isKept,
      is_of_host: isOfHost,
    })
    .execute();
}

export async function findSessionFacts(db: SiteDb, siteId: number, id: number): Promise<SessionFacts> {
  const found = await db
    .selectFrom("user_session")
    .select(["user_agent as userAgent", "is_kept as isKept"])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? { userAgent: "", isKept: false };
}

/** @returns the hash of its token. */
export async function deleteSession(db: SiteDb, siteId: number, id: number): Promise<Buffer | undefined> {
  const row = await db
    .deleteFrom("user_session")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returning(["token_sha256 as hash", "is_of_host as isOfHost"])
    .executeTakeFirst();
  if (row?.isOfHost) await endHostSession(db, siteId, row.hash);
  return row?.hash;
}

/** From now on its tokens are rejected, including those already issued. */
export async function endHostSession(db: SiteDb, siteId: number, tokenSha256: Buffer): Promise<void> {
  await db
    .insertInto("host_session_end")
    .values({ site_id: siteId, token_sha256: tokenSha256 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await deleteSessionOf(db, siteId, tokenSha256);
}

/** @returns whether the session existed. */
export async function deleteSessionOf(db: SiteDb, siteId: number, tokenSha256: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("user_session")
    .where("site_id", "=", siteId)
    .where("token_sha256", "=", tokenSha256)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes sessions beyond every limit that a site can set. */
export async function deleteOldSessions(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("user_session")
    .where("site_id", "=", siteId)
    .where(
      "created_at",
      "<",
      sql<Date>`now() - CASE WHEN is_kept THEN make_interval(days => ${SITE_OPTIONS.keptSessionDays.max})
        ELSE make_interval(hours => ${SITE_OPTIONS.sessionHours.max}) END`,
    )
    .execute();
}

export async function countFailures(db: SiteDb, siteId: number, subject: string, windowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom("sign_in_failure")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("subject", "=", subject)
    .where("failed_at", ">", sql<Date>`now() - make_interval(secs => ${windowMs / 1000})`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Serializes checks of guesses for this subject until the transaction ends. */
export async function lockGuesses(db: SiteDb, siteId: number, subject: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${subject}, ${siteId}))`.execute(db);
}

export async function insertFailures(db: SiteDb, siteId: number, subjects: readonly string[]): Promise<void> {
  await db
    .insertInto("sign_in_failure")
    .values(subjects.map((subject) => ({ site_id: siteId, subject })))
    .execute();
}

export async function deleteFailures(db: SiteDb, siteId: number, subject: string): Promise<void> {
  await db.deleteFrom("sign_in_failure").where("site_id", "=", siteId).where("subject", "=", subject).execute();
}

export async function deleteOldFailures(db: SiteDb, siteId: number): Promise<void> {
  await db
    .deleteFrom("sign_in_failure")
    .where("site_id", "=", siteId)
    .where("failed_at", "<", sql<Date>`now() - interval '1 day'`)
    .execute();
}
