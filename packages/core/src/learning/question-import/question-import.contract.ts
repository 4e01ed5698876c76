/**
 * Imports the questions of a file into a quiz, or previews the import.
 *
 * Source: issue 14 (authoring: import of questions); spec part 1, section 3 ("Quiz question").
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { QUESTION_TYPES } from "../quiz/quiz-types.ts";
import { IMPORT_FORMATS } from "./import-formats.ts";
import { IMPORT_MAX_CHARACTERS, IMPORT_PACKAGE_MAX_BYTES } from "./import-limits.ts";
import { IMPORT_NOTES, IMPORT_PROBLEMS } from "./import-question.ts";
import { IMAGE_PROBLEMS } from "./source-images.ts";
import { SOURCE_PROBLEMS } from "./source-question.ts";

/** Size of the largest file, with multi-byte characters. */
const BODY_MAX_BYTES = 16 * 1024 * 1024;
/** Base64 uses 4 characters for 3 bytes. */
const PACKAGE_MAX_CHARACTERS = Math.ceil(IMPORT_PACKAGE_MAX_BYTES / 3) * 4;

const importedRow = z.object({
  /** Line in the file, from 1. */
  line: z.int(),
  /** File in the package; omitted without a package. */
  file: z.string().optional(),
  title: z.string(),
  /** Null: not imported. */
  type: z.enum(QUESTION_TYPES).nullable(),
  /** Parts of an imported question that are lost. */
  notes: z.array(z.enum(IMPORT_NOTES)),
  /** Images of an imported question that are lost. */
  lostImages: z.array(z.object({ name: z.string(), problem: z.enum(IMAGE_PROBLEMS) })),
  /** Reason why it is not imported; null: it is. */
  problem: z.enum([...SOURCE_PROBLEMS, ...IMPORT_PROBLEMS]).nullable(),
  /** The offending text, e.g. an unknown type; may be empty. */
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
    /** Default: detected by content. */
    format: z.enum(IMPORT_FORMATS).optional(),
    text: z.string().min(1, "The file is empty. Choose another file.").max(IMPORT_MAX_CHARACTERS).optional(),
    /** QTI content package (zip) as Base64, instead of the text. */
    package: z.string().min(1, "The file is empty. Choose another file.").max(PACKAGE_MAX_CHARACTERS).optional(),
    /** Preview: nothing is written. */
    isTrial: z.boolean().default(false),
  }),
  bodyMaxBytes: BODY_MAX_BYTES,
  answer: z.object({
    format: z.enum(IMPORT_FORMATS),
    /** In file order. */
    rows: z.array(importedRow),
    /** Categories of the file, which this product does not have. */
    categories: z.array(z.object({ line: z.int(), name: z.string() })),
    /** The imported questions, in file order; empty for a preview. */
    questionIds: z.array(id),
    /** Media library files created from their images; empty for a preview. */
    mediaIds: z.array(id),
  }),
} as const satisfies Call;
