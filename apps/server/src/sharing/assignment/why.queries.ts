/** The facts that decide whether a person can see an item, read for `explain-access.ts`. */
import type { Role } from "@parfocal/core/access/capabilities.ts";
import type { AssignedGroup } from "@parfocal/core/assignment/access-rule.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

export interface ExplainedUser {
  readonly id: number;
  readonly name: string;
  readonly role: Role;
  readonly account: "active" | "suspended" | "expired";
}

export function findExplainedUser(db: SiteDb, siteId: number, id: number): Promise<ExplainedUser | undefined> {
  return db
    .selectFrom("site_user")
    .select([
      "id",
      "display_name as name",
      "role",
      sql<ExplainedUser["account"]>`
        CASE WHEN is_suspended THEN 'suspended' WHEN expires_at <= now() THEN 'expired' ELSE 'active' END
      `.as("account"),
    ])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export interface ExplainedGroup extends AssignedGroup {
  readonly title: string;
  /** In the site's time zone; null: none. */
  readonly dateStart: string | null;
  readonly dateEnd: string | null;
}

interface AssignedRow extends ExplainedGroup {
  readonly resourceId: number;
}

/** All groups assigned to an item, by item ID, those of the user first; and the database's time in ms. */
export async function findAllAssigned(
  db: SiteDb,
  siteId: number,
  { itemIds, userId }: { itemIds: readonly number[]; userId: number },
): Promise<{ groupsAt: ReadonlyMap<number, readonly ExplainedGroup[]>; now: number }> {
  const { rows: assigned } = await sql<AssignedRow>`
    SELECT assignment.resource_id AS "resourceId", user_group.id AS "groupId", user_group.title,
      member.user_id IS NOT NULL AS "isMember",
      extract(epoch FROM user_group.date_start)::float8 * 1000 AS "startsAt",
      extract(epoch FROM user_group.date_end)::float8 * 1000 AS "endsAt",
      user_group.denied_kinds AS "deniedKinds",
      ${inSiteTime(sql.ref("user_group.date_start"))} AS "dateStart",
      ${inSiteTime(sql.ref("user_group.date_end"))} AS "dateEnd"
    FROM assignment
    JOIN site ON site.id = ${siteId}
    JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = assignment.user_group_id
    LEFT JOIN user_group_member member
      ON member.site_id = ${siteId} AND member.user_group_id = user_group.id AND member.user_id = ${userId}
    WHERE assignment.site_id = ${siteId} AND assignment.resource_id = ANY (${[...itemIds]}::bigint[])
    ORDER BY member.user_id IS NULL, lower(user_group.title), user_group.id
  `.execute(db);
  const { rows: time } = await sql<{ now: number }>`SELECT extract(epoch FROM now())::float8 * 1000 AS now`.execute(db);
  const groupsAt = new Map<number, ExplainedGroup[]>();
  for (const { resourceId, ...group } of assigned)
    groupsAt.set(resourceId, [...(groupsAt.get(resourceId) ?? []), group]);
  return { groupsAt, now: time[0]?.now ?? 0 };
}

/** `parent child` of each inactive placement between some items. */
export async function findInactivePlacements(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<ReadonlySet<string>> {
  const ids = sql<number>`ANY (${[...itemIds]}::bigint[])`;
  const rows = await db
    .selectFrom("placement")
    .select(["parent_id", "item_id"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", ids)
    .where("parent_id", "=", ids)
    .where("is_active", "=", false)
    .execute();
  return new Set(rows.map(({ parent_id, item_id }) => `${parent_id} ${item_id}`));
}

/** Those of some courses that are hidden from a learner or expert of this role, and the reason. */
export async function findHiddenCourses(
  db: SiteDb,
  siteId: number,
  { courseIds, role }: { courseIds: readonly number[]; role: Role },
): Promise<ReadonlyMap<number, "hiddenCourse" | "otherRoles">> {
  const rows = await db
    .selectFrom("course")
    .select(["item_id", "is_visible", "user_roles"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", sql<number>`ANY (${[...courseIds]}::bigint[])`)
    .execute();
  const hidden = new Map<number, "hiddenCourse" | "otherRoles">();
  for (const { item_id, is_visible, user_roles } of rows) {
    if (!is_visible) hidden.set(item_id, "hiddenCourse");
    else if (user_roles.length > 0 && !user_roles.includes(role)) hidden.set(item_id, "otherRoles");
  }
  return hidden;
}
