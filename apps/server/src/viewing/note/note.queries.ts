/** Notes on images. Deletion times are compared with the database's clock. */
import { NOTE_RESTORE_DAYS } from "@parfocal/core/note/note.contract.ts";
import { DELETED_NOTES_MAX, NOTES_MAX_BYTES } from "@parfocal/core/note/note-content.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { NoteRow } from "./note.table.ts";

export type AuthoredNote = NoteRow & { readonly author: string };

const selectNotes = (db: SiteDb, siteId: number) =>
  db
    .selectFrom("note")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.site_id", "=", "note.site_id").onRef("site_user.id", "=", "note.author_id"),
    )
    .selectAll("note")
    .select("site_user.display_name as author")
    .where("note.site_id", "=", siteId);

const selectUndeleted = (db: SiteDb, siteId: number) => selectNotes(db, siteId).where("note.deleted_at", "is", null);

const selectRestorable = (db: SiteDb, siteId: number) =>
  selectNotes(db, siteId)
    .where("note.deleted_at", ">", sql<Date>`now() - make_interval(days => ${NOTE_RESTORE_DAYS})`)
    .$narrowType<{ deleted_at: Date }>();

/** Of one author, outside work groups; oldest first. */
export function listNotesOfAuthor(
  db: SiteDb,
  siteId: number,
  { imageId, authorId }: { imageId: number; authorId: number },
): Promise<AuthoredNote[]> {
  return selectUndeleted(db, siteId)
    .where("note.image_id", "=", imageId)
    .where("note.author_id", "=", authorId)
    .where("note.work_group_id", "is", null)
    .orderBy("note.id")
    .execute();
}

/** Of all members, oldest first. */
export function listNotesOfWorkGroup(
  db: SiteDb,
  siteId: number,
  { imageId, workGroupId }: { imageId: number; workGroupId: number },
): Promise<AuthoredNote[]> {
  return selectUndeleted(db, siteId)
    .where("note.image_id", "=", imageId)
    .where("note.work_group_id", "=", workGroupId)
    .orderBy("note.id")
    .execute();
}

/** undefined also for a deleted note. */
export function findNote(db: SiteDb, siteId: number, id: number): Promise<AuthoredNote | undefined> {
  return selectUndeleted(db, siteId).where("note.id", "=", id).executeTakeFirst();
}

export function findRestorableNote(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<(AuthoredNote & { deleted_at: Date }) | undefined> {
  return selectRestorable(db, siteId).where("note.id", "=", id).executeTakeFirst();
}

/**
 * Of one author, including those in work groups; the last deleted first, up to `DELETED_NOTES_MAX` notes and
 * `NOTES_MAX_BYTES` bytes.
 */
export async function listRestorableNotes(
  db: SiteDb,
  siteId: number,
  { imageId, authorId }: { imageId: number; authorId: number },
): Promise<(AuthoredNote & { deleted_at: Date })[]> {
  const rows = await selectRestorable(db, siteId)
    .select(
      sql<number>`sum(octet_length(note.content)) OVER (ORDER BY note.deleted_at DESC, note.id DESC)::int`.as(
        "bytes_so_far",
      ),
    )
    .where("note.image_id", "=", imageId)
    .where("note.author_id", "=", authorId)
    .orderBy("note.deleted_at", "desc")
    .orderBy("note.id", "desc")
    .limit(DELETED_NOTES_MAX)
    .execute();
  return rows.filter(({ bytes_so_far: bytes }) => bytes <= NOTES_MAX_BYTES);
}

/** The notes of one list: a person's own on an image, or those of a work group. Deleted notes do not count. */
export async function countNotes(
  db: SiteDb,
  siteId: number,
  { imageId, authorId, workGroupId }: { imageId: number; authorId: number; workGroupId: number | null },
): Promise<{ count: number; bytes: number }> {
  return db
    .selectFrom("note")
    .select([
      sql<number>`count(*)::int`.as("count"),
      sql<number>`coalesce(sum(octet_length(content)), 0)::int`.as("bytes"),
    ])
    .where("site_id", "=", siteId)
    .where("image_id", "=", imageId)
    .where("deleted_at", "is", null)
    .$if(workGroupId === null, (notes) => notes.where("author_id", "=", authorId).where("work_group_id", "is", null))
    .$if(workGroupId !== null, (notes) => notes.where("work_group_id", "=", workGroupId))
    .executeTakeFirstOrThrow();
}

interface NewNote {
  readonly imageId: number;
  readonly authorId: number;
  /** null: the author's own. */
  readonly workGroupId: number | null;
  readonly content: string;
}

/** @returns its ID. */
export async function insertNote(
  db: SiteDb,
  siteId: number,
  { imageId, authorId, workGroupId, content }: NewNote,
): Promise<number> {
  const { id } = await db
    .insertInto("note")
    .values({ site_id: siteId, image_id: imageId, author_id: authorId, work_group_id: workGroupId, content })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateNoteContent(db: SiteDb, siteId: number, id: number, content: string): Promise<void> {
  await db
    .updateTable("note")
    .set({ content, updated_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function markNoteDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db
    .updateTable("note")
    .set({ deleted_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export async function unmarkNoteDeleted(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.updateTable("note").set({ deleted_at: null }).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Deletes notes that can no longer be restored. @param now ms since the epoch. */
export async function deleteOldNotes(db: SiteDb, siteId: number, now: number): Promise<void> {
  await db
    .deleteFrom("note")
    .where("site_id", "=", siteId)
    .where("deleted_at", "<", new Date(now - NOTE_RESTORE_DAYS * DAY_MS))
    .execute();
}

const DAY_MS = 24 * 60 * 60 * 1000;
