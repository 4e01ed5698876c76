/**
 * Questions of all quizzes by a body: what the picker and the question bank ask.
 *
 * Source: spec part 1, section 2 ("Pick … quiz question") and section 9 (30 per page).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { QUESTION_TYPES } from "./quiz-types.ts";

const foundQuestion = z.object({
  id,
  title: z.string(),
  type: z.enum(QUESTION_TYPES),
  quizId: id,
  quizTitle: z.string(),
  /** Of the slide or case that it is linked to, else of that under which it stands; null: none, or no picture of it. */
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
    page: z.int().min(1).max(999_999).default(1),
    q: z.string().trim().max(200).default(""),
    /** Only those of this quiz, or of quizzes in this course or folder, however deep; null: everywhere. */
    folder: id.nullable().default(null),
    /** null: of any type. */
    type: z.enum(QUESTION_TYPES).nullable().default(null),
  }),
  answer: z.array(foundQuestion),
} as const satisfies Call;
