/** Notes on slides: private, or of a work group. Source: spec part 2, sections 3, 5 and 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { isNoteContent, NOTE_MAX_CHARACTERS, noteContentOf } from "./note-content.ts";

/** Plain text; line breaks are kept. */
const content = z
  .string()
  .refine(isNoteContent, `enter a note of 1 to ${NOTE_MAX_CHARACTERS} characters`)
  .transform(noteContentOf);

const note = z.object({
  id,
  content: z.string(),
  imageId: id,
  /** Same as `imageId`. */
  slideId: id,
  /** Null: a private note of its author. */
  workGroupId: id.nullable(),
  isUserOwner: z.boolean(),
  author: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Note = z.output<typeof note>;

export const listOwnNotes = {
  method: "GET",
  path: "/v2/note/image/{id}",
  summary: "List the caller's notes on an image, oldest first",
  policy: "learn",
  params: idParams,
  answer: z.array(note),
} as const satisfies Call;

export const listWorkGroupNotes = {
  method: "GET",
  path: "/v2/note/image/{id}/workgroup/{gid}",
  summary: "List the notes of a work group on an image, oldest first; members only",
  policy: "learn",
  params: z.object({ id: idText, gid: idText }),
  answer: z.array(note),
} as const satisfies Call;

export const createNote = {
  method: "POST",
  path: "/v2/note",
  summary: "Add a note to an image, either private or for a work group of the caller",
  policy: "learn",
  isCreating: true,
  body: z
    .strictObject({
      content,
      imageId: id.optional(),
      /** Same as `imageId`; one of the two is required. */
      slideId: id.optional(),
      workGroupId: id.nullish(),
    })
    .refine(({ imageId, slideId }) => (imageId ?? slideId) !== undefined, {
      path: ["imageId"],
      message: "which image?",
    })
    .refine(({ imageId, slideId }) => imageId === undefined || slideId === undefined || imageId === slideId, {
      path: ["slideId"],
      message: "slideId and imageId must be the same slide",
    })
    .transform(({ imageId, slideId, workGroupId, ...rest }) => ({
      ...rest,
      imageId: (imageId ?? slideId) as number,
      workGroupId: workGroupId ?? null,
    })),
  answer: note,
} as const satisfies Call;

export const updateNote = {
  method: "PUT",
  path: "/v2/note/{id}",
  summary: "Update one of the caller's notes, including those in a work group",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ content }),
  answer: note,
} as const satisfies Call;

export const deleteNote = {
  method: "DELETE",
  path: "/v2/note/{id}",
  summary: "Delete one of the caller's notes, including those in a work group",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

/** Deleted notes can be restored for this long. */
export const NOTE_RESTORE_DAYS = 30;

export const listDeletedNotes = {
  method: "GET",
  path: "/v2/note/image/{id}/deleted",
  summary: "List the caller's restorable deleted notes on an image, last deleted first",
  policy: "learn",
  params: idParams,
  answer: z.array(z.object({ note, deletedAt: z.iso.datetime() })),
} as const satisfies Call;

export const restoreNote = {
  method: "POST",
  path: "/v2/note/{id}/restore",
  summary: "Restore one of the caller's deleted notes",
  policy: "learn",
  params: idParams,
  answer: note,
} as const satisfies Call;
