/** Reads a file with questions, and adds them to a quiz. */
import { AppError } from "@parfocal/core/errors.ts";
import { type ImportFormat, recognizeFormat } from "@parfocal/core/question-import/import-formats.ts";
import { IMPORT_MAX_QUESTIONS, IMPORT_TEXT_MAX_CHARACTERS } from "@parfocal/core/question-import/import-limits.ts";
import { type ImportedQuestion, importQuestion } from "@parfocal/core/question-import/import-question.ts";
import { readMoodleXml } from "@parfocal/core/question-import/moodle-xml.ts";
import { parseAiken } from "@parfocal/core/question-import/parse-aiken.ts";
import { parseGift } from "@parfocal/core/question-import/parse-gift.ts";
import { plainOf } from "@parfocal/core/question-import/plain-from-markup.ts";
import type { ImportedRow } from "@parfocal/core/question-import/question-import.contract.ts";
import type { SourceFile } from "@parfocal/core/question-import/source-question.ts";
import { readQuestionXml } from "./read-question-xml.ts";

/** Of a title or detail of the file that is shown. */
const SHOWN_MAX_CHARACTERS = 200;

export interface ReadFile {
  readonly format: ImportFormat;
  readonly rows: readonly ImportedRow[];
  readonly categories: SourceFile["categories"];
  /** Those that can be added, in the order of the file. */
  readonly questions: readonly ImportedQuestion[];
}

/**
 * @param named null: recognized by the contents.
 * @throws AppError `invalid` if the file is not of the format, or has no question or too many.
 */
export function readQuestionFile(text: string, named: ImportFormat | null): ReadFile {
  const format = named ?? recognizeFormat(text);
  if (format !== "moodleXml" && text.length > IMPORT_TEXT_MAX_CHARACTERS)
    throw invalid("A GIFT or Aiken file can have up to 1,000,000 characters. Split the file.");
  const { questions, failures, categories } = sourceOf(text, format);
  const count = questions.length + failures.length;
  if (count === 0) throw invalid("The file contains no questions. Choose a GIFT, Aiken or Moodle XML file.");
  if (Math.max(count, categories.length) > IMPORT_MAX_QUESTIONS)
    throw invalid(`The limit for an import is ${IMPORT_MAX_QUESTIONS} questions. Split the file.`);
  const added: ImportedQuestion[] = [];
  const rows: ImportedRow[] = failures.map(({ line, name, problem, detail }) => ({
    ...{ line, title: shown(name), type: null, notes: [], problem, detail: shown(detail) },
  }));
  for (const source of questions) {
    const result = importQuestion(source);
    const { line } = source;
    if ("refusal" in result) {
      const title = shown(source.name || plainOf(source.text));
      rows.push({ line, title, type: null, notes: [], problem: result.refusal, detail: "" });
    } else {
      const { title, type } = result.question;
      rows.push({ line, title, type, notes: [...result.notes], problem: null, detail: "" });
      added.push(result.question);
    }
  }
  return { format, rows: rows.sort((one, other) => one.line - other.line), categories, questions: added };
}

function sourceOf(text: string, format: ImportFormat): SourceFile {
  if (format === "gift") return parseGift(text);
  if (format === "aiken") return parseAiken(text);
  const file = readMoodleXml(readQuestionXml(text));
  if (file === null) throw invalid("The XML file is not Moodle XML: its first element must be <quiz>.");
  return file;
}

const invalid = (message: string) => new AppError("invalid", message, { codes: ["text"] });

const shown = (text: string): string => {
  const words = text
    .slice(0, 2 * SHOWN_MAX_CHARACTERS)
    .replace(/\s+/g, " ")
    .trim();
  return words.length > SHOWN_MAX_CHARACTERS ? `${words.slice(0, SHOWN_MAX_CHARACTERS - 1)}…` : words;
};
