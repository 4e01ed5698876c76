import type { BoxTab } from "@parfocal/core/box/box.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Empty for an item without boxes. */
export async function findTabs(db: SiteDb, siteId: number, itemId: number): Promise<BoxTab[]> {
  const row = await db
    .selectFrom("content_box")
    .select("tabs")
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return row?.tabs ?? [];
}

/** Replaces the existing tabs. */
export async function writeTabs(db: SiteDb, siteId: number, itemId: number, tabs: readonly BoxTab[]): Promise<void> {
  const text = JSON.stringify(tabs);
  await db
    .insertInto("content_box")
    .values({ site_id: siteId, item_id: itemId, tabs: text })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet({ tabs: text, updated_at: sql<Date>`now()` }))
    .execute();
}
