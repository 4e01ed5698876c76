/** Uploads that were intended to replace another slide and never did: they have no parent and cannot be found. */
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { BIN_MS } from "./bin-time.ts";

/**
 * Moves unplaced slides to the bin once they are older than the bin's retention time; a month later they are deleted
 * with it.
 *
 * @param now reference time, in ms since the epoch.
 */
export async function binLooseImages(db: SiteDb, siteId: number, now: number): Promise<void> {
  await sql`
    UPDATE item SET deleted_at = ${new Date(now)}
    WHERE site_id = ${siteId} AND kind = 'image' AND deleted_at IS NULL AND created_at < ${new Date(now - BIN_MS)}
      AND NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id)
      AND NOT EXISTS (SELECT FROM quiz_slide WHERE quiz_slide.site_id = ${siteId} AND quiz_slide.subject_id = item.id)
      AND NOT EXISTS (SELECT FROM quiz_question WHERE quiz_question.site_id = ${siteId} AND quiz_question.linked_item_id = item.id)
      AND NOT EXISTS (SELECT FROM bin_entry WHERE bin_entry.site_id = ${siteId} AND bin_entry.item_id = item.id)
  `.execute(db);
}
