/** Items related to a slide. Source: spec part 2, sections 2 ("related items") and 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { itemCard } from "../../content/item/item-card.contract.ts";
import { idParams } from "../../platform/ids.ts";
import { RELATED_REASONS } from "./related-reasons.ts";

const relatedItem = itemCard.extend({
  /** The strongest relation to the slide. */
  reason: z.enum(RELATED_REASONS),
  /** The common property: title of the case or folder, tag, or field value. */
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
