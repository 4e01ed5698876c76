import { sql } from "kysely";
import type { AccessScope } from "#item/access-scope.ts";
import { gates, groupsAt, isCourseThere, isOpenTo, NO_GROUPS_ABOVE } from "#item/open-groups.ts";
import type { SiteDb } from "#platform/db/database.ts";

export interface CourseRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly isVisible: boolean;
  readonly folderCount: number;
  readonly itemCount: number;
}

/**
 * The courses within an access scope, in order. If inactive items are included, hidden courses are listed too and
 * inactive items counted.
 */
export async function listCourseRows(
  db: SiteDb,
  siteId: number,
  { id = null, ...accessScope }: AccessScope & { readonly id?: number | null },
): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    WITH ${gates(siteId, accessScope)}, here AS MATERIALIZED (
      SELECT item.id, item.title, item.description, course.is_visible, course.position,
        ${groupsAt(siteId, NO_GROUPS_ABOVE)} AS groups
      FROM course
      JOIN item ON item.site_id = ${siteId} AND item.id = course.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE course.site_id = ${siteId} AND ${isCourseThere(accessScope)} AND (${id}::bigint IS NULL OR item.id = ${id}::bigint)
    )
    SELECT here.id, here.title, here.description, here.is_visible AS "isVisible",
      count(child.id) FILTER (WHERE child.kind = 'folder') AS "folderCount",
      count(child.id) FILTER (WHERE child.kind <> 'folder') AS "itemCount"
    FROM here
    LEFT JOIN LATERAL (
      SELECT item.id, item.kind
      FROM placement JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE placement.site_id = ${siteId} AND placement.parent_id = here.id
        AND (${accessScope.includesInactive} OR placement.is_active) AND ${isOpenTo(groupsAt(siteId, sql`here.groups`))}
    ) child ON true
    WHERE ${isOpenTo(sql`here.groups`)}
    GROUP BY here.id, here.title, here.description, here.is_visible, here.position
    ORDER BY here.position
  `.execute(db);
  return rows;
}

/** At the end of the site's course list. */
export async function appendCourse(db: SiteDb, siteId: number, itemId: number, isVisible = true): Promise<void> {
  // Serialized: two new courses must not get the same position.
  await sql`SELECT pg_advisory_xact_lock(hashtext('course-order'), ${siteId}::int)`.execute(db);
  await db
    .insertInto("course")
    .values((eb) => ({
      item_id: itemId,
      site_id: siteId,
      is_visible: isVisible,
      position: eb
        .selectFrom("course")
        .select(sql<number>`coalesce(max(position), 0) + 1`.as("next"))
        .where("site_id", "=", siteId),
    }))
    .execute();
}
