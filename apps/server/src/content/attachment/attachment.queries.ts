import { sql } from "kysely";
import { type ItemSearch, itemsOfKind } from "#item/items-of-kind.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { AttachmentRow } from "./attachment.table.ts";

export interface PlacedAttachment extends AttachmentRow {
  readonly title: string;
  readonly createdBy: number | null;
  /** Null if the account was deleted. */
  readonly createdByName: string | null;
  /** The first item that it belongs to; null: none. */
  readonly parentId: number | null;
}

const attachments = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("attachment")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "attachment.item_id").onRef("item.site_id", "=", "attachment.site_id"),
    )
    .leftJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "item.created_by").onRef("site_user.site_id", "=", "item.site_id"),
    )
    .selectAll("attachment")
    .select(["item.title", "item.created_by as createdBy", "site_user.display_name as createdByName"])
    .select((eb) =>
      eb
        .selectFrom("placement")
        .select("placement.parent_id")
        .whereRef("placement.item_id", "=", "attachment.item_id")
        .where("placement.site_id", "=", siteId)
        .orderBy("placement.parent_id")
        .limit(1)
        .as("parentId"),
    )
    .where("attachment.site_id", "=", siteId)
    .where("item.deleted_at", "is", null);

export function findAttachment(db: SiteDb, siteId: number, id: number): Promise<PlacedAttachment | undefined> {
  return attachments(db, siteId).where("attachment.item_id", "=", id).executeTakeFirst();
}

/** Attachments of an item, in order. */
export function listAttachmentsOf(
  db: SiteDb,
  siteId: number,
  parentId: number,
  { includesInactive }: { includesInactive: boolean },
): Promise<PlacedAttachment[]> {
  return attachments(db, siteId)
    .innerJoin("placement as place", (join) =>
      join.onRef("place.item_id", "=", "attachment.item_id").onRef("place.site_id", "=", "attachment.site_id"),
    )
    .where("place.parent_id", "=", parentId)
    .$if(!includesInactive, (query) => query.where("place.is_active", "=", true))
    .orderBy("place.position")
    .execute();
}

interface AttachmentSearch extends ItemSearch {
  /** Only attachments of this slide, course or folder itself; undefined: of any item. */
  readonly item?: number | undefined;
}

/** Newest first; the search also includes file names. */
export async function listAllAttachments(
  db: SiteDb,
  siteId: number,
  { item, ...search }: AttachmentSearch,
): Promise<PlacedAttachment[]> {
  const found = await itemsOfKind(db, siteId, "attachment", search, (eb, pattern) =>
    eb.exists(
      eb
        .selectFrom("attachment")
        .select("attachment.item_id")
        .where("attachment.site_id", "=", siteId)
        .whereRef("attachment.item_id", "=", "item.id")
        .where("attachment.filename", "ilike", pattern),
    ),
  )
    .select("item.id")
    .$if(item !== undefined, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("placement as own")
            .select("own.item_id")
            .where("own.site_id", "=", siteId)
            .whereRef("own.item_id", "=", "item.id")
            .where("own.parent_id", "=", item as number),
        ),
      ),
    )
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return attachments(db, siteId).where("attachment.item_id", "in", ids).orderBy("attachment.item_id", "desc").execute();
}

type NewAttachment = Pick<
  AttachmentRow,
  "stored_name" | "filename" | "media_type" | "bytes" | "url" | "is_file_link" | "document_id"
>;

/** Adds the attachment's row to its new item. */
export async function insertAttachment(
  db: SiteDb,
  siteId: number,
  itemId: number,
  attachment: NewAttachment,
): Promise<void> {
  await db
    .insertInto("attachment")
    .values({ site_id: siteId, item_id: itemId, ...attachment })
    .execute();
}

export async function updateAttachmentRow(
  db: SiteDb,
  siteId: number,
  id: number,
  { title, url, isFileLink }: { title: string; url: string; isFileLink: boolean },
): Promise<void> {
  await db
    .updateTable("item")
    .set({ title, updated_at: sql<Date>`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("attachment")
    .set({ url, is_file_link: isFileLink })
    .where("site_id", "=", siteId)
    .where("item_id", "=", id)
    .execute();
}

/** Files that must exist, including those of removed attachments. */
export async function listStoredFiles(
  db: SiteDb,
  siteId: number,
): Promise<{ storedName: string; itemId: number; deletedAt: Date | null }[]> {
  const rows = await db
    .selectFrom("attachment")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "attachment.item_id").onRef("item.site_id", "=", "attachment.site_id"),
    )
    .select(["attachment.stored_name", "attachment.item_id as itemId", "item.deleted_at as deletedAt"])
    .where("attachment.site_id", "=", siteId)
    .where("attachment.stored_name", "is not", null)
    .execute();
  return rows.map(({ stored_name: storedName, ...row }) => ({ storedName: storedName ?? "", ...row }));
}
