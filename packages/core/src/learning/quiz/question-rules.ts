/**
 * Completeness of a question, and which parts of its answer options are stored.
 *
 * Source: spec part 1, section 3 ("Quiz question") and section 5 ("Quiz question score", "Matching options").
 */
import type { QuestionType, QuizSubjectKind } from "./quiz-types.ts";

/** Labels are A to Z. */
export const ANSWER_OPTIONS_MAX = 26;
const SCORE_MAX = 999_999.99;

const FIRST_LABEL = "A".charCodeAt(0);

/** @param place index from 0. @throws RangeError beyond Z. */
export function optionLabel(place: number): string {
  if (!Number.isInteger(place) || place < 0 || place >= ANSWER_OPTIONS_MAX)
    throw new RangeError(`Option ${place} has no label.`);
  return String.fromCharCode(FIRST_LABEL + place);
}

/** Maximum number of decimals of a score. */
const SCORE_DECIMALS = 2;
const SCORE_PATTERN = new RegExp(String.raw`^\d+(\.\d{1,${SCORE_DECIMALS}})?$`);

/** Digits with up to two decimals. */
export const isScore = (text: string): boolean => SCORE_PATTERN.test(text) && Number(text) <= SCORE_MAX;

export interface AnswerOptionFacts {
  /** Text of the option; usually empty for a matching pair. */
  readonly option: string;
  readonly isCorrect: boolean;
  /** The two sides of a pair. */
  readonly left: string;
  readonly right: string;
  /** WKT in slide pixels; null: none. */
  readonly region: string | null;
}

const isEmpty = (text: string): boolean => text.trim() === "";

/** Whether an option has content, for this type of question. */
function isOptionRetained(type: QuestionType, { option, left, right, region }: AnswerOptionFacts): boolean {
  if (type === "matching") return !isEmpty(option) || !isEmpty(left) || !isEmpty(right);
  if (type === "annotation") return region !== null;
  return !isEmpty(option);
}

/** The options as stored, in order: without empty ones, and only with the fields of the question's type. */
export function settledOptions<Option extends AnswerOptionFacts>(
  type: QuestionType,
  options: readonly Option[],
): Option[] {
  if (type === "short-answer") return [];
  return options
    .filter((option) => isOptionRetained(type, option))
    .map((option) => ({
      ...option,
      option: option.option.trim(),
      isCorrect: hasCorrectMarks(type) && option.isCorrect,
      left: type === "matching" ? option.left.trim() : "",
      right: type === "matching" ? option.right.trim() : "",
      region: type === "annotation" ? option.region : null,
    }));
}

/** Whether options of this type can be marked as correct. */
const hasCorrectMarks = (type: QuestionType): boolean => type === "multiple-choice" || type === "multiple-answer";

/** Sets or clears a mark; in a multiple-choice question the new mark replaces the old one. */
export function withCorrect<Option extends { readonly isCorrect: boolean }>(
  type: QuestionType,
  options: readonly Option[],
  { place, isCorrect }: { place: number; isCorrect: boolean },
): Option[] {
  return options.map((option, index) => {
    if (index === place) return { ...option, isCorrect };
    return type === "multiple-choice" && isCorrect ? { ...option, isCorrect: false } : option;
  });
}

/** Changes the type and clears all correct marks. The same type changes nothing. */
export function withQuestionType<
  Question extends { readonly type: QuestionType; readonly answerOptions: readonly { readonly isCorrect: boolean }[] },
>(question: Question, type: QuestionType): Question {
  if (type === question.type) return question;
  return {
    ...question,
    type,
    answerOptions: question.answerOptions.map((option) => ({ ...option, isCorrect: false })),
  };
}

export interface QuestionFacts {
  readonly title: string;
  /** Null: not chosen yet. */
  readonly type: QuestionType | null;
  /** Kind of the linked item, or of the slide or case that it belongs to; null: none. */
  readonly linkedKind: QuizSubjectKind | null;
  /** As they will be stored. */
  readonly answerOptions: readonly AnswerOptionFacts[];
}

export type QuestionProblem =
  | "titleMissing"
  | "typeMissing"
  | "imageMissing"
  | "optionsMissing"
  | "severalCorrect"
  | "tooManyOptions";

/** User-facing messages: the problem and its remedy. */
export const QUESTION_PROBLEM_TEXTS: Readonly<Record<QuestionProblem, string>> = {
  titleMissing: "Enter a title for the question.",
  typeMissing: "Choose a type for the question.",
  imageMissing: "An annotation question needs a linked image. Choose one.",
  optionsMissing: "An annotation question needs at least one answer option: mark a region on the image.",
  severalCorrect:
    "A multiple-choice question has only one correct option. Mark one, or make it a multiple-answer question.",
  tooManyOptions: "A question can have up to 26 options (A to Z). Remove some.",
};

/** The first problem; null: none. */
export function questionProblem({ title, type, linkedKind, answerOptions }: QuestionFacts): QuestionProblem | null {
  if (isEmpty(title)) return "titleMissing";
  if (type === null) return "typeMissing";
  const settled = settledOptions(type, answerOptions);
  if (settled.length > ANSWER_OPTIONS_MAX) return "tooManyOptions";
  if (type === "multiple-choice" && settled.filter(({ isCorrect }) => isCorrect).length > 1) return "severalCorrect";
  if (type !== "annotation") return null;
  if (linkedKind !== "image") return "imageMissing";
  return settled.length === 0 ? "optionsMissing" : null;
}
