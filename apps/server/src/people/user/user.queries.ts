import type { Role } from "@parfocal/core/access/capabilities.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { SiteUserRow } from "./user.table.ts";

interface NewUser {
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly passwordHash: string;
}

export async function insertUser(db: SiteDb, siteId: number, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto("site_user")
    .values({
      site_id: siteId,
      email: user.email,
      display_name: user.displayName,
      role: user.role,
      password_hash: user.passwordHash,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface ListedUser {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
  /** null: none. */
  readonly userName: string | null;
}

/**
 * Inserts accounts in one statement, except those whose address is taken. @returns the inserted accounts.
 */
export function insertUsers(
  db: SiteDb,
  siteId: number,
  users: readonly Pick<NewUser, "email" | "displayName">[],
  { role, passwordHash }: Pick<NewUser, "role" | "passwordHash">,
): Promise<ListedUser[]> {
  return db
    .insertInto("site_user")
    .columns(["site_id", "email", "display_name", "role", "password_hash"])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{ email: string; display_name: string }>`unnest(
            ${users.map(({ email }) => email)}::text[], ${users.map(({ displayName }) => displayName)}::text[])`.as<"one">(
            sql`one (email, display_name)`,
          ),
        )
        .select((one) => [
          one.val(siteId).$castTo<number>().as("site_id"),
          "one.email",
          "one.display_name",
          sql<Role>`${role}`.as("role"),
          sql<string>`${passwordHash}`.as("password_hash"),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "email", "display_name as displayName", "user_name as userName"])
    .execute();
}

/** Changes the names of accounts. */
export async function renameUsers(
  db: SiteDb,
  siteId: number,
  renamed: readonly { readonly id: number; readonly displayName: string }[],
): Promise<void> {
  await sql`
    UPDATE site_user SET display_name = renamed.name
    FROM unnest(${renamed.map(({ id }) => id)}::bigint[], ${renamed.map(({ displayName }) => displayName)}::text[])
      AS renamed (id, name)
    WHERE site_user.site_id = ${siteId} AND site_user.id = renamed.id
  `.execute(db);
}

/** Accounts whose email address, name or user name is among the values. @param values in lower case. */
export function findUsersAmong(
  db: SiteDb,
  siteId: number,
  { by, values }: { readonly by: "email" | "display_name" | "user_name"; readonly values: readonly string[] },
): Promise<ListedUser[]> {
  return db
    .selectFrom("site_user")
    .select(["id", "email", "display_name as displayName", "user_name as userName"])
    .where("site_id", "=", siteId)
    .where(sql<string>`lower(${sql.ref(by)})`, "=", sql<string>`ANY (${[...values]}::text[])`)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
}

/** Accounts that can sign in now: not deleted, suspended or expired. */
const usableUsers = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("site_user")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("deleted_at", "is", null)
    .where("is_suspended", "=", false)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", sql<Date>`now()`)]));

/** Finds a user by email address. */
export function findUsableUser(db: SiteDb, siteId: number, email: string): Promise<SiteUserRow | undefined> {
  return usableUsers(db, siteId).where(sql<string>`lower(email)`, "=", email.toLowerCase()).executeTakeFirst();
}

export function findUsableUserById(db: SiteDb, siteId: number, id: number): Promise<SiteUserRow | undefined> {
  return usableUsers(db, siteId).where("id", "=", id).executeTakeFirst();
}

/** Finds a user by user name or email address. */
export function findUserToSignIn(db: SiteDb, siteId: number, login: string): Promise<SiteUserRow | undefined> {
  const hasLogin = sql<boolean>`lower(email) = ${login.toLowerCase()}`;
  return usableUsers(db, siteId)
    .where((eb) => eb.or([hasLogin, sql<boolean>`lower(user_name) = lower(${login.normalize()})`]))
    .orderBy(hasLogin, "desc")
    .executeTakeFirst();
}

/** Whether this site has a user with this ID who is not deleted. */
export async function isUser(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}
