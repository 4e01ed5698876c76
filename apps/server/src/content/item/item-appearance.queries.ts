/** Appearance of items: the chosen thumbnail, the background of courses and folders. */
import {
  DEFAULT_BACKGROUND_POSITION,
  DEFAULT_BACKGROUND_STYLE,
  DEFAULT_DISPLAY_STYLE,
} from "@parfocal/core/item/item-appearance.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { ItemLookRow } from "./item-appearance.table.ts";

export type ItemAppearance = Omit<ItemLookRow, "item_id" | "site_id">;

export const PLAIN_LOOK: ItemAppearance = {
  thumbnail_media_id: null,
  background: null,
  background_media_id: null,
  background_position: DEFAULT_BACKGROUND_POSITION,
  background_style: DEFAULT_BACKGROUND_STYLE,
  display_style: DEFAULT_DISPLAY_STYLE,
};

/** By item ID; items without a choice are omitted. */
export async function findLooks(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ItemAppearance>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("item_look")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("item_id", "in", [...itemIds])
    .execute();
  return new Map(rows.map(({ item_id: itemId, site_id: _, ...look }) => [itemId, look]));
}

/** @param changes omitted fields are unchanged. */
export async function saveAppearance(
  db: SiteDb,
  siteId: number,
  itemId: number,
  changes: Partial<ItemAppearance>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await db
    .insertInto("item_look")
    .values({ ...PLAIN_LOOK, ...changes, item_id: itemId, site_id: siteId })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet(changes))
    .execute();
}

/** The given media that exist and are images, each with the key of its URL. */
export async function findPictures(
  db: SiteDb,
  siteId: number,
  mediaIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("media_file")
    .select(["id", "key"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...mediaIds])
    .where("media_type", "like", "image/%")
    .where("is_document", "=", false)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Paths of the chosen thumbnails, by item ID; items without one are omitted. */
export async function findChosenThumbnails(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const looks = await findLooks(db, siteId, itemIds);
  const chosen = [...looks].flatMap(([itemId, { thumbnail_media_id: mediaId }]) =>
    mediaId === null ? [] : [{ itemId, mediaId }],
  );
  const there = await findPictures(
    db,
    siteId,
    chosen.map(({ mediaId }) => mediaId),
  );
  return new Map(
    chosen.flatMap(({ itemId, mediaId }) => {
      const key = there.get(mediaId);
      return key === undefined ? [] : [[itemId, mediaPath({ id: mediaId, key }, "thumbnail")] as const];
    }),
  );
}

/** The same for one item; null if no thumbnail is chosen. */
export async function findChosenThumbnail(db: SiteDb, siteId: number, itemId: number): Promise<string | null> {
  return (await findChosenThumbnails(db, siteId, [itemId])).get(itemId) ?? null;
}

/** URL of a library file, accessible to everyone on the site. */
export const mediaPath = ({ id, key }: { readonly id: number; readonly key: string }, part: "file" | "thumbnail") =>
  `/api/v2/media/${id}/${key}/${part}`;
