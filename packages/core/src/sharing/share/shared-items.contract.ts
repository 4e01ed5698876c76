/** Contents of a shared folder or course. Source: decision 0086. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb, itemCard } from "../../content/item/item-card.contract.ts";
import { idText } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";

export const SHARED_ITEMS_PAGE_SIZE = 50;

/** A folder or course; the title is omitted if the share hides slide information. */
const sharedCrumb = crumb.partial({ title: true });

const sharedCard = itemCard
  .pick({ id: true, type: true, title: true, subtitle: true, thumbnail: true, colour: true, itemCount: true })
  /** Omitted if the share hides slide information. */
  .partial({ title: true, subtitle: true })
  .extend({
    /** Whether it is accessible through the share; otherwise its page asks to sign in. */
    isShown: z.boolean(),
  });
export type SharedCard = z.output<typeof sharedCard>;

const sharedItems = z.object({
  parent: sharedCrumb,
  /** From the shared item down to the parent, inclusive. */
  path: z.array(sharedCrumb),
  /** Number of items in the parent. */
  total: z.int(),
  /** In order; thumbnail URLs contain the token. */
  items: z.array(sharedCard),
});
export type SharedItems = z.output<typeof sharedItems>;

export const listSharedItems = {
  method: "GET",
  path: "/v2/share/{token}/items",
  summary: `List the active items of a shared folder or course, or of a folder in it, ${SHARED_ITEMS_PAGE_SIZE} per page`,
  policy: "anyone",
  params: z.object({ token: z.string() }),
  query: z.object({
    /** Default: the shared item. */
    parent: idText.optional(),
    page: pageNumberText,
  }),
  answer: sharedItems,
} as const satisfies Call;
