/**
 * Permanently deletes items removed more than 30 days ago, and their content that is placed nowhere else. Unused slide
 * files are left to `image/tidy-slide-folders.ts`.
 */
import { sql } from "kysely";
import { isOutsideBin, lockStructure } from "#item/placement.queries.ts";
import { type Database, type SiteDb, withSiteAtLeisure } from "#platform/db/database.ts";
import { deleteInPortions } from "#platform/db/delete-in-portions.ts";
import type { Platform } from "#platform/platform.ts";
import { BIN_MS } from "./bin-time.ts";
import { forgetLeftBefore } from "./left-places.ts";

/** Maximum number of items that one transaction removes or deletes, as it locks the tree. */
const AT_ONCE = 200;
/** Minimum age of a slide file before it can count as unused. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;

/**
 * Runs many small transactions: expired items are first marked, so that none is restored in part; then their children
 * are removed, and expire too if they have no other parent; then they are deleted. If killed, the next run continues.
 *
 * @param now reference time, in ms since the epoch.
 */
export async function emptyBin({ database }: Platform, siteId: number, now: number): Promise<void> {
  const before = new Date(now - BIN_MS);
  await withSiteAtLeisure(database, siteId, async (db) => {
    await lockStructure(db, siteId);
    await forgetPlaces(db, siteId, before);
    await forgetLeftBefore(db, siteId, before);
  });
  const skipped: number[] = [];
  for (;;) {
    const { found, due } = await withSiteAtLeisure(database, siteId, async (db) => {
      await lockStructure(db, siteId);
      return giveUpPastTime(db, siteId, { before, skipped });
    });
    if (due.length === 0 && found.length < AT_ONCE) break;
    skipped.push(...found.filter((id) => !due.includes(id)));
    await deleteForGood(database, siteId, { ids: due, before });
  }
  await withSiteAtLeisure(database, siteId, (db) => deleteUnusedSlideFiles(db, siteId, new Date(now - ORPHAN_MS)));
}

/** @returns expired items, and those of them that can no longer be restored. */
async function giveUpPastTime(
  db: SiteDb,
  siteId: number,
  input: { before: Date; skipped: readonly number[] },
): Promise<{ found: number[]; due: number[] }> {
  const found = await listPastTime(db, siteId, input);
  const busy = await listBusy(db, siteId, found);
  const due = found.filter((id) => !busy.includes(id));
  if (due.length > 0)
    await db.deleteFrom("bin_entry").where("site_id", "=", siteId).where("item_id", "in", due).execute();
  return { found, due };
}

/** Deletes former placements in these parents of items that still exist elsewhere. */
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

/** Items below which an upload will be placed, a slide is being processed, or content is used by a quiz elsewhere. */
async function listBusy(db: SiteDb, siteId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ root: number }>`
    WITH RECURSIVE down AS (
      SELECT id AS root, id FROM unnest(${[...ids]}::bigint[]) AS id
      UNION
      SELECT down.root, placement.item_id FROM down
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
    ),
    shown AS (
      SELECT quiz_slide.subject_id AS id, quiz_slide.item_id AS by_id FROM quiz_slide WHERE quiz_slide.site_id = ${siteId}
      UNION ALL
      SELECT quiz_question.linked_item_id, quiz_question.item_id FROM quiz_question WHERE quiz_question.site_id = ${siteId}
    )
    SELECT DISTINCT down.root FROM down
    WHERE EXISTS (SELECT FROM upload
        WHERE upload.site_id = ${siteId} AND upload.parent_id = down.id AND upload.state IN ('receiving', 'checking'))
      OR EXISTS (SELECT FROM image JOIN job ON job.site_id = ${siteId} AND job.subject_id = image.slide_file_id
        WHERE image.site_id = ${siteId} AND image.item_id = down.id AND job.state IN ('queued', 'running'))
      -- What has no entry any more was given up as a whole, with the quizzes in it.
      OR EXISTS (SELECT FROM bin_entry WHERE bin_entry.site_id = ${siteId} AND bin_entry.item_id = down.root)
        AND EXISTS (SELECT FROM shown JOIN item ON item.site_id = ${siteId} AND item.id = shown.by_id
          WHERE shown.id = down.id AND item.deleted_at IS NULL
            AND (NOT EXISTS (SELECT FROM down AS own WHERE own.id = shown.by_id) OR ${isOutsideBin(siteId)}))
  `.execute(db);
  return rows.map(({ root }) => root);
}

async function deleteForGood(
  database: Database,
  siteId: number,
  { ids, before }: { ids: readonly number[]; before: Date },
): Promise<void> {
  await deleteInPortions(database, siteId, "annotation", sql`image_id = ANY(${[...ids]}::bigint[])`);
  const inTree = <Result>(work: (db: SiteDb) => Promise<Result>) =>
    withSiteAtLeisure(database, siteId, async (db) => {
      await lockStructure(db, siteId);
      return work(db);
    });
  while ((await inTree((db) => takeOut(db, siteId, { ids, before }))) === AT_ONCE);
  await inTree(async (db) => {
    await forgetOrigins(db, siteId, ids);
    // A parent that received content in the meantime is deleted in the next round.
    await sql`
      DELETE FROM item WHERE item.site_id = ${siteId} AND item.id = ANY(${[...ids]}::bigint[])
        AND NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.parent_id = item.id)
    `.execute(db);
  });
}

/**
 * Removes the last children of these items, so that the orders stay valid. Children without another parent expire too;
 * those that can still be restored, because they were removed elsewhere, move to the bin. @returns how many.
 */
async function takeOut(
  db: SiteDb,
  siteId: number,
  { ids, before }: { ids: readonly number[]; before: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM placement
    WHERE site_id = ${siteId} AND (parent_id, item_id) IN (
      SELECT parent_id, item_id FROM placement WHERE site_id = ${siteId} AND parent_id = ANY(${[...ids]}::bigint[])
      ORDER BY parent_id, position DESC LIMIT ${AT_ONCE}
    ) RETURNING item_id AS id
  `.execute(db);
  await sql`
    UPDATE item SET deleted_at = CASE
      WHEN EXISTS (SELECT FROM bin_entry WHERE bin_entry.site_id = ${siteId} AND bin_entry.item_id = item.id) THEN now()
      ELSE ${new Date(before.getTime() - 1)} END
    WHERE item.site_id = ${siteId} AND item.id = ANY(${rows.map(({ id }) => id)}::bigint[]) AND item.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id)
  `.execute(db);
  return rows.length;
}

/** Uploads and server files placed there, or converted to these slides. */
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

async function deleteUnusedSlideFiles(db: SiteDb, siteId: number, before: Date): Promise<void> {
  await sql`
    DELETE FROM slide_file
    WHERE slide_file.site_id = ${siteId} AND slide_file.created_at < ${before}
      AND NOT EXISTS (SELECT FROM image WHERE image.site_id = ${siteId} AND image.slide_file_id = slide_file.id)
      AND NOT EXISTS (SELECT FROM job WHERE job.site_id = ${siteId} AND job.subject_id = slide_file.id AND job.state IN ('queued', 'running'))
  `.execute(db);
}
