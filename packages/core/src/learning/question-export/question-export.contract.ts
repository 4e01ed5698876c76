/**
 * Exports the questions of a quiz for other programs.
 *
 * Source: issue 14 (authoring: export of questions).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idParams } from "../../platform/ids.ts";
import { EXPORT_FORMATS } from "./export-formats.ts";

/**
 * Answers a file, not JSON: `quiz-{id}-questions.xml` or `.zip`. Questions that the format cannot express are omitted.
 * Rejected with 413 if there are more questions than one import can add.
 */
export const exportQuestions = {
  method: "GET",
  path: "/v2/quiz/{id}/questions/export",
  summary: "Export the questions of a quiz and of its slides and cases as Moodle XML, or as a QTI 3.0 package",
  policy: "manageContent",
  params: idParams,
  query: z.object({ format: z.enum(EXPORT_FORMATS) }),
  answer: z.unknown(),
} as const satisfies Call;
