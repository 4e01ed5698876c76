import { type Role, rolesWith } from "@parfocal/core/access/capabilities.ts";
import { sql } from "kysely";
import { announce } from "#platform/db/announcements.ts";
import type { SiteDb } from "#platform/db/database.ts";

export async function renameUser(db: SiteDb, siteId: number, id: number, displayName: string): Promise<void> {
  await db
    .updateTable("site_user")
    .set({ display_name: displayName })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

interface SessionQuestion {
  readonly userId: number;
  /** Not counted. */
  readonly sessionId: number;
  /** How long a session of this person lives without use, and at most, ms. */
  readonly limitsMs: { readonly idle: number; readonly absolute: number };
}

/** Sessions of a person that can still be used, without one of them. */
export async function countOtherSessions(
  db: SiteDb,
  siteId: number,
  { userId, sessionId, limitsMs }: SessionQuestion,
): Promise<number> {
  const age = (ms: number) => sql<Date>`now() - make_interval(secs => ${ms / 1000})`;
  const { count } = await db
    .selectFrom("user_session")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("id", "<>", sessionId)
    .where("last_seen_at", ">", age(limitsMs.idle))
    .where("created_at", ">", age(limitsMs.absolute))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Ends sessions of an account, in every process once the transaction is committed.
 *
 * @param exceptId stays; null: all end. @returns the hashes of their tokens, hexadecimal, for `sessionHasEnded`.
 */
export async function endSessionsOf(
  db: SiteDb,
  siteId: number,
  userId: number,
  exceptId: number | null,
): Promise<string[]> {
  let ended = db.deleteFrom("user_session").where("site_id", "=", siteId).where("user_id", "=", userId);
  if (exceptId !== null) ended = ended.where("id", "<>", exceptId);
  const rows = await ended.returning("token_sha256").execute();
  const hashes = rows.map((row) => row.token_sha256.toString("hex"));
  for (const hash of hashes) await announce(db, "sessionEnded", hash);
  return hashes;
}

export async function readPasswordHash(db: SiteDb, siteId: number, userId: number): Promise<string> {
  const { password_hash } = await db
    .selectFrom("site_user")
    .select("password_hash")
    .where("site_id", "=", siteId)
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return password_hash;
}

/** @returns whether the hash was still the one that was compared with. */
export async function replacePasswordHash(
  db: SiteDb,
  siteId: number,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("site_user")
    .set({ password_hash: to })
    .where("site_id", "=", siteId)
    .where("id", "=", userId)
    .where("password_hash", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export interface Account {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  /** Neither suspended nor expired. */
  readonly isUsable: boolean;
}

const IS_USABLE = sql<boolean>`NOT is_suspended AND (expires_at IS NULL OR expires_at > now())`;

/** @param email in any case. */
export function findAccount(db: SiteDb, siteId: number, email: string): Promise<Account | undefined> {
  return db
    .selectFrom("site_user")
    .select(["id", "email", "display_name as displayName", "role", IS_USABLE.as("isUsable")])
    .where("site_id", "=", siteId)
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}

const MAX_LISTED = 100_000;

export function listAccounts(db: SiteDb, siteId: number): Promise<Account[]> {
  return db
    .selectFrom("site_user")
    .select(["id", "email", "display_name as displayName", "role", IS_USABLE.as("isUsable")])
    .where("site_id", "=", siteId)
    .orderBy(sql`lower(email)`)
    .limit(MAX_LISTED)
    .execute();
}

/** Usable accounts that can change others; call with `lockAdministrators`. */
export async function countManagersOfPeople(db: SiteDb, siteId: number): Promise<number> {
  const rows = await db
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", siteId)
    .where("role", "in", rolesWith("managePeople"))
    .where(IS_USABLE)
    .execute();
  return rows.length;
}
