/** Reads a file with questions, and says what of it can be added to a quiz. */
import { setImmediate } from "node:timers/promises";
import { AppError } from "@parfocal/core/errors.ts";
import { type ImportFormat, isXmlFormat, recognizeFormat } from "@parfocal/core/question-import/import-formats.ts";
import { IMPORT_MAX_QUESTIONS, IMPORT_TEXT_MAX_CHARACTERS } from "@parfocal/core/question-import/import-limits.ts";
import { type ImportedQuestion, importQuestion } from "@parfocal/core/question-import/import-question.ts";
import { readMoodleXml } from "@parfocal/core/question-import/moodle-xml.ts";
import { parseAiken } from "@parfocal/core/question-import/parse-aiken.ts";
import { parseGift } from "@parfocal/core/question-import/parse-gift.ts";
import { plainOf } from "@parfocal/core/question-import/plain-from-markup.ts";
import type { ImportedRow } from "@parfocal/core/question-import/question-import.contract.ts";
import { readQti } from "@parfocal/core/question-import/read-qti.ts";
import type { SourceFile } from "@parfocal/core/question-import/source-question.ts";
import { type PackagedFile, readQuestionPackage } from "./read-question-package.ts";
import { assertMarks, countMarks, readQuestionXml } from "./read-question-xml.ts";

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
  if (!isXmlFormat(format) && text.length > IMPORT_TEXT_MAX_CHARACTERS)
    throw invalid("A GIFT or Aiken file can have up to 1,000,000 characters. Split the file.");
  const source = sourceOf(text, format);
  assertCount(source.questions.length + source.failures.length, source.categories.length);
  return { format, categories: source.categories, ...readSource(source) };
}

/** @param base64 of a content package of QTI. @throws AppError `invalid`, as above. */
export async function readPackageFile(base64: string): Promise<ReadFile> {
  const files = await readQuestionPackage(base64);
  assertMarks(files.reduce((count, { xml }) => count + countMarks(xml ?? ""), 0));
  const rows: ImportedRow[] = [];
  const questions: ImportedQuestion[] = [];
  for (const file of files) {
    // Others are answered between two files.
    await setImmediate();
    const read = readSource(sourceOfPackaged(file));
    rows.push(...read.rows.map((row) => ({ ...row, file: shown(file.path) })));
    questions.push(...read.questions);
  }
  assertCount(rows.length);
  return { format: "qti", rows, categories: [], questions };
}

/** A file of a package that cannot be read is one question that is left out. */
function sourceOfPackaged({ path, xml }: PackagedFile): SourceFile {
  const failed = (detail: string): SourceFile => ({
    questions: [],
    failures: [{ line: 1, name: path, problem: "notReadable", detail }],
    categories: [],
  });
  if (xml === null) return failed("");
  try {
    return readQti(readQuestionXml(xml)) ?? { questions: [], failures: [], categories: [] };
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    throw error;
  }
}

function assertCount(questions: number, categories = 0): void {
  if (questions === 0) throw invalid("The file contains no questions. Choose a GIFT, Aiken, Moodle XML or QTI file.");
  if (Math.max(questions, categories) > IMPORT_MAX_QUESTIONS)
    throw invalid(`The limit for an import is ${IMPORT_MAX_QUESTIONS} questions. Split the file.`);
}

function readSource({ questions, failures }: SourceFile): Pick<ReadFile, "rows" | "questions"> {
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
  return { rows: rows.sort((one, other) => one.line - other.line), questions: added };
}

function sourceOf(text: string, format: ImportFormat): SourceFile {
  if (format === "gift") return parseGift(text);
  if (format === "aiken") return parseAiken(text);
  const root = readQuestionXml(text);
  const file = format === "qti" ? readQti(root) : readMoodleXml(root);
  if (file !== null) return file;
  if (root.name === "questestinterop")
    throw invalid("QTI 1.2 cannot be imported. Export the questions as QTI 2.1, 2.2 or 3.0, or as Moodle XML.");
  throw invalid(
    format === "qti"
      ? "The XML file is neither QTI nor Moodle XML: its first element must be <assessmentItem>, <qti-assessment-item> or <quiz>."
      : "The XML file is not Moodle XML: its first element must be <quiz>.",
  );
}

const invalid = (message: string) => new AppError("invalid", message, { codes: ["text"] });

const shown = (text: string): string => {
  const words = text
    .slice(0, 2 * SHOWN_MAX_CHARACTERS)
    .replace(/\s+/g, " ")
    .trim();
  return words.length > SHOWN_MAX_CHARACTERS ? `${words.slice(0, SHOWN_MAX_CHARACTERS - 1)}…` : words;
};
