/**
 * Parts of a printed quiz besides its own slides and questions, for content managers.
 *
 * Source: spec part 2, sections 2 ("print") and 6; issue 14, part 5.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { quizQuestion } from "../quiz/quiz-question.contract.ts";
import { QUIZ_SLIDES_MAX } from "../quiz/quiz-rules.ts";

const sourceSlide = z.object({
  /** The image. */
  itemId: id,
  title: z.string(),
  thumbnail: z.string().nullable(),
});
export type SourceSlide = z.output<typeof sourceSlide>;

export const getPrintedQuiz = {
  method: "GET",
  path: "/v2/quiz/{id}/print",
  summary:
    "Get what an attempt that starts now asks: images of a folder or course, sample questions of an Auto-Generated quiz",
  policy: "manageContent",
  params: idParams,
  answer: z.object({
    quizId: id,
    /** For a Common quiz, in order; empty if it has no source folder. */
    slides: z.array(sourceSlide).max(QUIZ_SLIDES_MAX),
    /** For an Auto-Generated quiz: unchanged as long as its images and their names are. */
    sample: z.array(quizQuestion).max(QUIZ_SLIDES_MAX),
  }),
} as const satisfies Call;
export type PrintSource = z.output<typeof getPrintedQuiz.answer>;
