/**
 * Clears the bin of what was removed more than 30 days ago: it is deleted for good, and with it what lay in it and lies
 * nowhere else. Files of slides that nothing shows any more are left to `image/tidy-slide-folders.ts`.
 */
import { sql } from "kysely";
import { lockStructure } from "#item/placement.queries.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { BIN_MS } from "./bin-time.ts";
import { forgetLeftBefore } from "./left-places.ts";

/** Deleted in one transaction, at most. */
const AT_ONCE = 50;
/** A slide file is older than this before it can be nobody's. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;

/** @param now instant to judge at, in ms since the epoch. */
export async function emptyBin({ database }: Platform, siteId: number, now: number): Promise<void> {
  const before = new Date(now - BIN_MS);
  const skipped: number[] = [];
  for (;;) {
    const ids = await withSite(database, siteId, async (db) => {
      await lockStructure(db, siteId);
      await forgetPlaces(db, siteId, before);
      await forgetLeftBefore(db, siteId, before);
      const found = await listPastTime(db, siteId, { before, skipped });
      const busy = await listBusy(db, siteId, found);
      skipped.push(...busy);
      const due = found.filter((id) => !busy.includes(id));
      if (due.length > 0) await deleteForGood(db, siteId, due);
      return found;
    });
    if (ids.length < AT_ONCE) break;
  }
  await withSite(database, siteId, (db) => deleteUnusedSlideFiles(db, siteId, new Date(now - ORPHAN_MS)));
}

/** Of what lies elsewhere, that it lay here too. */
async function forgetPlaces(db: SiteDb, siteId: number, before: Date): Promise<void> {
  await sql`
    DELETE FROM bin_entry USING item
    WHERE bin_entry.site_id = ${siteId} AND bin_entry.removed_at < ${before}
      AND item.site_id = ${siteId} AND item.id = bin_entry.item_id AND item.deleted_at IS NULL
  `.execute(db);
}

async function listPastTime(
  db: SiteDb,
  siteId: number,
  { before, skipped }: { before: Date; skipped: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT item.id FROM item
    WHERE item.site_id = ${siteId} AND item.deleted_at < ${before} AND item.id <> ALL(${[...skipped]}::bigint[])
      AND NOT EXISTS (SELECT FROM bin_entry
        WHERE bin_entry.site_id = ${siteId} AND bin_entry.item_id = item.id AND bin_entry.removed_at >= ${before})
    ORDER BY item.id LIMIT ${AT_ONCE}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Those below which an upload is to come to lie, a slide is worked on, or something stands that a quiz shows. */
async function listBusy(db: SiteDb, siteId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ root: number }>`
    WITH RECURSIVE down AS (
      SELECT id AS root, id FROM unnest(${[...ids]}::bigint[]) AS id
      UNION
      SELECT down.root, placement.item_id FROM down
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
    )
    SELECT DISTINCT down.root FROM down
    WHERE EXISTS (SELECT FROM upload
        WHERE upload.site_id = ${siteId} AND upload.parent_id = down.id AND upload.state IN ('receiving', 'checking'))
      OR EXISTS (SELECT FROM image JOIN job ON job.site_id = ${siteId} AND job.subject_id = image.slide_file_id
        WHERE image.site_id = ${siteId} AND image.item_id = down.id AND job.state IN ('queued', 'running'))
      OR EXISTS (SELECT FROM quiz_slide JOIN item ON item.site_id = ${siteId} AND item.id = quiz_slide.item_id
        WHERE quiz_slide.site_id = ${siteId} AND quiz_slide.subject_id = down.id AND item.deleted_at IS NULL)
  `.execute(db);
  return rows.map(({ root }) => root);
}

/** And what lies in them and nowhere else, down to the leaves. */
async function deleteForGood(db: SiteDb, siteId: number, ids: readonly number[]): Promise<void> {
  let doomed = [...ids];
  while (doomed.length > 0) {
    const { rows } = await sql<{ id: number }>`
      SELECT DISTINCT item_id AS id FROM placement WHERE site_id = ${siteId} AND parent_id = ANY(${doomed}::bigint[])
    `.execute(db);
    await forgetOrigins(db, siteId, doomed);
    await db.deleteFrom("item").where("site_id", "=", siteId).where("id", "in", doomed).execute();
    doomed = await listNowhere(
      db,
      siteId,
      rows.map(({ id }) => id),
    );
  }
}

/** Uploads and files of the server that came to lie there, or became these slides. */
async function forgetOrigins(db: SiteDb, siteId: number, ids: readonly number[]): Promise<void> {
  for (const table of ["upload", "server_file"] as const) {
    await db
      .deleteFrom(table)
      .where("site_id", "=", siteId)
      .where("image_id", "in", [...ids])
      .execute();
    await db
      .updateTable(table)
      .set({ parent_id: null })
      .where("site_id", "=", siteId)
      .where("parent_id", "in", [...ids])
      .execute();
  }
}

/** Of these, those that lie nowhere now. What can still be put back from the bin is in it from now on. */
async function listNowhere(db: SiteDb, siteId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; can_come_back: boolean }>`
    SELECT item.id, EXISTS (SELECT FROM bin_entry WHERE bin_entry.site_id = ${siteId} AND bin_entry.item_id = item.id) AS can_come_back
    FROM item WHERE item.site_id = ${siteId} AND item.id = ANY(${[...ids]}::bigint[])
      AND NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id)
  `.execute(db);
  const waiting = rows.filter((row) => row.can_come_back).map(({ id }) => id);
  if (waiting.length > 0)
    await sql`
      UPDATE item SET deleted_at = now()
      WHERE site_id = ${siteId} AND id = ANY(${waiting}::bigint[]) AND deleted_at IS NULL
    `.execute(db);
  return rows.filter((row) => !row.can_come_back).map(({ id }) => id);
}

async function deleteUnusedSlideFiles(db: SiteDb, siteId: number, before: Date): Promise<void> {
  await sql`
    DELETE FROM slide_file
    WHERE slide_file.site_id = ${siteId} AND slide_file.created_at < ${before}
      AND NOT EXISTS (SELECT FROM image WHERE image.site_id = ${siteId} AND image.slide_file_id = slide_file.id)
      AND NOT EXISTS (SELECT FROM job WHERE job.site_id = ${siteId} AND job.subject_id = slide_file.id AND job.state IN ('queued', 'running'))
  `.execute(db);
}
