/**
 * Progress of the learners of a course as totals: how many viewed each item and finished each quiz, never who.
 *
 * Source: issue 16; decision 0126.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { ITEM_KIND_NAMES } from "../../content/item/item-kinds.ts";
import { id, idParams } from "../../platform/ids.ts";
import { pageNumberText } from "../../platform/list-query.ts";

export const COURSE_PROGRESS_PAGE_SIZE = 100;
/** Listed placements of a course; an item is listed once per parent. */
export const COURSE_PROGRESS_MAX_ROWS = 10_000;

/** Number of learners as a range; both ends are equal if the number is exact. Null: too few learners for a total. */
const maskedCount = z.object({ from: z.int().min(0), to: z.int().min(0) }).nullable();

const progressRow = z.object({
  id,
  type: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  /** Folders between the course and the item. */
  depth: z.int().min(0),
  /** From the course down to the parent. */
  parentIds: z.array(id),
  /** Whether the item, or a folder above it, is hidden from learners in this place. */
  isHidden: z.boolean(),
  /** Learners who have or had access to the item in this course; null: folders, which are not counted. */
  learners: z.int().min(0).nullable(),
  viewed: maskedCount,
  /** Learners who submitted an attempt; null also for items other than quizzes. */
  finished: maskedCount,
});
export type CourseProgressRow = z.output<typeof progressRow>;

export const getCourseProgress = {
  method: "GET",
  path: "/v2/course/{id}/progress",
  summary: "Get how many learners viewed each item of a course and finished its quizzes, in course order, 100 per page",
  policy: "manageContent",
  params: idParams,
  query: z.object({ page: pageNumberText }),
  answer: z.object({
    id,
    title: z.string(),
    /** False: a draft, or a course for other roles. */
    isSeenByLearners: z.boolean(),
    /** Learners who have or had access to the course. */
    learners: z.int().min(0),
    rows: z.array(progressRow),
    /** Total of all pages. */
    total: z.int().min(0),
  }),
} as const satisfies Call;
export type CourseProgress = z.output<typeof getCourseProgress.answer>;
