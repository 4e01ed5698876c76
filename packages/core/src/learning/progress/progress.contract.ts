/**
 * Items that a person has viewed: a tick on the card, a bar on the folders and courses above it, and where to continue.
 *
 * Source: issue 5 ("item cards with thumbnails, kind and progress").
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { ITEM_KIND_NAMES } from "../../content/item/item-kinds.ts";
import { id, idParams } from "../../platform/ids.ts";

export const markOpened = {
  method: "PUT",
  path: "/v2/item/{id}/opened",
  summary: "Mark an item as viewed by the caller, or update the time of the last view",
  policy: "signedIn",
  params: idParams,
  /** Omitted if the path to the item is unknown. */
  body: z.strictObject({ parentId: id.optional() }),
  answer: z.void(),
} as const satisfies Call;

export const forgetOpened = {
  method: "DELETE",
  path: "/v2/item/{id}/opened",
  summary: "Mark an item as not viewed; for a course or folder, all items in it",
  policy: "signedIn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

const lastOpened = z.object({
  id,
  type: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  /** As in a card. */
  thumbnail: z.string().nullable(),
  colour: colourAdjustment.nullable(),
  /** From the course down to the item itself, as they came to it. */
  path: z.array(crumb),
  openedAt: z.iso.datetime(),
});
export type LastOpened = z.output<typeof lastOpened>;

export const getLastOpened = {
  method: "GET",
  path: "/v2/item/lastOpened",
  summary: "Get the item viewed last by the caller, among those still visible",
  policy: "signedIn",
  answer: z.object({ last: lastOpened.nullable() }),
} as const satisfies Call;
