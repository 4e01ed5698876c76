import { sql } from "kysely";
import type { ItemRow } from "#item/item.table.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Finds an item even if it is in the bin. */
export function findItemEvenDeleted(db: SiteDb, siteId: number, id: number): Promise<ItemRow | undefined> {
  return db.selectFrom("item").selectAll().where("site_id", "=", siteId).where("id", "=", id).executeTakeFirst();
}

/** @returns false if there is no such item, or it is in the bin. */
export async function updateTitle(db: SiteDb, siteId: number, id: number, title: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("item")
    .set({ title, updated_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Number of descendants of an item, including itself, up to the limit. */
export async function countBelow(db: SiteDb, siteId: number, id: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH RECURSIVE down AS (
      SELECT ${id}::bigint AS id
      UNION ALL
      SELECT placement.item_id FROM down
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
    ) SELECT count(*) AS count FROM (SELECT 1 FROM down LIMIT ${limit}) AS first
  `.execute(db);
  return rows[0]?.count ?? 0;
}
