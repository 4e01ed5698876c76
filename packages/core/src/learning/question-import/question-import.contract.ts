/**
 * Adds the questions of a file to a quiz, or says what of the file could be added.
 *
 * Source: issue 14 (authoring: import of questions); spec part 1, section 3 ("Quiz question").
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { QUESTION_TYPES } from "../quiz/quiz-types.ts";
import { IMPORT_FORMATS } from "./import-formats.ts";
import { IMPORT_MAX_CHARACTERS, IMPORT_PACKAGE_MAX_BYTES } from "./import-limits.ts";
import { IMPORT_NOTES, IMPORT_REFUSALS } from "./import-question.ts";
import { IMAGE_PROBLEMS } from "./source-images.ts";
import { SOURCE_PROBLEMS } from "./source-question.ts";

/** As many characters as a file can have, with those that need several bytes. */
const BODY_MAX_BYTES = 16 * 1024 * 1024;
/** Base64 has 4 characters for 3 bytes. */
const PACKAGE_MAX_CHARACTERS = Math.ceil(IMPORT_PACKAGE_MAX_BYTES / 3) * 4;

const importedRow = z.object({
  /** In the file, from 1. */
  line: z.int(),
  /** The file in a package; left out: there is no package. */
  file: z.string().optional(),
  title: z.string(),
  /** null: not added. */
  type: z.enum(QUESTION_TYPES).nullable(),
  /** What of an added question is lost. */
  notes: z.array(z.enum(IMPORT_NOTES)),
  /** Images of an added question that are not taken over. */
  lostImages: z.array(z.object({ name: z.string(), problem: z.enum(IMAGE_PROBLEMS) })),
  /** Why it is not added; null: it is. */
  problem: z.enum([...SOURCE_PROBLEMS, ...IMPORT_REFUSALS]).nullable(),
  /** The text in question, e.g. an unknown type; may be empty. */
  detail: z.string(),
});
export type ImportedRow = z.output<typeof importedRow>;

export const importQuestions = {
  method: "POST",
  path: "/v2/quiz/question/import",
  summary:
    "Add the questions of a GIFT, Aiken, Moodle XML or QTI file to a quiz, slide or case; all in one transaction",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    /** The quiz, or one of its slides or cases. */
    parentId: id,
    /** Left out: recognized by the contents. */
    format: z.enum(IMPORT_FORMATS).optional(),
    text: z.string().min(1, "The file is empty. Choose another file.").max(IMPORT_MAX_CHARACTERS).optional(),
    /** A content package of QTI (zip) as Base64, in place of the text. */
    package: z.string().min(1, "The file is empty. Choose another file.").max(PACKAGE_MAX_CHARACTERS).optional(),
    /** Whether nothing is written, and the answer says what would be. */
    isTrial: z.boolean().default(false),
  }),
  bodyMaxBytes: BODY_MAX_BYTES,
  answer: z.object({
    format: z.enum(IMPORT_FORMATS),
    /** In the order of the file. */
    rows: z.array(importedRow),
    /** Categories of the file; the product has none. */
    categories: z.array(z.object({ line: z.int(), name: z.string() })),
    /** Of the added questions, in the order of the file; empty for a trial. */
    questionIds: z.array(id),
    /** Of the files that their images became in the media library; empty for a trial. */
    mediaIds: z.array(id),
  }),
} as const satisfies Call;
