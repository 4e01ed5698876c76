/**
 * Search over the questions of all quizzes, with a request body, for the picker and the question bank.
 *
 * Source: spec part 1, section 2 ("Pick … quiz question") and section 9 (30 per page).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { pageNumber, searchText } from "../../platform/list-query.ts";
import { QUESTION_TYPES } from "./quiz-types.ts";

const foundQuestion = z.object({
  id,
  title: z.string(),
  type: z.enum(QUESTION_TYPES),
  quizId: id,
  quizTitle: z.string(),
  /** Thumbnail of the linked slide or case, or of its parent; null: none. */
  thumbnail: z.string().nullable(),
});
export type FoundQuestion = z.output<typeof foundQuestion>;

export const QUESTION_PAGE_SIZE = 30;

export const searchQuestions = {
  method: "POST",
  path: "/v2/quiz/question/search",
  summary: "List questions of all quizzes by title and text, newest first, 30 per page; a shorter page is the last",
  policy: "manageContent",
  body: z.strictObject({
    /** From 1. */
    page: pageNumber,
    q: searchText,
    /** Only questions of this quiz, or of quizzes in this course or folder, at any depth; null: all. */
    folder: id.nullable().default(null),
    /** Null: any type. */
    type: z.enum(QUESTION_TYPES).nullable().default(null),
  }),
  answer: z.array(foundQuestion),
} as const satisfies Call;
