import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { QuestionKey } from "@parfocal/core/quiz-attempt/judge-answer.ts";
import type { Subject } from "#quiz/quiz-part.queries.ts";

/** A question as it is asked, with what is right. */
export interface AskedQuestion {
  readonly question: QuizQuestion;
  /** In a Common quiz the slide or case that it is asked of; 0: none. */
  readonly subjectId: number;
  /** What is looked at; null: nothing. */
  readonly subject: Subject | null;
  readonly key: QuestionKey;
  /** null: it is not judged. */
  readonly maxHundredths: number | null;
}
