/**
 * Preview of content with the rights of a learner or a chosen person, for content managers.
 *
 * Source: issue 16; decision 0127.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id } from "../../platform/ids.ts";

/** Rejected with 400 and `seesEverything` if the person manages content or cannot sign in. */
export const startPreview = {
  method: "POST",
  path: "/v2/assignment/preview",
  summary: "Start a preview of an item with the rights of a learner or of a person; recorded in the audit log",
  policy: "manageContent",
  body: z.strictObject({
    itemId: id,
    /** Null: a learner without user groups. */
    userId: id.nullable(),
  }),
  answer: z.object({
    /** Value of the header `x-preview` in reading calls; valid in this session for 8 hours. */
    token: z.string(),
    /** Null: no person was chosen. */
    name: z.string().nullable(),
    /** Whether the item is visible with these rights. */
    isSeen: z.boolean(),
    /** From the course down to the item, on a path accessible with these rights; empty if it is not visible. */
    path: z.array(crumb),
  }),
} as const satisfies Call;
