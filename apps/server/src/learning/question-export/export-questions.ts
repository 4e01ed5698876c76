/** Exports the questions of a quiz as a file. */
import { AppError } from "@parfocal/core/errors.ts";
import {
  EXPORT_MAX_CHARACTERS,
  EXPORT_MAX_QUESTIONS,
  type ExportFormat,
} from "@parfocal/core/question-export/export-formats.ts";
import { isExported } from "@parfocal/core/question-export/export-question.ts";
import { writeMoodleXml } from "@parfocal/core/question-export/write-moodle-xml.ts";
import { writeQtiPackage } from "@parfocal/core/question-export/write-qti-package.ts";
import { strToU8, zipSync } from "fflate";
import type { SiteDb } from "#platform/db/database.ts";
import type { FileStore } from "#platform/files/file-store.ts";
import { presentQuestions } from "#quiz/load-questions.ts";
import { quizNotFound } from "#quiz/load-quiz.ts";
import { findQuizIdOf, findQuizSettings } from "#quiz/quiz.queries.ts";
import { listQuizParts } from "#quiz/quiz-part.queries.ts";
import { readImages } from "./read-images.ts";

/** The earliest date of a zip file, so that the same questions give the same file. */
const NO_DATE = "1980-01-01T12:00:00";

interface QuestionsFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** @throws AppError `notFound`; `invalid` if no question can be exported; `tooLarge`. */
export async function writeQuestionsFile(
  db: SiteDb,
  siteId: number,
  { quizId, format, files: store }: { quizId: number; format: ExportFormat; files: FileStore },
): Promise<QuestionsFile> {
  if (!(await findQuizSettings(db, siteId, quizId)) || (await findQuizIdOf(db, siteId, quizId)) !== quizId)
    throw quizNotFound();
  const parts = await listQuizParts(db, siteId, [quizId]);
  const all = await presentQuestions(db, siteId, parts, undefined, { hasThumbnails: false });
  const questions = all.filter(isExported);
  if (questions.length === 0)
    throw new AppError("invalid", "The quiz has no questions that can be exported.", { codes: ["questions"] });
  const characters = questions.reduce((sum, one) => sum + one.content.length + (one.explanation?.length ?? 0), 0);
  if (questions.length > EXPORT_MAX_QUESTIONS || characters > EXPORT_MAX_CHARACTERS)
    throw new AppError(
      "tooLarge",
      `The limit for an export is ${EXPORT_MAX_QUESTIONS} questions of 5 million characters. Divide the quiz.`,
    );
  const texts = questions.flatMap(({ content, explanation = "" }) => [content, explanation]);
  const images = await readImages(db, siteId, texts, store);
  if (format === "moodleXml")
    return { type: "application/xml; charset=utf-8", bytes: Buffer.from(writeMoodleXml(questions, images)) };
  const files = writeQtiPackage(quizId, questions, images).map(
    ({ path, contents }) => [path, typeof contents === "string" ? strToU8(contents) : contents] as const,
  );
  return { type: "application/zip", bytes: Buffer.from(zipSync(Object.fromEntries(files), { mtime: NO_DATE })) };
}
