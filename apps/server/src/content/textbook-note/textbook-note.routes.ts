import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  isTextbookNoteContent,
  TEXTBOOK_NOTES_MAX,
  TEXTBOOK_NOTES_MAX_BYTES,
} from "@parfocal/core/textbook-note/note-rules.ts";
import {
  createTextbookNote,
  deleteTextbookNote,
  listTextbookNotes,
  restoreTextbookNote,
  type TextbookNote,
  updateTextbookNote,
} from "@parfocal/core/textbook-note/textbook-note.contract.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import {
  countNotesOf,
  findBookmark,
  insertNote,
  listNotesOf,
  lockNote,
  lockRestorableNote,
  markNoteDeleted,
  type NotesOf,
  unmarkNoteDeleted,
  updateNoteContent,
} from "./textbook-note.queries.ts";
import type { TextbookNoteRow } from "./textbook-note.table.ts";

type Context = Pick<RouteContext, "db" | "siteId" | "caller">;

const noNote = () => notFoundOrNoAccess("Note");

/** @throws AppError `notFound` if the caller may not see the textbook. */
async function ownNotesIn({ db, siteId, caller }: Context, textbookId: number): Promise<NotesOf> {
  await findVisibleItem(db, { siteId, caller, id: textbookId, kind: "textbook" });
  return { textbookId, authorId: caller.signedIn().id };
}

/**
 * Concurrent requests do not see each other's notes: the limit can then be exceeded by a few.
 *
 * @throws AppError `invalid` if there is no room for this number of additional notes and bytes of UTF-8.
 */
async function assertRoom(
  { db, siteId }: Context,
  of: NotesOf,
  added: { readonly notes: number; readonly bytes: number },
): Promise<void> {
  if (added.notes <= 0 && added.bytes <= 0) return;
  const { count, bytes } = await countNotesOf(db, siteId, of);
  if (count + added.notes <= TEXTBOOK_NOTES_MAX && bytes + added.bytes <= TEXTBOOK_NOTES_MAX_BYTES) return;
  throw new AppError(
    "invalid",
    `The limit for your bookmarks and notes in a textbook is ${TEXTBOOK_NOTES_MAX} with ${TEXTBOOK_NOTES_MAX_BYTES / 1000} kB of text. Delete or shorten notes first.`,
    { codes: ["tooManyNotes"] },
  );
}

const presentNote = (row: TextbookNoteRow): TextbookNote => ({
  id: row.id,
  kind: row.kind,
  pageIndex: row.page_index,
  content: row.content,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const textbookNoteRoutes = [
  route(listTextbookNotes, async (context, { params }) => {
    const of = await ownNotesIn(context, params.id);
    return (await listNotesOf(context.db, context.siteId, of)).map(presentNote);
  }),

  route(createTextbookNote, async (context, { params, body }) => {
    const { db, siteId } = context;
    const of = await ownNotesIn(context, params.id);
    await assertRoom(context, of, { notes: 1, bytes: Buffer.byteLength(body.content) });
    const row = (await insertNote(db, siteId, of, body)) ?? (await findBookmark(db, siteId, of, body.pageIndex));
    if (!row) throw new Error("Neither a new bookmark nor the one of the page was found");
    return presentNote(row);
  }),

  route(updateTextbookNote, async (context, { params, body: { content, version } }) => {
    const { db, siteId } = context;
    const of = await ownNotesIn(context, params.id);
    const row = await lockNote(db, siteId, of, params.noteId);
    if (!row) throw noNote();
    if (row.version !== version)
      throw new AppError("conflict", "This note was changed elsewhere. Compare both texts, then save again.", {
        codes: ["versionChanged"],
      });
    if (!isTextbookNoteContent(row.kind, content))
      throw new AppError("invalid", row.kind === "note" ? "Enter a note." : "Enter a shorter title.", {
        codes: ["content"],
      });
    const bytes = Buffer.byteLength(content) - Buffer.byteLength(row.content);
    await assertRoom(context, of, { notes: 0, bytes });
    return presentNote(await updateNoteContent(db, siteId, row.id, content));
  }),

  route(deleteTextbookNote, async (context, { params }) => {
    const { db, siteId } = context;
    const of = await ownNotesIn(context, params.id);
    const row = await lockNote(db, siteId, of, params.noteId);
    if (!row) throw noNote();
    await markNoteDeleted(db, siteId, row.id);
  }),

  route(restoreTextbookNote, async (context, { params }) => {
    const { db, siteId } = context;
    const of = await ownNotesIn(context, params.id);
    const row = await lockRestorableNote(db, siteId, of, params.noteId);
    if (!row) throw noNote();
    // The page may have received another bookmark since.
    const other = row.kind === "bookmark" ? await findBookmark(db, siteId, of, row.page_index) : undefined;
    if (other) return presentNote(other);
    await assertRoom(context, of, { notes: 1, bytes: Buffer.byteLength(row.content) });
    return presentNote(await unmarkNoteDeleted(db, siteId, row.id));
  }),
];
