import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import type { AnswerValue, CurrentAnswer } from "./attempt-keeper.ts";

/** Props of every answer input. */
export interface AnswerFieldProps {
  readonly question: TakenQuestion;
  /** Undefined: not answered yet. */
  readonly currentAnswer: CurrentAnswer | undefined;
  /** Checked or submitted: shown read-only. */
  readonly isFinal: boolean;
  /** Label of a text; omitted: "Your answer". */
  readonly answerLabel?: string;
  readonly onChange: (answer: AnswerValue) => void;
}
