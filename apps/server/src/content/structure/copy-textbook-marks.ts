import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/**
 * Copies the marks on its pages, except deleted ones; marks that lead to a page of the original lead to that page of
 * the copy.
 */
export async function copyTextbookMarks(
  db: SiteDb,
  siteId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    INSERT INTO textbook_mark (site_id, item_id, page_index, area_left, area_top, area_width, area_height, label,
      target_item_id, target_page_index, target_view, is_page_of_textbook)
    SELECT site_id, ${to}::bigint, page_index, area_left, area_top, area_width, area_height, label,
      target_item_id, target_page_index, target_view, is_page_of_textbook
    FROM textbook_mark WHERE site_id = ${siteId} AND item_id = ${from} AND deleted_at IS NULL ORDER BY id
  `.execute(db);
}
