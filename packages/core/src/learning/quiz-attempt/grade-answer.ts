/**
 * Scores an answer. Needs the key, so it runs on the server, and in the browser only for practice after the review has
 * shown the key.
 *
 * Source: spec decisions, "Quizzes", "Evaluation": multiple-choice all or nothing; multiple-answer the share of right
 * ticks minus the share of wrong ones, at least 0; matching the share of right pairs.
 */
import type { Shape } from "../../geometry/shape.ts";
import type { PixelSizeUm } from "../../geometry/slide-point.ts";
import { parseWkt } from "../../geometry/wkt.ts";
import type { QuestionType } from "../quiz/quiz-types.ts";
import type { GivenAnswer, MatchedPair } from "./given-answer.ts";
import { gradeRegions } from "./grade-regions.ts";
import { ALL, hundredthsOf, isAll, NOTHING, type Points, pointsFor, type Share } from "./points.ts";
import { alternativesOf, foldedAnswer, isShortAnswerRight } from "./short-answer.ts";

export interface KeyOption {
  readonly id: number;
  readonly option: string;
  readonly isCorrect: boolean;
  readonly left: string;
  readonly right: string;
  /** WKT in slide pixels. */
  readonly region: string | null;
}

/** A question with its key. */
export interface QuestionKey {
  readonly type: QuestionType;
  /** Null: not set. */
  readonly score: number | null;
  readonly correctAnswer: string;
  readonly options: readonly KeyOption[];
  /** Pixel size of the slide that the question is about; null: unknown. */
  readonly pixel: PixelSizeUm | null;
}

export interface Verdict extends Points {
  readonly isRight: boolean;
}

/** Sides of a pair; the text can be in the option instead. */
export const leftOf = ({ left, option }: Pick<KeyOption, "left" | "option">): string => left || option;
export const rightOf = ({ right, option }: Pick<KeyOption, "right" | "option">): string => right || option;

/** Pairs that can be correct: those with both sides. A right side alone is a distractor. */
export const wholePairs = (options: readonly KeyOption[]): KeyOption[] =>
  options.filter((option) => leftOf(option) !== "" && rightOf(option) !== "");

/** Whether the question has a key; otherwise it cannot be scored and does not count. */
export function hasKey({ type, correctAnswer, options }: QuestionKey): boolean {
  switch (type) {
    case "short-answer":
      return alternativesOf(correctAnswer).length > 0;
    case "multiple-choice":
    case "multiple-answer":
      return options.some(({ isCorrect }) => isCorrect);
    case "matching":
      return wholePairs(options).length > 0;
    case "annotation":
      return shapesOf(options.flatMap(({ region }) => region ?? [])).length > 0;
  }
}

/**
 * @param answer null: none. An answer of another type than the question's (the question was changed) counts as none.
 * @returns null if the question has no key.
 */
export function gradeAnswer(key: QuestionKey, answer: GivenAnswer | null): Verdict | null {
  if (!hasKey(key)) return null;
  const share = answer?.type === key.type ? shareOf(key, answer) : NOTHING;
  return { ...pointsFor(share, hundredthsOf(key.score)), isRight: isAll(share) };
}

function shareOf({ correctAnswer, options, pixel }: QuestionKey, answer: GivenAnswer): Share {
  switch (answer.type) {
    case "short-answer":
      return isShortAnswerRight(answer.text, correctAnswer) ? ALL : NOTHING;
    case "multiple-choice":
      return options.some(({ id, isCorrect }) => isCorrect && id === answer.optionId) ? ALL : NOTHING;
    case "multiple-answer":
      return shareOfTicks(options, new Set(answer.optionIds));
    case "matching":
      return shareOfPairs(wholePairs(options), answer.pairs, options);
    case "annotation":
      return gradeRegions(shapesOf(options.flatMap(({ region }) => region ?? [])), shapesOf(answer.marks), pixel);
  }
}

function shareOfTicks(options: readonly KeyOption[], ticked: ReadonlySet<number>): Share {
  const right = options.filter(({ isCorrect }) => isCorrect);
  const wrong = options.filter(({ isCorrect }) => !isCorrect);
  const count = (all: readonly KeyOption[]) => all.filter(({ id }) => ticked.has(id)).length;
  if (wrong.length === 0) return { numerator: count(right), denominator: right.length };
  const numerator = count(right) * wrong.length - count(wrong) * right.length;
  return { numerator: Math.max(0, numerator), denominator: right.length * wrong.length };
}

/** Right sides with equal texts are equal. */
function shareOfPairs(
  whole: readonly KeyOption[],
  pairs: readonly MatchedPair[],
  options: readonly KeyOption[],
): Share {
  const chosen = new Map(pairs.map(({ leftId, rightId }) => [leftId, rightId]));
  const textOf = (id: number | undefined) => {
    const option = options.find((one) => one.id === id);
    return option && foldedAnswer(rightOf(option));
  };
  const right = whole.filter((pair) => textOf(chosen.get(pair.id)) === foldedAnswer(rightOf(pair)));
  return { numerator: right.length, denominator: whole.length };
}

const shapesOf = (texts: readonly string[]): Shape[] =>
  texts.flatMap((text) => {
    const parsed = parseWkt(text);
    return parsed.ok ? parsed.shape : [];
  });
