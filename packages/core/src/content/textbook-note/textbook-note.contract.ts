/** A reader's private bookmarks and notes on the pages of a textbook. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { PAGE_INDEX_MAX } from "../textbook-mark/mark-rules.ts";
import {
  BOOKMARK_TITLE_MAX_CHARACTERS,
  isTextbookNoteContent,
  TEXTBOOK_NOTE_KINDS,
  TEXTBOOK_NOTE_MAX_CHARACTERS,
  TEXTBOOK_NOTE_RESTORE_DAYS,
} from "./note-rules.ts";

const kind = z.enum(TEXTBOOK_NOTE_KINDS);
/** From 0. */
const pageIndex = z.int().min(0).max(PAGE_INDEX_MAX);
/** Plain text: content of a note, or title of a bookmark (may be empty). */
const content = z.string().trim().max(TEXTBOOK_NOTE_MAX_CHARACTERS);
const CONTENT_RULE = {
  path: ["content"],
  message: `a note needs a text; the title of a bookmark has up to ${BOOKMARK_TITLE_MAX_CHARACTERS} characters`,
};

const textbookNote = z.object({
  id,
  kind,
  pageIndex,
  content: z.string(),
  /** Incremented with each change of the content. */
  version: z.int().positive(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type TextbookNote = z.output<typeof textbookNote>;

const noteParams = z.object({ id: idText, noteId: idText });

export const listTextbookNotes = {
  method: "GET",
  path: "/v2/textbook/{id}/note",
  summary: "List the caller's bookmarks and notes in a textbook, by page, oldest first",
  policy: "learn",
  params: idParams,
  answer: z.array(textbookNote),
} as const satisfies Call;

export const createTextbookNote = {
  method: "POST",
  path: "/v2/textbook/{id}/note",
  summary: "Add a bookmark or a note to a page of a textbook; a page has one bookmark of the caller",
  policy: "learn",
  isCreating: true,
  params: idParams,
  body: z
    .strictObject({ kind, pageIndex, content: content.default("") })
    .refine((body) => isTextbookNoteContent(body.kind, body.content), CONTENT_RULE),
  answer: textbookNote,
} as const satisfies Call;

export const updateTextbookNote = {
  method: "PUT",
  path: "/v2/textbook/{id}/note/{noteId}",
  summary: "Update the text of a note or the title of a bookmark of the caller; fails if its version has changed",
  policy: "learn",
  params: noteParams,
  body: z.strictObject({
    content,
    /** Version of the text to be replaced. */
    version: z.int().positive(),
  }),
  answer: textbookNote,
} as const satisfies Call;

export const deleteTextbookNote = {
  method: "DELETE",
  path: "/v2/textbook/{id}/note/{noteId}",
  summary: `Delete a bookmark or note of the caller; it can be restored for ${TEXTBOOK_NOTE_RESTORE_DAYS} days`,
  policy: "learn",
  params: noteParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreTextbookNote = {
  method: "POST",
  path: "/v2/textbook/{id}/note/{noteId}/restore",
  summary: "Restore a deleted bookmark or note of the caller",
  policy: "learn",
  params: noteParams,
  answer: textbookNote,
} as const satisfies Call;
