/**
 * Content boxes: tabs beside an item, each with pages of formatted text.
 *
 * Source: spec part 2, section 3 ("Content box/tab") and section 7.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idText } from "../../platform/ids.ts";
import { itemType } from "../item/item-type.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../rich-text/rich-text-allowlist.ts";

export const BOX_TITLE_MAX_CHARACTERS = 200;
export const BOX_TABS_MAX = 20;
export const BOX_PAGES_MAX = 50;

const params = z.object({ id: idText, type: itemType });

const page = z.strictObject({
  title: z.string().trim().max(BOX_TITLE_MAX_CHARACTERS),
  /** Formatted text that follows the allowlist of `core/rich-text`. */
  content: z.string().max(RICH_TEXT_MAX_CHARACTERS),
  /** Whether it is visible to callers who do not manage content. */
  isActive: z.boolean().default(true),
});

const tab = z.strictObject({
  title: z.string().trim().min(1).max(BOX_TITLE_MAX_CHARACTERS),
  contentPages: z.array(page).max(BOX_PAGES_MAX),
});
export type BoxTab = z.output<typeof tab>;
export type BoxPage = z.output<typeof page>;

/** Version of the tabs that the client received. */
const version = z.string().regex(/^[\w-]{1,64}$/);

const box = z.object({
  tabs: z.array(tab),
  /** Only for those who manage content. */
  version: version.optional(),
});
export type Box = z.output<typeof box>;

export const getBox = {
  method: "GET",
  path: "/v2/box/{id}/{type}",
  summary: "List the content boxes of an item; inactive pages only for content managers",
  policy: "seesSite",
  params,
  answer: box,
} as const satisfies Call;

export const getBoxByPost = {
  method: "GET",
  path: "/v2/box/post/{id}/{type}",
  summary: "List the content boxes of an item by the ID of its page in the host site",
  policy: "seesSite",
  params,
  answer: box,
} as const satisfies Call;

export const saveBox = {
  method: "PUT",
  path: "/v2/box/{id}/{type}",
  summary: "Replace the content boxes of an item; fails if their version has changed; disallowed markup is removed",
  policy: "manageContent",
  params,
  body: z.strictObject({
    tabs: z.array(tab).max(BOX_TABS_MAX),
    /** Version of the tabs to be replaced; if omitted, the current ones are replaced unconditionally. */
    version: version.optional(),
  }),
  answer: box,
} as const satisfies Call;
