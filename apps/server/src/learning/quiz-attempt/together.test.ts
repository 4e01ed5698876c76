/** Learners who start, save, read the time and submit simultaneously get the same results as alone. */
import { putQuizTimer } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { type AttemptWorld, attemptWorld, goodAnswers, questionOf } from "#testing/attempt-world.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const { buildWorld, read, save, submit, taken, letTimePass, countAttempts } = attemptWorld(() => server);

const withRev = (answers: readonly object[], rev: number) => answers.map((answer) => ({ ...answer, rev }));
const clock = (world: AttemptWorld, as: TestUser) =>
  sendCall(server, putQuizTimer, { as, body: { quizId: world.quizId, remaining: 60 } });

async function buildClass(settings: Parameters<typeof buildWorld>[0] = {}, size = 8) {
  const world = await buildWorld({ timer_duration_s: 600, ...settings });
  const learners: TestUser[] = [];
  for (let count = 0; count < size; count += 1) learners.push(await buildUser(world.site));
  const all = <Result>(work: (learner: TestUser, index: number) => Promise<Result>) => Promise.all(learners.map(work));
  return { world, learners, all };
}

it("each member of a class starts twice, saves, and submits twice: one attempt each, with its own answers and points", async () => {
  const { world, learners, all } = await buildClass();
  const started = (
    await all((learner) => Promise.all([save(world, [], {}, learner), save(world, [], {}, learner)]))
  ).flat();
  expect(started.every(({ status, answer }) => status === 200 && answer.attemptNo === 1)).toBe(true);
  expect(await countAttempts(world)).toBe(learners.length);
  const saved = await all(async (learner, index) => {
    const answers = withRev(goodAnswers(await taken(world, learner)), 1);
    return save(world, answers.slice(0, index % 6), {}, learner);
  });
  expect(saved.map(({ status, answer }) => [status, answer.answers.length])).toEqual(
    learners.map((_, index) => [200, Math.min(5, index % 6)]),
  );
  const submitted = await all((learner) => Promise.all([submit(world, learner), submit(world, learner)]));
  const scores = [0, 1, 3, 6, 7, 9, 0, 1];
  for (const [index, [one, other]] of submitted.entries()) {
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect(one?.answer).toMatchObject({ isSubmitted: true, result: { score: scores[index], maxScore: 10 } });
    expect(other?.answer).toMatchObject({ result: { score: scores[index] } });
    const { submittedAt } = (one?.answer ?? {}) as { submittedAt?: string };
    expect(other?.answer).toMatchObject({ submittedAt });
  }
  const again = await all((learner) => submit(world, learner));
  expect(again.map(({ answer }) => (answer as { result: { score: number } }).result.score)).toEqual(scores);
});

it("wrong or late answers, or those for another attempt, are rejected only for their sender", async () => {
  const { world, learners, all } = await buildClass();
  await all((learner) => save(world, [], {}, learner));
  const [wrong, late, other] = learners.slice(0, 3) as [TestUser, TestUser, TestUser];
  await withSite(server.platform.database, world.site.id, (db) =>
    sql`UPDATE quiz_attempt SET deadline_at = now() - interval '60 s' WHERE site_id = ${world.site.id} AND user_id = ${late.id}`.execute(
      db,
    ),
  );
  const quiz = await taken(world, wrong);
  const { id: questionId, questionType } = questionOf(quiz, "Name it");
  const answer = { questionId, questionType, answer: "Glomerulus", rev: 1 };
  const answers = await all((learner) => {
    if (learner === wrong) return save(world, [answer, { ...answer, questionId: 999_999 }], {}, learner);
    return save(world, [answer], learner === other ? { attemptNo: 7 } : {}, learner);
  });
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 409, 200, 200, 200, 200, 200]);
  expect((await taken(world, wrong)).answers).toEqual([]);
  const clocks = await all((learner) => clock(world, learner));
  expect(clocks.every(({ status }) => status === 200)).toBe(true);
  expect(clocks[1]?.answer.remaining).toBe(0);
  const submitted = await all((learner) => submit(world, learner));
  expect(submitted.map(({ status }) => status)).toEqual([200, 400, 200, 200, 200, 200, 200, 200]);
});

it("of two simultaneous changes of one answer the later one is kept, whatever their order", async () => {
  const { world, learners } = await buildClass({}, 1);
  const [learner] = learners as [TestUser];
  await save(world, [], {}, learner);
  const { id: questionId, questionType } = questionOf(await taken(world, learner), "Name it");
  const send = (text: string, rev: number) =>
    save(world, [{ questionId, questionType, answer: text, rev }], {}, learner);
  await Promise.all([send("second", 2), send("first", 1)]);
  await Promise.all([send("third", 3), send("fourth", 4), send("old", 2)]);
  expect((await taken(world, learner)).answers).toMatchObject([{ answer: "fourth", rev: 4 }]);
  const [stale] = await Promise.all([send("older", 3), clock(world, learner)]);
  expect(stale?.answer.answers).toMatchObject([{ answer: "fourth", rev: 4 }]);
});

it("an attempt locked by another transaction does not block others", async () => {
  const { world, learners, all } = await buildClass();
  await all((learner) => save(world, [], {}, learner));
  const [blocked] = learners as [TestUser];
  const { id: questionId, questionType } = questionOf(await taken(world, blocked), "Name it");
  const answer = { questionId, questionType, answer: "Glomerulus", rev: 1 };
  let blockedSave: Promise<{ status: number }> | undefined;
  await withSite(server.platform.database, world.site.id, async (db) => {
    await sql`SELECT 1 FROM quiz_attempt WHERE site_id = ${world.site.id} AND user_id = ${blocked.id} FOR UPDATE`.execute(
      db,
    );
    blockedSave = save(world, [answer], {}, blocked);
    const others = await Promise.all(learners.slice(1).map((learner) => save(world, [answer], {}, learner)));
    expect(others.every(({ status }) => status === 200)).toBe(true);
  });
  expect((await blockedSave)?.status).toBe(200);
});

it("people who lose access to the quiz are rejected by the next call of each kind", async () => {
  const { world, learners, all } = await buildClass();
  await all((learner) => save(world, [], {}, learner));
  const answers = withRev(goodAnswers(await taken(world, learners[0])), 1).slice(2, 3);
  await buildUserGroup(world.site, { members: learners.slice(0, 4), resourceIds: [world.quizId] });
  const expected = learners.map((_, index) => (index < 4 ? 200 : 404));
  expect((await all((learner) => save(world, answers, {}, learner))).map(({ status }) => status)).toEqual(expected);
  expect((await all((learner) => read(world, learner))).map(({ status }) => status)).toEqual(expected);
  expect((await all((learner) => submit(world, learner))).map(({ status }) => status)).toEqual(expected);
});

it("a self-test grades checked answers, also for several people at once", async () => {
  const { world, all } = await buildClass({ is_selftest_enabled: true });
  await all((learner) => save(world, [], {}, learner));
  const checked = await all(async (learner) => {
    const [first] = withRev(goodAnswers(await taken(world, learner)), 1);
    return save(world, [{ ...first, isChecked: true }], {}, learner);
  });
  for (const { answer } of checked)
    expect(answer.answers).toMatchObject([{ isChecked: true, verdict: { isRight: true, score: 1 } }]);
});

it("attempts of a class past the deadline end with what was saved", async () => {
  const { world, all } = await buildClass();
  await all((learner) => save(world, [], {}, learner));
  await letTimePass(world, 700);
  const shown = await all((learner) => read(world, learner));
  for (const { answer } of shown) expect(answer).toMatchObject({ isSubmitted: true, isEndedByClock: true });
});

it("opening the quiz takes one transaction, for learners and teachers; a teacher among learners gets it with its key", async () => {
  const { world, learners, all } = await buildClass();
  await all((learner) => save(world, [], {}, learner));
  const started = vi.spyOn(server.platform.database, "transaction");
  for (const [who, view] of [[learners[0], "taking"] as const, [world.teacher, "authoring"] as const]) {
    started.mockClear();
    expect(await read(world, who)).toMatchObject({ status: 200, answer: { view } });
    expect(started, view).toHaveBeenCalledTimes(1);
  }
  started.mockRestore();
  const [alone, among] = [await read(world, world.teacher), all((learner) => read(world, learner))];
  const [taught, shown] = await Promise.all([read(world, world.teacher), among]);
  expect(taught.answer).toEqual(alone.answer);
  expect(shown.every(({ answer }) => answer.view === "taking")).toBe(true);
  const unknown = await read({ ...world, quizId: 999_999 }, world.teacher);
  expect(unknown.status).toBe(404);
});
