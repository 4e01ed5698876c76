/** Tags: keywords for finding items. Source: spec part 1, section 7 ("a remote tag search (q, type)"). */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { itemType } from "../item/item-type.contract.ts";
import { TAG_MAX_CHARACTERS, TAGS_MAX } from "./tag-limits.ts";

/** In the given order, without duplicates. */
export const tags = z
  .array(z.string().trim().min(1).max(TAG_MAX_CHARACTERS))
  .max(TAGS_MAX)
  .transform((words) => [...new Set(words)]);

export const searchTags = {
  method: "GET",
  path: "/v2/tag",
  summary: "List up to 20 tags in use that contain q, those that start with it first",
  policy: "manageContent",
  query: z.object({
    q: z.string().trim().max(TAG_MAX_CHARACTERS).default(""),
    /** Only tags of items of this kind; default: all. */
    type: itemType.optional(),
  }),
  answer: z.array(z.string()),
} as const satisfies Call;

/** Items that one call reads or tags. */
export const TAGGED_ITEMS_MAX = 500;

const tag = z.string().trim().min(1).max(TAG_MAX_CHARACTERS);
const itemIds = z.array(id).min(1).max(TAGGED_ITEMS_MAX);

export const countTags = {
  method: "POST",
  path: "/v2/tag/count",
  summary: "List the tags of several items and how often each is used, most frequent first",
  policy: "manageContent",
  body: z.strictObject({ itemIds }),
  answer: z.array(z.object({ tag: z.string(), count: z.int() })),
} as const satisfies Call;

export const setTag = {
  method: "PUT",
  path: "/v2/tag",
  summary: "Add a tag to several items or remove it; all or none",
  policy: "manageContent",
  body: z.strictObject({ itemIds, tag, isOn: z.boolean() }),
  /** Items to which the tag was added or from which it was removed; the others are unchanged. */
  answer: z.object({ changedIds: z.array(id) }),
} as const satisfies Call;
