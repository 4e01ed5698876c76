/** REL-15: forty attempts of a learner to gain time. None moves the deadline of the attempt, or starts another one. */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type AttemptWorld, attemptWorld, questionOf } from "#testing/attempt-world.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const LIMIT_S = 600;
/** The grace has passed: see `letTimePass`. */
const OVER_S = LIMIT_S + 6;

let server: SharedTestServer;
let world: AttemptWorld;
beforeAll(async () => {
  server = await sharedTestServer();
});

const { buildWorld, save, taken, letTimePass } = attemptWorld(() => server);

/** Method, path with `{q}` for the quiz, body. */
type Cheat = readonly [method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: string | object];

/** Values that the page could send as the remaining time; as texts, since JSON has no such numbers. */
const REMAINING = [
  ...["9999999999", "3601", "-1", "0", "1e308", "-1e308", "0.001", '"600"', '"NaN"', "null", "true", "[600]", "{}"],
  ...["9007199254740993", "1e999"],
];
const LATER = "2099-01-01T00:00:00.000Z";
const OWN_TIMES: readonly object[] = [
  { deadline: LATER },
  { deadlineAt: LATER, startedAt: LATER },
  { serverNow: "2001-01-01T00:00:00.000Z" },
  { timeLimit: 9_999, grantedS: 9_999 },
];

const ANSWER = "/v2/quiz/{q}/answer";
const CHEATS: readonly Cheat[] = [
  ...REMAINING.map((text): Cheat => ["PUT", "/v2/quizTimer", `{"quizId":"{q}","remaining":${text}}`]),
  ...OWN_TIMES.map((times): Cheat => ["PUT", "/v2/quizTimer", { quizId: "{q}", remaining: 600, ...times }]),
  ...OWN_TIMES.map((times): Cheat => ["POST", ANSWER, { quizId: "{q}", quizAnswers: [], ...times }]),
  ["POST", ANSWER, { quizId: "{q}", quizAnswers: [] }],
  ["POST", ANSWER, { quizId: "{q}", quizAnswers: [], preview: true }],
  ["POST", ANSWER, { quizId: "{q}", quizAnswers: [], attemptNo: 2 }],
  ["POST", `${ANSWER}?preview=true`, { quizId: "{q}", quizAnswers: [] }],
  ["PUT", "/v2/quizTimer", { quizId: "{q}", remaining: 600, preview: true }],
  ["GET", "/v2/quizTimer/{q}?preview=true"],
  ["PUT", "/v2/quiz/{q}/restart", { preview: true }],
  ["PUT", "/v2/quiz/{q}/restart", { attemptNo: 2 }],
  ["PUT", "/v2/quiz/{q}/reset", {}],
  ["PUT", "/v2/quiz/{q}", { timerDuration: 9_999 }],
  ["PUT", "/v2/quiz/{q}/access", { closesAt: LATER }],
  ["POST", "/v2/quiz/{q}/moreTime", { seconds: 600 }],
  ["POST", "/v2/quiz/{q}/moreTime", { seconds: -600, outageFrom: LATER }],
  ["PUT", "/v2/quiz/{q}/extraTime", { extraTimes: [{ userId: 1, minutes: 60 }] }],
  ["DELETE", "/v2/quiz/{q}/preview"],
];

const withQuiz = (text: string) => text.replaceAll('"{q}"', String(world.quizId)).replaceAll("{q}", `${world.quizId}`);

async function send([method, path, body]: Cheat): Promise<number> {
  const { statusCode } = await server.app.inject({
    method,
    url: `/api${withQuiz(path)}`,
    headers: { "x-site-token": world.learner.token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { payload: withQuiz(typeof body === "string" ? body : JSON.stringify(body)) } : {}),
  });
  return statusCode;
}

async function storedAttempts() {
  const { rows } = await sql`
    SELECT id, attempt_no, state, started_at, deadline_at, time_limit_s, granted_s, archived_at, is_preview
    FROM quiz_attempt WHERE quiz_id = ${world.quizId} ORDER BY id
  `.execute(server.owner);
  return rows;
}

async function begin(): Promise<void> {
  world = await buildWorld({ timer_duration_s: LIMIT_S });
  await save(world);
}

describe("time is not gained", () => {
  beforeAll(begin);

  it("in forty ways", () => expect(CHEATS.length + WHEN_OVER.length).toBeGreaterThanOrEqual(40));

  for (const cheat of CHEATS)
    it(`by ${cheat[0]} ${cheat[1]} ${cheat[2] ? JSON.stringify(cheat[2]).slice(0, 90) : ""}`, async () => {
      const before = await storedAttempts();
      expect(await send(cheat)).toBeLessThan(500);
      expect(await storedAttempts()).toEqual(before);
    });

  it("by restarting: the answers are deleted, the deadline is the same", async () => {
    const deadlineOf = async () => (await taken(world)).clock.deadline;
    const before = await deadlineOf();
    expect(await send(["PUT", "/v2/quiz/{q}/restart", {}])).toBe(200);
    expect(await deadlineOf()).toBe(before);
  });
});

/** Each is rejected, and does not change what the server has submitted. */
const WHEN_OVER: readonly Cheat[] = [
  ["POST", ANSWER],
  ["POST", "/v2/quiz/{q}/answer/submit", {}],
  ["POST", "/v2/quiz/{q}/answer/submit", { attemptNo: 1 }],
  ["PUT", "/v2/quizTimer", { quizId: "{q}", remaining: 600 }],
];

describe("after the deadline", () => {
  beforeAll(begin);

  it("answers and submissions are rejected, and the attempt ends as it was saved in time", async () => {
    const quiz = await taken(world);
    const { id: questionId, questionType } = questionOf(quiz, "Name it");
    const late = { quizId: world.quizId, quizAnswers: [{ questionId, questionType, answer: "Glomerulus", rev: 9 }] };
    await letTimePass(world, OVER_S);
    for (const [method, path, body] of WHEN_OVER) {
      const isClock = path === "/v2/quizTimer";
      expect(await send([method, path, body ?? late]), path).toBe(isClock ? 200 : 400);
    }
    expect(await taken(world)).toMatchObject({ isEndedByClock: true, result: { score: 0 }, clock: { remaining: 0 } });
  });
});
