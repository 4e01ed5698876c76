/**
 * A slide or case as shown to a person who takes a quiz about it: an allowlist, also for slides that the person cannot
 * see elsewhere (threat T-03, decision 0073).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { slideInformation } from "../../imaging/image/image.contract.ts";
import { id, idText } from "../../platform/ids.ts";
import { QUIZ_SUBJECT_KINDS } from "../quiz/quiz-types.ts";
import { previewText } from "../quiz/taken-quiz.contract.ts";

const subjectSlide = z.object({
  id,
  /** Null: it could be the answer. */
  title: z.string().nullable(),
  /** Centre of the opening view, slide pixels; null: the slide's centre. */
  center: z.tuple([z.number(), z.number()]).nullable(),
  /** Null: the whole slide. */
  zoom: z.number().nullable(),
  /** Degrees, clockwise. */
  rotation: z.number(),
  /** Null until the slide can be viewed. */
  slideInformation: slideInformation.nullable(),
  /** Expert annotations if the quiz shows them; WKT in slide pixels. */
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
    /** Null: it could be the answer. */
    title: z.string().nullable(),
    /** Tools allowed by the quiz. */
    tools: z.object({ measuring: z.boolean(), colour: z.boolean() }),
    /** The image itself, or the images of the case in order. */
    slides: z.array(subjectSlide),
  }),
} as const satisfies Call;
export type QuizSubject = z.output<typeof getQuizSubject.answer>;
