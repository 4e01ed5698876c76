/**
 * Documents: files of the site that can be assigned to courses, folders and slides. Assigning creates an independent
 * attachment there, which stays when the document is deleted later.
 *
 * Sources: spec part 1, section 7 ("Documents"); operations.tsv.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { pageNumber, searchText } from "../../platform/list-query.ts";
import { attachmentCard } from "../attachment/attachment-card.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../item/item-text-limits.ts";
import { DOCUMENTS_AT_ONCE } from "./document-limits.ts";

const document = z.object({
  id,
  title: z.string(),
  filename: z.string(),
  /** Detected from the file's bytes. */
  mimeType: z.string(),
  bytes: z.int(),
  /** Path of the file on this server. */
  src: z.string(),
  /** Path of the thumbnail; null: none. */
  thumbnail: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Null if the account was deleted. */
  createdBy: z.string().nullable(),
  /** Number of existing attachments created from it. */
  useCount: z.int(),
});
export type SiteDocument = z.output<typeof document>;

export const uploadDocuments = {
  method: "POST",
  path: "/v2/document/upload",
  summary: "Upload documents (multipart, up to 20 `uploadFiles[]` parts); all or none",
  policy: "manageContent",
  isCreating: true,
  form: z.strictObject({}),
  answer: z.array(document),
} as const satisfies Call;

export const searchDocuments = {
  method: "POST",
  path: "/v2/document/search",
  summary: "List documents by title or file name, newest first, 30 per page",
  policy: "manageContent",
  body: z.strictObject({
    q: searchText,
    page: pageNumber,
  }),
  answer: z.object({ documents: z.array(document), total: z.int() }),
} as const satisfies Call;

export const previewDocument = {
  method: "GET",
  path: "/v2/document/{id}/preview",
  summary: "Get the preview of a document",
  policy: "manageContent",
  params: idParams,
  answer: document.extend({
    /** `file`: can only be downloaded. */
    kind: z.enum(["image", "video", "pdf", "text", "file"]),
    /** Start of the text; null if the document is not a text. */
    text: z.string().nullable(),
    /** Whether the text continues. */
    isCut: z.boolean(),
  }),
} as const satisfies Call;

/** Answers bytes, not JSON; supports ranges. */
export const getDocumentFile = {
  method: "GET",
  path: "/v2/document/{id}/file",
  summary: "Download a document",
  policy: "manageContent",
  params: idParams,
  answer: z.unknown(),
} as const satisfies Call;

/** Answers bytes, not JSON. */
export const getDocumentThumbnail = {
  method: "GET",
  path: "/v2/document/{id}/thumbnail",
  summary: "Get the thumbnail of an image document (WebP)",
  policy: "manageContent",
  params: idParams,
  answer: z.unknown(),
} as const satisfies Call;

export const assignDocuments = {
  method: "POST",
  path: "/v2/document/assign",
  summary: "Attach documents to a course, folder or slide, in the given order; all or none",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    itemType: z.enum(["course", "folder", "image"]),
    itemId: id,
    documents: z.array(id).min(1).max(DOCUMENTS_AT_ONCE),
    /** Whether `filename` precedes each document's own title; otherwise it replaces the title. */
    usePrefix: z.boolean().default(false),
    filename: z.string().trim().max(TITLE_MAX_CHARACTERS).default(""),
  }),
  answer: z.object({ attachments: z.array(attachmentCard) }),
} as const satisfies Call;

export const deleteDocument = {
  method: "DELETE",
  path: "/v2/document/{id}",
  summary: "Delete a document; its attachments stay, and it can be restored for 30 days",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreDocument = {
  method: "PUT",
  path: "/v2/document/{id}/restore",
  summary: "Restore a deleted document",
  policy: "manageContent",
  params: idParams,
  answer: document,
} as const satisfies Call;
