/**
 * Aiken: questions with exactly one correct option.
 *
 * Source: docs.moodle.org, "Aiken format". Questions of several lines are accepted too, as in Moodle.
 */
import { answer, linesOf, plain, type SourceFailure, type SourceFile, type SourceQuestion } from "./source-question.ts";

const OPTION = /^\s*([A-Z])[.)]\s+(\S.*)$/;
const ANSWER_LINE = /^\s*ANSWER:\s*([A-Z])\s*$/;
const ANY_ANSWER_LINE = /^\s*ANSWER:\s*(.*)$/;

interface OpenQuestion {
  line: number;
  text: string[];
  options: { letter: string; text: string }[];
}

export function parseAiken(file: string): SourceFile {
  const questions: SourceQuestion[] = [];
  const failures: SourceFailure[] = [];
  let open: OpenQuestion | null = null;
  const fail = ({ line, text }: OpenQuestion, problem: SourceFailure["problem"], detail = "") =>
    failures.push({ line, name: text.join(" "), problem, detail });

  for (const [index, row] of linesOf(file).entries()) {
    if (row.trim() === "") continue;
    open ??= { line: index + 1, text: [], options: [] };
    const key = ANY_ANSWER_LINE.exec(row);
    const option = OPTION.exec(row);
    if (key) {
      const letter = ANSWER_LINE.exec(row)?.[1];
      if (open.options.length < 2) fail(open, "noOptions");
      else if (!open.options.some((one) => one.letter === letter)) fail(open, "unknownLetter", key[1]!.trim());
      else questions.push(questionOf(open, letter!));
      open = null;
    } else if (option && open.text.length > 0) {
      open.options.push({ letter: option[1]!, text: option[2]!.trim() });
    } else if (open.options.length > 0) {
      fail(open, "noAnswerLine");
      open = { line: index + 1, text: [row.trim()], options: [] };
    } else open.text.push(row.trim());
  }
  if (open) fail(open, open.options.length > 0 ? "noAnswerLine" : "noOptions");
  return { questions, failures, categories: [] };
}

function questionOf({ line, text, options }: OpenQuestion, right: string): SourceQuestion {
  return {
    kind: "single",
    line,
    name: "",
    text: plain(text.join("\n")),
    explanation: plain(""),
    answers: options.map((option) => answer(plain(option.text), option.letter === right ? 100 : 0)),
    pairs: [],
    score: null,
    lost: [],
  };
}
