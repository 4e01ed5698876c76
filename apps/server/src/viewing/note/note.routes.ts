import { AppError, notAllowed, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import {
  createNote,
  deleteNote,
  listDeletedNotes,
  listOwnNotes,
  listWorkGroupNotes,
  type Note,
  restoreNote,
  updateNote,
} from "@parfocal/core/note/note.contract.ts";
import { NOTES_MAX, NOTES_MAX_BYTES } from "@parfocal/core/note/note-content.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { assertMember } from "#work-group/member-work-group.ts";
import { listWorkGroupIdsOf } from "#work-group/work-group.queries.ts";
import { presentNote } from "./note.present.ts";
import {
  type AuthoredNote,
  countNotes,
  findNote,
  findRestorableNote,
  insertNote,
  listNotesOfAuthor,
  listNotesOfWorkGroup,
  listRestorableNotes,
  markNoteDeleted,
  unmarkNoteDeleted,
  updateNoteContent,
} from "./note.queries.ts";

type Context = Pick<RouteContext, "db" | "siteId" | "caller">;

const noNote = () => notFoundOrNoAccess("Note");

/** @throws AppError `notFound` if the caller cannot see the image. */
async function assertImage({ db, siteId, caller }: Context, id: number): Promise<void> {
  await findVisibleItem(db, { siteId, caller, id, kind: "image" });
}

/** Readable for its author and the current members of its work group. */
async function assertReadable({ db, siteId, caller }: Context, row: AuthoredNote | undefined): Promise<AuthoredNote> {
  if (!row) throw noNote();
  const { id: userId } = caller.signedIn();
  const isReadable =
    row.work_group_id === null
      ? row.author_id === userId
      : (await listWorkGroupIdsOf(db, siteId, userId)).includes(row.work_group_id);
  if (!isReadable) throw noNote();
  return row;
}

/** @throws AppError `notFound` if the caller cannot read it, `forbidden` if another member wrote it. */
async function assertOwn(context: Context, found: AuthoredNote | undefined): Promise<AuthoredNote> {
  const row = await assertReadable(context, found);
  if (row.author_id !== context.caller.signedIn().id) {
    throw notAllowed("You are not allowed to change this note.");
  }
  await assertImage(context, row.image_id);
  return row;
}

/** The list that a note belongs to. */
interface NoteList {
  readonly imageId: number;
  readonly authorId: number;
  /** null: the author's own. */
  readonly workGroupId: number | null;
}

const listOf = ({ image_id, author_id, work_group_id }: AuthoredNote): NoteList => ({
  imageId: image_id,
  authorId: author_id,
  workGroupId: work_group_id,
});

/**
 * Concurrent notes do not see each other: the limit can be exceeded by a few.
 *
 * @param added number of notes, and bytes of UTF-8.
 * @throws AppError `invalid` if the list is full (decision 0047).
 */
async function assertRoom(
  { db, siteId }: Context,
  list: NoteList,
  added: { notes: number; bytes: number },
): Promise<void> {
  if (added.notes <= 0 && added.bytes <= 0) return;
  const { count, bytes } = await countNotes(db, siteId, list);
  const isFull = count + added.notes > NOTES_MAX || bytes + added.bytes > NOTES_MAX_BYTES;
  if (!isFull) return;
  const whose = list.workGroupId === null ? "your own notes" : "the notes of a work group";
  throw new AppError(
    "invalid",
    `The limit for ${whose} on a slide is ${NOTES_MAX} notes with ${NOTES_MAX_BYTES / 1000} kB of text. Delete or shorten notes first.`,
    { codes: ["tooManyNotes"] },
  );
}

async function loadNote(db: SiteDb, siteId: number, userId: number, id: number): Promise<Note> {
  const row = await findNote(db, siteId, id);
  if (!row) throw noNote();
  return presentNote(row, userId);
}

export const noteRoutes = [
  route(listOwnNotes, async (context, { params }) => {
    await assertImage(context, params.id);
    const { id: authorId } = context.caller.signedIn();
    const rows = await listNotesOfAuthor(context.db, context.siteId, { imageId: params.id, authorId });
    return rows.map((row) => presentNote(row, authorId));
  }),

  route(listWorkGroupNotes, async (context, { params }) => {
    const { db, siteId, caller } = context;
    await assertImage(context, params.id);
    const { id: userId } = caller.signedIn();
    await assertMember(db, siteId, userId, params.gid);
    const rows = await listNotesOfWorkGroup(db, siteId, { imageId: params.id, workGroupId: params.gid });
    return rows.map((row) => presentNote(row, userId));
  }),

  route(createNote, async (context, { body }) => {
    const { db, siteId, caller } = context;
    await assertImage(context, body.imageId);
    const { id: authorId } = caller.signedIn();
    await assertMember(db, siteId, authorId, body.workGroupId);
    await assertRoom(context, { ...body, authorId }, { notes: 1, bytes: Buffer.byteLength(body.content) });
    const id = await insertNote(db, siteId, { ...body, authorId });
    return loadNote(db, siteId, authorId, id);
  }),

  route(updateNote, async (context, { params, body }) => {
    const { db, siteId, caller } = context;
    const row = await assertOwn(context, await findNote(db, siteId, params.id));
    const moreBytes = Buffer.byteLength(body.content) - Buffer.byteLength(row.content);
    await assertRoom(context, listOf(row), { notes: 0, bytes: moreBytes });
    await updateNoteContent(db, siteId, params.id, body.content);
    return loadNote(db, siteId, caller.signedIn().id, params.id);
  }),

  route(deleteNote, async (context, { params }) => {
    const { db, siteId } = context;
    await assertOwn(context, await findNote(db, siteId, params.id));
    await markNoteDeleted(db, siteId, params.id);
  }),

  route(listDeletedNotes, async (context, { params }) => {
    const { db, siteId, caller } = context;
    await assertImage(context, params.id);
    const { id: userId } = caller.signedIn();
    const groups = await listWorkGroupIdsOf(db, siteId, userId);
    const rows = await listRestorableNotes(db, siteId, { imageId: params.id, authorId: userId });
    return rows
      .filter((row) => row.work_group_id === null || groups.includes(row.work_group_id))
      .map((row) => ({ note: presentNote(row, userId), deletedAt: row.deleted_at.toISOString() }));
  }),

  route(restoreNote, async (context, { params }) => {
    const { db, siteId, caller } = context;
    const row = await assertOwn(context, await findRestorableNote(db, siteId, params.id));
    await assertRoom(context, listOf(row), { notes: 1, bytes: Buffer.byteLength(row.content) });
    await unmarkNoteDeleted(db, siteId, params.id);
    return loadNote(db, siteId, caller.signedIn().id, params.id);
  }),
];
