/** The bin: removed items, with their former parent and position. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { Place } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import type { BinEntryRow } from "./bin.table.ts";
import type { PlaceDetails } from "./left-place.table.ts";

interface NewEntry extends Pick<Place, "itemId" | "isActive" | "annotationsActive"> {
  /** null: it is a course. */
  readonly parentId: number | null;
  readonly position: number;
  readonly details: PlaceDetails;
  readonly removedBy: number;
}

/** Replaces an earlier entry of the same placement. @returns IDs of the entries, in the given order. */
export async function insertBinEntries(db: SiteDb, siteId: number, entries: readonly NewEntry[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { itemId, parentId, position, isActive, annotationsActive, details, removedBy } of entries) {
    await db
      .deleteFrom("bin_entry")
      .where("site_id", "=", siteId)
      .where("item_id", "=", itemId)
      .where("parent_id", parentId === null ? "is" : "=", parentId)
      .execute();
    const { id } = await db
      .insertInto("bin_entry")
      .values({
        site_id: siteId,
        item_id: itemId,
        parent_id: parentId,
        position,
        is_active: isActive,
        annotations_active: annotationsActive,
        facts: JSON.stringify(details),
        removed_by: removedBy,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

/** Locks its row. */
export function lockBinEntry(db: SiteDb, siteId: number, id: number): Promise<BinEntryRow | undefined> {
  return db
    .selectFrom("bin_entry")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export async function deleteBinEntry(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.deleteFrom("bin_entry").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Marks the given items that have no parent any more as deleted, with all their descendants. */
export async function markDeletedIfNowhere(db: SiteDb, siteId: number, itemIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE item SET deleted_at = now()
    WHERE item.site_id = ${siteId} AND item.id = ANY(${[...itemIds]}::bigint[]) AND item.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id)
      AND NOT EXISTS (SELECT FROM course WHERE course.site_id = ${siteId} AND course.item_id = item.id AND course.position IS NOT NULL)
  `.execute(db);
}

/** Marks an item and all its descendants as arrived in the tree, regardless of the parent. */
export async function markArrived(db: SiteDb, siteId: number, itemId: number): Promise<void> {
  await db
    .updateTable("item")
    .set({ deleted_at: null, arrived_xid: sql<number>`pg_current_xact_id()::text::bigint` })
    .where("site_id", "=", siteId)
    .where("id", "=", itemId)
    .execute();
}

interface BinRow {
  readonly id: number;
  readonly itemId: number;
  readonly type: ItemKind;
  readonly title: string;
  readonly parentId: number | null;
  readonly parentTitle: string | null;
  readonly removedAt: Date;
  readonly removedBy: string | null;
}

/**
 * Newest first. @param page from 1. @param q part of a title. @param since instant; older entries are omitted as
 * expired.
 */
export async function listBinRows(
  db: SiteDb,
  siteId: number,
  { page, pageSize, q, since }: { page: number; pageSize: number; q: string; since: Date },
): Promise<{ rows: BinRow[]; total: number }> {
  const pattern = containing(q);
  const entries = db
    .selectFrom("bin_entry")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "bin_entry.item_id").onRef("item.site_id", "=", "bin_entry.site_id"),
    )
    .where("bin_entry.site_id", "=", siteId)
    .where("bin_entry.removed_at", ">", since)
    .$if(q !== "", (query) => query.where("item.title", "ilike", pattern));
  const counted = await entries.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const rows = await entries
    .leftJoin("item as parent", (join) =>
      join.onRef("parent.id", "=", "bin_entry.parent_id").onRef("parent.site_id", "=", "bin_entry.site_id"),
    )
    .leftJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "bin_entry.removed_by").onRef("site_user.site_id", "=", "bin_entry.site_id"),
    )
    .select([
      "bin_entry.id",
      "bin_entry.item_id as itemId",
      "item.kind as type",
      "item.title",
      "bin_entry.parent_id as parentId",
      "parent.title as parentTitle",
      "bin_entry.removed_at as removedAt",
      "site_user.display_name as removedBy",
    ])
    .orderBy("bin_entry.removed_at", "desc")
    .orderBy("bin_entry.id", "desc")
    .limit(pageSize)
    .offset((Math.max(1, page) - 1) * pageSize)
    .execute();
  return { rows, total: counted.total };
}
