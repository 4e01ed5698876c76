import type { SiteDb } from "#platform/db/database.ts";

/** Empty for a page without a text. */
export async function findPageContent(db: SiteDb, siteId: number, itemId: number): Promise<string> {
  const row = await db
    .selectFrom("static_page")
    .select("content")
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return row?.content ?? "";
}

/** @param content sanitized. */
export async function savePageContent(db: SiteDb, siteId: number, itemId: number, content: string): Promise<void> {
  await db
    .insertInto("static_page")
    .values({ item_id: itemId, site_id: siteId, content })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet({ content }))
    .execute();
}
