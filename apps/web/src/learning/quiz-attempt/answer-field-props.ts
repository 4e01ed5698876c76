import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import type { AnswerValue, KeptAnswer } from "./attempt-keeper.ts";

/** What each way to answer a question gets. */
export interface AnswerFieldProps {
  readonly question: TakenQuestion;
  /** undefined: nothing was answered yet. */
  readonly kept: KeptAnswer | undefined;
  /** Checked or submitted: shown, and not changed any more. */
  readonly isFinal: boolean;
  /** Label of a text; left out: "Your answer". */
  readonly answerLabel?: string;
  readonly onChange: (answer: AnswerValue) => void;
}
