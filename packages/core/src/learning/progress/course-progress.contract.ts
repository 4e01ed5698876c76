/**
 * How far the learners of a course are, as sums: how many viewed each item and finished each quiz, never who.
 *
 * Source: issue 16; decision 0126.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { ITEM_KIND_NAMES } from "../../content/item/item-kinds.ts";
import { id, idParams } from "../../platform/ids.ts";

export const COURSE_PROGRESS_PAGE_SIZE = 100;
/** Places of a course that are listed; an item counts once for each of its parents. */
export const COURSE_PROGRESS_MAX_ROWS = 10_000;

/** Learners as a range; both ends are equal if the number is exact. null: too few learners for a sum. */
const maskedCount = z.object({ from: z.int().min(0), to: z.int().min(0) }).nullable();

const progressRow = z.object({
  id,
  type: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  /** Folders between the course and the item. */
  depth: z.int().min(0),
  /** From the course down to the parent. */
  parentIds: z.array(id),
  /** Whether the item, or a folder above it, is hidden from learners here. */
  isHidden: z.boolean(),
  /** Learners to whom the item is or was open in this course; null: folders, which are not counted. */
  learners: z.int().min(0).nullable(),
  viewed: maskedCount,
  /** Who submitted an attempt; null also for items other than quizzes. */
  finished: maskedCount,
});
export type CourseProgressRow = z.output<typeof progressRow>;

export const getCourseProgress = {
  method: "GET",
  path: "/v2/course/{id}/progress",
  summary: "Get how many learners viewed each item of a course and finished its quizzes, in course order, 100 per page",
  policy: "manageContent",
  params: idParams,
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000).default(1) }),
  answer: z.object({
    id,
    title: z.string(),
    /** False: a draft, or a course for other roles. */
    isSeenByLearners: z.boolean(),
    /** Learners to whom the course itself is or was open. */
    learners: z.int().min(0),
    rows: z.array(progressRow),
    /** Of all pages. */
    total: z.int().min(0),
  }),
} as const satisfies Call;
export type CourseProgress = z.output<typeof getCourseProgress.answer>;
