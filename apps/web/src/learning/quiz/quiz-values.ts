/** Values of the quiz form. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";

const VALUE_NAMES = [
  "title",
  "tags",
  "thumbnailMediaId",
  "content",
  "type",
  "sourceFolder",
  "isOrdered",
  "isOnOnePage",
  "isBlocked",
  "isAutoEvaluationEnabled",
  "isAutomaticallyNumbered",
  "isSelftestEnabled",
  "hideSubmittedQuestions",
  "isAnswerOptionShuffleEnabled",
  "timerDuration",
  "notificationEmail",
  "assignUserTo",
  "consensusThreshold",
] as const satisfies readonly (keyof AuthoredQuiz)[];

export type QuizValues = Pick<AuthoredQuiz, (typeof VALUE_NAMES)[number]>;

export const valuesOf = (quiz: AuthoredQuiz): QuizValues =>
  Object.fromEntries(VALUE_NAMES.map((name) => [name, quiz[name]])) as QuizValues;
