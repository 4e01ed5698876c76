import { ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import {
  type ManagedUser,
  USERS_A_PAGE,
  type UserOrder,
  type UserState,
} from "@parfocal/core/user/manage-users.contract.ts";
import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

const STATE = sql<UserState>`CASE WHEN site_user.is_suspended THEN 'suspended'
  WHEN site_user.expires_at <= now() THEN 'expired' ELSE 'active' END`;
const VALID_UNTIL = inSiteTime(sql.ref("site_user.expires_at"));

const managedUsers = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("site_user")
    .innerJoin("site", "site.id", "site_user.site_id")
    .where("site_user.site_id", "=", siteId)
    .where("site_user.deleted_at", "is", null)
    .select([
      "site_user.id",
      "site_user.display_name as displayName",
      "site_user.email",
      "site_user.user_name as userName",
      "site_user.picture_key as pictureKey",
      "site_user.role",
      STATE.as("state"),
      VALID_UNTIL.as("validUntil"),
    ]);

interface UserQuestion {
  /** Part of a name, an email address or a user name; empty: all. */
  readonly q: string;
  readonly role?: Role | undefined;
  readonly state?: UserState | undefined;
  /** ID of a user group whose members are listed. */
  readonly group?: number | undefined;
  readonly order: UserOrder;
  /** Starts at 1. */
  readonly page: number;
}

const NAME = sql`lower(site_user.display_name)`;
const RANK = sql`array_position(${[...ROLES]}::text[], site_user.role::text)`;
const ORDER_BY: Readonly<Record<UserOrder, RawBuilder<unknown>>> = {
  name: NAME,
  email: sql`lower(site_user.email)`,
  role: sql`${RANK}, ${NAME}`,
  newest: sql`site_user.created_at DESC`,
};

/** One comparison instead of three, since ignoring case is expensive. A line break separates the texts. */
const SEARCHED_TEXT = sql`concat(site_user.display_name, chr(10), site_user.email, chr(10), site_user.user_name)`;

const isMemberOf = (siteId: number, groupId: number) => sql<SqlBool>`EXISTS (
  SELECT FROM user_group_member AS member
  WHERE member.site_id = ${siteId} AND member.user_group_id = ${groupId} AND member.user_id = site_user.id)`;

export async function findManagedUsers(
  db: SiteDb,
  siteId: number,
  { q, role, state, group, order, page }: UserQuestion,
): Promise<{ users: ManagedUser[]; total: number }> {
  const pattern = containing(q);
  const conditions: Expression<SqlBool>[] = [
    ...(q === "" ? [] : [sql<SqlBool>`${SEARCHED_TEXT} ILIKE ${pattern}`]),
    ...(role ? [sql<SqlBool>`site_user.role = ${role}`] : []),
    ...(group === undefined ? [] : [isMemberOf(siteId, group)]),
    ...(state ? [sql<SqlBool>`${STATE} = ${state}`] : []),
  ];
  const matching = managedUsers(db, siteId).where((eb) => eb.and(conditions));
  const found = await matching
    .select(sql<number>`count(*) OVER ()`.as("total"))
    .orderBy(sql`${ORDER_BY[order]}, site_user.id`)
    .limit(USERS_A_PAGE)
    .offset((page - 1) * USERS_A_PAGE)
    .execute();
  const users = found.map(({ total: _, ...user }) => user);
  const total = found[0]?.total ?? (page === 1 ? 0 : await countUsers(matching));
  return { users, total };
}

async function countUsers(matching: ReturnType<typeof managedUsers>): Promise<number> {
  const { total } = await matching.clearSelect().select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  return total;
}

export function findManagedUser(db: SiteDb, siteId: number, id: number): Promise<ManagedUser | undefined> {
  return managedUsers(db, siteId).where("site_user.id", "=", id).executeTakeFirst();
}

/** Prevents other changes of administrators until the transaction ends. */
export async function lockAdministrators(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('administrators', ${siteId}))`.execute(db);
}

interface UserChanges {
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
  readonly userName?: string | null | undefined;
  readonly role?: Role | undefined;
  readonly passwordHash?: string | undefined;
  /** In the site's time zone; null: no limit. */
  readonly validUntil?: string | null | undefined;
  readonly isSuspended?: boolean | undefined;
}

export async function changeUserRow(db: SiteDb, siteId: number, id: number, changes: UserChanges): Promise<void> {
  const { displayName, email, userName, role, passwordHash, validUntil, isSuspended } = changes;
  const values = {
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(email === undefined ? {} : { email }),
    ...(userName === undefined ? {} : { user_name: userName }),
    ...(role === undefined ? {} : { role }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(isSuspended === undefined ? {} : { is_suspended: isSuspended }),
    ...(validUntil === undefined
      ? {}
      : {
          expires_at: sql<Date | null>`${validUntil}::timestamp AT TIME ZONE (SELECT time_zone FROM site WHERE id = ${siteId})`,
        }),
  };
  if (Object.keys(values).length === 0) return;
  await db.updateTable("site_user").set(values).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** @param expiresAt last instant at which the account is valid. */
export async function setExpiry(
  db: SiteDb,
  siteId: number,
  { userId, expiresAt }: { readonly userId: number; readonly expiresAt: Date },
): Promise<void> {
  await db
    .updateTable("site_user")
    .set({ expires_at: expiresAt })
    .where("site_id", "=", siteId)
    .where("id", "=", userId)
    .execute();
}
