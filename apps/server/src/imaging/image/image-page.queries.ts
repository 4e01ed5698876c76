/** Further data for the page of an image. */
import type { SiteDb } from "#platform/db/database.ts";

/** Whether one of these images has a centre in the case. */
export async function isAnyBound(
  db: SiteDb,
  siteId: number,
  caseId: number,
  imageIds: readonly number[],
): Promise<boolean> {
  const bound = await db
    .selectFrom("case_item")
    .select("image_id")
    .where("site_id", "=", siteId)
    .where("case_id", "=", caseId)
    .where("image_id", "in", imageIds)
    .where("center_x", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return bound !== undefined;
}

/** Display name of the person who added an item; null if the account was deleted, or if no person added it. */
export async function findNameOfAdder(db: SiteDb, siteId: number, itemId: number): Promise<string | null> {
  const adder = await db
    .selectFrom("item")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "item.created_by").onRef("site_user.site_id", "=", "item.site_id"),
    )
    .select("site_user.display_name")
    .where("item.site_id", "=", siteId)
    .where("item.id", "=", itemId)
    .executeTakeFirst();
  return adder?.display_name ?? null;
}
