import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";

export type Reviewed = Pick<TakenQuiz, "isSubmitted" | "questions" | "answers">;

/** Whether the review shows the solution of a graded question, so that wrong answers can be practised. */
export const isPracticeOpen = ({ isSubmitted, questions, answers }: Reviewed): boolean =>
  isSubmitted && questions.length > 0 && answers.some(({ verdict, solution }) => verdict !== null && solution !== null);

/** Whether there is anything to practise; if all answers were right, the link is not shown. */
export const isPracticeOffered = (quiz: Reviewed): boolean =>
  isPracticeOpen(quiz) && quiz.answers.some(({ verdict }) => verdict !== null && !verdict.isRight);
