/** Grading is loaded with the first practice, because taking a quiz does not need it. */
import { lazyPart } from "#ui/lazy-part.ts";

export const LaterQuizPractice = lazyPart(
  () => import("./QuizPractice.tsx"),
  (part) => part.QuizPractice,
);
