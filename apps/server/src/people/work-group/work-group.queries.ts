import {
  type ListedWorkGroup,
  type NewMembership,
  WORK_GROUPS_A_PAGE,
} from "@parfocal/core/work-group/work-group.contract.ts";
import {
  NEW_MEMBERSHIPS_AT_ONCE,
  WORK_GROUP_RESTORE_DAYS,
  WORK_GROUPS_JOINED_MAX,
  WORK_GROUPS_OWNED_MAX,
} from "@parfocal/core/work-group/work-group-limits.ts";
import { sql } from "kysely";
import { type Database, type SiteDb, withSiteAtLeisure } from "#platform/db/database.ts";
import { deleteInPortions } from "#platform/db/delete-in-portions.ts";
import { containing } from "#platform/db/like-pattern.ts";
import type { WorkGroupRow } from "./work-group.table.ts";

export interface WorkGroupMember {
  readonly id: number;
  readonly displayName: string;
}

interface MemberRow extends WorkGroupMember {
  readonly workGroupId: number;
  readonly title: string;
  readonly ownerId: number;
}

const ACTIVE_GROUPS_MAX = WORK_GROUPS_OWNED_MAX + WORK_GROUPS_JOINED_MAX;

/** Active work groups of which a user is a member, by title; their number is limited by the rules. */
export async function listWorkGroupIdsOf(db: SiteDb, siteId: number, userId: number): Promise<number[]> {
  const rows = await activeGroupsOf(db, siteId, userId).select("work_group.id").execute();
  return rows.map(({ id }) => id);
}

const activeGroupsOf = (db: SiteDb, siteId: number, userId: number) =>
  db
    .selectFrom("work_group_member")
    .innerJoin("work_group", (join) =>
      join
        .onRef("work_group.site_id", "=", "work_group_member.site_id")
        .onRef("work_group.id", "=", "work_group_member.work_group_id"),
    )
    .where("work_group_member.site_id", "=", siteId)
    .where("work_group_member.user_id", "=", userId)
    .where("work_group.deleted_at", "is", null)
    .orderBy("work_group.title")
    .orderBy("work_group.id")
    .limit(ACTIVE_GROUPS_MAX);

/** All members of all active work groups of a user: groups by title, members by name. A single query. */
export async function listMembersOfGroupsOf(db: SiteDb, siteId: number, userId: number): Promise<MemberRow[]> {
  return db
    .selectFrom(
      activeGroupsOf(db, siteId, userId).select(["work_group.id", "work_group.title", "work_group.owner_id"]).as("own"),
    )
    .innerJoin("work_group_member as member", "member.work_group_id", "own.id")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.site_id", "=", "member.site_id").onRef("site_user.id", "=", "member.user_id"),
    )
    .select([
      "own.id as workGroupId",
      "own.title",
      "own.owner_id as ownerId",
      "site_user.id as id",
      "site_user.display_name as displayName",
    ])
    .where("member.site_id", "=", siteId)
    .orderBy("own.title")
    .orderBy("own.id")
    .orderBy("site_user.display_name")
    .orderBy("site_user.id")
    .execute();
}

/** Work groups to which others have added a user who has not responded yet, newest first. */
export function listNewMemberships(db: SiteDb, siteId: number, userId: number): Promise<NewMembership[]> {
  return db
    .selectFrom("work_group_member")
    .innerJoin("work_group", (join) =>
      join
        .onRef("work_group.site_id", "=", "work_group_member.site_id")
        .onRef("work_group.id", "=", "work_group_member.work_group_id"),
    )
    .innerJoin("site_user as owner", (join) =>
      join.onRef("owner.site_id", "=", "work_group.site_id").onRef("owner.id", "=", "work_group.owner_id"),
    )
    .select(["work_group.id", "work_group.title", "owner.display_name as addedBy"])
    .where("work_group_member.site_id", "=", siteId)
    .where("work_group_member.user_id", "=", userId)
    .where("work_group_member.is_new", "=", true)
    .where("work_group.deleted_at", "is", null)
    .orderBy("work_group_member.joined_at", "desc")
    .orderBy("work_group.id", "desc")
    .limit(NEW_MEMBERSHIPS_AT_ONCE)
    .execute();
}

/** @returns whether the user is a member of this group, and it is not deleted. */
export async function markMembershipSeen(
  db: SiteDb,
  siteId: number,
  workGroupId: number,
  userId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("work_group_member")
    .set({ is_new: false })
    .where("site_id", "=", siteId)
    .where("work_group_id", "=", workGroupId)
    .where("user_id", "=", userId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("work_group")
          .select("work_group.id")
          .where("work_group.site_id", "=", siteId)
          .where("work_group.id", "=", workGroupId)
          .where("work_group.deleted_at", "is", null),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Prevents other changes of work group memberships on this site until the transaction ends, so that limits hold. */
export async function lockMemberships(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('work group memberships', ${siteId}))`.execute(db);
}

/** Active work groups of a user: their own, and others of which they are a member. */
export async function countWorkGroupsOf(
  db: SiteDb,
  siteId: number,
  userId: number,
): Promise<{ readonly owned: number; readonly joined: number }> {
  const { rows } = await sql<{ owned: number; joined: number }>`
    SELECT count(*) FILTER (WHERE work_group.owner_id = ${userId}) AS owned,
      count(*) FILTER (WHERE work_group.owner_id <> ${userId}) AS joined
    FROM work_group_member AS member
    JOIN work_group ON work_group.site_id = ${siteId} AND work_group.id = member.work_group_id
    WHERE member.site_id = ${siteId} AND member.user_id = ${userId} AND work_group.deleted_at IS NULL
  `.execute(db);
  return rows[0] ?? { owned: 0, joined: 0 };
}

/** Removes members of a deleted group, other than its owner, who have since reached the limit of groups. */
export async function deleteMembersOverLimit(db: SiteDb, siteId: number, workGroupId: number): Promise<void> {
  await sql`
    DELETE FROM work_group_member AS member USING work_group
    WHERE member.site_id = ${siteId} AND member.work_group_id = ${workGroupId}
      AND work_group.site_id = ${siteId} AND work_group.id = member.work_group_id
      AND member.user_id <> work_group.owner_id
      AND (
        SELECT count(*) FROM work_group_member AS other
        JOIN work_group AS joined ON joined.site_id = ${siteId} AND joined.id = other.work_group_id
        WHERE other.site_id = ${siteId} AND other.user_id = member.user_id AND joined.deleted_at IS NULL
          AND joined.owner_id <> member.user_id
      ) >= ${WORK_GROUPS_JOINED_MAX}
  `.execute(db);
}

/** Work groups that are not deleted, by title, and their total number. @param page from 1. */
export async function findWorkGroupPage(
  db: SiteDb,
  siteId: number,
  { q, page }: { readonly q: string; readonly page: number },
): Promise<{ groups: ListedWorkGroup[]; total: number }> {
  const pattern = containing(q);
  const matching = db
    .selectFrom("work_group")
    .innerJoin("site_user as owner", (join) =>
      join.onRef("owner.site_id", "=", "work_group.site_id").onRef("owner.id", "=", "work_group.owner_id"),
    )
    .where("work_group.site_id", "=", siteId)
    .where("work_group.deleted_at", "is", null)
    .$if(q !== "", (query) =>
      query.where((eb) =>
        eb.or([eb("work_group.title", "ilike", pattern), eb("owner.display_name", "ilike", pattern)]),
      ),
    );
  const { total } = await matching.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const groups = await matching
    .select([
      "work_group.id",
      "work_group.title",
      "owner.display_name as ownerName",
      sql<number>`(
        SELECT count(*) FROM work_group_member AS member
        WHERE member.site_id = ${siteId} AND member.work_group_id = work_group.id
      )`.as("memberCount"),
    ])
    .orderBy(sql`lower(work_group.title)`)
    .orderBy("work_group.id")
    .limit(WORK_GROUPS_A_PAGE)
    .offset((page - 1) * WORK_GROUPS_A_PAGE)
    .execute();
  return { groups, total };
}

/** undefined also for a deleted group. */
export function findWorkGroupRow(db: SiteDb, siteId: number, id: number): Promise<WorkGroupRow | undefined> {
  return db
    .selectFrom("work_group")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** A deleted group that can still be restored, by the database's clock. */
export function findRestorableWorkGroup(db: SiteDb, siteId: number, id: number): Promise<WorkGroupRow | undefined> {
  return db
    .selectFrom("work_group")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", ">", sql<Date>`now() - make_interval(days => ${WORK_GROUP_RESTORE_DAYS})`)
    .executeTakeFirst();
}

/** Locks the group until the transaction ends, so that changes of it and its members are serialized. */
export async function lockWorkGroup(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .selectFrom("work_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .execute();
}

/** Sorted by name. */
export function listMembersOf(db: SiteDb, siteId: number, workGroupId: number): Promise<WorkGroupMember[]> {
  return db
    .selectFrom("work_group_member")
    .innerJoin("site_user", (join) =>
      join
        .onRef("site_user.site_id", "=", "work_group_member.site_id")
        .onRef("site_user.id", "=", "work_group_member.user_id"),
    )
    .select(["site_user.id as id", "site_user.display_name as displayName"])
    .where("work_group_member.site_id", "=", siteId)
    .where("work_group_member.work_group_id", "=", workGroupId)
    .orderBy("site_user.display_name")
    .orderBy("site_user.id")
    .execute();
}

/** @returns the ID of the new group, whose owner is its first member. */
export async function insertWorkGroup(
  db: SiteDb,
  siteId: number,
  { title, ownerId }: { title: string; ownerId: number },
): Promise<number> {
  const { id } = await db
    .insertInto("work_group")
    .values({ site_id: siteId, title, owner_id: ownerId })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertMember(db, siteId, id, ownerId);
  return id;
}

/** Existing members are not changed. @param isNew whether another person adds them, so that they are informed. */
export async function insertMember(
  db: SiteDb,
  siteId: number,
  workGroupId: number,
  userId: number,
  isNew = false,
): Promise<void> {
  await db
    .insertInto("work_group_member")
    .values({ site_id: siteId, work_group_id: workGroupId, user_id: userId, is_new: isNew })
    .onConflict((conflict) => conflict.columns(["work_group_id", "user_id"]).doNothing())
    .execute();
}

export async function deleteMember(db: SiteDb, siteId: number, workGroupId: number, userId: number): Promise<void> {
  await db
    .deleteFrom("work_group_member")
    .where("site_id", "=", siteId)
    .where("work_group_id", "=", workGroupId)
    .where("user_id", "=", userId)
    .execute();
}

export async function updateWorkGroupTitle(db: SiteDb, siteId: number, id: number, title: string): Promise<void> {
  await db.updateTable("work_group").set({ title }).where("site_id", "=", siteId).where("id", "=", id).execute();
}

export async function markWorkGroupDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("work_group")
    .set({ deleted_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function unmarkWorkGroupDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("work_group")
    .set({ deleted_at: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Deletes groups that can no longer be restored, with their notes and annotations. @param now ms since the epoch. */
export async function deleteOldWorkGroups(database: Database, siteId: number, now: number): Promise<void> {
  const before = new Date(now - WORK_GROUP_RESTORE_DAYS * DAY_MS);
  const isOfOld = sql`work_group_id IN (SELECT id FROM work_group WHERE site_id = ${siteId} AND deleted_at < ${before})`;
  for (const table of ["annotation", "note"] as const) await deleteInPortions(database, siteId, table, isOfOld);
  await withSiteAtLeisure(database, siteId, (db) =>
    db.deleteFrom("work_group").where("site_id", "=", siteId).where("deleted_at", "<", before).execute(),
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
