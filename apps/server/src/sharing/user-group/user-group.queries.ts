import { USER_GROUPS_PER_PAGE } from "@parfocal/core/assignment/assignment-limits.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { inSiteTime, instantOf } from "#platform/db/site-time.ts";

export interface UserGroupFacts {
  readonly id: number;
  readonly title: string;
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone; null: none. */
  readonly dateStart: string | null;
  readonly dateEnd: string | null;
  readonly deniedKinds: ItemKind[];
  readonly createdBy: number | null;
  readonly userCount: number;
}

/** By title. @param ids omitted: all groups of the site. */
export function listUserGroupFacts(db: SiteDb, siteId: number, ids?: readonly number[]): Promise<UserGroupFacts[]> {
  return db
    .selectFrom("user_group")
    .innerJoin("site", "site.id", "user_group.site_id")
    .select((eb) => [
      "user_group.id",
      "user_group.title",
      "user_group.denied_kinds as deniedKinds",
      "user_group.created_by as createdBy",
      inSiteTime(sql.ref("user_group.date_start")).as("dateStart"),
      inSiteTime(sql.ref("user_group.date_end")).as("dateEnd"),
      eb
        .selectFrom("user_group_member as member")
        .select((member) => member.fn.countAll<number>().as("count"))
        .where("member.site_id", "=", siteId)
        .whereRef("member.user_group_id", "=", "user_group.id")
        .$asScalar()
        .$notNull()
        .as("userCount"),
    ])
    .where("user_group.site_id", "=", siteId)
    .$if(ids !== undefined, (query) =>
      query.where("user_group.id", "=", sql<number>`ANY (${[...(ids ?? [])]}::bigint[])`),
    )
    .orderBy(sql`lower(user_group.title)`)
    .orderBy("user_group.id")
    .execute();
}

/** Locks the group until the transaction ends, so that changes are serialized. @returns whether it exists. */
export async function lockUserGroup(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom("user_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another group has this title, ignoring case. */
export async function isTitleTaken(
  db: SiteDb,
  siteId: number,
  { title, exceptId }: { title: string; exceptId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom("user_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where(sql<SqlBool>`lower(title) = lower(${title})`)
    .$if(exceptId !== null, (query) => query.where("id", "<>", exceptId as number))
    .executeTakeFirst();
  return row !== undefined;
}

/** Prevents other changes of group titles on this site until the transaction ends. */
export async function lockTitles(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('user group titles', ${siteId}))`.execute(db);
}

interface UserGroupInput {
  readonly title?: string | undefined;
  /** In the site's time zone; null: none. */
  readonly dateStart?: string | null | undefined;
  readonly dateEnd?: string | null | undefined;
  readonly deniedKinds?: readonly ItemKind[] | undefined;
}

/** @returns the ID of the group. */
export async function insertUserGroup(
  db: SiteDb,
  siteId: number,
  { title, dateStart, dateEnd, deniedKinds }: UserGroupInput & { readonly title: string },
  createdBy: number | null,
): Promise<number> {
  const { id } = await db
    .insertInto("user_group")
    .values({
      site_id: siteId,
      title,
      date_start: instantOf(siteId, dateStart ?? null),
      date_end: instantOf(siteId, dateEnd ?? null),
      denied_kinds: [...(deniedKinds ?? [])],
      created_by: createdBy,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateUserGroup(
  db: SiteDb,
  siteId: number,
  id: number,
  { title, dateStart, dateEnd, deniedKinds }: UserGroupInput,
): Promise<void> {
  const changes = {
    ...(title === undefined ? {} : { title }),
    ...(dateStart === undefined ? {} : { date_start: instantOf(siteId, dateStart) }),
    ...(dateEnd === undefined ? {} : { date_end: instantOf(siteId, dateEnd) }),
    ...(deniedKinds === undefined ? {} : { denied_kinds: [...deniedKinds] }),
  };
  if (Object.keys(changes).length === 0) return;
  await db.updateTable("user_group").set(changes).where("site_id", "=", siteId).where("id", "=", id).execute();
}

export async function deleteUserGroup(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.deleteFrom("user_group").where("site_id", "=", siteId).where("id", "=", id).execute();
}

interface UserGroupMember {
  readonly groupId: number;
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** One page of members of each group, by name. @param page from 1. */
export function listGroupMembers(
  db: SiteDb,
  siteId: number,
  {
    groupIds,
    page,
    membersPerPage,
  }: { readonly groupIds: readonly number[]; readonly page: number; readonly membersPerPage: number },
): Promise<UserGroupMember[]> {
  const first = (page - 1) * membersPerPage;
  const numbered = db
    .selectFrom("user_group_member as member")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "member.user_id").onRef("site_user.site_id", "=", "member.site_id"),
    )
    .select([
      "member.user_group_id as groupId",
      "site_user.id as id",
      "site_user.display_name as name",
      "site_user.email as email",
      sql<number>`row_number() OVER (PARTITION BY member.user_group_id ORDER BY site_user.display_name, site_user.id)`.as(
        "number",
      ),
    ])
    .where("member.site_id", "=", siteId)
    .where("member.user_group_id", "=", sql<number>`ANY (${[...groupIds]}::bigint[])`);
  return db
    .selectFrom(numbered.as("numbered"))
    .select(["groupId", "id", "name", "email"])
    .where("number", ">", first)
    .where("number", "<=", first + membersPerPage)
    .orderBy("number")
    .execute();
}

/** IDs of a page of the site's groups, by title. @param page from 1. */
export async function pageUserGroupIds(db: SiteDb, siteId: number, page: number): Promise<number[]> {
  const rows = await db
    .selectFrom("user_group")
    .select("id")
    .where("site_id", "=", siteId)
    .orderBy(sql`lower(title)`)
    .orderBy("id")
    .limit(USER_GROUPS_PER_PAGE)
    .offset((page - 1) * USER_GROUPS_PER_PAGE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Groups of a person, by title, regardless of their dates. */
export function listGroupsOfUser(db: SiteDb, siteId: number, userId: number): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom("user_group_member as member")
    .innerJoin("user_group", (join) =>
      join.onRef("user_group.id", "=", "member.user_group_id").onRef("user_group.site_id", "=", "member.site_id"),
    )
    .select(["user_group.id as id", "user_group.title as title"])
    .where("member.site_id", "=", siteId)
    .where("member.user_id", "=", userId)
    .orderBy(sql`lower(user_group.title)`)
    .orderBy("user_group.id")
    .execute();
}

/** Existing members are not changed. @returns whether the person was not a member before. */
export async function insertGroupMember(
  db: SiteDb,
  siteId: number,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("user_group_member")
    .values({ site_id: siteId, user_group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.columns(["user_group_id", "user_id"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns the people among them who are members. */
export async function listMembersAmong(
  db: SiteDb,
  siteId: number,
  { groupId, userIds }: { groupId: number; userIds: readonly number[] },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("user_group_member")
    .select("user_id as userId")
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .where("user_id", "=", sql<number>`ANY (${[...userIds]}::bigint[])`)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** Existing members are not changed. */
export async function insertGroupMembers(
  db: SiteDb,
  siteId: number,
  { groupId, userIds }: { groupId: number; userIds: readonly number[] },
): Promise<void> {
  await sql`
    INSERT INTO user_group_member (site_id, user_group_id, user_id)
    SELECT ${siteId}, ${groupId}, id FROM unnest(${[...userIds]}::bigint[]) AS id
    ON CONFLICT (user_group_id, user_id) DO NOTHING
  `.execute(db);
}

export async function isGroupMember(
  db: SiteDb,
  siteId: number,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom("user_group_member")
    .select("user_id")
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns whether the person was a member. */
export async function deleteGroupMember(
  db: SiteDb,
  siteId: number,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("user_group_member")
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** IDs of the groups with these titles, ignoring case. */
export async function listGroupsWithTitles(db: SiteDb, siteId: number, titles: readonly string[]): Promise<number[]> {
  if (titles.length === 0) return [];
  const groups = await db
    .selectFrom("user_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where(
      sql<string>`lower(title)`,
      "in",
      titles.map((title) => sql<string>`lower(${title})`),
    )
    .execute();
  return groups.map(({ id }) => id);
}

/** Groups whose title contains the text, ignoring case. */
export async function searchUserGroupIds(
  db: SiteDb,
  siteId: number,
  { q, most }: { q: string; most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("user_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where("title", "ilike", containing(q))
    .orderBy(sql`lower(title)`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** People who can sign in, and whose name, email address or user name contains the text. */
export function searchSiteUsers(
  db: SiteDb,
  siteId: number,
  { q, most }: { q: string; most: number },
): Promise<{ id: number; name: string; email: string }[]> {
  const pattern = containing(q);
  return db
    .selectFrom("site_user")
    .select(["id", "display_name as name", "email"])
    .where("site_id", "=", siteId)
    .where("is_suspended", "=", false)
    .where((eb) =>
      eb.or([eb("display_name", "ilike", pattern), eb("email", "ilike", pattern), eb("user_name", "ilike", pattern)]),
    )
    .orderBy("display_name")
    .orderBy("id")
    .limit(most)
    .execute();
}
