/** Grades of quizzes, sent to a learning platform of our own. */

import { sendGradesAgain } from "@parfocal/core/lti/lti-grade.contract.ts";
import { deleteLtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { resetQuiz } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from "jose";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { JobPostponed } from "#platform/jobs/job-queue.ts";
import { findCountedScore } from "#quiz-results/counted-score.queries.ts";
import { buildGradeWorld } from "#testing/grade-world.ts";
import { ACCESS_TOKEN, gradesClaim, startLtiPlatform, type TestLtiPlatform } from "#testing/lti-platform.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { sendGrade } from "./send-grade.ts";

let platform: TestLtiPlatform;
let server: TestServer;
beforeAll(async () => {
  platform = await startLtiPlatform();
  server = await createTestServer({ hostNetworks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await server.close();
  await platform.close();
});
beforeEach(() => {
  platform.received.length = 0;
});

const RIGHT = { "What is shown?": "Kidney" };
const WRONG = { "What is shown?": "Liver" };

const buildWorld = (claims: JWTPayload = gradesClaim(`${platform.settings.issuer}/line/1?type_id=2`)) =>
  buildGradeWorld(server, platform, claims);

it("a submission sends a score, with a token signed by this tool; later marks send another", async () => {
  const { site, taker, jobs, send, scores, mark } = await buildWorld();
  await send();
  expect(platform.received).toEqual([]);
  await taker.take(RIGHT);
  expect(await jobs().execute()).toHaveLength(2);
  await send();
  const [tokenRequest, posted] = platform.received;
  const form = new URLSearchParams(tokenRequest?.body);
  expect(Object.fromEntries(form)).toMatchObject({
    ...{ grant_type: "client_credentials", scope: "https://purl.imsglobal.org/spec/lti-ags/scope/score" },
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  });
  const keys = (await server.app.inject({ url: `/api/v2/lti/site/${site.id}/keys` })).json() as JSONWebKeySet;
  const { clientId, tokenUrl } = platform.settings;
  const { payload } = await jwtVerify(form.get("client_assertion") ?? "", createLocalJWKSet(keys), {
    ...{ issuer: clientId, subject: clientId, audience: tokenUrl, algorithms: ["RS256"] },
    requiredClaims: ["iat", "exp", "jti"],
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
  expect(posted).toMatchObject({
    ...{ path: "/line/1/scores?type_id=2", type: "application/vnd.ims.lis.v1.score+json" },
    authorization: `Bearer ${ACCESS_TOKEN}`,
  });
  await mark(0.5);
  await send();
  await send();
  expect(scores()).toMatchObject([
    { userId: "person-1", scoreGiven: 2, scoreMaximum: 2, activityProgress: "Submitted" },
    { scoreGiven: 2.5, scoreMaximum: 3, activityProgress: "Completed", gradingProgress: "FullyGraded" },
  ]);
  const [first, second] = scores();
  expect(Date.parse(second?.timestamp ?? "") - Date.parse(first?.timestamp ?? "")).toBeGreaterThanOrEqual(1000);
});

it("only the newest points are sent, once, even if a second sender starts while the first is sending", async () => {
  const { taker, mark, grades, idOf, scores } = await buildWorld();
  await taker.take(WRONG);
  await mark(1);
  await taker.restart();
  await taker.take(RIGHT);
  await mark(1);
  const [grade] = await grades();
  const sendOne = () => sendGrade(server.platform, findCountedScore, idOf(grade?.id ?? 0));
  let second: Promise<void> | undefined;
  platform.beforeAnswer.push(async () => {
    second ??= sendOne();
    await second.catch(() => {});
  });
  await sendOne();
  platform.beforeAnswer.length = 0;
  await expect(second).rejects.toThrow(JobPostponed);
  expect(scores()).toMatchObject([{ scoreGiven: 3, scoreMaximum: 3 }]);
});

it("points that change while being sent are sent again", async () => {
  const { taker, grades, send, scores, mark } = await buildWorld();
  await taker.take(RIGHT);
  platform.beforeAnswer.push(async (path) => {
    if (path !== "/token") await mark(1);
  });
  await send();
  platform.beforeAnswer.length = 0;
  expect((await grades())[0]).toMatchObject({ state: "due" });
  await send();
  expect(scores().map(({ scoreGiven }) => scoreGiven)).toEqual([2, 3]);
  expect((await grades())[0]).toMatchObject({ state: "settled", leased_until: null });
});

it("removed attempts remove the grade; restored ones restore it", async () => {
  const { administrator, quizId, taker, send, scores } = await buildWorld();
  await taker.take(RIGHT);
  await send();
  const params = { id: String(quizId) };
  const { answer } = await sendCall(server, resetQuiz, { as: administrator, params, body: {} });
  await send();
  await sendCall(server, resetQuiz, { as: administrator, params, body: { undo: answer.resetId } });
  await send();
  const [, removed, restored] = scores();
  expect(removed).toEqual({
    ...{ userId: "person-1", timestamp: expect.any(String), activityProgress: "Initialized" },
    gradingProgress: "NotReady",
  });
  expect(restored).toMatchObject({ scoreGiven: 2 });
});

it("an unreachable platform is retried; a rejected token is replaced", async () => {
  const { taker, send, scores, unsent } = await buildWorld();
  await taker.take(RIGHT);
  for (const [service, status] of [
    ["scores", 503],
    ["token", 500],
    ["scores", 401],
    ["scores", 409],
  ] as const) {
    platform.answers[service].push(status);
    if (service === "token") platform.answers.scores.push(401);
    await expect(send()).rejects.toBeInstanceOf(JobPostponed);
    platform.answers.token.length = 0;
    platform.answers.scores.length = 0;
  }
  expect(await unsent()).toMatchObject({ waiting: 1, total: 0 });
  await send();
  expect(scores().at(-1)).toMatchObject({ scoreGiven: 2 });
  expect(await unsent()).toEqual({ waiting: 0, total: 0, grades: [] });
});

it("a failed one is listed with its reason, and can be sent again manually", async () => {
  const { administrator, taker, send, scores, unsent, jobs } = await buildWorld();
  await taker.take(RIGHT);
  platform.answers.scores.push(403);
  await send();
  const { grades, total } = await unsent();
  expect([total, grades]).toEqual([
    1,
    [
      {
        ...{ id: expect.any(Number), person: "Ada L.", quiz: "Week 1", platform: "Test University" },
        ...{ dueAt: expect.any(String), reason: "refused", status: 403 },
      },
    ],
  ]);
  await send();
  expect(scores()).toHaveLength(1);
  const before = (await jobs().execute()).length;
  const body = { ids: [grades[0]?.id ?? 0] };
  const again = await sendCall(server, sendGradesAgain, { as: administrator, body });
  expect([again.answer, (await jobs().execute()).length]).toEqual([{ count: 1 }, before + 1]);
  await send();
  expect([scores().length, (await unsent()).total]).toEqual([2, 0]);
  const sent = await sendCall(server, sendGradesAgain, { as: administrator, body });
  expect(sent.status).toBe(404);
});

it("internal addresses and those without https are not requested and never get the token", async () => {
  for (const lineitem of ["https://10.0.0.1/line", "https://169.254.169.254/line", "http://93.184.215.14/line"]) {
    const { taker, send, unsent } = await buildWorld(gradesClaim(lineitem));
    await taker.take(RIGHT);
    await send();
    expect((await unsent()).grades).toMatchObject([{ reason: "address", status: null }]);
  }
  expect(platform.received.filter(({ path }) => path !== "/token")).toEqual([]);
});

it("one whose server was killed is sent by another after its time limit", async () => {
  const { site, taker, send, scores } = await buildWorld();
  await taker.take(RIGHT);
  const lease = (interval: string) =>
    sql`UPDATE lti_grade SET leased_until = now() + ${interval}::interval WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
  await lease("20 seconds");
  await expect(send()).rejects.toBeInstanceOf(JobPostponed);
  expect(scores()).toEqual([]);
  await lease("-1 second");
  await send();
  expect(scores()).toHaveLength(1);
});

it("a sender that has lost its job neither keeps older points as the last ones sent, nor gives the grade up", async () => {
  const { taker, idOf, send, grades, mark, scores } = await buildWorld();
  await taker.take(RIGHT);
  const [{ id } = { id: 0 }] = await grades();
  const assertOwned = async () => {
    await sql`UPDATE lti_grade SET leased_until = NULL`.execute(server.owner);
    await mark(1);
    await send();
    throw new Error("taken");
  };
  for (const answer of [undefined, 404]) {
    if (answer) platform.answers.scores.push(answer);
    await sql`UPDATE lti_grade SET state = 'due', sent_at = NULL`.execute(server.owner);
    await expect(sendGrade(server.platform, findCountedScore, { ...idOf(id), assertOwned })).rejects.toThrow("taken");
    expect((await grades())[0]).toMatchObject({ state: "settled", sent_earned_hundredths: 300, reason: null });
    expect(scores().at(-1)).toMatchObject({ scoreGiven: 3 });
  }
});

it("it fails after the last attempt", async () => {
  const { site, taker, send, unsent } = await buildWorld();
  await taker.take(RIGHT);
  await sql`UPDATE lti_grade SET attempts = 7 WHERE site_id = ${site.id}`.execute(server.owner);
  platform.answers.scores.push(500);
  await send();
  expect((await unsent()).grades).toMatchObject([{ reason: "unreachable", status: 500 }]);
});

it("nothing is stored if the platform accepts no scores, and nothing is sent after its removal", async () => {
  const claims = gradesClaim("https://platform.test/line");
  const endpoint = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint";
  for (const other of [{ scope: [] }, { scope: "score" }, { lineitem: "javascript:alert(1)" }, { lineitem: 7 }]) {
    const changed = { ...claims, [endpoint]: { ...(claims[endpoint] as object), ...other } };
    expect(await (await buildWorld(changed)).grades()).toEqual([]);
  }
  const { administrator, platformId, taker, grades, idOf } = await buildWorld();
  const [grade] = await grades();
  await taker.take(RIGHT);
  await sendCall(server, deleteLtiPlatform, { as: administrator, params: { id: String(platformId) } });
  await sendGrade(server.platform, findCountedScore, idOf(grade?.id ?? 0));
  expect([await grades(), platform.received]).toEqual([[], []]);
});
