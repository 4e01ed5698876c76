import { getPaper, listResults, markAnswer } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import { route } from "#platform/http/route.ts";
import { loadPaper } from "./load-paper.ts";
import { loadResults } from "./load-results.ts";
import { giveMark } from "./mark-answer.ts";

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
];
