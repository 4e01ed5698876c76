import { getConsensus } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { route } from "#platform/http/route.ts";
import { loadConsensus } from "./load-consensus.ts";

export const quizConsensusRoutes = [
  route(getConsensus, ({ db, siteId, caller }, { params: { id: questionId }, query: { itemId } }) =>
    loadConsensus(db, { siteId, caller, questionId, itemId }),
  ),
];
