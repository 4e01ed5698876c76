/** Search for images with a request body, as the pickers use it. Source: spec part 2, section 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { itemCard } from "../../content/item/item-card.contract.ts";
import { id } from "../../platform/ids.ts";
import { pageNumber, searchText } from "../../platform/list-query.ts";

export const searchImages = {
  method: "POST",
  path: "/v2/image/search",
  summary: "List images by title, file name, barcode or scanner, newest first, 30 per page",
  policy: "manageContent",
  body: z.strictObject({
    /** From 1. */
    page: pageNumber,
    q: searchText,
    /** Only images in this course, folder or case, at any depth; null: all. */
    folder: id.nullable().default(null),
  }),
  answer: z.array(itemCard),
} as const satisfies Call;
