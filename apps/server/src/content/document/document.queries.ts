import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Number of existing attachments created from documents, by document; documents without any are omitted. */
export async function countUsesOf(db: SiteDb, siteId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("attachment")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "attachment.item_id").onRef("item.site_id", "=", "attachment.site_id"),
    )
    .select(["attachment.document_id", sql<number>`count(*)`.as("count")])
    .where("attachment.site_id", "=", siteId)
    .where("attachment.document_id", "in", [...ids])
    .where("item.deleted_at", "is", null)
    .groupBy("attachment.document_id")
    .execute();
  return new Map(rows.map(({ document_id: id, count }) => [id ?? 0, count]));
}
