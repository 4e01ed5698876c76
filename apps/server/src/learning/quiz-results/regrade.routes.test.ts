import { updateQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import {
  listResults,
  markAnswer,
  previewRegrade,
  regradeQuiz,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Ada has chosen an option that is wrong by the key, Ben the right one. */
async function buildWorld() {
  const site = await buildSite(server);
  const as = await buildUser(site, { role: "teacher" });
  const { quizId, questionIds } = await buildQuiz(site, {
    questions: [
      { title: "Organ?", score: 2 },
      { title: "Stain?", score: 1, answerOptions: [testOption("HE", true), testOption("PAS")] },
      { title: "Name it", type: "short-answer", score: 1.5, correctAnswer: "Glomerulus", answerOptions: [] },
    ],
    settings: { is_auto_evaluation_enabled: true },
  });
  const ada = await buildUser(site, { displayName: "Ada" });
  const ben = await buildUser(site, { displayName: "Ben" });
  await takerOf(server, quizId, ada).take({ "Organ?": "Liver", "Name it": "Podocyte" });
  await takerOf(server, quizId, ben).take({ "Organ?": "Kidney", "Stain?": "HE" });
  const params = { id: String(quizId) };
  const learners = async () => (await sendCall(server, listResults, { as, params, query: {} })).answer.learners;
  const sums = async () => (await learners()).map(({ score, maxScore }) => [score, maxScore]);
  const preview = async () => (await sendCall(server, previewRegrade, { as, params })).answer;
  const apply = (body: { version?: string; undo?: string }) => sendCall(server, regradeQuiz, { as, params, body });
  const fixKey = (correctAnswer: string) =>
    sendCall(server, updateQuestion, { as, params: { id: String(questionIds[2]) }, body: { correctAnswer } });
  const mark = async (score: number | null) => {
    const attemptId = String((await learners())[0]?.attemptId);
    const body = { questionId: questionIds[2] ?? 0, score };
    return sendCall(server, markAnswer, { as, params: { ...params, attemptId }, body });
  };
  return { site, as, quizId, ada, sums, preview, apply, fixKey, mark };
}

describe("regrading", () => {
  it("lists whose points change by how much, without changing anything", async () => {
    const { sums, preview, fixKey } = await buildWorld();
    expect(await preview()).toMatchObject({ attemptCount: 2, changeCount: 0, changes: [], lastRegrade: null });
    await fixKey("Glomerulus | Podocyte");
    expect(await preview()).toMatchObject({
      attemptCount: 2,
      changeCount: 1,
      changes: [
        { name: "Ada", attemptNo: 1, before: { score: 0, maxScore: 4.5 }, after: { score: 1.5, maxScore: 4.5 } },
      ],
    });
    expect(await sums()).toEqual([
      [0, 4.5],
      [3, 4.5],
    ]);
  });

  it("changes all attempts, and is undone as a whole", async () => {
    const { sums, preview, apply, fixKey } = await buildWorld();
    await fixKey("Glomerulus | Podocyte");
    const { version } = await preview();
    const { status, answer } = await apply({ version });
    expect([status, answer.attemptCount]).toEqual([200, 1]);
    expect(await sums()).toEqual([
      [1.5, 4.5],
      [3, 4.5],
    ]);
    const after = await preview();
    expect(after).toMatchObject({ changeCount: 0, lastRegrade: { regradeId: answer.regradeId, attemptCount: 1 } });
    expect((await apply({ undo: answer.regradeId })).answer.attemptCount).toBe(1);
    expect(await sums()).toEqual([
      [0, 4.5],
      [3, 4.5],
    ]);
    expect((await apply({ undo: answer.regradeId })).status).toBe(404);
    expect((await preview()).changeCount).toBe(1);
  });

  it("changes nothing if the list was for another key", async () => {
    const { sums, preview, apply, fixKey } = await buildWorld();
    await fixKey("Glomerulus | Podocyte");
    const { version } = await preview();
    await fixKey("Nothing of this");
    const { status, failure } = await apply({ version });
    expect([status, failure.data]).toEqual([409, ["version"]]);
    expect((await sums())[0]).toEqual([0, 4.5]);
  });

  it("either applies or undoes", async () => {
    const { apply } = await buildWorld();
    const undo = "00000000-0000-4000-8000-000000000000";
    for (const body of [{}, { version: "a", undo }]) expect((await apply(body)).status).toBe(400);
  });

  it("removes points and maximum if there is no key any more", async () => {
    const { sums, preview, apply, fixKey } = await buildWorld();
    await fixKey("");
    await apply({ version: (await preview()).version });
    expect(await sums()).toEqual([
      [0, 3],
      [3, 3],
    ]);
  });

  it("keeps a teacher's points; when they are removed, the new automatic ones count", async () => {
    const { sums, preview, apply, fixKey, mark } = await buildWorld();
    await mark(0.5);
    await fixKey("Glomerulus | Podocyte");
    const plan = await preview();
    expect(plan.changes).toMatchObject([{ before: { score: 0.5 }, after: { score: 0.5 } }]);
    const { answer } = await apply({ version: plan.version });
    expect((await sums())[0]).toEqual([0.5, 4.5]);
    await mark(null);
    expect((await sums())[0]).toEqual([1.5, 4.5]);
    await apply({ undo: answer.regradeId });
    expect((await sums())[0]).toEqual([0, 4.5]);
  });

  it("can be undone for 30 days", async () => {
    const { site, preview, apply, fixKey } = await buildWorld();
    await fixKey("Podocyte");
    const { regradeId } = (await apply({ version: (await preview()).version })).answer;
    const age = (days: number) =>
      sql`UPDATE quiz_regrade SET created_at = created_at - ${`${days} days`}::interval WHERE site_id = ${site.id}`.execute(
        server.owner,
      );
    await age(29);
    await clearAway(server.platform);
    expect((await preview()).lastRegrade?.regradeId).toBe(regradeId);
    await age(2);
    await clearAway(server.platform);
    expect((await preview()).lastRegrade).toBeNull();
  });
});
