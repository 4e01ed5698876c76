import type { SiteDb } from "#platform/db/database.ts";

/** Replaces the previous one. */
export async function replaceUserPicture(
  db: SiteDb,
  siteId: number,
  { userId, key, webp }: { readonly userId: number; readonly key: string; readonly webp: Buffer },
): Promise<void> {
  await setPictureKey(db, siteId, userId, key);
  await db
    .insertInto("user_picture")
    .values({ site_id: siteId, user_id: userId, webp })
    .onConflict((conflict) => conflict.columns(["site_id", "user_id"]).doUpdateSet({ webp }))
    .execute();
}

export async function deletePictureOf(db: SiteDb, siteId: number, userId: number): Promise<void> {
  await setPictureKey(db, siteId, userId, null);
  await db.deleteFrom("user_picture").where("site_id", "=", siteId).where("user_id", "=", userId).execute();
}

/** A WebP image; undefined: the user does not have this image, or no longer has it. */
export async function findUserPicture(
  db: SiteDb,
  siteId: number,
  { userId, key }: { readonly userId: number; readonly key: string },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("user_picture")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "user_picture.user_id").onRef("site_user.site_id", "=", "user_picture.site_id"),
    )
    .select("user_picture.webp")
    .where("user_picture.site_id", "=", siteId)
    .where("user_picture.user_id", "=", userId)
    .where("site_user.picture_key", "=", key)
    .executeTakeFirst();
  return row?.webp;
}

/** Locks the user's row, so that image and key match. */
async function setPictureKey(db: SiteDb, siteId: number, userId: number, key: string | null): Promise<void> {
  await db
    .updateTable("site_user")
    .set({ picture_key: key })
    .where("site_id", "=", siteId)
    .where("id", "=", userId)
    .execute();
}
