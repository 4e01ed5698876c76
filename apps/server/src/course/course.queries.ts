import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

export interface CourseRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly isVisible: boolean;
  readonly folderCount: number;
  readonly itemCount: number;
}

/** Courses in their order. @param includesInactive hidden courses too, and inactive things counted. */
export async function listCourseRows(
  db: SiteDb,
  siteId: number,
  { includesInactive, id }: { includesInactive: boolean; id?: number },
): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    SELECT item.id, item.title, item.description, course.is_visible AS "isVisible",
      count(child.id) FILTER (WHERE child.kind = 'folder') AS "folderCount",
      count(child.id) FILTER (WHERE child.kind <> 'folder') AS "itemCount"
    FROM course
    JOIN item ON item.site_id = ${siteId} AND item.id = course.item_id AND item.deleted_at IS NULL
    LEFT JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = item.id AND (${includesInactive} OR placement.is_active)
    LEFT JOIN item child ON child.site_id = ${siteId} AND child.id = placement.item_id AND child.deleted_at IS NULL
    WHERE course.site_id = ${siteId} AND (${includesInactive} OR course.is_visible) AND (${id ?? null}::bigint IS NULL OR item.id = ${id ?? null}::bigint)
    GROUP BY item.id, course.item_id
    ORDER BY course.position
  `.execute(db);
  return rows;
}

/** At the end of the site's courses. */
export async function appendCourse(db: SiteDb, siteId: number, itemId: number): Promise<void> {
  // One at a time: two new courses must not take the same place.
  await sql`SELECT pg_advisory_xact_lock(hashtext('course-order'), ${siteId}::int)`.execute(db);
  await db
    .insertInto("course")
    .values((eb) => ({
      item_id: itemId,
      site_id: siteId,
      position: eb
        .selectFrom("course")
        .select(sql<number>`coalesce(max(position), 0) + 1`.as("next"))
        .where("site_id", "=", siteId),
    }))
    .execute();
}
