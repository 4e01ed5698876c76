/** Parts that are loaded on demand: the viewer with the first question that has a slide, and the print view. */
import { lazyPart } from "#ui/lazy-part.ts";

export const LaterQuestionStage = lazyPart(
  () => import("./QuestionStage.tsx"),
  (part) => part.QuestionStage,
);

export const LaterAnswersPrint = lazyPart(
  () => import("./AnswersPrint.tsx"),
  (part) => part.AnswersPrint,
);
