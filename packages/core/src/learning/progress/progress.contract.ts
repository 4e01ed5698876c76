/**
 * Items that a person has viewed, for ticks on cards, progress bars of folders and courses, where to continue, and what
 * is due and new.
 *
 * Sources: issue 5 ("item cards with thumbnails, kind and progress"), issue 16 ("continue, new, due; then all").
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
  /** From the course down to the item, on the path that the person used. */
  path: z.array(crumb),
  openedAt: z.iso.datetime(),
});
export type LastOpened = z.output<typeof lastOpened>;

/** A quiz is due if it closes within this many days, or if the caller has a running attempt. */
export const DUE_WITHIN_DAYS = 30;
/** An item is new for this many days, for people who had viewed something before it was added. */
export const NEW_FOR_DAYS = 30;
/** Limit of each of the two lists. */
export const OVERVIEW_MAX_ENTRIES = 5;

const overviewEntry = z.object({
  id,
  type: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  /** From the course down to the item itself. */
  path: z.array(crumb),
});
export type OverviewEntry = z.output<typeof overviewEntry>;

const dueQuiz = overviewEntry.extend({
  /** In the site's time zone; the attempt's own end if one is running; null: none. */
  closesAt: z.string().nullable(),
  /** Whether an attempt of the caller is running. */
  isStarted: z.boolean(),
});

const newItem = overviewEntry.extend({
  /** In the site's time zone. */
  addedAt: z.string(),
});

export const getOverview = {
  method: "GET",
  path: "/v2/item/overview",
  summary:
    "Get where the caller continues: the item viewed last, quizzes that are due, new items; only what is visible",
  policy: "signedIn",
  answer: z.object({
    last: lastOpened.nullable(),
    /** Sorted by closing time; quizzes without one come last. */
    due: z.array(dueQuiz),
    /** Latest first. */
    added: z.array(newItem),
  }),
} as const satisfies Call;
export type Overview = z.output<typeof getOverview.answer>;
