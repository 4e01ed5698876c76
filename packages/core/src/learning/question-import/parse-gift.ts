/**
 * GIFT: questions separated by empty lines, `::title:: text { answers }`.
 *
 * Source: docs.moodle.org, "GIFT format".
 */

import { type GiftAnswers, GiftError, readGiftAnswers } from "./gift-answers.ts";
import { hideEscapes, showEscapes } from "./gift-escapes.ts";
import { readGiftText } from "./gift-text.ts";
import {
  linesOf,
  type SourceCategory,
  type SourceFailure,
  type SourceFile,
  type SourceQuestion,
} from "./source-question.ts";

/** Replaces answers in the middle of a sentence. */
const BLANK = " _____ ";
const CATEGORY = /^\$CATEGORY:\s*(.*)$/;
const TITLE = /^\s*::([\s\S]*?)::/;

interface Block {
  readonly line: number;
  readonly text: string;
}

export function parseGift(file: string): SourceFile {
  const questions: SourceQuestion[] = [];
  const failures: SourceFailure[] = [];
  const categories: SourceCategory[] = [];
  for (const { line, text } of blocksOf(file, categories)) {
    const title = TITLE.exec(text);
    const name = showEscapes(title?.[1] ?? "").trim();
    try {
      questions.push(questionOf({ line, text: title ? text.slice(title[0].length) : text }, name));
    } catch (error) {
      if (!(error instanceof GiftError)) throw error;
      failures.push({
        line,
        name: name || showEscapes(text),
        problem: error.problem,
        detail: showEscapes(error.detail),
      });
    }
  }
  return { questions, failures, categories };
}

/** Omits comments; lines with a category are collected separately. */
function blocksOf(file: string, categories: SourceCategory[]): Block[] {
  const blocks: { line: number; rows: string[] }[] = [];
  let isOpen = false;
  for (const [index, row] of linesOf(file).entries()) {
    const line = index + 1;
    if (row.trimStart().startsWith("//")) continue;
    const category = CATEGORY.exec(row.trim());
    if (category) categories.push({ line, name: category[1]!.trim() });
    if (category || row.trim() === "") isOpen = false;
    else if (isOpen) blocks.at(-1)?.rows.push(row);
    else {
      blocks.push({ line, rows: [row] });
      isOpen = true;
    }
  }
  return blocks.map(({ line, rows }) => ({ line, text: hideEscapes(rows.join("\n")) }));
}

function questionOf({ line, text }: Block, name: string): SourceQuestion {
  const start = text.indexOf("{");
  const end = text.indexOf("}", start + 1);
  if (start === -1 ? text.includes("}") : end === -1) throw new GiftError("notClosed");
  const before = start === -1 ? text : text.slice(0, start);
  const after = start === -1 ? "" : text.slice(end + 1).trim();
  const question = readGiftText(after === "" ? before : `${before.trimEnd()}${BLANK}${after}`);
  const read: GiftAnswers =
    start === -1
      ? { kind: "description", answers: [], pairs: [], hasFeedback: false, general: "" }
      : readGiftAnswers(text.slice(start + 1, end), question.format);
  const { hasFeedback, general, ...answers } = read;
  const explanation = readGiftText(general, question.format);
  return { line, name, text: question, explanation, ...answers, score: null, lost: hasFeedback ? ["feedback"] : [] };
}
