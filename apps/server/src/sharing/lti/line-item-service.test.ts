/** Grade columns that this tool looks for and creates at a simulated learning platform. */

import { sendGradesAgain } from "@parfocal/core/lti/lti-grade.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { JobPostponed } from "#platform/jobs/job-queue.ts";
import { findCountedScore } from "#quiz-results/counted-score.queries.ts";
import { buildGradeWorld } from "#testing/grade-world.ts";
import { gradesClaim, lineItemsClaim, startLtiPlatform, type TestLtiPlatform } from "#testing/lti-platform.ts";
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
  platform.lineItems.length = 0;
  platform.beforeAnswer.length = 0;
});

const RIGHT = { "What is shown?": "Kidney" };
const container = () => `${platform.settings.issuer}/lineitems?type_id=2`;
const buildWorld = (claims = lineItemsClaim(container())) => buildGradeWorld(server, platform, claims);
const requestsWith = (method: string) =>
  platform.received.filter(({ path, method: with_ }) => path.startsWith("/lineitems") && with_ === method);
const linkOf = (siteId: number) =>
  server.owner.selectFrom("lti_link").selectAll().where("site_id", "=", siteId).executeTakeFirstOrThrow();
const endLeases = (siteId: number) =>
  sql`WITH links AS (UPDATE lti_link SET line_item_leased_until = now() WHERE site_id = ${siteId})
    UPDATE lti_grade SET leased_until = now() WHERE site_id = ${siteId}`.execute(server.owner);

it("the first score creates the column, with a token for that; later ones go to it, also after another launch", async () => {
  const { site, quizId, taker, launch, send, scores, mark } = await buildWorld();
  await send();
  expect(platform.received).toEqual([]);
  await taker.take(RIGHT);
  await send();
  const scopes = platform.received.flatMap(({ path, body }) =>
    path === "/token" ? [new URLSearchParams(body).get("scope")?.split("/").at(-1)] : [],
  );
  expect(scopes).toEqual(["lineitem", "score"]);
  expect(requestsWith("GET")).toMatchObject([
    {
      path: "/lineitems?type_id=2&resource_link_id=link-1",
      accept: "application/vnd.ims.lis.v2.lineitemcontainer+json",
    },
  ]);
  const [created] = requestsWith("POST");
  expect(created).toMatchObject({ path: "/lineitems?type_id=2", type: "application/vnd.ims.lis.v2.lineitem+json" });
  expect(JSON.parse(created?.body ?? "")).toEqual({
    ...{ scoreMaximum: 100, label: "Week 1", resourceId: `quiz-${quizId}`, resourceLinkId: "link-1" },
  });
  await mark(1);
  await launch();
  await send();
  expect(platform.received.filter(({ path }) => path === "/line/made-1/scores")).toHaveLength(2);
  expect([requestsWith("GET").length, requestsWith("POST").length, scores().at(-1)]).toEqual([
    ...[1, 1, expect.objectContaining({ scoreGiven: 3 })],
  ]);
  expect(await linkOf(site.id)).toMatchObject({ line_item_leased_until: null });
});

it("an existing column is used, also one on a later page; those of other links and content are not", async () => {
  const { quizId, taker, send } = await buildWorld();
  const at = (name: string) => ({ id: `${platform.settings.issuer}/line/${name}`, resourceLinkId: "link-1" });
  platform.lineItems.push(
    { ...at("a"), resourceId: "quiz-0" },
    { ...at("b"), resourceId: "folder-1" },
    { ...at("c"), resourceLinkId: "link-2", resourceId: `quiz-${quizId}` },
    { ...at("own"), resourceId: `quiz-${quizId}` },
  );
  await taker.take(RIGHT);
  await send();
  expect([requestsWith("GET").length, requestsWith("POST").length]).toEqual([2, 0]);
  expect(platform.received.at(-1)?.path).toBe("/line/own/scores");
});

it("two simultaneous submissions create one column", async () => {
  const { taker, launch, grades, idOf, send, scores } = await buildWorld();
  const another = await launch({ sub: "person-2", email: "b@example.test" });
  await Promise.all([taker.take(RIGHT), another.take(RIGHT)]);
  const ids = (await grades()).map(({ id }) => id);
  const ended = await Promise.allSettled(ids.map((id) => sendGrade(server.platform, findCountedScore, idOf(id))));
  expect(ended.flatMap((one) => (one.status === "rejected" ? [one.reason] : []))).toEqual([expect.any(JobPostponed)]);
  await send();
  expect([
    requestsWith("POST").length,
    scores()
      .map(({ userId }) => userId)
      .toSorted(),
  ]).toEqual([1, ["person-1", "person-2"]]);
  // The sender that waited has not used an attempt.
  expect((await grades()).map(({ attempts }) => attempts)).toEqual([1, 1]);
});

it("a column created before a kill is found again", async () => {
  const { site, quizId, taker, grades, idOf, send, scores } = await buildWorld();
  await taker.take(RIGHT);
  // The column exists, but the response was lost: another server has both leases.
  platform.lineItems.push({
    ...{ id: `${platform.settings.issuer}/line/left`, resourceLinkId: "link-1", resourceId: `quiz-${quizId}` },
  });
  await sql`UPDATE lti_link SET line_item_leased_until = now() + interval '20 seconds'
    WHERE site_id = ${site.id}`.execute(server.owner);
  const [grade] = await grades();
  const waits = sendGrade(server.platform, findCountedScore, idOf(grade?.id ?? 0));
  await expect(waits).rejects.toBeInstanceOf(JobPostponed);
  expect(platform.received).toEqual([]);
  await endLeases(site.id);
  await send();
  expect([requestsWith("POST").length, platform.lineItems.length, scores().length]).toEqual([0, 1, 1]);
});

it("a lost answer creates no second column", async () => {
  const { taker, send, scores, unsent } = await buildWorld();
  await taker.take(RIGHT);
  platform.answers.lineItems.push(200, -1);
  await expect(send()).rejects.toBeInstanceOf(JobPostponed);
  expect(await unsent()).toMatchObject({ waiting: 1, total: 0 });
  await send();
  expect([requestsWith("POST").length, platform.lineItems.length, scores().length]).toEqual([1, 1, 1]);
});

it("a rejected column is listed with its reason, and can be sent again manually", async () => {
  const { administrator, taker, send, scores, unsent } = await buildWorld();
  await taker.take(RIGHT);
  platform.answers.lineItems.push(200, 403);
  await send();
  const { grades } = await unsent();
  expect(grades).toMatchObject([{ reason: "lineItem", status: 403 }]);
  await sendCall(server, sendGradesAgain, { as: administrator, body: { ids: [grades[0]?.id ?? 0] } });
  await send();
  expect([scores().length, (await unsent()).total]).toEqual([1, 0]);
});

it("an unreachable platform is retried; a rejected token is replaced", async () => {
  const { taker, send, scores } = await buildWorld();
  await taker.take(RIGHT);
  for (const status of [503, 401]) {
    platform.answers.lineItems.push(status);
    await expect(send()).rejects.toBeInstanceOf(JobPostponed);
  }
  const before = platform.received.filter(({ path }) => path === "/token").length;
  await send();
  expect(platform.received.filter(({ path }) => path === "/token").length).toBeGreaterThan(before);
  expect(scores()).toHaveLength(1);
});

it("a column that was deleted on the platform is created again on request", async () => {
  const { administrator, taker, send, mark, unsent } = await buildWorld();
  await taker.take(RIGHT);
  await send();
  platform.lineItems.length = 0;
  platform.answers.scores.push(404);
  await mark(1);
  await send();
  const { grades } = await unsent();
  expect([grades, requestsWith("POST").length]).toEqual([[expect.objectContaining({ reason: "gone" })], 1]);
  await sendCall(server, sendGradesAgain, { as: administrator, body: { ids: [grades[0]?.id ?? 0] } });
  await send();
  expect([requestsWith("POST").length, (await unsent()).total]).toEqual([2, 0]);
});

it("a column named by the launch is used, before and after one was created", async () => {
  const { site, taker, launch, send, mark } = await buildWorld();
  await taker.take(RIGHT);
  await send();
  await launch(gradesClaim(`${platform.settings.issuer}/line/named`));
  await mark(1);
  await send();
  expect(platform.received.at(-1)?.path).toBe("/line/named/scores");
  expect(await linkOf(site.id)).toMatchObject({ line_items_url: null });
});

it("internal addresses are not requested, neither of the container nor of the column", async () => {
  for (const address of ["https://10.0.0.1/lineitems", "http://93.184.215.14/lineitems"]) {
    const { taker, send, unsent } = await buildWorld(lineItemsClaim(address));
    await taker.take(RIGHT);
    await send();
    expect((await unsent()).grades).toMatchObject([{ reason: "address", status: null }]);
  }
  const { quizId, taker, send, unsent } = await buildWorld();
  platform.lineItems.push({
    ...{ id: "https://169.254.169.254/line", resourceLinkId: "link-1", resourceId: `quiz-${quizId}` },
  });
  await taker.take(RIGHT);
  await send();
  expect((await unsent()).grades).toMatchObject([{ reason: "address", status: null }]);
});

it("without a column and without the right to create one nothing is stored, and no error occurs", async () => {
  const endpoint = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint";
  const claims = lineItemsClaim(container());
  const scope = ["https://purl.imsglobal.org/spec/lti-ags/scope/score"];
  for (const other of [{ scope }, { lineitems: "javascript:alert(1)" }, { lineitems: undefined }]) {
    const world = await buildWorld({ ...claims, [endpoint]: { ...(claims[endpoint] as object), ...other } });
    expect(await world.grades()).toEqual([]);
    expect(await world.unsent()).toMatchObject({ waiting: 0, total: 0 });
  }
});
