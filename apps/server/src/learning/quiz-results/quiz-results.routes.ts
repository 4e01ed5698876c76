import { listResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import { route } from "#platform/http/route.ts";
import { loadResults } from "./load-results.ts";

export const quizResultsRoutes = [
  route(listResults, ({ db, siteId, caller }, { params: { id }, query }) =>
    loadResults(db, { siteId, caller, id }, query, steadyNow()),
  ),
];
