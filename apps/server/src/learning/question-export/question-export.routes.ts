import { questionsFileName } from "@parfocal/core/question-export/export-formats.ts";
import { exportQuestions } from "@parfocal/core/question-export/question-export.contract.ts";
import { route } from "#platform/http/route.ts";
import { writeQuestionsFile } from "./export-questions.ts";

/** Browsers treat the response only as a file. */
const FILE_POLICY = "default-src 'none'; sandbox";

export const questionExportRoutes = [
  route(exportQuestions, async ({ db, siteId, reply, platform }, { params: { id }, query: { format } }) => {
    const { type, bytes } = await writeQuestionsFile(db, siteId, {
      ...{ quizId: id, format },
      files: platform.files,
    });
    reply
      .header("content-type", type)
      .header("content-disposition", `attachment; filename="${questionsFileName(id, format)}"`)
      .header("content-security-policy", FILE_POLICY)
      .header("x-content-type-options", "nosniff");
    return bytes;
  }),
];
