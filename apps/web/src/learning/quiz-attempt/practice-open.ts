import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";

export type Reviewed = Pick<TakenQuiz, "isSubmitted" | "questions" | "answers">;

/** Whether the review shows the solution of a graded question: then wrong answers can be practised. */
export const isPracticeOpen = ({ isSubmitted, questions, answers }: Reviewed): boolean =>
  isSubmitted && questions.length > 0 && answers.some(({ verdict, solution }) => verdict !== null && solution !== null);

/** Whether there is anything to practise: where all was right, nobody is sent to an empty page. */
export const isPracticeOffered = (quiz: Reviewed): boolean =>
  isPracticeOpen(quiz) && quiz.answers.some(({ verdict }) => verdict !== null && !verdict.isRight);
