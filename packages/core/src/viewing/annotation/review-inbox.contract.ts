/** Students' annotations that wait for a review, over all slides that the caller may open. Source: issue 16, number 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id, idText } from "../../platform/ids.ts";

/** Slides whose annotations have waited longest; those behind them come once these are reviewed. */
export const REVIEW_SLIDES_MAX = 2_000;
export const REVIEW_SLIDES_PAGE_SIZE = 50;

const reviewSlide = z.object({
  imageId: id,
  title: z.string(),
  /** From the course down to the slide, as the caller comes to it. */
  path: z.array(crumb),
  /** Unreviewed annotations on it. */
  open: z.int(),
  /** Those of them with comments of others that the caller has not read. */
  commented: z.int(),
  /** When the oldest of them was drawn. */
  oldestAt: z.iso.datetime(),
  firstId: id,
  lastId: id,
});
export type ReviewSlide = z.output<typeof reviewSlide>;

export const countReviews = {
  method: "GET",
  path: "/v2/annotation/review/count",
  summary: "Count unreviewed student annotations, and the slides with them, among slides visible to the caller",
  policy: "annotateAsExpert",
  answer: z.object({ annotations: z.int(), slides: z.int() }),
} as const satisfies Call;

export const listReviewSlides = {
  method: "GET",
  path: "/v2/annotation/review",
  summary:
    "List slides with unreviewed student annotations by course, the oldest first, 50 per page; of more than 2,000 slides those that have waited longest",
  policy: "annotateAsExpert",
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) }),
  answer: z.object({
    /** On all slides, listed or not. */
    annotations: z.int(),
    /** Slides with unreviewed annotations; there are no more than 2,000 of them on the pages. */
    slides: z.int(),
    /** One page: courses in their order, in each the slide first that has waited longest. */
    list: z.array(
      reviewSlide.extend({
        /** As in a card. */
        thumbnail: z.string().nullable(),
        colour: colourAdjustment.nullable(),
      }),
    ),
  }),
} as const satisfies Call;

export const findReviewNeighbours = {
  method: "GET",
  path: "/v2/annotation/item/{itemId}/review/neighbours",
  summary: "Get the slides before and after an image in the list of slides to review, round at the ends",
  policy: "annotateAsExpert",
  params: z.object({ itemId: idText }),
  /** When the image's oldest annotation was drawn, for its place in the list once all on it is reviewed. */
  query: z.object({ since: z.iso.datetime().optional() }),
  answer: z.object({
    /** null: no other slide waits. */
    previous: reviewSlide.nullable(),
    next: reviewSlide.nullable(),
    /** Slides that wait besides this one. */
    others: z.int(),
  }),
} as const satisfies Call;
