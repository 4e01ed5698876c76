import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { GROUP_ENTRIES_MAX, GROUPS_A_PAGE, type GroupOrder } from "@parfocal/core/user-group/manage-groups.contract.ts";
import { type RawBuilder, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";

interface GroupQuestion {
  /** Part of a title; empty: all. */
  readonly q: string;
  readonly order: GroupOrder;
  /** Starts at 1. */
  readonly page: number;
  /** null: all groups of the site. */
  readonly amongIds: readonly number[] | null;
}

const membersOf = (siteId: number) => sql<number>`(
  SELECT count(*) FROM user_group_member member
  WHERE member.site_id = ${siteId} AND member.user_group_id = user_group.id
)`;

const orderBy = (siteId: number): Readonly<Record<GroupOrder, RawBuilder<unknown>>> => ({
  title: sql`lower(user_group.title)`,
  newest: sql`user_group.created_at DESC`,
  members: sql`${membersOf(siteId)} DESC, lower(user_group.title)`,
});

/** IDs of the groups on one page, in order, and the total number of groups. */
export async function findGroupPage(
  db: SiteDb,
  siteId: number,
  { q, order, page, amongIds }: GroupQuestion,
): Promise<{ ids: number[]; total: number }> {
  const matching = db
    .selectFrom("user_group")
    .where("site_id", "=", siteId)
    .$if(q !== "", (query) => query.where("title", "ilike", containing(q)))
    .$if(amongIds !== null, (query) => query.where("id", "=", sql<number>`ANY (${[...(amongIds ?? [])]}::bigint[])`));
  const { total } = await matching.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const rows = await matching
    .select("id")
    .orderBy(sql`${orderBy(siteId)[order]}, user_group.id`)
    .limit(GROUPS_A_PAGE)
    .offset((page - 1) * GROUPS_A_PAGE)
    .execute();
  return { ids: rows.map(({ id }) => id), total };
}

/** Number of assigned items that are not in the bin, by group ID. */
export async function countResources(
  db: SiteDb,
  siteId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("assignment")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "assignment.resource_id").onRef("item.site_id", "=", "assignment.site_id"),
    )
    .select(["assignment.user_group_id as id", sql<number>`count(*)`.as("count")])
    .where("assignment.site_id", "=", siteId)
    .where("assignment.user_group_id", "=", sql<number>`ANY (${[...groupIds]}::bigint[])`)
    .where("item.deleted_at", "is", null)
    .groupBy("assignment.user_group_id")
    .execute();
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Enrollment forms and quizzes that add people to a group, by title; those in the bin are omitted. */
export async function listEntries(
  db: SiteDb,
  siteId: number,
  groupId: number,
): Promise<{ id: number; type: ItemKind; title: string }[]> {
  const { rows } = await sql<{ id: number; type: ItemKind; title: string }>`
    SELECT item.id, item.kind AS type, item.title
    FROM (
      SELECT item_id FROM enrollment_form WHERE site_id = ${siteId} AND user_group_id = ${groupId}
      UNION
      SELECT item_id FROM quiz WHERE site_id = ${siteId} AND assign_user_to = ${groupId}
    ) AS way_in
    JOIN item ON item.site_id = ${siteId} AND item.id = way_in.item_id AND item.deleted_at IS NULL
    ORDER BY item.title, item.id
    LIMIT ${GROUP_ENTRIES_MAX}
  `.execute(db);
  return rows;
}

/** Number of vouchers that can be used now and add people to a group. */
export async function countWorkingVouchers(db: SiteDb, siteId: number, groupId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM voucher
    WHERE site_id = ${siteId} AND user_group_id = ${groupId} AND used_at IS NULL AND NOT is_deleted
      AND (expires_at IS NULL OR expires_at >= now())
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether a valid invite code or voucher adds people to the group. */
export async function hasWorkingCode(db: SiteDb, siteId: number, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM invite
    WHERE site_id = ${siteId} AND user_group_id = ${groupId} AND is_active AND used_at IS NULL
      AND (expires_at IS NULL OR expires_at >= now())
    LIMIT 1
  `.execute(db);
  return rows.length > 0 || (await countWorkingVouchers(db, siteId, groupId)) > 0;
}
