import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { getQuiz, type TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  getQuizAllowance,
  grantTime,
  setExtraTime,
  updateQuizAccess,
} from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { restartQuiz, saveAnswers, submitAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { listResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { beat } from "#platform/heartbeat/heartbeat.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const HOUR_S = 3_600;
const S = 1_000;

async function buildWorld(timerDurationS: number | null = HOUR_S) {
  const site = await buildSite(server);
  await sql`UPDATE site SET time_zone = 'Europe/Berlin' WHERE id = ${site.id}`.execute(server.owner);
  const parentId = await buildCourse(site);
  const { quizId } = await buildQuiz(site, { parentId, settings: { timer_duration_s: timerDurationS } });
  const learner = await buildUser(site);
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, quizId, learner, teacher };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

const at = ({ quizId }: World) => ({ params: { id: String(quizId) } });
const of = ({ quizId }: World) => ({ params: { quizId: String(quizId) } });

const _change = (world: World, body: BodyFor<typeof updateQuizAccess>) =>
  sendCall(server, updateQuizAccess, { as: world.teacher, ...of(world), body });
const _grant = (world: World, body: BodyFor<typeof setExtraTime>) =>
  sendCall(server, setExtraTime, { as: world.teacher, ...of(world), body });
const _allowance = async (world: World, as = world.learner) =>
  (await sendCall(server, getQuizAllowance, { as, ...of(world) })).answer;
const start = (world: World, more: { pass?: string; headers?: Record<string, string>; as?: TestUser } = {}) =>
  sendCall(server, saveAnswers, {
    as: more.as ?? world.learner,
    ...at(world),
    body: { quizId: world.quizId, ...(more.pass === undefined ? {} : { pass: more.pass }) },
    headers: more.headers ?? {},
  });
const _submit = (world: World) => sendCall(server, submitAnswers, { as: world.learner, ...at(world), body: {} });
const _restart = (world: World, body: { pass?: string } = {}) =>
  sendCall(server, restartQuiz, { as: world.learner, ...at(world), body });

/** In the site's time zone. @param inMs from now. */
async function _siteDate(inMs: number): Promise<string> {
  const { rows } = await sql<{ date: string }>`
    SELECT to_char((now() + make_interval(secs => ${inMs / S})) AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') AS date
  `.execute(server.owner);
  return rows[0]?.date ?? "";
}

async function remainingS(world: World, as = world.learner): Promise<number | null> {
  const { answer } = await sendCall(server, getQuiz, { as, ...at(world) });
  return (answer as TakenQuiz).clock.remaining;
}

it("what an outage took is shown with the results, given once and to those who worked then (rule D-3)", async () => {
  const world = await buildWorld();
  const late = await buildUser(world.site);
  const beganAt = Date.UTC(2001, 0, 1, 10);
  await start(world);
  await start(world, { as: late });
  await sql`
    UPDATE quiz_attempt SET started_at = ${new Date(beganAt - 60 * S)} WHERE quiz_id = ${world.quizId} AND user_id = ${world.learner.id}
  `.execute(server.owner);
  await sql`DELETE FROM server_heartbeat`.execute(server.owner);
  const beats = [beganAt - 9_000, beganAt - 4_000, beganAt, beganAt - 1_000, beganAt + 90_500];
  for (const at of beats) await beat(server.platform, at);
  // Servers that return together find it once.
  await Promise.all([1, 2, 3].map((number) => beat(server.platform, beganAt + 90_500 + number)));
  const outages = async () => (await sendCall(server, listResults, { as: world.teacher, ...at(world) })).answer.outages;
  const [from, until] = [new Date(beganAt).toISOString(), new Date(beganAt + 90_500).toISOString()];
  const outage = { from, until, attemptCount: 1, runningCount: 1, lostS: 91, grantedS: null };
  expect(await outages()).toEqual([outage]);
  const giveLost = (outageFrom: string) =>
    sendCall(server, grantTime, { as: world.teacher, ...of(world), body: { seconds: 91, outageFrom } });
  expect((await giveLost(until)).answer.attemptCount).toBe(0);
  const given = await Promise.all([giveLost(from), giveLost(from)]);
  expect(given.map(({ answer }) => answer.attemptCount).sort()).toEqual([0, 1]);
  expect(await outages()).toEqual([{ ...outage, grantedS: 91 }]);
  expect(Math.abs(((await remainingS(world)) ?? 0) - (HOUR_S + 91))).toBeLessThan(30);
  expect(Math.abs(((await remainingS(world, late)) ?? 0) - HOUR_S)).toBeLessThan(30);
  await sql`DELETE FROM server_outage`.execute(server.owner);
  expect(await outages()).toEqual([]);
});
