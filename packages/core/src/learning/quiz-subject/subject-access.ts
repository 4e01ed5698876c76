/**
 * What somebody who takes a quiz gets of the slides and cases that it asks about (threat T-03, decision 0073).
 *
 * Source: spec decisions, "Quizzes".
 */
import type { AttemptState } from "../quiz-attempt/attempt-rules.ts";

/** `pictures`: what can be looked at, without a word; `words`: titles as well. */
export type SubjectAccess = "none" | "pictures" | "words";

interface AttemptAndQuiz {
  /** null: not started, or reset. */
  readonly state: AttemptState | null;
  readonly isAutoEvaluationEnabled: boolean;
  readonly hideSubmittedQuestions: boolean;
}

/** Titles can be the answer: they are open when the key is. */
export function subjectAccess({
  state,
  isAutoEvaluationEnabled,
  hideSubmittedQuestions,
}: AttemptAndQuiz): SubjectAccess {
  if (state === null) return "none";
  if (state === "started") return "pictures";
  if (hideSubmittedQuestions) return "none";
  return isAutoEvaluationEnabled ? "words" : "pictures";
}
