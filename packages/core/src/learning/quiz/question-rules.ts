/**
 * What makes a question complete, and what of its answer options is kept.
 *
 * Source: spec part 1, section 3 ("Quiz question") and section 5 ("Quiz question score", "Matching options").
 */
import type { QuestionType, QuizSubjectKind } from "./quiz-types.ts";

/** Labels run A to Z. */
export const ANSWER_OPTIONS_MAX = 26;
export const SCORE_MAX = 999_999.99;

const FIRST_LABEL = "A".charCodeAt(0);

/** @param place from 0. @throws RangeError past Z. */
export function optionLabel(place: number): string {
  if (!Number.isInteger(place) || place < 0 || place >= ANSWER_OPTIONS_MAX)
    throw new RangeError(`Option ${place} has no label.`);
  return String.fromCharCode(FIRST_LABEL + place);
}

/** Decimals of a score at most. */
export const SCORE_DECIMALS = 2;
const SCORE_PATTERN = new RegExp(String.raw`^\d+(\.\d{1,${SCORE_DECIMALS}})?$`);

/** Digits with at most two decimals. */
export const isScore = (text: string): boolean => SCORE_PATTERN.test(text) && Number(text) <= SCORE_MAX;

export interface AnswerOptionFacts {
  /** Text of the option; of a matching pair usually empty. */
  readonly option: string;
  readonly isCorrect: boolean;
  /** The two sides of a pair. */
  readonly left: string;
  readonly right: string;
  /** WKT in slide pixels; null: none. */
  readonly region: string | null;
}

const isEmpty = (text: string): boolean => text.trim() === "";

/** Whether an option says anything, in a question of this type. */
export function isOptionKept(type: QuestionType, { option, left, right, region }: AnswerOptionFacts): boolean {
  if (type === "matching") return !isEmpty(option) || !isEmpty(left) || !isEmpty(right);
  if (type === "annotation") return region !== null;
  return !isEmpty(option);
}

/** The options as they are saved: empty ones dropped, and of each only what its question's type has. In their order. */
export function settledOptions<Option extends AnswerOptionFacts>(
  type: QuestionType,
  options: readonly Option[],
): Option[] {
  if (type === "short-answer") return [];
  return options
    .filter((option) => isOptionKept(type, option))
    .map((option) => ({
      ...option,
      option: option.option.trim(),
      isCorrect: hasCorrectMarks(type) && option.isCorrect,
      left: type === "matching" ? option.left.trim() : "",
      right: type === "matching" ? option.right.trim() : "",
      region: type === "annotation" ? option.region : null,
    }));
}

/** Whether options of this type are marked as correct. */
export const hasCorrectMarks = (type: QuestionType): boolean =>
  type === "multiple-choice" || type === "multiple-answer";

/** A mark set or taken away; in a multiple-choice question a new one takes the place of the old. */
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

/** Another type of question: no option is correct any more. The same type changes nothing. */
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
  /** null: none chosen yet. */
  readonly type: QuestionType | null;
  /** What it is asked about, the slide or case that it stands under included; null: nothing. */
  readonly linkedKind: QuizSubjectKind | null;
  /** As they are to be saved. */
  readonly answerOptions: readonly AnswerOptionFacts[];
}

export type QuestionProblem =
  | "titleMissing"
  | "typeMissing"
  | "imageMissing"
  | "optionsMissing"
  | "severalCorrect"
  | "tooManyOptions";

/** Each says what is wrong and what to do. */
export const QUESTION_PROBLEM_TEXTS: Readonly<Record<QuestionProblem, string>> = {
  titleMissing: "Enter a title for the question.",
  typeMissing: "Choose a type for the question.",
  imageMissing: "An annotation question needs a linked image. Choose one.",
  optionsMissing: "An annotation question needs at least one answer option: mark a region on the image.",
  severalCorrect:
    "A multiple-choice question has only one correct option. Mark one, or make it a multiple-answer question.",
  tooManyOptions: "A question can have up to 26 options (A to Z). Remove some.",
};

/** The first problem; null if there is none. */
export function questionProblem({ title, type, linkedKind, answerOptions }: QuestionFacts): QuestionProblem | null {
  if (isEmpty(title)) return "titleMissing";
  if (type === null) return "typeMissing";
  const kept = settledOptions(type, answerOptions);
  if (kept.length > ANSWER_OPTIONS_MAX) return "tooManyOptions";
  if (type === "multiple-choice" && kept.filter(({ isCorrect }) => isCorrect).length > 1) return "severalCorrect";
  if (type !== "annotation") return null;
  if (linkedKind !== "image") return "imageMissing";
  return kept.length === 0 ? "optionsMissing" : null;
}
