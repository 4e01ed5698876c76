import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import { DEEPEST_NESTING } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface AssignedResource {
  readonly groupId: number;
  readonly id: number;
  readonly type: ItemKind;
  readonly title: string;
  /** Number of the group's assignments. */
  readonly count: number;
}

/** Items assigned to some groups, by title, up to a number per group; items in the bin are omitted. */
export function listAssignedResources(
  db: SiteDb,
  siteId: number,
  { groupIds, most }: { readonly groupIds: readonly number[]; readonly most: number },
): Promise<AssignedResource[]> {
  const assigned = db
    .selectFrom("assignment")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "assignment.resource_id").onRef("item.site_id", "=", "assignment.site_id"),
    )
    .select(["assignment.user_group_id as groupId", "item.id as id", "item.kind as type", "item.title as title"])
    .select(({ fn }) => [
      fn
        .agg<number>("row_number")
        .over((over) => over.partitionBy("assignment.user_group_id").orderBy("item.title").orderBy("item.id"))
        .as("number"),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy("assignment.user_group_id"))
        .as("count"),
    ])
    .where("assignment.site_id", "=", siteId)
    .where("assignment.user_group_id", "=", sql<number>`ANY (${[...groupIds]}::bigint[])`)
    .where("item.deleted_at", "is", null);
  return db
    .selectFrom(assigned.as("assigned"))
    .select(["groupId", "id", "type", "title", "count"])
    .where("number", "<=", most)
    .orderBy("number")
    .execute();
}

/** All items assigned to some groups, including those in the bin, and whether an administrator has assigned them. */
export function listAllAssignments(
  db: SiteDb,
  siteId: number,
  groupIds: readonly number[],
): Promise<{ groupId: number; resourceId: number; byAdministrator: boolean }[]> {
  return db
    .selectFrom("assignment")
    .select(["user_group_id as groupId", "resource_id as resourceId", "by_administrator as byAdministrator"])
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", sql<number>`ANY (${[...groupIds]}::bigint[])`)
    .execute();
}

/** Groups by the ID of the assigned item. */
export async function listGroupIdsAt(
  db: SiteDb,
  siteId: number,
  resourceIds: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom("assignment")
    .select(["resource_id", "user_group_id"])
    .where("site_id", "=", siteId)
    .where("resource_id", "=", sql<number>`ANY (${[...resourceIds]}::bigint[])`)
    .orderBy("user_group_id")
    .execute();
  const groups = new Map<number, number[]>();
  for (const { resource_id, user_group_id } of rows) {
    groups.set(resource_id, [...(groups.get(resource_id) ?? []), user_group_id]);
  }
  return groups;
}

/** Existing assignments are left unchanged. */
export async function insertAssignment(
  db: SiteDb,
  siteId: number,
  { groupId, resourceId, byAdministrator }: { groupId: number; resourceId: number; byAdministrator: boolean },
): Promise<void> {
  await db
    .insertInto("assignment")
    .values({
      site_id: siteId,
      user_group_id: groupId,
      resource_id: resourceId,
      by_administrator: byAdministrator,
    })
    .onConflict((conflict) => conflict.columns(["resource_id", "user_group_id"]).doNothing())
    .execute();
}

/** @returns false if it was not assigned. */
export async function deleteAssignment(
  db: SiteDb,
  siteId: number,
  { groupId, resourceId }: { groupId: number; resourceId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("assignment")
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function isAssignedAnywhere(db: SiteDb, siteId: number, groupId: number): Promise<boolean> {
  const row = await db
    .selectFrom("assignment")
    .select("resource_id")
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether an enrollment form or a quiz adds people to the group. @param includesBin whether forms and quizzes in the
 * bin count.
 */
export async function isEntered(
  db: SiteDb,
  siteId: number,
  groupId: number,
  { includesBin = false }: { includesBin?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (
      SELECT item_id FROM enrollment_form WHERE site_id = ${siteId} AND user_group_id = ${groupId}
      UNION ALL
      SELECT item_id FROM quiz WHERE site_id = ${siteId} AND assign_user_to = ${groupId}
    ) AS way_in
    JOIN item ON item.site_id = ${siteId} AND item.id = way_in.item_id
    WHERE ${includesBin} OR item.deleted_at IS NULL
    LIMIT 1
  `.execute(db);
  return rows.length > 0;
}

/** Items among these that a person has created, or that are contained in such items. */
export async function listOwnAmong(
  db: SiteDb,
  siteId: number,
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ start: number }>`
    WITH RECURSIVE up AS (
      SELECT item.id AS start, item.id, item.created_by, 0 AS depth
      FROM item WHERE item.site_id = ${siteId} AND item.id = ANY (${[...ids]}::bigint[])
      UNION
      SELECT up.start, parent.id, parent.created_by, up.depth + 1
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      JOIN item parent ON parent.site_id = ${siteId} AND parent.id = placement.parent_id AND parent.deleted_at IS NULL
      WHERE up.depth < ${DEEPEST_NESTING}
    ) SELECT DISTINCT start FROM up WHERE created_by = ${userId}
  `.execute(db);
  return new Set(rows.map(({ start }) => start));
}
