import type { BoxTab } from "@parfocal/core/box/box.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** None for an item without boxes. */
export async function findTabs(db: SiteDb, siteId: number, itemId: number): Promise<BoxTab[]> {
  const row = await db
    .selectFrom("content_box")
    .select("tabs")
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return row?.tabs ?? [];
}

/** In place of those that there were. */
export async function writeTabs(db: SiteDb, siteId: number, itemId: number, tabs: readonly BoxTab[]): Promise<void> {
  const text = JSON.stringify(tabs);
  await db
    .insertInto("content_box")
    .values({ site_id: siteId, item_id: itemId, tabs: text })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet({ tabs: text, updated_at: sql<Date>`now()` }))
    .execute();
}

/** @param postId of its page in the host site, or its own where it has no other. */
export async function findItemIdByPost(
  db: SiteDb,
  siteId: number,
  { postId, kind }: { postId: number; kind: ItemKind },
): Promise<number | undefined> {
  const row = await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("kind", "=", kind)
    .where((eb) => eb.or([eb("post_id", "=", postId), eb.and([eb("post_id", "is", null), eb("id", "=", postId)])]))
    .executeTakeFirst();
  return row?.id;
}
