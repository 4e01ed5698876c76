import { WORK_GROUP_RESTORE_DAYS } from "@parfocal/core/work-group/work-group-limits.ts";
import { sql } from "kysely";
import { type Database, type SiteDb, withSiteAtLeisure } from "#platform/db/database.ts";
import { deleteInPortions } from "#platform/db/delete-in-portions.ts";
import type { WorkGroupRow } from "./work-group.table.ts";

export interface WorkGroupMember {
  readonly id: number;
  readonly displayName: string;
}

/** Work groups that a user is in now; those that are deleted are not among them. */
export async function listWorkGroupIdsOf(db: SiteDb, siteId: number, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("work_group_member")
    .innerJoin("work_group", (join) =>
      join
        .onRef("work_group.site_id", "=", "work_group_member.site_id")
        .onRef("work_group.id", "=", "work_group_member.work_group_id"),
    )
    .select("work_group.id")
    .where("work_group_member.site_id", "=", siteId)
    .where("work_group_member.user_id", "=", userId)
    .where("work_group.deleted_at", "is", null)
    .orderBy("work_group.title")
    .orderBy("work_group.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** undefined also for one that is deleted. */
export function findWorkGroupRow(db: SiteDb, siteId: number, id: number): Promise<WorkGroupRow | undefined> {
  return db
    .selectFrom("work_group")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** A deleted one that can still be brought back, by the database's clock. */
export function findRestorableWorkGroup(db: SiteDb, siteId: number, id: number): Promise<WorkGroupRow | undefined> {
  return db
    .selectFrom("work_group")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", ">", sql<Date>`now() - make_interval(days => ${WORK_GROUP_RESTORE_DAYS})`)
    .executeTakeFirst();
}

/** Held until the transaction ends: who changes a group and its members goes one after the other. */
export async function lockWorkGroup(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .selectFrom("work_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .execute();
}

/** By name. */
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

/** @returns its id; whoever made it is its first member. */
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

/** One who is in it stays. */
export async function insertMember(db: SiteDb, siteId: number, workGroupId: number, userId: number): Promise<void> {
  await db
    .insertInto("work_group_member")
    .values({ site_id: siteId, work_group_id: workGroupId, user_id: userId })
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

/** Those that can no longer be brought back; their notes and annotations go with them. @param now ms since the epoch. */
export async function deleteOldWorkGroups(database: Database, siteId: number, now: number): Promise<void> {
  const before = new Date(now - WORK_GROUP_RESTORE_DAYS * DAY_MS);
  const isOfOld = sql`work_group_id IN (SELECT id FROM work_group WHERE site_id = ${siteId} AND deleted_at < ${before})`;
  for (const table of ["annotation", "note"] as const) await deleteInPortions(database, siteId, table, isOfOld);
  await withSiteAtLeisure(database, siteId, (db) =>
    db.deleteFrom("work_group").where("site_id", "=", siteId).where("deleted_at", "<", before).execute(),
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
