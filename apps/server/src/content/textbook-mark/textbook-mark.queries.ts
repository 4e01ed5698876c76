/** Marks on the pages of textbooks. The age of deleted ones is measured by the database's clock. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { MARK_RESTORE_DAYS } from "@parfocal/core/textbook-mark/mark-rules.ts";
import { type Insertable, sql, type Updateable } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { TextbookMarkRow, TextbookMarkTable } from "./textbook-mark.table.ts";

interface MarkKey {
  readonly textbookId: number;
  readonly markId: number;
}

/** Ordered by page, from top to bottom. */
export function listMarksOf(db: SiteDb, siteId: number, textbookId: number): Promise<TextbookMarkRow[]> {
  return db
    .selectFrom("textbook_mark")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("item_id", "=", textbookId)
    .where("deleted_at", "is", null)
    .orderBy("page_index")
    .orderBy("area_top")
    .orderBy("area_left")
    .orderBy("id")
    .execute();
}

export async function countMarksOf(db: SiteDb, siteId: number, textbookId: number): Promise<number> {
  const { count } = await db
    .selectFrom("textbook_mark")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("site_id", "=", siteId)
    .where("item_id", "=", textbookId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks until the transaction ends, so that concurrently added marks are counted. */
export async function lockMarksOf(db: SiteDb, siteId: number, textbookId: number): Promise<void> {
  await sql`
    SELECT FROM textbook WHERE site_id = ${siteId} AND item_id = ${textbookId} FOR UPDATE
  `.execute(db);
}

/** Undefined also for a deleted mark. */
export function findMark(db: SiteDb, siteId: number, key: MarkKey): Promise<TextbookMarkRow | undefined> {
  return db
    .selectFrom("textbook_mark")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("item_id", "=", key.textbookId)
    .where("id", "=", key.markId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

type NewMark = Omit<Insertable<TextbookMarkTable>, "site_id" | "item_id">;

export function insertMark(db: SiteDb, siteId: number, textbookId: number, mark: NewMark): Promise<TextbookMarkRow> {
  return db
    .insertInto("textbook_mark")
    .values({ ...mark, site_id: siteId, item_id: textbookId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @param changes at least one. @returns undefined if there is no such mark. */
export function updateMark(
  db: SiteDb,
  siteId: number,
  key: MarkKey,
  changes: Updateable<TextbookMarkTable>,
): Promise<TextbookMarkRow | undefined> {
  return db
    .updateTable("textbook_mark")
    .set(changes)
    .where("site_id", "=", siteId)
    .where("item_id", "=", key.textbookId)
    .where("id", "=", key.markId)
    .where("deleted_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** @returns whether the mark existed. */
export async function markMarkDeleted(db: SiteDb, siteId: number, key: MarkKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("textbook_mark")
    .set({ deleted_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("item_id", "=", key.textbookId)
    .where("id", "=", key.markId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns undefined if there is no such deleted mark, or it can no longer be restored. */
export function unmarkMarkDeleted(db: SiteDb, siteId: number, key: MarkKey): Promise<TextbookMarkRow | undefined> {
  return db
    .updateTable("textbook_mark")
    .set({ deleted_at: null })
    .where("site_id", "=", siteId)
    .where("item_id", "=", key.textbookId)
    .where("id", "=", key.markId)
    .where("deleted_at", ">", sql<Date>`now() - make_interval(days => ${MARK_RESTORE_DAYS})`)
    .returningAll()
    .executeTakeFirst();
}

/** Items in the bin are omitted. */
export async function listItemsAmong(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<{ readonly id: number; readonly type: ItemKind; readonly title: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("item")
    .select(["id", "kind as type", "title"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .where("deleted_at", "is", null)
    .execute();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes marks that can no longer be restored. @param now ms since the epoch. */
export async function deleteOldMarks(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("textbook_mark")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<", new Date(now - MARK_RESTORE_DAYS * DAY_MS))
    .execute();
}
