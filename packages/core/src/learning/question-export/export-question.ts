/** The questions of a quiz as they are exported. */

import type { QuestionType } from "../quiz/quiz-types.ts";
import { wholePairs } from "../quiz-attempt/grade-answer.ts";
import { addressesOfImages, mediaIdOf } from "./export-images.ts";
import { readShortKey } from "./short-key.ts";

export interface ExportedOption {
  readonly id: number;
  readonly option: string;
  readonly isCorrect: boolean;
  readonly left: string;
  readonly right: string;
  /** WKT in slide pixels. */
  readonly region: string | null;
}

export interface ExportedQuestion {
  readonly id: number;
  readonly title: string;
  /** Formatted text. */
  readonly content: string;
  readonly type: QuestionType;
  /** Null: no score. */
  readonly score: number | null;
  readonly correctAnswer: string;
  /** Formatted text. */
  readonly explanation?: string | undefined;
  readonly answerOptions: readonly ExportedOption[];
  /** The slide or case that the question is about; null: none. */
  readonly slideId: number | null;
  readonly itemId: number | null;
}

/** Reasons why a question is not exported, or what is lost. */
export const EXPORT_NOTES = [
  "annotation",
  "noAnswers",
  "subject",
  "images",
  "noKey",
  "halfPairs",
  "tolerance",
] as const;
export type ExportNote = (typeof EXPORT_NOTES)[number];

/** Images of the media library are exported; others are not. */
const hasOtherImages = (html: string): boolean =>
  addressesOfImages(html).some((address) => mediaIdOf(address) === null);

/** Parts of a question that the formats cannot express. */
export function exportNotes(question: ExportedQuestion): ExportNote[] {
  const { type, content, explanation = "", answerOptions, correctAnswer } = question;
  if (!isExported(question)) return [type === "annotation" ? "annotation" : "noAnswers"];
  const isChoice = type === "multiple-choice" || type === "multiple-answer";
  const notes: [ExportNote, boolean][] = [
    ["subject", question.slideId !== null || question.itemId !== null],
    ["images", hasOtherImages(content) || hasOtherImages(explanation)],
    ["noKey", isChoice && !answerOptions.some(({ isCorrect }) => isCorrect)],
    ["halfPairs", type === "matching" && answerOptions.some((option) => isHalfPair(option))],
    ["tolerance", type === "short-answer" && readShortKey(correctAnswer).hasTolerantText],
  ];
  return notes.flatMap(([note, isSo]) => (isSo ? note : []));
}

/** Regions are drawn on slides, which the files do not contain; a choice without options is not valid elsewhere. */
export function isExported({ type, answerOptions }: ExportedQuestion): boolean {
  if (type === "annotation") return false;
  if (type === "matching") return wholePairs(answerOptions).length > 0;
  return type === "short-answer" || answerOptions.length > 0;
}

const isHalfPair = ({ left, right, option }: ExportedOption): boolean => left !== "" && right === "" && option === "";
