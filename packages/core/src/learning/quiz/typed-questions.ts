/**
 * Parses many questions typed as plain text: a line for the question, then a line for each answer.
 *
 * `* text` is a correct option, `- text` a wrong one, `- left -> right` a pair, `= text` an accepted short answer.
 * Lines before the first answer continue the question. A new question begins after an empty line, or after the answers.
 */
import { OPTION_MAX_CHARACTERS } from "./question-limits.ts";
import { ANSWER_OPTIONS_MAX } from "./question-rules.ts";
import type { QuestionType } from "./quiz-types.ts";

interface TypedOption {
  readonly option: string;
  readonly isCorrect: boolean;
  readonly left: string;
  readonly right: string;
}

export interface TypedQuestion {
  /** Line of its title, from 1. */
  readonly line: number;
  readonly title: string;
  /** Further lines before the answers, as plain text. */
  readonly text: readonly string[];
  readonly type: Exclude<QuestionType, "annotation">;
  readonly correctAnswer: string;
  readonly options: readonly TypedOption[];
}

type TypedProblemKind =
  | "answerWithoutQuestion"
  | "emptyAnswer"
  | "mixedAnswers"
  | "tooManyOptions"
  | "titleTooLong"
  | "optionTooLong";

interface TypedProblem {
  /** From 1. */
  readonly line: number;
  readonly kind: TypedProblemKind;
}

interface Block {
  readonly line: number;
  readonly title: string;
  readonly text: string[];
  readonly answers: { readonly line: number; readonly mark: "*" | "-" | "="; readonly text: string }[];
}

const ANSWER_LINE = /^([*=]|-(?!>))\s*(.*)$/;
const ARROW = /\s*(?:->|→)\s*/;

/** @param titleMax maximum length of a title. @returns the valid questions and the problems, in line order. */
export function parseTypedQuestions(
  typed: string,
  titleMax: number,
): { readonly questions: readonly TypedQuestion[]; readonly problems: readonly TypedProblem[] } {
  const problems: TypedProblem[] = [];
  const questions = blocksOf(typed, problems).map((block) => questionOf(block, titleMax, problems));
  return { questions, problems: problems.toSorted((a, b) => a.line - b.line) };
}

function blocksOf(typed: string, problems: TypedProblem[]): Block[] {
  const blocks: Block[] = [];
  let current: Block | null = null;
  for (const [index, raw] of typed.split(/\r\n|\r|\n/).entries()) {
    const line = index + 1;
    const text = raw.trim();
    const [, mark, answer = ""] = ANSWER_LINE.exec(text) ?? [];
    if (text === "") current = null;
    else if (mark === undefined) {
      if (current && current.answers.length === 0) current.text.push(text);
      else {
        current = { line, title: text, text: [], answers: [] };
        blocks.push(current);
      }
    } else if (!current) problems.push({ line, kind: "answerWithoutQuestion" });
    else if (answer === "") problems.push({ line, kind: "emptyAnswer" });
    else current.answers.push({ line, mark: mark as "*" | "-" | "=", text: answer });
  }
  return blocks;
}

function questionOf({ line, title, text, answers }: Block, titleMax: number, problems: TypedProblem[]): TypedQuestion {
  if (title.length > titleMax) problems.push({ line, kind: "titleTooLong" });
  const accepted = answers.filter(({ mark }) => mark === "=");
  const offered = answers.filter(({ mark }) => mark !== "=");
  const [firstOffered] = offered;
  if (accepted.length > 0 && firstOffered) problems.push({ line: firstOffered.line, kind: "mixedAnswers" });
  const tooMany = offered[ANSWER_OPTIONS_MAX];
  if (tooMany) problems.push({ line: tooMany.line, kind: "tooManyOptions" });
  for (const one of answers)
    if (one.text.length > OPTION_MAX_CHARACTERS) problems.push({ line: one.line, kind: "optionTooLong" });
  const correctCount = offered.filter(({ mark }) => mark === "*").length;
  const arePairs = offered.length > 0 && correctCount === 0 && offered.every((one) => ARROW.test(one.text));
  const shared = { line, title, text, correctAnswer: "" };
  if (offered.length === 0)
    return { ...shared, type: "short-answer", correctAnswer: accepted.map((one) => one.text).join(" | "), options: [] };
  if (arePairs) return { ...shared, type: "matching", options: offered.map((one) => pairOf(one.text)) };
  return {
    ...shared,
    type: correctCount > 1 ? "multiple-answer" : "multiple-choice",
    options: offered.map((one) => ({ option: one.text, isCorrect: one.mark === "*", left: "", right: "" })),
  };
}

function pairOf(text: string): TypedOption {
  const [left = "", ...right] = text.split(ARROW);
  return { option: "", isCorrect: false, left, right: right.join(" → ") };
}
