/**
 * A slide or case as those see it who take a quiz that asks about it: an allowlist, also for slides that they can see nowhere
 * else (threat T-03, decision 0073).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { slideInformation } from "../../imaging/image/image.contract.ts";
import { id, idText } from "../../platform/ids.ts";
import { QUIZ_SUBJECT_KINDS } from "../quiz/quiz-types.ts";
import { previewText } from "../quiz/taken-quiz.contract.ts";

const subjectSlide = z.object({
  id,
  /** null: it could be the answer. */
  title: z.string().nullable(),
  /** Opening view: slide pixels; null: the middle. */
  center: z.tuple([z.number(), z.number()]).nullable(),
  /** null: the whole slide. */
  zoom: z.number().nullable(),
  /** Degrees, clockwise. */
  rotation: z.number(),
  /** null until the slide can be looked at. */
  slideInformation: slideInformation.nullable(),
  /** Of experts, where the quiz shows them; WKT in slide pixels. */
  annotations: z.array(z.object({ title: z.string(), wkt: z.string() })),
});
export type SubjectSlide = z.output<typeof subjectSlide>;

export const getQuizSubject = {
  method: "GET",
  path: "/v2/quiz/{quizId}/subject/{itemId}",
  summary:
    "Get the slides of an image or case that a quiz asks the caller about; while the attempt runs, without titles",
  policy: "learn",
  params: z.object({ quizId: idText, itemId: idText }),
  query: z.object({ preview: previewText }),
  answer: z.object({
    id,
    kind: z.enum(QUIZ_SUBJECT_KINDS),
    /** null: it could be the answer. */
    title: z.string().nullable(),
    /** Tools that the quiz allows. */
    tools: z.object({ measuring: z.boolean(), colour: z.boolean() }),
    /** The image itself, or those of the case in their order. */
    slides: z.array(subjectSlide),
  }),
} as const satisfies Call;
export type QuizSubject = z.output<typeof getQuizSubject.answer>;
