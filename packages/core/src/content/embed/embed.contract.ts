/**
 * Embeds: pages of other sites, shown in a frame.
 *
 * Source: spec part 1, section 3 ("Embed") and section 7; reliability.md, threat T-12.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { EMBED_URL_MAX_CHARACTERS } from "../../people/site/embed-url.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { subtitle, title } from "../item/item-text.contract.ts";
import { placedContent, seenVersion } from "../item/placed-content.contract.ts";
import { tags } from "../tag/tag.contract.ts";

export const EMBED_DESCRIPTION_MAX_CHARACTERS = 10_000;

const embed = z.object({
  ...placedContent,
  url: z.string(),
  /** Whether the site currently allows its host; the page is shown only then. */
  isHostAllowed: z.boolean(),
  /** Plain text. */
  description: z.string(),
  /** Whether it can be opened in full-window size. */
  isFullSizeEnabled: z.boolean(),
});
export type Embed = z.output<typeof embed>;

/** `embed-url.ts` checks the URL, with error messages. */
const url = z
  .string()
  .trim()
  .max(2 * EMBED_URL_MAX_CHARACTERS);
const description = z.string().max(EMBED_DESCRIPTION_MAX_CHARACTERS);

export const getEmbed = {
  method: "GET",
  path: "/v2/embed/{id}",
  summary: "Get an embedded page; also by the token of a share that shows slide information",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: z.object({ parent: idText.optional(), ...shareQuery }),
  answer: embed,
} as const satisfies Call;

export const createEmbed = {
  method: "POST",
  path: "/v2/embed/",
  summary: "Add an embedded page to a course or folder; the site must allow its host",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title,
    url,
    parentId: id,
    subtitle: subtitle.default(""),
    description: description.default(""),
    isFullSizeEnabled: z.boolean().default(false),
  }),
  answer: embed,
} as const satisfies Call;

export const updateEmbed = {
  method: "PUT",
  path: "/v2/embed/{id}",
  summary: "Update an embedded page; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    subtitle: subtitle.optional(),
    url: url.optional(),
    description: description.optional(),
    isFullSizeEnabled: z.boolean().optional(),
    tags: tags.optional(),
    thumbnailMediaId: id.nullable().optional(),
    seen: z
      .strictObject({ title: seenVersion, subtitle: seenVersion, url: seenVersion, description: seenVersion })
      .optional(),
  }),
  answer: embed,
} as const satisfies Call;
