/** What belongs together with a slide. Source: spec part 2, sections 2 ("related items") and 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { itemCard } from "../../content/item/item-card.contract.ts";
import { idParams } from "../../platform/ids.ts";
import { RELATED_REASONS } from "./related-reasons.ts";

const relatedItem = itemCard.extend({
  /** The strongest of what ties it to the slide. */
  reason: z.enum(RELATED_REASONS),
  /** What they have in common: the case's or folder's title, the tag, the field's value. */
  because: z.string(),
});

export const listRelatedItems = {
  method: "GET",
  path: "/image/related/{id}",
  summary: "List up to 12 cases with this slide and slides with the same primary value, tag or folder",
  policy: "seesSite",
  params: idParams,
  answer: z.array(relatedItem),
} as const satisfies Call;
