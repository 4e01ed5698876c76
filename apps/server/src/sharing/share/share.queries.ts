import type { ShareType } from "@parfocal/core/share/share-types.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface NewShare {
  readonly shareType: ShareType;
  readonly itemId: number;
  readonly createdBy: number;
  readonly tokenSha256: Buffer;
  readonly isActive: boolean;
  readonly requireAuth: boolean;
  readonly hideAnnotations: boolean;
  readonly hideSlideInformation: boolean;
  readonly hideToolbar: boolean;
  /** In the site's time zone, `yyyy-MM-dd HH:mm:ss`; null: never. */
  readonly expirationDate: string | null;
  readonly center: readonly [x: number, y: number] | null;
  readonly zoom: number | null;
}

export async function insertShare(db: SiteDb, siteId: number, share: NewShare): Promise<number> {
  const { id } = await db
    .insertInto("share")
    .values({
      site_id: siteId,
      share_type: share.shareType,
      item_id: share.itemId,
      created_by: share.createdBy,
      token_sha256: share.tokenSha256,
      is_active: share.isActive,
      requires_auth: share.requireAuth,
      hides_annotations: share.hideAnnotations,
      hides_slide_information: share.hideSlideInformation,
      hides_toolbar: share.hideToolbar,
      expires_at: sql<Date | null>`${share.expirationDate}::timestamp AT TIME ZONE (SELECT time_zone FROM site WHERE id = ${siteId})`,
      center_x: share.center?.[0] ?? null,
      center_y: share.center?.[1] ?? null,
      zoom: share.zoom,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * @param createdBy deletes it only if this user created it; null: any user.
 * @returns false if there is no such share.
 */
export async function deleteShareRow(
  db: SiteDb,
  siteId: number,
  { id, createdBy, shareTypes }: { id: number; createdBy: number | null; shareTypes: readonly ShareType[] },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("share")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("share_type", "in", [...shareTypes])
    .$if(createdBy !== null, (query) => query.where("created_by", "=", createdBy as number))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
