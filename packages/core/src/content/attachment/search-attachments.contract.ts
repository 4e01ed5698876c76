/** Search for attachments with a request body, as the picker uses it. Source: spec part 2, section 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { pageNumber, searchText } from "../../platform/list-query.ts";
import { listAttachments } from "./attachment.contract.ts";

export const searchAttachments = {
  method: "POST",
  path: "/v2/attachment/search",
  summary: "List attachments by title or file name, newest first, 30 per page",
  policy: "manageContent",
  body: z.strictObject({
    /** From 1. */
    page: pageNumber,
    q: searchText,
    /** Only attachments in this course or folder or of slides in it, at any depth; null: all. */
    folder: id.nullable().default(null),
  }),
  answer: listAttachments.answer,
} as const satisfies Call;
