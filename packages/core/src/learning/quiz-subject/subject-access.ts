/**
 * Access of a person who takes a quiz to the slides and cases in it (threat T-03, decision 0073).
 *
 * Source: spec decisions, "Quizzes".
 */
import type { AttemptState } from "../quiz-attempt/attempt-rules.ts";

/** `pictures`: images without any text; `words`: titles as well. */
export type SubjectAccess = "none" | "pictures" | "words";

interface AttemptAndQuiz {
  /** Null: not started, or reset. */
  readonly state: AttemptState | null;
  readonly isAutoEvaluationEnabled: boolean;
  readonly hideSubmittedQuestions: boolean;
}

/** Titles can be the answer, so they are visible when the key is. */
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
