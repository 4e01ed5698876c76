/** The viewer comes with the first question that has a slide. */
import { lazyPart } from "#ui/lazy-part.ts";

export const LaterQuestionStage = lazyPart(
  () => import("./QuestionStage.tsx"),
  (part) => part.QuestionStage,
);
