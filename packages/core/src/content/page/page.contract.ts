/**
 * Static pages: formatted text placed in a course or folder.
 *
 * Source: spec part 1, section 3 ("Static page") and section 7; part 2, section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { subtitle, title } from "../item/item-text.contract.ts";
import { placedContent, seenVersion } from "../item/placed-content.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../rich-text/rich-text-allowlist.ts";
import { tags } from "../tag/tag.contract.ts";

const page = z.object({
  ...placedContent,
  /** Formatted text that follows the allowlist of `core/rich-text`. */
  content: z.string(),
});
export type Page = z.output<typeof page>;

const content = z.string().max(RICH_TEXT_MAX_CHARACTERS);

export const getPage = {
  method: "GET",
  path: "/v2/staticpages/{id}",
  summary: "Get a static page; also by the token of a share that shows slide information",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: z.object({ parent: idText.optional(), ...shareQuery }),
  answer: page,
} as const satisfies Call;

export const createPage = {
  method: "POST",
  path: "/v2/staticpages/",
  summary: "Create a static page in a course or folder; disallowed markup is removed",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ title, parentId: id, subtitle: subtitle.default(""), content: content.default("") }),
  answer: page,
} as const satisfies Call;

export const updatePage = {
  method: "PUT",
  path: "/v2/staticpages/{id}",
  summary: "Update a static page; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    subtitle: subtitle.optional(),
    content: content.optional(),
    tags: tags.optional(),
    thumbnailMediaId: id.nullable().optional(),
    seen: z.strictObject({ title: seenVersion, subtitle: seenVersion, content: seenVersion }).optional(),
  }),
  answer: page,
} as const satisfies Call;

export const copyPage = {
  method: "PUT",
  path: "/v2/staticpages/copy",
  summary: "Copy a static page to the end of a course or folder",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ id, parentId: id }),
  answer: page,
} as const satisfies Call;
