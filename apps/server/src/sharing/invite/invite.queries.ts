import type { InviteState } from "@parfocal/core/invite/invite.contract.ts";
import { plainInviteCode } from "@parfocal/core/invite/invite-code.ts";
import { GROUP_INVITES_MAX, INVITE_LOG_A_PAGE } from "@parfocal/core/invite/invite-limits.ts";
import { type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

/** State of a code, in the order of rule D-6: shown in lists, and only an active code can be used. */
const STATE = sql<InviteState>`
  CASE
    WHEN invite.used_at IS NOT NULL THEN 'used'
    WHEN invite.expires_at < now() THEN 'expired'
    WHEN NOT invite.is_active THEN 'deactivated'
    ELSE 'active'
  END`;

export interface InviteRow {
  readonly id: number;
  readonly userGroupId: number;
  readonly shown: Buffer;
  readonly isOneTime: boolean;
  readonly isActive: boolean;
  readonly state: InviteState;
  /** In the site's time zone; null: no limit. */
  readonly validUntil: string | null;
  readonly useCount: number;
  readonly createdAt: Date;
}

function selectInvites(db: SiteDb, siteId: number) {
  return db
    .selectFrom("invite")
    .innerJoin("site", "site.id", "invite.site_id")
    .select((eb) => [
      "invite.id",
      "invite.user_group_id as userGroupId",
      "invite.shown",
      "invite.is_one_time as isOneTime",
      "invite.is_active as isActive",
      "invite.created_at as createdAt",
      STATE.as("state"),
      inSiteTime(sql.ref("invite.expires_at")).as("validUntil"),
      eb
        .selectFrom("invite_use")
        .select((use) => use.fn.countAll<number>().as("count"))
        .where("invite_use.site_id", "=", siteId)
        .whereRef("invite_use.invite_id", "=", "invite.id")
        .$asScalar()
        .$notNull()
        .as("useCount"),
    ])
    .where("invite.site_id", "=", siteId);
}

/** Active codes first, then the newest. */
export function listGroupInvites(db: SiteDb, siteId: number, groupId: number): Promise<InviteRow[]> {
  return selectInvites(db, siteId)
    .where("invite.user_group_id", "=", groupId)
    .orderBy(sql`${STATE} = 'active' DESC`)
    .orderBy("invite.id", "desc")
    .limit(GROUP_INVITES_MAX)
    .execute();
}

export function findInvite(db: SiteDb, siteId: number, id: number): Promise<InviteRow | undefined> {
  return selectInvites(db, siteId).where("invite.id", "=", id).executeTakeFirst();
}

export async function countActiveInvites(db: SiteDb, siteId: number, groupId: number): Promise<number> {
  const { count } = await db
    .selectFrom("invite")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .where(sql<SqlBool>`${STATE} = 'active'`)
    .executeTakeFirstOrThrow();
  return count;
}

interface NewInvite {
  readonly groupId: number;
  readonly lookup: Buffer;
  readonly shown: Buffer;
  readonly codeEnd: string;
  readonly isOneTime: boolean;
  /** In the site's time zone; null: no limit. */
  readonly validUntil: string | null;
  readonly createdBy: number;
}

/** @returns the ID of the code. */
export async function insertInvite(db: SiteDb, siteId: number, invite: NewInvite): Promise<number> {
  const { id } = await db
    .insertInto("invite")
    .values({
      site_id: siteId,
      user_group_id: invite.groupId,
      lookup: invite.lookup,
      shown: invite.shown,
      code_end: invite.codeEnd,
      is_one_time: invite.isOneTime,
      expires_at: sql<Date | null>`${invite.validUntil}::timestamp AT TIME ZONE (SELECT time_zone FROM site WHERE id = ${siteId})`,
      created_by: invite.createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateToInactive(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.updateTable("invite").set({ is_active: false }).where("site_id", "=", siteId).where("id", "=", id).execute();
}

interface FoundInvite {
  readonly id: number;
  readonly groupId: number;
}

/** The code's row, if this user has used it. */
export function findUsedInvite(
  db: SiteDb,
  siteId: number,
  { lookups, userId }: { lookups: readonly Buffer[]; userId: number },
): Promise<FoundInvite | undefined> {
  return db
    .selectFrom("invite")
    .innerJoin("invite_use", (join) =>
      join.onRef("invite_use.invite_id", "=", "invite.id").onRef("invite_use.site_id", "=", "invite.site_id"),
    )
    .select(["invite.id", "invite.user_group_id as groupId"])
    .where("invite.site_id", "=", siteId)
    .where("invite.lookup", "in", lookups)
    .where("invite_use.user_id", "=", userId)
    .executeTakeFirst();
}

/** One statement: of concurrent uses, only one succeeds (rule D-6). */
export function spendOneTimeInvite(
  db: SiteDb,
  siteId: number,
  { lookups, userId }: { lookups: readonly Buffer[]; userId: number },
): Promise<FoundInvite | undefined> {
  return db
    .updateTable("invite")
    .set({ used_by: userId, used_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("lookup", "in", lookups)
    .where("is_one_time", "=", true)
    .where(sql<SqlBool>`${STATE} = 'active'`)
    .returning(["id", "user_group_id as groupId"])
    .executeTakeFirst();
}

/** A reusable code, locked until the transaction ends: it cannot be deactivated while a person joins with it. */
export function lockReusableInvite(
  db: SiteDb,
  siteId: number,
  lookups: readonly Buffer[],
): Promise<FoundInvite | undefined> {
  return db
    .selectFrom("invite")
    .select(["id", "user_group_id as groupId"])
    .where("site_id", "=", siteId)
    .where("lookup", "in", lookups)
    .where("is_one_time", "=", false)
    .where(sql<SqlBool>`${STATE} = 'active'`)
    .forShare()
    .executeTakeFirst();
}

export async function insertInviteUse(
  db: SiteDb,
  siteId: number,
  { inviteId, userId }: { inviteId: number; userId: number },
): Promise<void> {
  await db
    .insertInto("invite_use")
    .values({ site_id: siteId, invite_id: inviteId, user_id: userId })
    .onConflict((conflict) => conflict.columns(["invite_id", "user_id"]).doNothing())
    .execute();
}

/** User groups that have codes. */
export async function listGroupIdsWithInvites(db: SiteDb, siteId: number): Promise<number[]> {
  const rows = await db.selectFrom("invite").select("user_group_id").distinct().where("site_id", "=", siteId).execute();
  return rows.map(({ user_group_id }) => user_group_id);
}

interface LogQuestion {
  /** Part of a name, an email address or a group's title, or the end of a code; empty: all. */
  readonly q: string;
  /** Starts at 1. */
  readonly page: number;
  /** null: all groups of the site. */
  readonly groupIds: readonly number[] | null;
}

/** Newest first. */
export async function findInviteUses(db: SiteDb, siteId: number, { q, page, groupIds }: LogQuestion) {
  const pattern = containing(q);
  const end = plainInviteCode(q);
  const uses = db
    .selectFrom("invite_use")
    .innerJoin("invite", (join) =>
      join.onRef("invite.id", "=", "invite_use.invite_id").onRef("invite.site_id", "=", "invite_use.site_id"),
    )
    .innerJoin("user_group", (join) =>
      join.onRef("user_group.id", "=", "invite.user_group_id").onRef("user_group.site_id", "=", "invite.site_id"),
    )
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "invite_use.user_id").onRef("site_user.site_id", "=", "invite_use.site_id"),
    )
    .where("invite_use.site_id", "=", siteId)
    .$if(groupIds !== null, (query) =>
      query.where("user_group.id", "=", sql<number>`ANY (${[...(groupIds ?? [])]}::bigint[])`),
    )
    .$if(q !== "", (query) =>
      query.where((eb) =>
        eb.or([
          eb("site_user.display_name", "ilike", pattern),
          eb("site_user.email", "ilike", pattern),
          eb("user_group.title", "ilike", pattern),
          eb("invite.code_end", "=", end),
        ]),
      ),
    );
  const { total } = await uses.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const rows = await uses
    .select([
      "invite_use.used_at as usedAt",
      "site_user.id as userId",
      "site_user.display_name as userName",
      "site_user.email",
      "user_group.id as groupId",
      "user_group.title as groupTitle",
      "invite.code_end as codeEnd",
      "invite.is_one_time as isOneTime",
    ])
    .orderBy("invite_use.used_at", "desc")
    .orderBy("invite_use.invite_id", "desc")
    .orderBy("invite_use.user_id", "desc")
    .limit(INVITE_LOG_A_PAGE)
    .offset((page - 1) * INVITE_LOG_A_PAGE)
    .execute();
  return { rows, total };
}
