/**
 * Textbooks: a PDF with a description. The PDF is an attachment placed in the textbook.
 *
 * Source: spec part 1, section 3 ("Textbook") and section 7; part 2, section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { itemCard } from "../item/item-card.contract.ts";
import { subtitle, title } from "../item/item-text.contract.ts";
import { placedContent, seenVersion } from "../item/placed-content.contract.ts";
import { tags } from "../tag/tag.contract.ts";

export const TEXTBOOK_TEXT_MAX_CHARACTERS = 10_000;

const textbook = z.object({
  ...placedContent,
  /** Plain text, both. */
  summary: z.string(),
  diagnosis: z.string(),
  /** The PDF; null: none yet. */
  attachmentId: id.nullable(),
  /** Name of the uploaded file; neutral if requested with a share token; empty if there is no PDF. */
  attachmentFilename: z.string(),
  /** Size of the PDF; 0: none. */
  attachmentBytes: z.int(),
  /** Its contents; none if requested with a share token. */
  items: z.array(itemCard),
});
export type Textbook = z.output<typeof textbook>;

const text = z.string().max(TEXTBOOK_TEXT_MAX_CHARACTERS);

export const getTextbook = {
  method: "GET",
  path: "/v2/textbook/{id}",
  summary: "Get a textbook and its items; also by the token of a share that shows slide information",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: z.object({ parent: idText.optional(), ...shareQuery }),
  answer: textbook,
} as const satisfies Call;

/** Answers bytes, not JSON; supports ranges. */
export const getTextbookDocument = {
  method: "GET",
  path: "/textbook/{id}/document",
  summary: "Download the PDF of a textbook; also by the token of a share that shows slide information",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;

export const createTextbook = {
  method: "POST",
  path: "/v2/textbook/",
  summary: "Add a textbook to a course or folder (multipart, one part with its PDF; the PDF may follow later)",
  policy: "manageContent",
  isCreating: true,
  form: z.strictObject({
    title,
    summary: text.default(""),
    diagnosis: text.default(""),
    parentId: idText,
  }),
  answer: textbook,
} as const satisfies Call;

export const replaceTextbookDocument = {
  method: "PUT",
  path: "/textbook/{id}/document",
  summary: "Set or replace the PDF of a textbook (multipart, one file part); the previous PDF is kept for 30 days",
  policy: "manageContent",
  params: idParams,
  form: z.strictObject({}),
  answer: textbook,
} as const satisfies Call;

export const updateTextbook = {
  method: "PUT",
  path: "/v2/textbook/{id}",
  summary: "Update the fields of a textbook; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    subtitle: subtitle.optional(),
    summary: text.optional(),
    diagnosis: text.optional(),
    tags: tags.optional(),
    thumbnailMediaId: id.nullable().optional(),
    seen: z
      .strictObject({ title: seenVersion, subtitle: seenVersion, summary: seenVersion, diagnosis: seenVersion })
      .optional(),
  }),
  answer: textbook,
} as const satisfies Call;
