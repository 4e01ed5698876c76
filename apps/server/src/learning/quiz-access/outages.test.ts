import { getQuiz, type TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { grantTime } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { saveAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { listResults } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { beat } from "#platform/heartbeat/heartbeat.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { deleteHeartbeatsAndOutages } from "#testing/delete-heartbeats-and-outages.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
  await deleteHeartbeatsAndOutages(server);
});
afterAll(() => deleteHeartbeatsAndOutages(server));

const HOUR_S = 3_600;
const S = 1_000;

async function buildWorld() {
  const site = await buildSite(server);
  const { quizId } = await buildQuiz(site, { settings: { timer_duration_s: HOUR_S } });
  return { site, quizId, learner: await buildUser(site), teacher: await buildUser(site, { role: "teacher" }) };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

const at = ({ quizId }: World) => ({ params: { id: String(quizId) } });
const of = ({ quizId }: World) => ({ params: { quizId: String(quizId) } });

/** @param startMs since the epoch. The end of the attempt is unchanged. */
async function startedAt(world: World, as: TestUser, startMs: number): Promise<void> {
  await sendCall(server, saveAnswers, { as, ...at(world), body: { quizId: world.quizId } });
  await sql`
    UPDATE quiz_attempt SET started_at = ${new Date(startMs)} WHERE quiz_id = ${world.quizId} AND user_id = ${as.id}
  `.execute(server.owner);
}

async function remainingS(world: World, as: TestUser): Promise<number | null> {
  const { answer } = await sendCall(server, getQuiz, { as, ...at(world) });
  return (answer as TakenQuiz).clock.remaining;
}

it("time lost in an outage is shown with the results, and granted once, to those who were working then (rule D-3)", async () => {
  const world = await buildWorld();
  const { learner, teacher } = world;
  const [afterBeat, late] = [await buildUser(world.site), await buildUser(world.site)];
  const beganAt = Date.UTC(2001, 0, 1, 10);
  await startedAt(world, learner, beganAt - 60 * S);
  // The server may have run for a while after its last heartbeat.
  await startedAt(world, afterBeat, beganAt + 0.9 * S);
  await startedAt(world, late, beganAt + 91 * S);
  const beats = [beganAt - 9_000, beganAt - 4_000, beganAt, beganAt - 1_000, beganAt + 90_500];
  for (const at of beats) await beat(server.platform, at);
  // Servers that restart together detect it once.
  await Promise.all([1, 2, 3].map((number) => beat(server.platform, beganAt + 90_500 + number)));
  const outages = async () => (await sendCall(server, listResults, { as: teacher, ...at(world) })).answer.outages;
  const [from, until] = [new Date(beganAt).toISOString(), new Date(beganAt + 90_500).toISOString()];
  const outage = { from, until, attemptCount: 2, runningCount: 2, lostS: 91, grantedS: null };
  expect(await outages()).toEqual([outage]);
  const giveLost = (outageFrom: string) =>
    sendCall(server, grantTime, { as: teacher, ...of(world), body: { seconds: 91, outageFrom } });
  expect((await giveLost(until)).answer.attemptCount).toBe(0);
  const given = await Promise.all([giveLost(from), giveLost(from)]);
  expect(given.map(({ answer }) => answer.attemptCount).sort()).toEqual([0, 2]);
  expect(await outages()).toEqual([{ ...outage, grantedS: 91 }]);
  for (const [as, expectedS] of [
    [learner, HOUR_S + 91],
    [afterBeat, HOUR_S + 91],
    [late, HOUR_S],
  ] as const)
    expect(Math.abs(((await remainingS(world, as)) ?? 0) - expectedS)).toBeLessThan(30);
  await deleteHeartbeatsAndOutages(server);
  expect(await outages()).toEqual([]);
});
