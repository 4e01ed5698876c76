/** The order of a site's courses, from 1 without gaps; courses in the bin have no position. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Locks the list of courses until the transaction ends: others cannot add, order or remove courses. */
export async function lockCourseOrder(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('course-order'), ${siteId}::int)`.execute(db);
}

export async function listCourseOrder(db: SiteDb, siteId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("course")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("position", "is not", null)
    .orderBy("position")
    .execute();
  return rows.map((row) => row.item_id);
}

/** @param ids all courses that are not in the bin, in their new order; the others lose their position. */
export async function writeCourseOrder(db: SiteDb, siteId: number, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE course SET position = wanted.place
    FROM (SELECT course.item_id, array_position(${[...ids]}::bigint[], course.item_id) AS place
      FROM course WHERE course.site_id = ${siteId}) AS wanted
    WHERE course.site_id = ${siteId} AND course.item_id = wanted.item_id AND course.position IS DISTINCT FROM wanted.place
  `.execute(db);
}

export function findCourseState(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ isVisible: boolean; position: number | null } | undefined> {
  return db
    .selectFrom("course")
    .select(["is_visible as isVisible", "position"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", id)
    .executeTakeFirst();
}

export async function updateCourseVisible(db: SiteDb, siteId: number, id: number, isVisible: boolean): Promise<void> {
  await db
    .updateTable("course")
    .set({ is_visible: isVisible })
    .where("site_id", "=", siteId)
    .where("item_id", "=", id)
    .execute();
}
