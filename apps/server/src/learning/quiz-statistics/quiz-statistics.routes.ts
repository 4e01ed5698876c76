import { getQuizStatistics } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { route } from "#platform/http/route.ts";
import { loadStatistics } from "./load-statistics.ts";

export const quizStatisticsRoutes = [
  route(getQuizStatistics, ({ db, siteId, caller }, { params: { id } }) => loadStatistics(db, { siteId, caller, id })),
];
