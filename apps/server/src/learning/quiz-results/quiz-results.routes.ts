import { AppError } from "@parfocal/core/errors.ts";
import { answersFileName } from "@parfocal/core/quiz-results/answers-csv.ts";
import { getPrintedQuiz } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import {
  exportQuiz,
  getPaper,
  listResults,
  markAnswer,
  previewRegrade,
  regradeQuiz,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { withSite } from "#platform/db/database.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { planExport, streamOfExport } from "./export-answers.ts";
import { loadPaper } from "./load-paper.ts";
import { loadPrintSource } from "./load-print-source.ts";
import { loadResults } from "./load-results.ts";
import { giveMark } from "./mark-answer.ts";
import { applyRegrade, presentRegrade, undoRegrade } from "./regrade.ts";

/** Browsers treat the response only as a file. */
const FILE_POLICY = "default-src 'none'; sandbox";

export const quizResultsRoutes = [
  route(listResults, ({ db, siteId, caller }, { params: { id }, query }) =>
    loadResults(db, { siteId, caller, id }, query, steadyNow()),
  ),

  route(getPaper, ({ db, siteId, caller }, { params: { id, attemptId } }) =>
    loadPaper(db, { siteId, caller, id }, { attemptId, now: steadyNow() }),
  ),

  route(markAnswer, async ({ db, siteId, caller }, { params: { id, attemptId }, body }) => {
    const quiz = { siteId, caller, id };
    const now = steadyNow();
    await giveMark(db, quiz, { attemptId, sent: body, now });
    return loadPaper(db, quiz, { attemptId, now });
  }),

  route(previewRegrade, ({ db, siteId, caller }, { params: { id } }) => presentRegrade(db, { siteId, caller, id })),

  route(regradeQuiz, async ({ db, siteId, caller }, { params: { id }, body }) => {
    const quiz = { siteId, caller, id };
    const { version, undo } = body;
    if ((version === undefined) === (undo === undefined))
      throw new AppError("invalid", "Send the version of a preview, or the regrade to be undone.", {
        codes: ["version", "undo"],
      });
    const done =
      undo === undefined
        ? await applyRegrade(db, quiz, { version: version ?? "", now: steadyNow() })
        : await undoRegrade(db, quiz, undo);
    return { quizId: id, ...done };
  }),

  route(getPrintedQuiz, ({ db, siteId, caller }, { params: { id } }) => loadPrintSource(db, { siteId, caller, id })),

  longRoute(exportQuiz, async ({ siteId, caller, platform, request, reply }, { body }) => {
    const plan = await withSite(platform.database, siteId, (db) => planExport(db, { siteId, caller, input: body }));
    const pieces = streamOfExport(platform.database, plan);
    pieces.on("error", (error) => request.log.error({ err: error }, "an export of answers broke off"));
    reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${answersFileName(body.id, body.type)}"`)
      .header("content-security-policy", FILE_POLICY)
      .header("x-content-type-options", "nosniff");
    return pieces;
  }),
];
