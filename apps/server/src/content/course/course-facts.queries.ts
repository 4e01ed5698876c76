/** Fields needed only by the page and the editor of a course. */
import type { Role } from "@parfocal/core/access/capabilities.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface CourseFacts {
  readonly tags: string[];
  readonly userRoles: Role[];
}

/** @throws Error if there is no such course. */
export async function findCourseFacts(db: SiteDb, siteId: number, id: number): Promise<CourseFacts> {
  const row = await db
    .selectFrom("course")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "course.item_id").onRef("item.site_id", "=", "course.site_id"),
    )
    .select(["item.tags", "course.user_roles"])
    .where("course.site_id", "=", siteId)
    .where("course.item_id", "=", id)
    .executeTakeFirstOrThrow();
  return { tags: row.tags, userRoles: row.user_roles };
}

/** @param facts omitted fields are unchanged. */
export async function updateCourseFacts(
  db: SiteDb,
  siteId: number,
  id: number,
  facts: { readonly is_visible?: boolean; readonly user_roles?: Role[] },
): Promise<void> {
  if (Object.keys(facts).length === 0) return;
  await db.updateTable("course").set(facts).where("site_id", "=", siteId).where("item_id", "=", id).execute();
}
