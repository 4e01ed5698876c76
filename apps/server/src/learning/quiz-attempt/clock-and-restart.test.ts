import { updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { updateQuizAccess } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { getQuizTimer, putQuizTimer } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { type AttemptWorld, attemptWorld, goodAnswers } from "#testing/attempt-world.ts";
import { buildAttempt, buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { closeOverdueAttempts } from "./close-overdue-attempts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const { buildWorld, read, save, submit, restart, reset, taken, letTimePass, countAttempts } = attemptWorld(
  () => server,
);

describe("the clock", () => {
  const TIMED = { timer_duration_s: 600 };
  const timer = (world: AttemptWorld) =>
    sendCall(server, getQuizTimer, { as: world.learner, params: { quizId: String(world.quizId) } });
  const report = (world: AttemptWorld, remaining: number) =>
    sendCall(server, putQuizTimer, { as: world.learner, body: { quizId: world.quizId, remaining } });

  it("is the server's: the remaining time sent by the page never moves the deadline", async () => {
    const world = await buildWorld(TIMED);
    expect((await timer(world)).answer).toMatchObject({ remaining: 600, deadline: null });
    await save(world);
    const { deadline } = (await timer(world)).answer;
    for (const remaining of [9_999, 0, -5]) {
      const { status, answer } = await report(world, remaining);
      expect([status, answer.deadline]).toEqual([200, deadline]);
      expect(answer.remaining).toBeGreaterThan(590);
      expect(answer.remaining).toBeLessThanOrEqual(600);
    }
    expect((await save(world)).answer.clock.deadline).toBe(deadline);
    // The first value sent by the page is stored for complaints; nothing is written for the next 15 seconds.
    const { site, quizId } = world;
    const rows = await withSite(server.platform.database, site.id, (db) =>
      db
        .selectFrom("quiz_attempt")
        .select("reported_remaining_s as reported")
        .where("site_id", "=", site.id)
        .where("quiz_id", "=", quizId)
        .execute(),
    );
    expect(rows).toEqual([{ reported: 9_999 }]);
  });

  it("within the grace of 5 seconds, answers and the submission are accepted", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    const answers = goodAnswers(await taken(world));
    await letTimePass(world, 602);
    expect((await save(world, answers)).status).toBe(200);
    expect((await submit(world)).answer).toMatchObject({ result: { score: 9 }, isEndedByClock: false });
  });

  it("after the grace both are rejected, and what was saved in time is submitted at the deadline", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    const answers = goodAnswers(await taken(world));
    await save(world, answers.slice(0, 2));
    await letTimePass(world, 606);
    const outOfTime = { message: "You are out of time. You can't submit a quiz.", data: ["outOfTime"] };
    expect(await save(world, answers)).toMatchObject({ status: 400, failure: outOfTime });
    expect(await submit(world)).toMatchObject({ status: 400, failure: outOfTime });
    const quiz = await taken(world);
    expect(quiz).toMatchObject({ isSubmitted: true, isEndedByClock: true, result: { score: 3, maxScore: 10 } });
    expect(quiz.submittedAt).toBe(quiz.clock.deadline);
    expect(await submit(world)).toMatchObject({ status: 400, failure: outOfTime });
  });

  describe("with a grace set by the quiz", () => {
    const setGrace = (world: AttemptWorld, graceS: number) =>
      sendCall(server, updateQuizAccess, {
        as: world.teacher,
        params: { quizId: String(world.quizId) },
        body: { graceS },
      });

    it("of 0 seconds, nothing is accepted after the deadline, and the server submits immediately", async () => {
      const world = await buildWorld(TIMED);
      await setGrace(world, 0);
      await save(world);
      const answers = goodAnswers(await taken(world));
      await letTimePass(world, 601);
      expect(await save(world, answers)).toMatchObject({ status: 400, failure: { data: ["outOfTime"] } });
      await closeOverdueAttempts(server.platform);
      expect(await taken(world)).toMatchObject({ isSubmitted: true, isEndedByClock: true });
    });

    it("of 60 seconds, answers and the submission are accepted for that long, and the server submits afterwards", async () => {
      const [world, late] = [await buildWorld(TIMED), await buildWorld(TIMED)];
      for (const one of [world, late]) {
        await setGrace(one, 60);
        await save(one);
      }
      await letTimePass(world, 650);
      await letTimePass(late, 661);
      await closeOverdueAttempts(server.platform);
      expect((await save(world, goodAnswers(await taken(world)))).status).toBe(200);
      expect((await submit(world)).answer).toMatchObject({ result: { score: 9 }, isEndedByClock: false });
      expect(await taken(late)).toMatchObject({ isSubmitted: true, isEndedByClock: true });
    });

    it("an attempt keeps the grace of its start, also if its answers are cleared by a restart", async () => {
      const world = await buildWorld(TIMED);
      await setGrace(world, 60);
      await save(world);
      await setGrace(world, 0);
      await restart(world);
      const answers = goodAnswers(await taken(world));
      await letTimePass(world, 630);
      expect((await save(world, answers)).status).toBe(200);
    });
  });

  it("the server submits at the deadline without a request, and not before", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    await closeOverdueAttempts(server.platform);
    expect((await taken(world)).isSubmitted).toBe(false);
    await letTimePass(world, 86_400);
    expect(await closeOverdueAttempts(server.platform)).toBeGreaterThanOrEqual(1);
    expect(await taken(world)).toMatchObject({ isSubmitted: true, isEndedByClock: true, result: { score: 9 } });
  });

  it("ends attempts at several quizzes in one round, each with its own questions and deadline", async () => {
    const site = await buildSite(server);
    const quizzes = [await buildQuiz(site), await buildQuiz(site, { questions: [{}, {}] })];
    const people = [await buildUser(site), await buildUser(site)];
    for (const { quizId } of quizzes) for (const { id: userId } of people) await buildAttempt(site, { quizId, userId });
    await sql`
      UPDATE quiz_attempt SET deadline_at = date_trunc('second', now()) - (user_id + quiz_id % 7) % 60 * interval '1 min'
        - interval '1 h' WHERE site_id = ${site.id}
    `.execute(server.owner);
    expect(await closeOverdueAttempts(server.platform)).toBe(4);
    const { rows } = await sql<object>`
      SELECT quiz_id AS "quizId", user_id AS "userId", state, finalised_by AS by, submitted_at = deadline_at AS "isInTime",
        max_hundredths::integer AS max, (SELECT count(*)::integer FROM quiz_answer WHERE attempt_id = quiz_attempt.id) AS asked
      FROM quiz_attempt WHERE site_id = ${site.id} ORDER BY quiz_id, user_id
    `.execute(server.owner);
    const ended = { state: "submitted", by: "sweeper", isInTime: true };
    expect(rows).toEqual(
      quizzes.flatMap(({ quizId, questionIds: { length: asked } }) =>
        people.map(({ id: userId }) => ({ ...ended, quizId, userId, asked, max: asked * 100 })),
      ),
    );
  });

  it("an answer that arrives in time counts even if the clock runs at the same moment", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    const answers = goodAnswers(await taken(world));
    await closeOverdueAttempts(server.platform, Date.now() + 700_000);
    expect(await taken(world)).toMatchObject({ isSubmitted: true, result: { score: 0 } });
    expect((await save(world, answers)).status).toBe(200);
    expect(await taken(world)).toMatchObject({ isSubmitted: true, result: { score: 9 } });
  });
});

describe("restarting", () => {
  it("a running attempt loses its answers and keeps its deadline", async () => {
    const world = await buildWorld({ timer_duration_s: 600 });
    await save(world);
    const before = await taken(world);
    await save(world, goodAnswers(before));
    await letTimePass(world, 100);
    const { deadline } = (await taken(world)).clock;
    const { answer } = await restart(world, { attemptNo: 1 });
    expect(answer).toMatchObject({ attemptNo: 2, isSubmitted: false, answers: [] });
    expect(answer.clock.deadline).toBe(deadline);
  });

  it("after submission a new attempt starts; two simultaneous restarts give one attempt", async () => {
    const world = await buildWorld({ timer_duration_s: 600 });
    await save(world);
    await submit(world);
    const answers = await Promise.all([restart(world, { attemptNo: 1 }), restart(world, { attemptNo: 1 })]);
    expect(answers.map(({ status, answer }) => [status, answer.attemptNo])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect(await taken(world)).toMatchObject({ isSubmitted: false, answers: [], result: null });
  });

  it("a quiz that has been blocked is not restarted, and a running attempt continues", async () => {
    const world = await buildWorld();
    await save(world);
    const params = { id: String(world.quizId) };
    await sendCall(server, updateQuiz, { as: world.teacher, params, body: { isBlocked: true } });
    expect((await restart(world)).failure.data).toEqual(["blocked"]);
    expect((await save(world, goodAnswers(await taken(world)))).status).toBe(200);
    expect((await submit(world)).answer.result).toEqual({ score: 9, maxScore: 10 });
  });

  it("a quiz that was not started can be neither restarted nor submitted", async () => {
    const world = await buildWorld();
    expect((await restart(world)).failure.data).toEqual(["notStarted"]);
    expect((await submit(world)).failure.data).toEqual(["notStarted"]);
  });
});

describe("a reset by the teacher", () => {
  it("removes everyone's answers, and restores them", async () => {
    const world = await buildWorld();
    const other = await buildUser(world.site);
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    await save(world, [], {}, other);
    const { status, answer } = await reset(world);
    expect([status, answer.attemptCount]).toEqual([200, 2]);
    expect((await read(world)).answer.view).toBe("announcement");
    const { resetId } = answer;
    expect((await read(world, world.teacher)).answer).toMatchObject({ lastReset: { resetId, attemptCount: 2 } });
    await save(world, [], {}, other);
    const back = await reset(world, { undo: answer.resetId });
    expect(back.answer).toMatchObject({ attemptCount: 1, leftCount: 1 });
    expect((await taken(world)).answers).toHaveLength(5);
    expect((await taken(world, other)).attemptNo).toBe(2);
  });

  it("is not available to learners; removed answers are deleted after 30 days", async () => {
    const world = await buildWorld();
    await save(world);
    expect((await reset(world, {}, world.learner)).status).toBe(403);
    const { resetId } = (await reset(world)).answer;
    await clearAway(server.platform);
    expect(await countAttempts(world)).toBe(1);
    await clearAway(server.platform, Date.now() + 31 * 86_400_000);
    expect(await countAttempts(world)).toBe(0);
    expect((await reset(world, { undo: resetId })).status).toBe(404);
  });
});
