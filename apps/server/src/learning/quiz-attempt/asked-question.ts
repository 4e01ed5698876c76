import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { QuestionKey } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import type { Subject } from "#quiz/quiz-part.queries.ts";

/** A question as it is asked, with the correct answer. */
export interface AskedQuestion {
  readonly question: QuizQuestion;
  /** In a Common quiz, the slide or case that the question is about; 0: none. */
  readonly subjectId: number;
  /** The slide or case shown with it; null: none. */
  readonly subject: Subject | null;
  readonly key: QuestionKey;
  /** null: not evaluated. */
  readonly maxHundredths: number | null;
}
