/** Reads a file with questions, and reports which can be added to a quiz. */
import { setImmediate } from "node:timers/promises";
import { AppError } from "@parfocal/core/errors.ts";
import { type ImportFormat, isXmlFormat, recognizeFormat } from "@parfocal/core/question-import/import-formats.ts";
import { IMPORT_MAX_QUESTIONS, IMPORT_TEXT_MAX_CHARACTERS } from "@parfocal/core/question-import/import-limits.ts";
import { type ImportedQuestion, importQuestion } from "@parfocal/core/question-import/import-question.ts";
import { readMoodleXml } from "@parfocal/core/question-import/moodle-xml.ts";
import { parseAiken } from "@parfocal/core/question-import/parse-aiken.ts";
import { parseGift } from "@parfocal/core/question-import/parse-gift.ts";
import { plainOf } from "@parfocal/core/question-import/plain-from-markup.ts";
import { pathInPackage } from "@parfocal/core/question-import/qti-manifest.ts";
import type { ImportedRow } from "@parfocal/core/question-import/question-import.contract.ts";
import { readQti } from "@parfocal/core/question-import/read-qti.ts";
import { type LostImage, nameOfImage } from "@parfocal/core/question-import/source-images.ts";
import type { SourceFile } from "@parfocal/core/question-import/source-question.ts";
import { type CheckedImage, type ImageCheck, startImageCheck } from "./check-images.ts";
import { type PackagedFile, readQuestionPackage } from "./read-question-package.ts";
import { assertMarks, countMarks, readQuestionXml } from "./read-question-xml.ts";

/** Maximum length of a shown title or detail of the file. */
const SHOWN_MAX_CHARACTERS = 200;
/** Maximum number of listed missing images per question. */
const SHOWN_MAX_IMAGES = 20;

interface ReadQuestion {
  readonly question: ImportedQuestion;
  /** By the number in the placeholders of the question's texts; null: omitted. */
  readonly images: readonly (CheckedImage | null)[];
}

export interface ReadFile {
  readonly format: ImportFormat;
  readonly rows: readonly ImportedRow[];
  readonly categories: SourceFile["categories"];
  /** Questions that can be added, in the order of the file. */
  readonly questions: readonly ReadQuestion[];
  /** Images of all questions, each once. */
  readonly images: readonly CheckedImage[];
}

/**
 * @param named format; null: recognized by the contents.
 * @throws AppError `invalid` if the file does not have the format, or has no questions or too many.
 */
export async function readQuestionFile(text: string, named: ImportFormat | null): Promise<ReadFile> {
  const format = named ?? recognizeFormat(text);
  if (!isXmlFormat(format) && text.length > IMPORT_TEXT_MAX_CHARACTERS)
    throw invalid("A GIFT or Aiken file can have up to 1,000,000 characters. Split the file.");
  const source = sourceOf(text, format);
  assertCount(source.questions.length + source.failures.length, source.categories.length);
  const check = startImageCheck();
  const read = await readSource(source, check, null);
  return { format, categories: source.categories, ...read, images: check.images };
}

/** @param base64 of a QTI content package. @throws AppError `invalid`, as above. */
export const readPackageFile = (base64: string): Promise<ReadFile> =>
  readQuestionPackage(base64, (files, readPackaged) => readPackagedFiles(files, startImageCheck(readPackaged)));

async function readPackagedFiles(files: readonly PackagedFile[], check: ImageCheck): Promise<ReadFile> {
  assertMarks(files.reduce((count, { xml }) => count + countMarks(xml ?? ""), 0));
  const rows: ImportedRow[] = [];
  const questions: ReadQuestion[] = [];
  for (const file of files) {
    // Lets other requests run between two files.
    await setImmediate();
    const read = await readSource(sourceOfPackaged(file), check, file.path);
    rows.push(...read.rows.map((row) => ({ ...row, file: shown(file.path) })));
    questions.push(...read.questions);
  }
  assertCount(rows.length);
  return { format: "qti", rows, categories: [], questions, images: check.images };
}

/** A file of a package that cannot be read is one skipped question. */
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

/** @param path of the file in the package; null: there is no package. */
async function readSource(
  { questions, failures }: SourceFile,
  check: ImageCheck,
  path: string | null,
): Promise<Pick<ReadFile, "rows" | "questions">> {
  const added: ReadQuestion[] = [];
  const rows: ImportedRow[] = failures.map(({ line, name, problem, detail }) => ({
    ...{ line, title: shown(name), type: null, notes: [], lostImages: [], problem, detail: shown(detail) },
  }));
  for (const source of questions) {
    const result = importQuestion(source, (address) => {
      const place = path === null ? null : pathInPackage(path, address);
      return place === null ? null : { name: nameOfImage(address), path: place };
    });
    const { line } = source;
    if ("problem" in result) {
      const title = shown(source.name || plainOf(source.text));
      rows.push({ line, title, type: null, notes: [], lostImages: [], problem: result.problem, detail: "" });
    } else {
      const { title, type } = result.question;
      const { images, lost } = await checkImages(result.question, check);
      const lostImages = [...result.lostImages, ...lost].slice(0, SHOWN_MAX_IMAGES);
      rows.push({ line, title, type, notes: [...result.notes], lostImages, problem: null, detail: "" });
      added.push({ question: result.question, images });
    }
  }
  return { rows: rows.sort((one, other) => one.line - other.line), questions: added };
}

async function checkImages(
  { images: sources }: ImportedQuestion,
  check: ImageCheck,
): Promise<Pick<ReadQuestion, "images"> & { readonly lost: readonly LostImage[] }> {
  const images: (CheckedImage | null)[] = [];
  const lost: LostImage[] = [];
  for (const source of sources) {
    const checked = await check.check(source);
    if (typeof checked === "string") lost.push({ name: shown(source.name), problem: checked });
    images.push(typeof checked === "string" ? null : checked);
  }
  return { images, lost };
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
    // Truncation can leave a lone surrogate, which PostgreSQL does not store.
    .toWellFormed()
    .replace(/\s+/g, " ")
    .trim();
  return words.length > SHOWN_MAX_CHARACTERS ? `${words.slice(0, SHOWN_MAX_CHARACTERS - 1).toWellFormed()}…` : words;
};
