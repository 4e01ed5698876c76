import { SHARES_A_PAGE } from "@parfocal/core/share/share.contract.ts";
import type { ShareType } from "@parfocal/core/share/share-types.ts";
import type { ShareViewSettings } from "@parfocal/core/share/share-view.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { inSiteTime, instantOf } from "#platform/db/site-time.ts";

interface ShareFlags {
  readonly isActive: boolean;
  readonly requireAuth: boolean;
  readonly hideAnnotations: boolean;
  readonly hideSlideInformation: boolean;
  readonly hideToolbar: boolean;
  /** In the site's time zone, `yyyy-MM-dd HH:mm:ss`; null: never. */
  readonly expirationDate: string | null;
}

interface NewShare extends ShareFlags {
  readonly shareType: ShareType;
  readonly itemId: number;
  readonly createdBy: number;
  readonly tokenSha256: Buffer;
  readonly sealedToken: Buffer | null;
  readonly center: readonly [x: number, y: number] | null;
  readonly zoom: number | null;
  /** Degrees. */
  readonly rotation: number | null;
  readonly viewSettings: ShareViewSettings | null;
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
      sealed_token: share.sealedToken,
      is_active: share.isActive,
      requires_auth: share.requireAuth,
      hides_annotations: share.hideAnnotations,
      hides_slide_information: share.hideSlideInformation,
      hides_toolbar: share.hideToolbar,
      expires_at: instantOf(siteId, share.expirationDate),
      center_x: share.center?.[0] ?? null,
      center_y: share.center?.[1] ?? null,
      zoom: share.zoom,
      rotation_deg: share.rotation,
      view_settings: share.viewSettings && JSON.stringify(share.viewSettings),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function countSharesOf(db: SiteDb, siteId: number, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("share")
    .select(sql<number>`count(*)`.as("count"))
    .where("site_id", "=", siteId)
    .where("created_by", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

interface ShareRowKey {
  readonly id: number;
  /** Only if this user created it; null: any user. */
  readonly createdBy: number | null;
}

/** @returns false if the share does not exist. */
export async function deleteShareRow(
  db: SiteDb,
  siteId: number,
  { id, createdBy, shareTypes }: ShareRowKey & { readonly shareTypes: readonly ShareType[] },
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

type ShareChange = { readonly [Name in keyof ShareFlags]?: ShareFlags[Name] | undefined };

/** Changes the given fields. @returns false if the share does not exist. */
export async function updateShareRow(
  db: SiteDb,
  siteId: number,
  { id, createdBy }: ShareRowKey,
  change: ShareChange,
): Promise<boolean> {
  const { isActive, requireAuth, hideAnnotations, hideSlideInformation, hideToolbar, expirationDate } = change;
  const { numUpdatedRows } = await db
    .updateTable("share")
    .set((eb) => ({
      is_active: isActive ?? eb.ref("is_active"),
      requires_auth: requireAuth ?? eb.ref("requires_auth"),
      hides_annotations: hideAnnotations ?? eb.ref("hides_annotations"),
      hides_slide_information: hideSlideInformation ?? eb.ref("hides_slide_information"),
      hides_toolbar: hideToolbar ?? eb.ref("hides_toolbar"),
      ...(expirationDate === undefined ? {} : { expires_at: instantOf(siteId, expirationDate) }),
    }))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .$if(createdBy !== null, (query) => query.where("created_by", "=", createdBy as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countOpening(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("share")
    .set((eb) => ({ opened_count: eb("opened_count", "+", 1), last_opened_at: sql<Date>`now()` }))
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

interface ShareFilter {
  /** null: of all users. */
  readonly createdBy: number | null;
  readonly itemId?: number | undefined;
  readonly id?: number | undefined;
  /** Part of the item's title or, in the list of all users, of the creator's name; empty: all. */
  readonly q: string;
  /** Starts at 1. */
  readonly page: number;
}

/** Newest first. */
export async function findShares(db: SiteDb, siteId: number, { createdBy, itemId, id, q, page }: ShareFilter) {
  const pattern = containing(q);
  const found = db
    .selectFrom("share")
    .innerJoin("site", "site.id", "share.site_id")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "share.item_id").onRef("item.site_id", "=", "share.site_id"),
    )
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "share.created_by").onRef("site_user.site_id", "=", "share.site_id"),
    )
    .where("share.site_id", "=", siteId)
    .$if(createdBy !== null, (query) => query.where("share.created_by", "=", createdBy ?? 0))
    .$if(itemId !== undefined, (query) => query.where("share.item_id", "=", itemId ?? 0))
    .$if(id !== undefined, (query) => query.where("share.id", "=", id ?? 0))
    .$if(q !== "", (query) =>
      query.where((eb) =>
        eb.or([
          eb("item.title", "ilike", pattern),
          ...(createdBy === null ? [eb("site_user.display_name", "ilike", pattern)] : []),
        ]),
      ),
    );
  const { total } = await found.select(sql<number>`count(*)`.as("total")).executeTakeFirstOrThrow();
  const rows = await found
    .select([
      "share.id",
      "share.share_type as shareType",
      "share.item_id as itemId",
      "item.title",
      "share.requires_auth as requireAuth",
      "share.hides_annotations as hideAnnotations",
      "share.hides_slide_information as hideSlideInformation",
      "share.hides_toolbar as hideToolbar",
      "share.is_active as isActive",
      "share.created_at as createdAt",
      "share.opened_count as openedCount",
      "share.last_opened_at as lastOpenedAt",
      "share.sealed_token as sealedToken",
      "site_user.id as creatorId",
      "site_user.display_name as creatorName",
      inSiteTime(sql.ref("share.expires_at")).as("expirationDate"),
      sql<boolean>`coalesce(share.expires_at <= now(), false)`.as("isExpired"),
    ])
    .orderBy("share.id", "desc")
    .limit(SHARES_A_PAGE)
    .offset((page - 1) * SHARES_A_PAGE)
    .execute();
  return { rows, total };
}

export type ShareListRow = Awaited<ReturnType<typeof findShares>>["rows"][number];
