import { type Role, rolesWith } from "@parfocal/core/access/capabilities.ts";
import type { Profile } from "@parfocal/core/account/account.contract.ts";
import { sql } from "kysely";
import { announce } from "#platform/db/announcements.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findSessionLimits, isSessionAlive } from "#platform/http/site-and-session.ts";
import type { SessionFacts } from "#session/session.queries.ts";

/** Maximum number read for one account. */
const SESSIONS_READ = 1_000;

interface OwnPreferences {
  readonly displayName: string;
  readonly userName: string | null;
  readonly language: Profile["language"];
  readonly colourScheme: Profile["colourScheme"];
  readonly wantsCommentMails: boolean;
}

export async function readPreferences(db: SiteDb, siteId: number, id: number): Promise<OwnPreferences> {
  const row = await db
    .selectFrom("site_user")
    .select(["display_name as displayName", "user_name as userName", "language", "colour_scheme as colourScheme"])
    .select("wants_comment_mails as wantsCommentMails")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row as OwnPreferences;
}

/** Omitted fields are unchanged. */
export async function changeOwnRow(
  db: SiteDb,
  siteId: number,
  id: number,
  {
    displayName,
    userName,
    language,
    colourScheme,
    wantsCommentMails,
  }: { [Name in keyof OwnPreferences]?: OwnPreferences[Name] | undefined },
): Promise<void> {
  const values = {
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(userName === undefined ? {} : { user_name: userName }),
    ...(language === undefined ? {} : { language }),
    ...(colourScheme === undefined ? {} : { colour_scheme: colourScheme }),
    ...(wantsCommentMails === undefined ? {} : { wants_comment_mails: wantsCommentMails }),
  };
  if (Object.keys(values).length === 0) return;
  await db.updateTable("site_user").set(values).where("site_id", "=", siteId).where("id", "=", id).execute();
}

interface OwnSession extends SessionFacts {
  readonly id: number;
  readonly createdAt: string;
  readonly lastSeenAt: string;
}

/** Valid sessions of a user, most recently used first. */
export async function listLiveSessions(
  db: SiteDb,
  siteId: number,
  { userId, role }: { readonly userId: number; readonly role: Role },
): Promise<OwnSession[]> {
  const limits = await findSessionLimits(db, siteId);
  const rows = await db
    .selectFrom("user_session")
    .select([
      "id",
      "user_agent as userAgent",
      "is_kept as isKept",
      "created_at as createdAt",
      "last_seen_at as lastSeenAt",
      sql<number>`extract(epoch FROM now() - last_seen_at)::float8 * 1000`.as("idleMs"),
      sql<number>`extract(epoch FROM now() - created_at)::float8 * 1000`.as("ageMs"),
    ])
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .limit(SESSIONS_READ)
    .execute();
  return rows
    .filter((row) => isSessionAlive(row, { role, limits }))
    .map(({ id, userAgent, isKept, createdAt, lastSeenAt }) => ({
      ...{ id, userAgent, isKept },
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
}

/** @returns the hash of its token, hexadecimal; null: the user does not have this session. */
export async function endOneSession(
  db: SiteDb,
  siteId: number,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<string | null> {
  const row = await db
    .deleteFrom("user_session")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("token_sha256")
    .executeTakeFirst();
  if (!row) return null;
  const hash = row.token_sha256.toString("hex");
  await announce(db, "sessionEnded", hash);
  return hash;
}

/**
 * Ends sessions of an account, in all processes once the transaction is committed.
 *
 * @param exceptId session that is kept; null: all end. @returns the hashes of their tokens, hexadecimal, for
 * `sessionsHaveEnded`.
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

/** @returns whether the stored hash was still the expected one. */
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
  /** Not suspended or expired. */
  readonly isUsable: boolean;
}

const IS_USABLE = sql<boolean>`NOT is_suspended AND (expires_at IS NULL OR expires_at > now())`;

/** @param email case-insensitive. */
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
    .where("deleted_at", "is", null)
    .orderBy(sql`lower(email)`)
    .limit(MAX_LISTED)
    .execute();
}

/** Accounts that can sign in and change others; call with `lockAdministrators`. */
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

/**
 * Reserves the address on the site until the transaction ends: of two concurrent requests, the second finds it taken.
 */
export async function lockEmail(db: SiteDb, siteId: number, email: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('email ' || lower(${email}), ${siteId}))`.execute(db);
}

/** Reserves the user name on the site until the transaction ends. */
export async function lockUserName(db: SiteDb, siteId: number, userName: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('user name ' || lower(${userName}), ${siteId}))`.execute(db);
}

/** Whether an account other than this one signs in with this name. */
export async function isUserNameTaken(db: SiteDb, siteId: number, userName: string, ownId: number): Promise<boolean> {
  const other = await db
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", siteId)
    .where((eb) =>
      eb.or([
        sql<boolean>`lower(user_name) = lower(${userName})`,
        // The login of a seeded account without an email address is a plain name.
        sql<boolean>`lower(email) = lower(${userName})`,
      ]),
    )
    .where("id", "<>", ownId)
    .executeTakeFirst();
  return other !== undefined;
}
