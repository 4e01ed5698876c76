import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { SlideFileRow } from "./image.table.ts";

/**
 * Until the transaction ends, other transactions cannot change these images or draw on them. Rows are always locked in
 * the same order to avoid deadlocks: the images first, as drawing does, then their items, which new annotations refer
 * to.
 */
export async function lockImages(db: SiteDb, siteId: number, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom("image")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("item_id", "in", [...ids])
    .orderBy("item_id")
    .forUpdate()
    .execute();
  await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/**
 * Whether this image can give its file to another image, provided it also has no placement: an existing image, or a
 * deleted one that is not in the bin, from which it could be restored with its former file.
 */
export async function isFileFree(db: SiteDb, siteId: number, itemId: number): Promise<boolean> {
  const item = await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", itemId)
    .where("kind", "=", "image")
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb("deleted_at", "is", null),
        not(
          exists(
            selectFrom("bin_entry")
              .select("bin_entry.id")
              .where("bin_entry.site_id", "=", siteId)
              .whereRef("bin_entry.item_id", "=", "item.id"),
          ),
        ),
      ]),
    )
    .executeTakeFirst();
  return item !== undefined;
}

export async function isPlacedSomewhere(db: SiteDb, siteId: number, itemId: number): Promise<boolean> {
  const place = await db
    .selectFrom("placement")
    .select("parent_id")
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .executeTakeFirst();
  return place !== undefined;
}

/** Values entered for the old file also apply to a file of the same size, unless that has its own values. */
export async function keepSaidMeasures(
  db: SiteDb,
  siteId: number,
  { from, to }: { from: SlideFileRow; to: SlideFileRow },
): Promise<void> {
  const isSizeRetained = from.is_pixel_size_set || to.pixel_size_x_um === null;
  if (!isSizeRetained && !from.is_orientation_set) return;
  await db
    .updateTable("slide_file")
    .set({
      ...(isSizeRetained && {
        pixel_size_x_um: from.pixel_size_x_um,
        pixel_size_y_um: from.pixel_size_y_um,
        is_pixel_size_set: from.is_pixel_size_set,
      }),
      ...(from.is_orientation_set && { orientation_deg: from.orientation_deg, is_orientation_set: true }),
    })
    .where("site_id", "=", siteId)
    .where("id", "=", to.id)
    .execute();
}

/** @param version new version of both files. */
export async function swapFiles(
  db: SiteDb,
  siteId: number,
  { id, imageId }: { id: number; imageId: number },
  version: number,
): Promise<void> {
  await sql`
    UPDATE image SET slide_file_id = other.slide_file_id
    FROM image AS other
    WHERE image.site_id = ${siteId} AND other.site_id = ${siteId}
      AND (image.item_id, other.item_id) IN ((${id}, ${imageId}), (${imageId}, ${id}))
  `.execute(db);
  await sql`
    UPDATE slide_file SET version = ${version}
    WHERE site_id = ${siteId}
      AND id IN (SELECT slide_file_id FROM image WHERE site_id = ${siteId} AND item_id IN (${id}, ${imageId}))
  `.execute(db);
}

/**
 * Deletes the image of the upload, which now has the old file: it is not shown anywhere, and kept as long as items in
 * the bin.
 */
export async function removeEmptied(db: SiteDb, siteId: number, imageId: number): Promise<void> {
  await db
    .updateTable("item")
    .set({ deleted_at: new Date() })
    .where("site_id", "=", siteId)
    .where("id", "=", imageId)
    .execute();
}
