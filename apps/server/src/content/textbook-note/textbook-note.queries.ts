/** Bookmarks and notes of one reader in one textbook. The age of deleted ones is measured by the database's clock. */
import { TEXTBOOK_NOTE_RESTORE_DAYS, type TextbookNoteKind } from "@parfocal/core/textbook-note/note-rules.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { TextbookNoteRow } from "./textbook-note.table.ts";

/** Owner and textbook of the notes. */
export interface NotesOf {
  readonly textbookId: number;
  readonly authorId: number;
}

const selectNotes = (db: SiteDb, siteId: number, { textbookId, authorId }: NotesOf) =>
  db
    .selectFrom("textbook_note")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("item_id", "=", textbookId)
    .where("author_id", "=", authorId);

/** Ordered by page, oldest first. */
export function listNotesOf(db: SiteDb, siteId: number, of: NotesOf): Promise<TextbookNoteRow[]> {
  return selectNotes(db, siteId, of).where("deleted_at", "is", null).orderBy("page_index").orderBy("id").execute();
}

/** Locks the note until the transaction ends. Undefined also for a deleted note. */
export function lockNote(db: SiteDb, siteId: number, of: NotesOf, id: number): Promise<TextbookNoteRow | undefined> {
  return selectNotes(db, siteId, of)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** The same for a deleted note that can be restored. */
export function lockRestorableNote(
  db: SiteDb,
  siteId: number,
  of: NotesOf,
  id: number,
): Promise<TextbookNoteRow | undefined> {
  return selectNotes(db, siteId, of)
    .where("id", "=", id)
    .where("deleted_at", ">", sql<Date>`now() - make_interval(days => ${TEXTBOOK_NOTE_RESTORE_DAYS})`)
    .forUpdate()
    .executeTakeFirst();
}

export function findBookmark(
  db: SiteDb,
  siteId: number,
  of: NotesOf,
  pageIndex: number,
): Promise<TextbookNoteRow | undefined> {
  return selectNotes(db, siteId, of)
    .where("kind", "=", "bookmark")
    .where("page_index", "=", pageIndex)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Deleted ones do not count. */
export async function countNotesOf(
  db: SiteDb,
  siteId: number,
  { textbookId, authorId }: NotesOf,
): Promise<{ readonly count: number; readonly bytes: number }> {
  return db
    .selectFrom("textbook_note")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`coalesce(sum(octet_length(content)), 0)::int`.as("bytes"),
    ])
    .where("site_id", "=", siteId)
    .where("item_id", "=", textbookId)
    .where("author_id", "=", authorId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
}

interface NewNote {
  readonly kind: TextbookNoteKind;
  readonly pageIndex: number;
  readonly content: string;
}

/** @returns undefined if this reader already has a bookmark on the page. */
export function insertNote(
  db: SiteDb,
  siteId: number,
  { textbookId, authorId }: NotesOf,
  { kind, pageIndex, content }: NewNote,
): Promise<TextbookNoteRow | undefined> {
  return db
    .insertInto("textbook_note")
    .values({ site_id: siteId, item_id: textbookId, author_id: authorId, kind, page_index: pageIndex, content })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateNoteContent(db: SiteDb, siteId: number, id: number, content: string): Promise<TextbookNoteRow> {
  return db
    .updateTable("textbook_note")
    .set({ content, version: sql`version + 1`, updated_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function markNoteDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("textbook_note")
    .set({ deleted_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export function unmarkNoteDeleted(db: SiteDb, siteId: number, id: number): Promise<TextbookNoteRow> {
  return db
    .updateTable("textbook_note")
    .set({ deleted_at: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes notes that can no longer be restored. @param now ms since the epoch. */
export async function deleteOldTextbookNotes(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("textbook_note")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<", new Date(now - TEXTBOOK_NOTE_RESTORE_DAYS * DAY_MS))
    .execute();
}
