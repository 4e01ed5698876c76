/**
 * Files and links attached to a slide, or placed in a folder or course.
 *
 * An attachment is an item (kind `attachment`) placed under its parent. So it has an order and an active state in each
 * place, and is visible to everyone who may see that parent.
 *
 * Source: spec part 1, sections 3 and 7 ("Attachment"); part 2, section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { shownField } from "../custom-field/shown-field.contract.ts";
import { title } from "../item/item-text.contract.ts";
import { attachmentCard } from "./attachment-card.contract.ts";
import { ATTACHMENT_URL_MAX_CHARACTERS } from "./attachment-limits.ts";

const attachment = attachmentCard.extend({
  itemId: id,
  attachmentId: id,
  /** Name of the uploaded file; empty for a link. */
  filename: z.string(),
  bytes: z.int(),
  /** URL of a link; empty for a file. */
  url: z.string(),
  /** Whether it is a link directly to a file. */
  isFileLink: z.boolean(),
  /** Whether it is a link, not a file on this server. */
  isLink: z.boolean(),
  /** The slide, folder or course it belongs to; null: none any more. */
  parentId: id.nullable(),
  /** Who attached it; null if hidden from the caller or if the account was deleted. */
  assignedTo: id.nullable(),
  assignedToUsername: z.string().nullable(),
  customFields: z.array(shownField),
});
export type Attachment = z.output<typeof attachment>;

const url = z
  .string()
  .trim()
  .max(ATTACHMENT_URL_MAX_CHARACTERS)
  .regex(/^(https?:\/\/[^\s\\]+|)$/i, "a URL must start with https:// or http://");

/** Form values are text. */
const yes = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");

export const getAttachment = {
  method: "GET",
  path: "/v2/attachment/{id}",
  summary: "Get an attachment",
  policy: "seesSite",
  params: idParams,
  answer: attachment,
} as const satisfies Call;

export const ATTACHMENT_PAGE_SIZE = 30;

export const listAttachments = {
  method: "GET",
  path: "/v2/attachment",
  summary: "List attachments by title or file name, newest first, 30 per page",
  policy: "manageContent",
  query: z.object({
    page: pageNumberText,
    q: searchText,
    /** Only attachments in this folder or course, or of slides in it. */
    folder: idText.optional(),
    /** Only attachments of this slide. */
    item: idText.optional(),
  }),
  answer: z.array(attachment),
} as const satisfies Call;

export const createAttachment = {
  method: "POST",
  path: "/v2/attachment/",
  summary: "Attach a file (multipart, one part with a file) or a link (url) to a course, folder or slide",
  policy: "manageContent",
  isCreating: true,
  form: z.strictObject({
    /** Default: the file's name. */
    title: title.optional(),
    url: url.default(""),
    isFileLink: yes.default(false),
    /** The slide, folder or course. */
    parentId: idText,
  }),
  answer: attachment,
} as const satisfies Call;

export const updateAttachment = {
  method: "PUT",
  path: "/v2/attachment/{id}",
  summary: "Update the title or link of an attachment; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ title: title.optional(), url: url.optional(), isFileLink: z.boolean().optional() }),
  answer: attachment,
} as const satisfies Call;

export const deleteAttachment = {
  method: "DELETE",
  path: "/v2/attachment/{id}",
  summary: "Delete an attachment; its file is kept for 30 days",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

/**
 * Answers bytes, not JSON; supports ranges. Images, videos and PDFs (detected from the bytes) are shown, everything
 * else is sent as a download.
 */
export const getAttachmentFile = {
  method: "GET",
  path: "/v2/attachment/{id}/file",
  summary: "Download an attached file",
  policy: "seesSite",
  params: idParams,
  answer: z.unknown(),
} as const satisfies Call;
