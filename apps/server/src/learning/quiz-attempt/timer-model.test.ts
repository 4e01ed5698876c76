/**
 * REL-18: the time of attempts matches a small model after any sequence of calls by two learners and a teacher (rules
 * D-2 and D-3, decisions 0073 and 0163): time limit, opening and closing, number of attempts, grace, extra time of a
 * person and of a group, time granted at once and for an outage, restart, clocks, a page that reports another time, and
 * hours that pass. After each call every start, deadline, grace, grant and end in the database is compared.
 */
import { getQuiz, updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizClock } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import {
  getQuizAllowance,
  grantTime,
  setExtraTime,
  updateQuizAccess,
} from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import {
  getQuizTimer,
  putQuizTimer,
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { steadyNow } from "#platform/http/arrival.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { deleteHeartbeatsAndOutages } from "#testing/delete-heartbeats-and-outages.ts";
import {
  begin,
  currentOf,
  type Extra,
  endIfLate,
  extraS,
  isLate,
  moveDeadlines,
  pass,
  runningOf,
  startRefusal,
  storedAttempts,
  type TimedQuiz,
  type TimeModel,
  type Who,
} from "#testing/quiz-time-model.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { closeOverdueAttempts } from "./close-overdue-attempts.ts";

const RUNS = 15;
const S = 1_000;
/** Attempts that started this long after the last heartbeat were running in the outage. */
const HEARTBEAT_S = 1;

let server: SharedTestServer;
let site: TestSite;
let teacher: TestUser;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  teacher = await buildUser(site, { role: "teacher" });
});
afterAll(() => deleteHeartbeatsAndOutages(server));

const command = commandsComparedBy<TimeModel, TimedQuiz>(async (model, real) => {
  for (const who of [0, 1] as const) {
    const expected = model.attempts[who].map(({ startedAt, deadlineAt, ...same }) => ({
      ...same,
      startedAt: new Date(startedAt),
      deadlineAt: deadlineAt === null ? null : new Date(deadlineAt),
      endsElsewhere: false,
    }));
    expect(await storedAttempts(real, real.learners[who])).toEqual(expected);
  }
  await pass(model, real, 0);
});

/** Without an answer it is a start, which returns an existing attempt as it is. */
const save = (who: Who, hasAnswer: boolean) =>
  command(`${hasAnswer ? "save" : "start"} by ${who}`, async (model, real) => {
    const { quizId, questionId } = real;
    const attempt = currentOf(model, who);
    const rev = (attempt?.rev ?? 0) + 1;
    const questionType = "short-answer" as const;
    const quizAnswers = hasAnswer ? [{ questionId, itemId: null, questionType, answer: "kidney", rev }] : [];
    const sentAt = steadyNow();
    const call = { as: real.learners[who], params: { id: String(quizId) }, body: { quizId, quizAnswers } };
    const { status, failure, answer } = await sendCall(server, saveAnswers, call);
    const refusal = attempt ? null : startRefusal(model, who);
    if (refusal) return expect([status, failure.data]).toEqual([400, [refusal]]);
    if (hasAnswer && attempt?.end === "person") return expect([status, failure.data]).toEqual([409, ["submitted"]]);
    if (hasAnswer && attempt && isLate(attempt)) return expect([status, failure.data]).toEqual([400, ["outOfTime"]]);
    expect(status).toBe(200);
    const saved = attempt ?? (await begin(model, real, who, sentAt));
    if (hasAnswer) saved.rev = rev;
    expectClock(answer.clock, model, who, sentAt);
  });

const submit = (who: Who) =>
  command(`submit by ${who}`, async (model, real) => {
    const call = { as: real.learners[who], params: { id: String(real.quizId) }, body: {} };
    const { status, failure } = await sendCall(server, submitAnswers, call);
    const attempt = currentOf(model, who);
    if (!attempt) return expect([status, failure.data]).toEqual([400, ["notStarted"]]);
    if (attempt.end !== "person" && isLate(attempt))
      return expect([status, failure.data]).toEqual([400, ["outOfTime"]]);
    expect(status).toBe(200);
    attempt.end ??= "person";
  });

const restart = (who: Who) =>
  command(`restart by ${who}`, async (model, real) => {
    const sentAt = steadyNow();
    const call = { as: real.learners[who], params: { id: String(real.quizId) }, body: {} };
    const { status, failure } = await sendCall(server, restartQuiz, call);
    const attempt = currentOf(model, who);
    if (!attempt) return expect([status, failure.data]).toEqual([400, ["notStarted"]]);
    const isRunning = attempt.end === null && !isLate(attempt);
    const refusal = isRunning ? null : startRefusal(model, who);
    if (refusal) return expect([status, failure.data]).toEqual([400, [refusal]]);
    expect(status).toBe(200);
    endIfLate(attempt);
    attempt.isRemoved = isRunning;
    if (!isRunning || attempt.deadlineAt === null) await begin(model, real, who, sentAt);
    else model.attempts[who].push({ ...attempt, no: attempt.no + 1, rev: 0, isRemoved: false });
  });

function expectClock(clock: QuizClock, model: TimeModel, who: Who, sentAt: number): void {
  const serverNow = Date.parse(clock.serverNow);
  expect(serverNow).toBeGreaterThanOrEqual(Math.floor(sentAt));
  expect(serverNow).toBeLessThanOrEqual(steadyNow());
  const attempt = currentOf(model, who);
  const deadlineAt = attempt?.deadlineAt ?? null;
  expect(clock.deadline).toBe(deadlineAt === null ? null : new Date(deadlineAt).toISOString());
  // The text of the instant has no fractions of a millisecond.
  const remaining = [0, 1].map((ms) =>
    deadlineAt === null ? null : Math.max(0, Math.ceil((deadlineAt - serverNow - ms) / S)),
  );
  expect(attempt ? remaining : [model.limitS]).toContain(clock.remaining);
}

const CLOCKS = ["get", "report of 9,999 s", "quiz"] as const;
const clock = (who: Who, how: (typeof CLOCKS)[number]) =>
  command(`clock of ${who}: ${how}`, async (model, { quizId, learners }) => {
    const sentAt = steadyNow();
    const as = learners[who];
    const attempt = currentOf(model, who);
    endIfLate(attempt);
    if (how === "quiz") {
      const { answer } = await sendCall(server, getQuiz, { as, params: { id: String(quizId) } });
      if (answer.view !== "taking") return expect([answer.view, attempt]).toEqual(["announcement", undefined]);
      expect([answer.isSubmitted, answer.isEndedByClock]).toEqual([attempt?.end !== null, attempt?.end === "sweeper"]);
      return expectClock(answer.clock, model, who, sentAt);
    }
    const { answer } =
      how === "get"
        ? await sendCall(server, getQuizTimer, { as, params: { quizId: String(quizId) } })
        : await sendCall(server, putQuizTimer, { as, body: { quizId, remaining: 9_999 } });
    expectClock(answer, model, who, sentAt);
  });

const allowance = (who: Who) =>
  command(`allowance of ${who}`, async (model, { quizId, learners }) => {
    const params = { quizId: String(quizId) };
    const { answer } = await sendCall(server, getQuizAllowance, { as: learners[who], params });
    expect(answer).toMatchObject({
      problem: startRefusal(model, who),
      extraTime: model.limitS === null ? 0 : extraS(model, who, model.limitS),
    });
  });

/** Dates as seconds from now. */
interface Change {
  readonly openFrom?: number | null;
  readonly openUntil?: number | null;
  readonly graceS?: number;
  readonly attemptsMax?: number | null;
}
const instantOf = (seconds: number | null) => (seconds === null ? null : Math.floor(steadyNow() / S + seconds) * S);
const dateOf = (instant: number | null) =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 19).replace("T", " ");

const change = ({ openFrom, openUntil, ...rest }: Change) =>
  command(`change ${JSON.stringify({ openFrom, openUntil, ...rest })}`, async (model, real) => {
    const opensAt = openFrom === undefined ? model.opensAt : instantOf(openFrom);
    const closesAt = openUntil === undefined ? model.closesAt : instantOf(openUntil);
    const dates = {
      ...(openFrom === undefined ? {} : { openFrom: dateOf(opensAt) }),
      ...(openUntil === undefined ? {} : { openUntil: dateOf(closesAt) }),
    };
    const sentAt = steadyNow();
    const call = { as: teacher, params: { quizId: String(real.quizId) }, body: { ...rest, ...dates } };
    const { status, failure } = await sendCall(server, updateQuizAccess, call);
    if (opensAt !== null && closesAt !== null && opensAt >= closesAt)
      return expect([status, failure.data]).toEqual([400, ["openUntil"]]);
    expect(status).toBe(200);
    Object.assign(model, { opensAt, closesAt }, rest);
    await moveDeadlines(model, real, sentAt);
  });

const setLimit = (limitS: number | null) =>
  command(`time limit ${limitS}`, async (model, { quizId }) => {
    const call = { as: teacher, params: { id: String(quizId) }, body: { timerDuration: limitS } };
    expect((await sendCall(server, updateQuiz, call)).status).toBe(200);
    model.limitS = limitS;
  });

const giveExtra = (place: 0 | 1 | 2, extra: Extra) =>
  command(`extra time ${JSON.stringify(extra)} for ${["0", "1", "the group of 1"][place]}`, async (model, real) => {
    const sentAt = steadyNow();
    const whom = place === 2 ? { userGroupId: real.groupId } : { userId: real.learners[place].id };
    const call = { as: teacher, params: { quizId: String(real.quizId) }, body: { ...whom, ...extra } };
    expect((await sendCall(server, setExtraTime, call)).status).toBe(200);
    model.extras[place] = extra;
    await moveDeadlines(model, real, sentAt);
  });

/** @param back of the outage; null: for all running attempts. */
const grant = (seconds: number, back: number | null) =>
  command(`grant ${seconds} s${back === null ? "" : ` for outage -${back}`}`, async (model, { quizId }) => {
    const outage = back === null ? undefined : model.outages.at(-1 - back);
    const outageFrom = back === null ? {} : { outageFrom: new Date(outage?.beganAt ?? 0).toISOString() };
    const call = { as: teacher, params: { quizId: String(quizId) }, body: { seconds, ...outageFrom } };
    const { answer } = await sendCall(server, grantTime, call);
    const isDue = back === null || outage?.isGranted === false;
    const before = outage ? outage.beganAt + HEARTBEAT_S * S : Number.POSITIVE_INFINITY;
    const moved = ([0, 1] as const)
      .flatMap((who) => runningOf(model, who))
      .filter(({ deadlineAt, startedAt }) => isDue && deadlineAt !== null && startedAt < before);
    for (const attempt of moved) {
      attempt.grantedS += seconds;
      attempt.deadlineAt = (attempt.deadlineAt ?? 0) + seconds * S;
    }
    if (outage) outage.isGranted = true;
    expect(answer.attemptCount).toBe(moved.length);
  });

const outage = command("an outage of a minute", async (model, real) => {
  const beganAt = Math.ceil(steadyNow());
  await sql`
    INSERT INTO server_outage (began_at, ended_at) VALUES (${new Date(beganAt)}, ${new Date(beganAt + 60 * S)})
  `.execute(server.owner);
  model.outages.push({ beganAt, isGranted: false });
  await pass(model, real, 61);
});

const passTime = (seconds: number) => command(`${seconds} s pass`, (model, real) => pass(model, real, seconds));

/** Until shortly after the deadline: within a grace of a minute, after a shorter one. */
const passDeadline = (who: Who) =>
  command(`the deadline of ${who} passes`, async (model, real) => {
    const deadlineAt = currentOf(model, who)?.deadlineAt ?? null;
    if (deadlineAt !== null) await pass(model, real, Math.max(0, Math.ceil((deadlineAt - steadyNow()) / S) + 10));
  });

/** Both can start again. */
const reset = command("reset", async (model, { quizId }) => {
  await sendCall(server, resetQuiz, { as: teacher, params: { id: String(quizId) }, body: {} });
  for (const attempt of model.attempts.flat()) attempt.isRemoved = true;
});

const closeOverdue = command("the server submits what is overdue", async ({ attempts }) => {
  await closeOverdueAttempts(server.platform);
  for (const attempt of attempts.flat()) if (!attempt.isRemoved) endIfLate(attempt);
});

const who = fc.constantFrom<Who>(0, 1);
const anyCommand = [
  // More often than the rest: without an attempt most calls do nothing.
  fc.tuple(who, fc.boolean()).map((args) => save(...args)),
  fc.tuple(who, fc.boolean()).map((args) => save(...args)),
  who.map(submit),
  who.map(restart),
  fc.tuple(who, fc.constantFrom(...CLOCKS)).map((args) => clock(...args)),
  who.map(allowance),
  fc.constantFrom(null, 400, 400, 2_000, -50).map((openUntil) => change({ openUntil })),
  fc.constantFrom(null, -100, 200).map((openFrom) => change({ openFrom })),
  fc.constantFrom(0, 5, 60, 60).map((graceS) => change({ graceS })),
  fc.constantFrom(null, 1, 2).map((attemptsMax) => change({ attemptsMax })),
  fc.constantFrom(null, 300, 600, 1_800).map(setLimit),
  fc
    .tuple(fc.constantFrom<0 | 1 | 2>(0, 1, 2), fc.constantFrom({ minutes: 5 }, { percent: 50 }, {}))
    .map((args) => giveExtra(...args)),
  fc.tuple(fc.constantFrom(30, 120), fc.constantFrom(null, 0, 0, 1)).map((args) => grant(...args)),
  fc.constant(outage),
  fc.constantFrom(30, 240).map(passTime),
  who.map(passDeadline),
  fc.constant(closeOverdue),
  fc.constant(reset),
];

async function setUp(): Promise<{ model: TimeModel; real: TimedQuiz }> {
  const question = { type: "short-answer" as const, correctAnswer: "kidney", answerOptions: [] };
  const { quizId, questionIds } = await buildQuiz(site, {
    questions: [question],
    settings: { timer_duration_s: 600 },
  });
  const learners = [await buildUser(site), await buildUser(site)] as const;
  const groupId = await buildUserGroup(site, { members: [learners[1]] });
  await deleteHeartbeatsAndOutages(server);
  const settings = { limitS: 600, opensAt: null, closesAt: null, graceS: 5, attemptsMax: null };
  return {
    model: { ...settings, attempts: [[], []], extras: [{}, {}, {}], outages: [] },
    real: { server, quizId, questionId: questionIds[0] ?? 0, learners, groupId },
  };
}

// The record of 1,000 sequences takes minutes.
it("the time of attempts matches its model after any sequence of calls", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
