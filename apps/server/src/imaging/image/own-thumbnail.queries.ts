import type { ExpressionBuilder } from "kysely";
import type { SiteDb, Tables } from "#platform/db/database.ts";

/** For a query of the table `image`: null if it has no thumbnail of its own. */
export const ownThumbnailIdOfImage = (eb: ExpressionBuilder<Tables, "image">) =>
  eb
    .selectFrom("image_thumbnail")
    .select("image_thumbnail.id")
    .whereRef("image_thumbnail.site_id", "=", "image.site_id")
    .whereRef("image_thumbnail.image_id", "=", "image.item_id")
    .as("ownThumbnailId");

/** A JPEG; undefined if it does not exist (any more). */
export async function findOwnThumbnail(
  db: SiteDb,
  siteId: number,
  { imageId, id }: { imageId: number; id: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("image_thumbnail")
    .select("jpeg")
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.jpeg;
}

/** Replaces the previous one. @returns the ID of the new one, never used before. */
export async function replaceOwnThumbnail(db: SiteDb, siteId: number, imageId: number, jpeg: Buffer): Promise<number> {
  await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", imageId)
    .forUpdate()
    .execute();
  await deleteOwnThumbnail(db, siteId, imageId);
  const { id } = await db
    .insertInto("image_thumbnail")
    .values({ site_id: siteId, image_id: imageId, jpeg })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteOwnThumbnail(db: SiteDb, siteId: number, imageId: number): Promise<void> {
  await db.deleteFrom("image_thumbnail").where("site_id", "=", siteId).where("image_id", "=", imageId).execute();
}
