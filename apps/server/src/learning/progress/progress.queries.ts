import { sql } from "kysely";
import { idsWithin } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";

interface Opening {
  readonly userId: number;
  readonly itemId: number;
  /** Parent in the path to the item; null if unknown. */
  readonly parentId: number | null;
}

export async function saveOpened(db: SiteDb, siteId: number, { userId, itemId, parentId }: Opening): Promise<void> {
  await db
    .insertInto("item_opened")
    .values({ site_id: siteId, user_id: userId, item_id: itemId, parent_id: parentId })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "item_id"]).doUpdateSet({ last_opened_at: sql<Date>`now()`, parent_id: parentId }),
    )
    .execute();
}

/** For an item and everything in it. */
export async function deleteOpenedWithin(
  db: SiteDb,
  siteId: number,
  { userId, itemId }: { userId: number; itemId: number },
): Promise<void> {
  await db
    .deleteFrom("item_opened")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("item_id", "in", idsWithin(siteId, itemId))
    .execute();
}

interface OpenedRow {
  readonly itemId: number;
  readonly parentId: number | null;
  readonly openedAt: Date;
}

/** Latest first. */
export function listLastOpened(
  db: SiteDb,
  siteId: number,
  { userId, most }: { userId: number; most: number },
): Promise<OpenedRow[]> {
  return db
    .selectFrom("item_opened")
    .select(["item_id as itemId", "parent_id as parentId", "last_opened_at as openedAt"])
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .orderBy("last_opened_at", "desc")
    .limit(most)
    .execute();
}
