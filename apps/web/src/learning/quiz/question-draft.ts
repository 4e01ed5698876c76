/** A question in the form, and its conversion to the request. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  ANSWER_OPTIONS_MAX,
  isScore,
  optionLabel,
  type QuestionProblem,
  questionProblem,
  settledOptions,
} from "@parfocal/core/quiz/question-rules.ts";
import type { QuizQuestion, updateQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { QuestionType, QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import type { PickerItem } from "#picker/picker-item.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";

export interface OptionDraft {
  /** Stays the same while the form is open; for a stored option it is its ID. */
  readonly key: string;
  /** Null: new. */
  readonly id: number | null;
  readonly option: string;
  readonly isCorrect: boolean;
  readonly left: string;
  readonly right: string;
  /** WKT in slide pixels; null: none. */
  readonly region: string | null;
}

/** Letter of an option. @param place from 0; beyond the maximum, as in an unfinished draft, a dash is returned. */
export const labelAt = (place: number): string => (place < ANSWER_OPTIONS_MAX ? optionLabel(place) : "–");

/** The image or case that a question is linked to. */
export interface Subject {
  readonly id: number;
  readonly kind: QuizSubjectKind;
  readonly title: string;
  readonly thumbnail: string | null;
}

/** Slides and cases chosen in a picker. */
export const subjectsOf = (items: readonly PickerItem[]): Subject[] =>
  items.flatMap(({ id, kind, title, thumbnail }) =>
    kind === "image" || kind === "case" ? [{ id, kind, title, thumbnail }] : [],
  );

export interface QuestionDraft {
  readonly title: string;
  readonly type: QuestionType;
  readonly content: string;
  /** As typed. */
  readonly score: string;
  readonly correctAnswer: string;
  /** Rich text. */
  readonly explanation: string;
  readonly subject: Subject | null;
  readonly answerOptions: readonly OptionDraft[];
}

export function newOption(region: string | null = null, option = ""): OptionDraft {
  // Drafts survive a reload, so their keys must be globally unique.
  return { key: newIdempotencyKey(), id: null, option, isCorrect: false, left: "", right: "", region };
}

const FIRST_OPTIONS = 4;

export const emptyQuestion = (): QuestionDraft => ({
  title: "",
  type: "multiple-choice",
  content: "",
  score: "",
  correctAnswer: "",
  explanation: "",
  subject: null,
  answerOptions: Array.from({ length: FIRST_OPTIONS }, () => newOption()),
});

export function draftOf(question: QuizQuestion): QuestionDraft {
  const { title, type, content, score, correctAnswer, itemId, itemType, itemTitle, thumbnail } = question;
  return {
    title,
    type,
    content,
    score: score === null ? "" : String(score),
    correctAnswer,
    explanation: question.explanation ?? "",
    subject:
      itemId !== null && itemType !== null ? { id: itemId, kind: itemType, title: itemTitle ?? "", thumbnail } : null,
    answerOptions: question.answerOptions.map(({ id, option, isCorrect, left, right, region }) => ({
      key: String(id),
      id,
      option,
      isCorrect,
      left,
      right,
      region,
    })),
  };
}

type QuestionBody = BodyFor<typeof updateQuestion>;

/** Only the given fields; empty options are dropped. @param type final type of the question. */
export function bodyOf(draft: Partial<QuestionDraft>, type: QuestionType): QuestionBody {
  const { title, content, score, correctAnswer, explanation, subject, answerOptions } = draft;
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(draft.type === undefined ? {} : { type: draft.type }),
    ...(content === undefined ? {} : { content }),
    ...(score === undefined ? {} : { score: score.trim() }),
    ...(correctAnswer === undefined ? {} : { correctAnswer }),
    ...(explanation === undefined ? {} : { explanation }),
    ...(subject === undefined ? {} : { itemId: subject?.id ?? null }),
    ...(answerOptions === undefined
      ? {}
      : {
          answerOptions: settledOptions(type, answerOptions).map(({ key: _key, id, ...option }) => ({
            ...option,
            ...(id === null ? {} : { id }),
          })),
        }),
  };
}

export type DraftProblem = QuestionProblem | "score";

/** @param placeKind the parent of the question, if that is a slide or case; null: the quiz. */
export function draftProblem(draft: QuestionDraft, placeKind: QuizSubjectKind | null): DraftProblem | null {
  const problem = questionProblem({ ...draft, linkedKind: draft.subject?.kind ?? placeKind });
  if (problem) return problem;
  const score = draft.score.trim();
  return score === "" || isScore(score) ? null : "score";
}
