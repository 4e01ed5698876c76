import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { USER_GUESSES_MAX } from "@parfocal/core/invite/invite-limits.ts";
import { copyQuiz, getQuiz, type TakenQuiz, updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  enterAccessCode,
  getQuizAccess,
  getQuizAllowance,
  grantTime,
  setExtraTime,
  updateQuizAccess,
} from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import {
  getQuizTimer,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { configKeyHash } from "./safe-exam-browser.ts";

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

const change = (world: World, body: BodyFor<typeof updateQuizAccess>) =>
  sendCall(server, updateQuizAccess, { as: world.teacher, ...of(world), body });
const grant = (world: World, body: BodyFor<typeof setExtraTime>) =>
  sendCall(server, setExtraTime, { as: world.teacher, ...of(world), body });
const allowance = async (world: World, as = world.learner) =>
  (await sendCall(server, getQuizAllowance, { as, ...of(world) })).answer;
const start = (world: World, more: { pass?: string; headers?: Record<string, string>; as?: TestUser } = {}) =>
  sendCall(server, saveAnswers, {
    as: more.as ?? world.learner,
    ...at(world),
    body: { quizId: world.quizId, ...(more.pass === undefined ? {} : { pass: more.pass }) },
    headers: more.headers ?? {},
  });
const submit = (world: World) => sendCall(server, submitAnswers, { as: world.learner, ...at(world), body: {} });
const restart = (world: World, body: { pass?: string } = {}) =>
  sendCall(server, restartQuiz, { as: world.learner, ...at(world), body });

/** In the site's time zone. @param inMs from now. */
async function siteDate(inMs: number): Promise<string> {
  const { rows } = await sql<{ date: string }>`
    SELECT to_char((now() + make_interval(secs => ${inMs / S})) AT TIME ZONE 'Europe/Berlin', 'YYYY-MM-DD HH24:MI:SS') AS date
  `.execute(server.owner);
  return rows[0]?.date ?? "";
}

async function remainingS(world: World, as = world.learner): Promise<number | null> {
  const { answer } = await sendCall(server, getQuiz, { as, ...at(world) });
  return (answer as TakenQuiz).clock.remaining;
}

describe("the settings", () => {
  it("are read as they were written; omitted settings are unchanged", async () => {
    const world = await buildWorld();
    const dates = { openFrom: "2027-01-31 09:00:00", openUntil: "2027-01-31 18:00:00" };
    expect((await change(world, { attemptsMax: 2, ...dates, accessCode: "Hall-7" })).status).toBe(200);
    expect((await change(world, { configKey: "AB".repeat(32) })).status).toBe(200);
    const { answer } = await sendCall(server, getQuizAccess, { as: world.teacher, ...of(world) });
    expect(answer).toEqual({
      quizId: world.quizId,
      attemptsMax: 2,
      ...dates,
      timeZone: "Europe/Berlin",
      graceS: 5,
      accessCode: "Hall-7",
      configKey: "ab".repeat(32),
      allowsMeasuring: true,
      allowsColour: true,
      showsAnnotations: false,
      extraTimes: [],
    });
    await change(world, { allowsMeasuring: false, showsAnnotations: true, graceS: 30 });
    expect((await change(world, { accessCode: "", openFrom: null })).answer).toMatchObject({
      graceS: 30,
      allowsMeasuring: false,
      allowsColour: true,
      showsAnnotations: true,
      accessCode: "",
      openFrom: null,
      openUntil: dates.openUntil,
    });
  });

  it("are rejected if they contradict each other", async () => {
    const world = await buildWorld();
    await change(world, { openFrom: "2027-01-31 09:00:00" });
    const rejected = await change(world, { openUntil: "2027-01-31 09:00:00" });
    expect([rejected.status, rejected.failure.data]).toEqual([400, ["openUntil"]]);
    for (const graceS of [-1, 61, 2.5]) expect((await change(world, { graceS })).status).toBe(400);
    expect((await grant(world, { userId: world.learner.id, minutes: 5, percent: 5 })).status).toBe(400);
    expect((await grant(world, { userId: 999_999, minutes: 5 })).failure.data).toEqual(["userId"]);
  });
});

it("granting the same person extra time twice at once grants it once", async () => {
  const world = await buildWorld();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => grant(world, { userId: world.learner.id, minutes: index + 1 })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { answer } = await sendCall(server, getQuizAccess, {
    as: world.teacher,
    params: { quizId: String(world.quizId) },
  });
  expect(answer.extraTimes).toHaveLength(1);
});

it("a copy of the quiz has its settings and the extra time of groups, not that of single people", async () => {
  const world = await buildWorld();
  const { site, quizId, learner, teacher } = world;
  const parentId = await buildCourse(site);
  const userGroupId = await buildUserGroup(site);
  const settings = { attemptsMax: 2, openUntil: "2027-01-31 18:00:00", accessCode: "Hall-7", allowsMeasuring: false };
  await change(world, settings);
  await grant(world, { userId: learner.id, minutes: 10 });
  await grant(world, { userGroupId, percent: 25 });
  const copy = await sendCall(server, copyQuiz, { as: teacher, body: { id: quizId, parentId } });
  const params = { quizId: String(copy.answer.id) };
  const { answer } = await sendCall(server, getQuizAccess, { as: teacher, params });
  expect(answer).toMatchObject({ ...settings, configKey: "", extraTimes: [{ userGroupId, percent: 25 }] });
  expect(answer.extraTimes).toHaveLength(1);
});

describe("time given to all running attempts", () => {
  const give = (world: World, seconds: number, as = world.teacher) =>
    sendCall(server, grantTime, { as, ...of(world), body: { seconds } });

  it("moves their deadlines immediately, adds up, and is kept with extra time and after a restart", async () => {
    const world = await buildWorld();
    const { site, learner } = world;
    const other = await buildUser(site);
    await start(world);
    await start(world, { as: other });
    expect((await give(world, 300)).answer).toEqual({ quizId: world.quizId, attemptCount: 2 });
    await give(world, 60);
    const timer = await sendCall(server, getQuizTimer, { as: learner, params: { quizId: String(world.quizId) } });
    expect(Math.abs((timer.answer.remaining ?? 0) - (HOUR_S + 360))).toBeLessThan(30);
    await grant(world, { userId: learner.id, minutes: 10 });
    expect(Math.abs(((await remainingS(world)) ?? 0) - (HOUR_S + 360 + 600))).toBeLessThan(30);
    await restart(world);
    await grant(world, { userId: learner.id, minutes: 20 });
    expect(Math.abs(((await remainingS(world)) ?? 0) - (HOUR_S + 360 + 1_200))).toBeLessThan(30);
    expect(Math.abs(((await remainingS(world, other)) ?? 0) - (HOUR_S + 360))).toBeLessThan(30);
  });

  it("extends beyond the end of the quiz; later, submitted and unlimited attempts get none", async () => {
    const world = await buildWorld();
    await start(world);
    await submit(world);
    expect((await give(world, 300)).answer.attemptCount).toBe(0);
    await restart(world);
    expect(Math.abs(((await remainingS(world)) ?? 0) - HOUR_S)).toBeLessThan(30);
    const closing = await buildWorld();
    await change(closing, { openUntil: await siteDate(600 * S) });
    await start(closing);
    await give(closing, 300);
    expect(Math.abs(((await remainingS(closing)) ?? 0) - 900)).toBeLessThan(30);
    const endless = await buildWorld(null);
    await start(endless);
    expect((await give(endless, 300)).answer.attemptCount).toBe(0);
    expect(await remainingS(endless)).toBeNull();
  });

  it("is granted by content managers, in seconds", async () => {
    const world = await buildWorld();
    expect((await give(world, 300, world.learner)).status).toBe(403);
    expect([(await give(world, 0)).status, (await give(world, 7_201)).status]).toEqual([400, 400]);
  });
});

describe("the number of attempts", () => {
  it("limits new attempts; restarting a running one uses none", async () => {
    const world = await buildWorld();
    await change(world, { attemptsMax: 2 });
    expect((await allowance(world)).attemptsLeft).toBe(2);
    await start(world);
    expect((await restart(world)).status).toBe(200);
    expect((await allowance(world)).attemptsLeft).toBe(1);
    await submit(world);
    expect((await restart(world)).status).toBe(200);
    await submit(world);
    const rejected = await restart(world);
    expect([rejected.status, rejected.failure.data]).toEqual([400, ["noAttemptsLeft"]]);
    expect(await allowance(world)).toMatchObject({ attemptsLeft: 0, problem: "noAttemptsLeft" });
  });
});

describe("the opening times", () => {
  it("a quiz is not started before it opens, nor after it closes", async () => {
    const world = await buildWorld();
    await change(world, { openFrom: await siteDate(60 * S) });
    expect((await start(world)).failure.data).toEqual(["notOpenYet"]);
    expect((await allowance(world)).problem).toBe("notOpenYet");
    await change(world, { openFrom: await siteDate(-120 * S), openUntil: await siteDate(-60 * S) });
    const closed = await start(world);
    expect([closed.status, closed.failure.data]).toEqual([400, ["closed"]]);
    expect((await sendCall(server, getQuiz, { as: world.learner, ...at(world) })).answer.view).toBe("announcement");
  });

  it("no attempt runs beyond the closing time, however much time the person has", async () => {
    const world = await buildWorld();
    await grant(world, { userId: world.learner.id, percent: 100 });
    await change(world, { openUntil: await siteDate(600 * S) });
    await start(world);
    const remaining = await remainingS(world);
    expect(remaining).toBeGreaterThan(590);
    expect(remaining).toBeLessThanOrEqual(600);
  });

  it("a running attempt gains time if the quiz closes later, and loses none if it closes earlier", async () => {
    const world = await buildWorld();
    await change(world, { openUntil: await siteDate(600 * S) });
    await start(world);
    await change(world, { openUntil: await siteDate(1_200 * S) });
    expect(await remainingS(world)).toBeGreaterThan(1_180);
    await change(world, { openUntil: await siteDate(60 * S) });
    expect(await remainingS(world)).toBeGreaterThan(1_180);
  });

  it("an attempt without a time limit ends when the quiz closes", async () => {
    const world = await buildWorld(null);
    await start(world);
    expect(await remainingS(world)).toBeNull();
    await change(world, { openUntil: await siteDate(300 * S) });
    expect(await remainingS(world)).toBeLessThanOrEqual(300);
    await change(world, { openUntil: null });
    expect(await remainingS(world)).toBeNull();
  });
});

describe("extra time", () => {
  it("of a person and of their groups: the largest counts, also in a running attempt; removing it takes no time away", async () => {
    const world = await buildWorld();
    const { site, learner, quizId } = world;
    const other = await buildUser(site);
    const groupId = await buildUserGroup(site, { members: [learner] });
    expect((await grant(world, { userGroupId: groupId, minutes: 10 })).status).toBe(200);
    expect((await allowance(world)).extraTime).toBe(600);
    expect((await allowance(world, other)).extraTime).toBe(0);
    await start(world);
    await start(world, { as: other });
    expect(await remainingS(world)).toBeGreaterThan(HOUR_S + 590);
    const { answer } = await grant(world, { userId: learner.id, percent: 50 });
    expect(answer.extraTimes).toEqual([
      expect.objectContaining({ userGroupId: groupId, userId: null, minutes: 10, percent: null }),
      expect.objectContaining({ userGroupId: null, userId: learner.id, minutes: null, percent: 50 }),
    ]);
    expect(await remainingS(world)).toBeGreaterThan(HOUR_S + 1_790);
    expect(await remainingS(world, other)).toBeLessThanOrEqual(HOUR_S);
    const less = await grant(world, { userId: learner.id });
    expect(less.answer.extraTimes).toHaveLength(1);
    expect(await remainingS(world)).toBeGreaterThan(HOUR_S + 1_790);
    // A restart keeps the deadline, and extra time granted later still moves it.
    await restart(world);
    await grant(world, { userId: learner.id, percent: 100 });
    expect(await remainingS(world)).toBeGreaterThan(2 * HOUR_S - 10);
    expect(quizId).toBeGreaterThan(0);
  });

  it("is calculated from the time limit at the start, even if the quiz has changed since", async () => {
    const world = await buildWorld();
    await start(world);
    await sendCall(server, updateQuiz, { as: world.teacher, ...at(world), body: { timerDuration: 10 * HOUR_S } });
    await grant(world, { userId: world.learner.id, minutes: 10 });
    expect(await remainingS(world)).toBeLessThanOrEqual(HOUR_S + 600);
  });
});

describe("the access code", () => {
  const enter = (world: World, code: string, as = world.learner) =>
    sendCall(server, enterAccessCode, { as, ...of(world), body: { code } });

  it("starts an attempt, in upper or lower case; without it, or with another person's or an old code, nothing starts", async () => {
    const world = await buildWorld();
    await change(world, { accessCode: "Hall-7" });
    expect((await allowance(world)).isCodeRequired).toBe(true);
    const without = await start(world);
    expect([without.status, without.failure.data]).toEqual([400, ["accessCode"]]);
    const wrong = await enter(world, "Hall-8");
    expect([wrong.status, wrong.failure.data]).toEqual([400, ["accessCodeWrong"]]);
    const other = await buildUser(world.site);
    const { pass: ofOther } = (await enter(world, "hall-7", other)).answer;
    expect((await start(world, { pass: ofOther })).failure.data).toEqual(["accessCode"]);
    const { pass: older } = (await enter(world, "HALL-7 ")).answer;
    await change(world, { accessCode: "Hall-9" });
    expect((await start(world, { pass: older })).failure.data).toEqual(["accessCode"]);
    const { pass } = (await enter(world, "hall-9")).answer;
    expect((await start(world, { pass })).status).toBe(200);
    await submit(world);
    expect((await restart(world)).failure.data).toEqual(["accessCode"]);
    expect((await restart(world, { pass })).status).toBe(200);
  });

  it("is not shown to anyone who takes the quiz, and is not readable in the database", async () => {
    const world = await buildWorld();
    await change(world, { accessCode: "Zyxwv-7" });
    const seen = JSON.stringify([
      await allowance(world),
      (await sendCall(server, getQuiz, { as: world.learner, ...at(world) })).answer,
    ]);
    expect(seen).not.toContain("Zyxwv");
    expect((await sendCall(server, getQuizAccess, { as: world.learner, ...of(world) })).status).toBe(403);
    const { rows } = await sql<{ text: string }>`
      SELECT encode(access_code, 'escape') AS text FROM quiz_access WHERE quiz_id = ${world.quizId}
    `.execute(server.owner);
    expect(rows[0]?.text).not.toContain("Zyxwv");
  });

  it(`can be guessed ${USER_GUESSES_MAX} times; after that even the right one has to wait`, async () => {
    const world = await buildWorld();
    await change(world, { accessCode: "Hall-7" });
    for (let count = 0; count < USER_GUESSES_MAX; count += 1)
      expect((await enter(world, `no-${count}`)).status).toBe(400);
    const limited = await enter(world, "Hall-7");
    expect([limited.status, limited.failure.data]).toEqual([429, ["tooManyAttempts"]]);
  });
});

describe("Safe Exam Browser", () => {
  const KEY = "0123456789abcdef".repeat(4);
  const headersFor = (url: string, key = KEY) => ({
    host: "exam.example.org",
    "x-safeexambrowser-configkeyhash": configKeyHash(url, key),
  });

  it("hashes the URL without its fragment and the Config Key, as documented", () => {
    // printf '%s%s' 'https://exam.example.org/a?b=c' '0123…' | sha256sum
    expect(configKeyHash("https://exam.example.org/a?b=c#d", KEY)).toBe(
      "68dfdb125adbb22f57120f8d062df4fa545e183227d0a9e08be23e2a90c01375",
    );
  });

  it("starts and continues only with the hash of each call's own URL", async () => {
    const world = await buildWorld();
    await change(world, { configKey: KEY });
    expect((await allowance(world)).isSafeExamBrowserRequired).toBe(true);
    const rejected = await start(world);
    expect([rejected.status, rejected.failure.data]).toEqual([403, ["safeExamBrowser"]]);
    const url = `http://exam.example.org/api/v2/quiz/${world.quizId}`;
    expect((await start(world, { headers: headersFor(`${url}/answer`, "f".repeat(64)) })).status).toBe(403);
    expect((await start(world, { headers: headersFor(`${url}/other`) })).status).toBe(403);
    expect((await start(world, { headers: headersFor(`${url}/answer`) })).status).toBe(200);
    const read = (headers: Record<string, string>) =>
      sendCall(server, getQuiz, { as: world.learner, ...at(world), headers });
    expect((await read({})).status).toBe(403);
    expect((await read(headersFor(url))).answer.view).toBe("taking");
    expect((await start(world)).status).toBe(403);
    expect((await submit(world)).status).toBe(403);
  });
});
