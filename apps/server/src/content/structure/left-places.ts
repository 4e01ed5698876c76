/**
 * Restores the placement details of a slide that is moved out of a case and back (by undo or manually): they are kept
 * for as long as removed items.
 */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { PlaceDetails } from "./left-place.table.ts";

/** Replaces earlier details of the same placements. */
export async function rememberLeft(
  db: SiteDb,
  siteId: number,
  parentId: number,
  details: ReadonlyMap<number, PlaceDetails>,
): Promise<void> {
  if (details.size === 0) return;
  await db
    .insertInto("left_place")
    .values(
      [...details].map(([itemId, facts]) => ({
        site_id: siteId,
        parent_id: parentId,
        item_id: itemId,
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["parent_id", "item_id"])
        .doUpdateSet(({ ref }) => ({ facts: ref("excluded.facts"), left_at: sql<Date>`now()` })),
    )
    .execute();
}

/** Reads and deletes the stored details of the items that return to a parent. */
export async function takeLeft(
  db: SiteDb,
  siteId: number,
  parentId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, PlaceDetails>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .deleteFrom("left_place")
    .where("site_id", "=", siteId)
    .where("parent_id", "=", parentId)
    .where("item_id", "in", [...itemIds])
    .returning(["item_id", "facts"])
    .execute();
  return new Map(rows.map(({ item_id: itemId, facts }) => [itemId, facts]));
}

export async function forgetLeftBefore(db: SiteDb, siteId: number, before: Date): Promise<void> {
  await db.deleteFrom("left_place").where("site_id", "=", siteId).where("left_at", "<", before).execute();
}
