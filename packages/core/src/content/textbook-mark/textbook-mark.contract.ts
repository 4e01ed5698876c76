/** Teachers' marks on the pages of a textbook; each leads to a view of a slide, to another item or to another page. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { ITEM_KIND_NAMES } from "../item/item-kinds.ts";
import { MARK_LABEL_MAX_CHARACTERS, MARK_RESTORE_DAYS, PAGE_INDEX_MAX } from "./mark-rules.ts";
import { isPageArea } from "./page-area.ts";

const fraction = z.number().min(0).max(1);
/**
 * Fractions of the page box without the reader's rotation, origin top left (`page-area.ts`); a point has zero width and
 * height.
 */
const area = z
  .strictObject({ left: fraction, top: fraction, width: fraction, height: fraction })
  .refine(isPageArea, "the area must be on the page");

/** From 0. */
const pageIndex = z.int().min(0).max(PAGE_INDEX_MAX);
const label = z.string().trim().min(1, "enter a label").max(MARK_LABEL_MAX_CHARACTERS);

const SLIDE_PX_MAX = 2 ** 31;
const slidePx = z.number().min(-SLIDE_PX_MAX).max(SLIDE_PX_MAX);
const view = z.strictObject({
  /** Full-resolution pixels. */
  center: z.tuple([slidePx, slidePx]),
  /** As in core's `zoom.ts`. */
  zoom: z.number().min(-20).max(40),
  /** Clockwise. */
  rotationDeg: z.int().multipleOf(45).min(0).max(315),
});
export type MarkView = z.output<typeof view>;

const newTarget = z.strictObject({
  /** Null: a page of the same textbook. */
  itemId: id.nullable(),
  /** Slides only; null: the opening view. */
  view: view.nullable().default(null),
  /** From 0; textbooks only, required for a page of the same textbook. */
  pageIndex: pageIndex.nullable().default(null),
});

const target = z.object({
  /** Null: a page of the same textbook. */
  itemId: id.nullable(),
  /** Null if `itemId` is null. */
  type: z.enum(ITEM_KIND_NAMES).nullable(),
  title: z.string(),
  /** Path from the course to the item, as visible to the caller; empty: a page of the same textbook. */
  steps: z.array(z.object({ id, type: z.enum(ITEM_KIND_NAMES) })),
  view: view.nullable(),
  pageIndex: pageIndex.nullable(),
});
export type MarkTarget = z.output<typeof target>;

const mark = z.object({
  id,
  pageIndex,
  area,
  label: z.string(),
  /** Null: deleted, or not visible to the caller. */
  target: target.nullable(),
});
export type TextbookMark = z.output<typeof mark>;

const markParams = z.object({ id: idText, markId: idText });

export const listTextbookMarks = {
  method: "GET",
  path: "/v2/textbook/{id}/mark",
  summary: "List the marks on the pages of a textbook, by page from top to bottom",
  policy: "seesSite",
  params: idParams,
  answer: z.array(mark),
} as const satisfies Call;

export const createTextbookMark = {
  method: "POST",
  path: "/v2/textbook/{id}/mark",
  summary: "Add a mark to a page of a textbook",
  policy: "manageContent",
  isCreating: true,
  params: idParams,
  body: z.strictObject({ pageIndex, area, label, target: newTarget }),
  answer: mark,
} as const satisfies Call;

export const updateTextbookMark = {
  method: "PUT",
  path: "/v2/textbook/{id}/mark/{markId}",
  summary: "Update or move a mark; omitted fields are unchanged",
  policy: "manageContent",
  params: markParams,
  body: z.strictObject({
    pageIndex: pageIndex.optional(),
    area: area.optional(),
    label: label.optional(),
    target: newTarget.optional(),
  }),
  answer: mark,
} as const satisfies Call;

export const deleteTextbookMark = {
  method: "DELETE",
  path: "/v2/textbook/{id}/mark/{markId}",
  summary: `Delete a mark; it can be restored for ${MARK_RESTORE_DAYS} days`,
  policy: "manageContent",
  params: markParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreTextbookMark = {
  method: "POST",
  path: "/v2/textbook/{id}/mark/{markId}/restore",
  summary: "Restore a deleted mark",
  policy: "manageContent",
  params: markParams,
  answer: mark,
} as const satisfies Call;
