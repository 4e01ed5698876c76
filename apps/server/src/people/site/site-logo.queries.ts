import type { SiteLogo } from "@parfocal/core/session/session.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Replaces the previous one. */
export async function replaceSiteLogo(
  db: SiteDb,
  siteId: number,
  { key, widthPx, heightPx, webp }: SiteLogo & { readonly webp: Buffer },
): Promise<void> {
  // Locks the site's row, so that image and key match.
  await db
    .updateTable("site")
    .set({ logo_key: key, logo_width_px: widthPx, logo_height_px: heightPx })
    .where("id", "=", siteId)
    .execute();
  await db
    .insertInto("site_logo")
    .values({ site_id: siteId, webp })
    .onConflict((conflict) => conflict.column("site_id").doUpdateSet({ webp }))
    .execute();
}

/** @returns whether a logo existed. */
export async function removeSiteLogo(db: SiteDb, siteId: number): Promise<boolean> {
  await db.updateTable("site").set({ logo_key: null }).where("id", "=", siteId).execute();
  const { numDeletedRows } = await db.deleteFrom("site_logo").where("site_id", "=", siteId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A WebP image; undefined: the site does not have this logo, or no longer has it. */
export async function findSiteLogo(db: SiteDb, siteId: number, key: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("site_logo")
    .innerJoin("site", "site.id", "site_logo.site_id")
    .select("site_logo.webp")
    .where("site_logo.site_id", "=", siteId)
    .where("site.logo_key", "=", key)
    .executeTakeFirst();
  return row?.webp;
}
