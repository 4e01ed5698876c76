/** Comments on an annotation, as a thread. Source: issue 16, number 20; decision 0125. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { ANNOTATION_COMMENT_MAX_CHARACTERS } from "./annotation.contract.ts";

/** Comments on one annotation; deleted ones do not count. */
export const ANNOTATION_COMMENTS_MAX = 200;

/** Deleted comments can be restored for this long. */
export const ANNOTATION_COMMENT_RESTORE_DAYS = 30;

/** Plain text; line breaks are kept. */
const content = z
  .string()
  .trim()
  .min(1, "enter a comment")
  .max(ANNOTATION_COMMENT_MAX_CHARACTERS, `enter a comment of up to ${ANNOTATION_COMMENT_MAX_CHARACTERS} characters`);

const annotationComment = z.object({
  id,
  annotationId: id,
  content: z.string(),
  author: z.string(),
  isUserOwner: z.boolean(),
  /** Whether its author was an expert when it was written. */
  isExpert: z.boolean(),
  /** Whether it is by another person and unread by the caller. */
  isNew: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Null: never edited. */
  editedAt: z.iso.datetime().nullable(),
});
export type AnnotationComment = z.output<typeof annotationComment>;

export const listAnnotationComments = {
  method: "GET",
  path: "/v2/annotation/{id}/comments",
  summary: "List the comments on an annotation, oldest first; empty while a quiz asks the caller about the image",
  policy: "learn",
  params: idParams,
  answer: z.object({
    /** Whether the caller may comment. */
    canComment: z.boolean(),
    comments: z.array(annotationComment),
  }),
} as const satisfies Call;

export const createAnnotationComment = {
  method: "POST",
  path: "/v2/annotation/{id}/comments",
  summary: "Comment on an annotation; for its author, experts and members of its work group",
  policy: "learn",
  isCreating: true,
  params: idParams,
  body: z.strictObject({ content }),
  answer: annotationComment,
} as const satisfies Call;

export const markAnnotationCommentsRead = {
  method: "PUT",
  path: "/v2/annotation/{id}/comments/read",
  summary: "Mark comments on an annotation as read by the caller, up to one of them",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ lastCommentId: id }),
  answer: z.void(),
} as const satisfies Call;

export const countAnnotationComments = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}/comments",
  summary: "Count comments, and those new to the caller, on each annotation of an image; up to 10,000 annotations",
  policy: "learn",
  params: z.object({ itemId: idText }),
  answer: z.array(z.object({ annotationId: id, comments: z.int(), new: z.int() })),
} as const satisfies Call;

export const updateAnnotationComment = {
  method: "PUT",
  path: "/v2/annotationComment/{id}",
  summary: "Update one of the caller's comments",
  policy: "learn",
  params: idParams,
  body: z.strictObject({ content }),
  answer: annotationComment,
} as const satisfies Call;

export const deleteAnnotationComment = {
  method: "DELETE",
  path: "/v2/annotationComment/{id}",
  summary: "Delete one of the caller's comments",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreAnnotationComment = {
  method: "POST",
  path: "/v2/annotationComment/{id}/restore",
  summary: "Restore one of the caller's deleted comments, within 30 days",
  policy: "learn",
  params: idParams,
  answer: annotationComment,
} as const satisfies Call;
