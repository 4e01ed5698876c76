/** A quiz whose grades are sent to a test learning platform. */
import { listUnsentGrades } from "@parfocal/core/lti/lti-grade.contract.ts";
import { createLtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { listResults, markAnswer } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import type { JWTPayload } from "jose";
import { SEND_LTI_GRADE } from "#lti/lti-grade.queries.ts";
import { sendGrade } from "#lti/send-grade.ts";
import { findCountedScore } from "#quiz-results/counted-score.queries.ts";
import { buildQuiz } from "./build-quiz.ts";
import { buildSite } from "./build-site.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { launchLti } from "./launch-lti.ts";
import { claim, type TestLtiPlatform } from "./lti-platform.ts";
import { sendCall } from "./send-call.ts";
import { takerOf } from "./take-quiz.ts";
import type { TestServer } from "./test-server.ts";

interface Score {
  readonly userId: string;
  readonly timestamp: string;
  readonly scoreGiven?: number;
  readonly scoreMaximum?: number;
  readonly activityProgress: string;
  readonly gradingProgress: string;
}

/** A quiz for everyone, with a learner who is launched into it. */
export async function buildGradeWorld(server: TestServer, platform: TestLtiPlatform, claims: JWTPayload) {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const made = await sendCall(server, createLtiPlatform, { as: administrator, body: platform.settings });
  const questions = [{ score: 2 }, { title: "Name it", type: "short-answer" as const, answerOptions: [], score: 1 }];
  const settings = { is_auto_evaluation_enabled: true };
  const { quizId, questionIds } = await buildQuiz(site, { questions, settings });
  const custom = claim("custom", { path: `/s${site.id}/q${quizId}/` });
  /** Launches a learner. */
  const launch = async (more: JWTPayload = {}) => {
    const launched = { siteId: site.id, platform, claims: { ...custom, ...claims, ...more } };
    const { token } = await launchLti(server, launched);
    const { answer } = await sendCall(server, getSession, { headers: { "x-site-token": token } });
    return takerOf(server, quizId, { ...(answer.user as unknown as TestUser), siteId: site.id, token });
  };
  const taker = await launch();
  const grades = () => server.owner.selectFrom("lti_grade").selectAll().where("site_id", "=", site.id).execute();
  const jobs = () =>
    server.owner.selectFrom("job").selectAll().where("site_id", "=", site.id).where("kind", "=", SEND_LTI_GRADE);
  /** Sends all grades that are due. */
  const send = async () => {
    for (const { id } of await grades()) await sendGrade(server.platform, findCountedScore, idOf(id));
  };
  const idOf = (subjectId: number) => ({ siteId: site.id, subjectId, assertOwned: async () => {} });
  const scores = () =>
    platform.received.flatMap(({ path, body }) => (/\/scores(\?|$)/.test(path) ? [JSON.parse(body) as Score] : []));
  const mark = async (score: number) => {
    const params = { id: String(quizId) };
    const { learners } = (await sendCall(server, listResults, { as: administrator, params, query: {} })).answer;
    const attempt = { ...params, attemptId: String(learners[0]?.attemptId) };
    return sendCall(server, markAnswer, {
      ...{ as: administrator, params: attempt, body: { questionId: questionIds[1] ?? 0, score } },
    });
  };
  const unsent = async () => (await sendCall(server, listUnsentGrades, { as: administrator })).answer;
  return {
    ...{ site, administrator, platformId: made.answer.id, quizId, taker, launch, idOf },
    ...{ grades, jobs, send, scores, mark, unsent },
  };
}
