/** Answer values of choice, matching and marking questions. */
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import type { AnswerValue } from "./attempt-keeper.ts";

export interface Pair {
  readonly left: string;
  readonly right: string;
}

/** Tokens of the chosen options. */
export function chosenOptions(answer: AnswerValue | undefined): readonly string[] {
  if (typeof answer === "string") return [answer];
  return Array.isArray(answer) ? answer.filter((one): one is string => typeof one === "string") : [];
}

export const marksOf = chosenOptions;

export function pairsOf(answer: AnswerValue | undefined): readonly Pair[] {
  return Array.isArray(answer) ? answer.filter((one): one is Pair => typeof one === "object") : [];
}

export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id];

/**
 * Each side is in at most one pair: a new pair removes both sides from their previous pairs. @param right null: frees
 * the left side.
 */
export function withPair(pairs: readonly Pair[], left: string, right: string | null): Pair[] {
  const others = pairs.filter((pair) => pair.left !== left && pair.right !== right);
  return right === null ? others : [...others, { left, right }];
}

/** What a digit key selects in a question; undefined: nothing. @param place from 0. */
export function chosenByDigit(
  { questionType, quizAnswerOptions }: Pick<TakenQuestion, "questionType" | "quizAnswerOptions">,
  answer: AnswerValue | undefined,
  place: number,
): AnswerValue | undefined {
  const option = quizAnswerOptions[place];
  if (!option) return undefined;
  if (questionType === "multiple-choice") return option.id;
  return questionType === "multiple-answer" ? toggled(chosenOptions(answer), option.id) : undefined;
}
