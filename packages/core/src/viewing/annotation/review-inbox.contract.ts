/** Student annotations that need a review, over all slides that the caller may open. Source: issue 16, number 7. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { id, idText } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";

/** Slides whose annotations have waited longest; further ones follow when these are reviewed. */
export const REVIEW_SLIDES_MAX = 2_000;
export const REVIEW_SLIDES_PAGE_SIZE = 50;

const reviewSlide = z.object({
  imageId: id,
  title: z.string(),
  /** Path from the course to the slide, as visible to the caller. */
  path: z.array(crumb),
  /** Unreviewed annotations on it. */
  open: z.int(),
  /** Those with unread comments by others. */
  commented: z.int(),
  /** Creation time of the oldest. */
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
  query: z.object({ page: pageNumberText }),
  answer: z.object({
    /** On all slides, listed or not. */
    annotations: z.int(),
    /** Slides with unreviewed annotations; the pages contain at most 2,000 of them. */
    slides: z.int(),
    /** One page: courses in their order; within a course the slide that has waited longest comes first. */
    list: z.array(
      reviewSlide.extend({
        /** As in item cards. */
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
  /**
   * Creation time of the image's oldest annotation: keeps its position in the list after all its annotations are
   * reviewed.
   */
  query: z.object({ since: z.iso.datetime().optional() }),
  answer: z.object({
    /** Null: no other slide is waiting. */
    previous: reviewSlide.nullable(),
    next: reviewSlide.nullable(),
    /** Number of other waiting slides. */
    others: z.int(),
  }),
} as const satisfies Call;
