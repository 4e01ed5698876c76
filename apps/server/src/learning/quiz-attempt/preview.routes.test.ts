import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { getQuizAllowance, updateQuizAccess } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import {
  endPreview,
  getQuizTimer,
  putQuizTimer,
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { getConsensus } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import {
  exportQuiz,
  getPaper,
  listResults,
  previewRegrade,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { getQuizStatistics } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { getQuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { closeOverdueAttempts } from "./close-overdue-attempts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildWorld(settings: Partial<QuizSettings> = {}) {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const teacher = await buildUser(site, { role: "teacher" });
  const groupId = await buildUserGroup(site, { createdBy: teacher });
  const { id: slideId } = await buildSlide(site, { parentId });
  const { quizId, questionIds } = await buildQuiz(site, {
    parentId,
    questions: [{ title: "Organ?", score: 2, itemId: slideId }],
    settings: {
      is_auto_evaluation_enabled: true,
      assign_user_to: groupId,
      notification_email: "chair@school.test",
      ...settings,
    },
  });
  const ada = await buildUser(site, { displayName: "Ada" });
  await takerOf(server, quizId, ada).take({ "Organ?": "Kidney" });
  const params = { id: String(quizId) };
  const rowsOf = async (table: string) =>
    (await sql`SELECT * FROM ${sql.table(table)} WHERE site_id = ${site.id}`.execute(server.owner)).rows.length;
  return { site, teacher, ada, quizId, questionId: questionIds[0] ?? 0, slideId, params, rowsOf };
}

type World = Awaited<ReturnType<typeof buildWorld>>;

/** All data read about attempts, byte by byte except for the running clock, and the consequences of a submission. */
async function readEverything({ teacher: as, ada, quizId, questionId, params, rowsOf }: World): Promise<object> {
  const { answer } = await sendCall(server, listResults, { as, params, query: {} });
  const attemptId = String(answer.learners[0]?.attemptId);
  const texts = await Promise.all([
    sendCall(server, listResults, { as, params, query: {} }),
    sendCall(server, listResults, { as, params, query: { attempt: "best" } }),
    sendCall(server, getPaper, { as, params: { ...params, attemptId } }),
    sendCall(server, getQuizStatistics, { as, params }),
    sendCall(server, getConsensus, { as, params: { id: String(questionId) } }),
    sendCall(server, previewRegrade, { as, params }),
    sendCall(server, getQuiz, { as, params }),
    sendCall(server, getQuizAllowance, { as, params: { quizId: String(quizId) } }),
    sendCall(server, getQuizAllowance, { as: ada, params: { quizId: String(quizId) } }),
    sendCall(server, exportQuiz, { as, body: { id: quizId, type: "multiple-choice" } }),
  ]);
  expect(texts.map(({ status }) => status)).toEqual(texts.map(() => 200));
  const tables = ["quiz_notice", "user_group_member", "job", "mail"];
  return {
    texts: texts.map(({ raw }) => raw.payload.replace(/"clock":\{[^}]*\}/, "")),
    counts: await Promise.all(tables.map(rowsOf)),
  };
}

describe("a preview of a quiz", () => {
  it("is taken and reviewed as by a learner, and appears in no data about attempts", async () => {
    const world = await buildWorld();
    const { teacher, quizId, params } = world;
    const before = await readEverything(world);
    const preview = takerOf(server, quizId, teacher, true);
    const query = { preview: "true" } as const;
    const announced = await sendCall(server, getQuiz, { as: teacher, params, query });
    expect(announced.answer).toMatchObject({ view: "announcement", isPreview: true });
    await preview.start();
    expect(await preview.read()).toMatchObject({ isPreview: true, isSubmitted: false, attemptNo: 1, answers: [] });
    expect(await readEverything(world)).toEqual(before);
    await preview.answer({ "Organ?": "Kidney" });
    const { answer } = await preview.submit();
    expect(answer).toMatchObject({ isPreview: true, isSubmitted: true, result: { score: 2, maxScore: 2 } });
    expect(answer.answers).toMatchObject([{ verdict: { isRight: true }, solution: {} }]);
    expect(await readEverything(world)).toEqual(before);
  });

  it("is restarted with a new number, and ended without a trace; late answers start none", async () => {
    const { teacher, quizId, params, rowsOf } = await buildWorld();
    const preview = takerOf(server, quizId, teacher, true);
    await preview.take({ "Organ?": "Liver" });
    const again = await preview.restart();
    expect(again.answer).toMatchObject({ attemptNo: 2, isSubmitted: false, isPreview: true, answers: [] });
    expect(await rowsOf("quiz_attempt")).toBe(2);
    expect((await sendCall(server, endPreview, { as: teacher, params })).answer).toEqual({ quizId });
    expect((await sendCall(server, endPreview, { as: teacher, params })).status).toBe(200);
    expect(await rowsOf("quiz_attempt")).toBe(1);
    const body = { quizId, attemptNo: 2, preview: true };
    const late = await sendCall(server, saveAnswers, { as: teacher, params, body });
    expect([late.status, late.failure.data]).toEqual([409, ["otherAttempt"]]);
    expect(await rowsOf("quiz_attempt")).toBe(1);
  });

  it("started twice at once is one, beside the person's own attempt", async () => {
    const { teacher, quizId, rowsOf } = await buildWorld();
    const own = takerOf(server, quizId, teacher);
    await own.start();
    const preview = takerOf(server, quizId, teacher, true);
    await Promise.all([preview.start(), preview.start()]);
    await Promise.all([preview.restart(), preview.restart()]);
    expect(await rowsOf("quiz_attempt")).toBe(3);
    await preview.submit();
    expect((await own.submit()).answer).toMatchObject({ attemptNo: 1, isSubmitted: true });
  });

  it("ignores access settings and blocks, and has the time limit of the quiz", async () => {
    const { teacher, quizId, params } = await buildWorld({ timer_duration_s: 600 });
    await sql`UPDATE quiz SET is_blocked = true WHERE item_id = ${quizId}`.execute(server.owner);
    const body = { attemptsMax: 1, openFrom: "2001-01-01 00:00:00", openUntil: "2001-01-02 00:00:00" };
    const access = { ...body, accessCode: "kidney", configKey: "a".repeat(64) };
    const quizParams = { quizId: String(quizId) };
    expect((await sendCall(server, updateQuizAccess, { as: teacher, params: quizParams, body: access })).status).toBe(
      200,
    );
    const preview = takerOf(server, quizId, teacher, true);
    expect((await preview.start()).status).toBe(200);
    expect((await preview.restart()).status).toBe(200);
    const timer = await sendCall(server, getQuizTimer, { as: teacher, params: quizParams, query: { preview: "true" } });
    expect(timer.answer.remaining).toBeGreaterThan(500);
    expect(timer.answer.remaining).toBeLessThanOrEqual(600);
    const reported = await sendCall(server, putQuizTimer, {
      as: teacher,
      body: { quizId, remaining: 1, preview: true },
    });
    expect(reported.answer.deadline).toBe(timer.answer.deadline);
    expect((await preview.submit()).status).toBe(200);
    expect((await sendCall(server, getQuiz, { as: teacher, params, query: { preview: "true" } })).status).toBe(200);
  });

  it("shows slides as to a learner: without titles while it runs", async () => {
    const { teacher, quizId, slideId } = await buildWorld();
    const preview = takerOf(server, quizId, teacher, true);
    const params = { quizId: String(quizId), itemId: String(slideId) };
    const ask = (text: "true" | "false") =>
      sendCall(server, getQuizSubject, { as: teacher, params, query: { preview: text } });
    expect((await ask("true")).status).toBe(404);
    await preview.start();
    expect((await ask("true")).answer.title).toBeNull();
    expect((await ask("false")).answer.title).not.toBeNull();
    await preview.submit();
    expect((await ask("true")).answer.title).not.toBeNull();
  });

  it("is submitted by the clock without consequences", async () => {
    const world = await buildWorld({ timer_duration_s: 600 });
    const before = await readEverything(world);
    const preview = takerOf(server, world.quizId, world.teacher, true);
    await preview.start();
    await sql`UPDATE quiz_attempt SET deadline_at = now() - interval '60 seconds' WHERE quiz_id = ${world.quizId} AND is_preview`.execute(
      server.owner,
    );
    expect(await closeOverdueAttempts(server.platform)).toBe(1);
    expect(await preview.read()).toMatchObject({ isSubmitted: true, isEndedByClock: true });
    expect(await readEverything(world)).toEqual(before);
  });

  it("is kept if all answers are removed, and deleted after 7 days", async () => {
    const { site, teacher, quizId, params } = await buildWorld();
    const preview = takerOf(server, quizId, teacher, true);
    await preview.take({ "Organ?": "Kidney" });
    const reset = await sendCall(server, resetQuiz, { as: teacher, params, body: {} });
    expect(reset.answer.attemptCount).toBe(1);
    const other = await buildUser(site, { role: "teacher" });
    const old = takerOf(server, quizId, other, true);
    await old.start();
    const age = (user: TestUser, days: number) =>
      sql`UPDATE quiz_attempt SET started_at = now() - ${`${days} days`}::interval WHERE user_id = ${user.id}`.execute(
        server.owner,
      );
    await age(teacher, 6);
    await age(other, 8);
    await clearAway(server.platform);
    expect((await preview.read()).isSubmitted).toBe(true);
    const { answer } = await sendCall(server, getQuiz, { as: other, params, query: { preview: "true" } });
    expect(answer.view).toBe("announcement");
  });

  it("is rejected by every call for people who are not content managers", async () => {
    const { site, ada, quizId, slideId, params, rowsOf } = await buildWorld();
    const expert = await buildUser(site, { role: "expert" });
    const statuses = async (as: TestUser) => {
      const query = { preview: "true" } as const;
      const quizParams = { quizId: String(quizId) };
      const answers = [
        await sendCall(server, getQuiz, { as, params, query }),
        await sendCall(server, saveAnswers, { as, params, body: { quizId, preview: true } }),
        await sendCall(server, submitAnswers, { as, params, body: { preview: true } }),
        await sendCall(server, restartQuiz, { as, params, body: { preview: true } }),
        await sendCall(server, getQuizTimer, { as, params: quizParams, query }),
        await sendCall(server, putQuizTimer, { as, body: { quizId, remaining: 1, preview: true } }),
        await sendCall(server, getQuizSubject, { as, params: { ...quizParams, itemId: String(slideId) }, query }),
        await sendCall(server, endPreview, { as, params }),
      ];
      return new Set(answers.map(({ status }) => status));
    };
    expect(await statuses(ada)).toEqual(new Set([403]));
    expect(await statuses(expert)).toEqual(new Set([403]));
    expect(await rowsOf("quiz_attempt")).toBe(1);
  });
});

/** These read the table itself, and say why. All others read `counted_attempt`, which excludes previews. */
const READS_PREVIEWS: Readonly<Record<string, string>> = {
  "learning/quiz-attempt/attempts-together.queries.ts": "leaves previews out, and changes attempts by their id",
  "learning/quiz-attempt/quiz-attempt.queries.ts": "takes attempts and previews, by is_preview or by the id of one",
  "people/personal-data/personal-data.queries.ts": "exports and deletes all that belongs to a person",
  "people/personal-data/personal-columns.ts": "names the columns for that",
  "platform/db/database.ts": "names the table",
  "testing/attempt-world.ts": "tests: moves attempts in time, and counts the rows",
  "testing/quiz-time-model.ts": "tests: moves the attempts of a quiz in time, and compares them with a model",
};

/** These read data that belongs to attempts, not attempts: by the ID of an attempt chosen before. */
const READS_BY_ID: Readonly<Record<string, string>> = {
  "imaging/image/scale-drawn.ts": "brings the marks of all attempts to a slide's new pixels",
  "learning/quiz-attempt/attempts-together.queries.ts": "answers of attempts that were chosen before",
  "learning/quiz-subject/subject-slides.queries.ts": "slides of the attempt or preview that the caller takes",
  "people/personal-data/personal-columns.ts": "names the columns of answers",
  "testing/quiz-time-model.ts": "tests: revisions of answers",
};

const ROOT = join(import.meta.dirname, "../..");

function modulesWith(pattern: RegExp, without?: RegExp): string[] {
  const all = readdirSync(ROOT, { recursive: true, encoding: "utf8" });
  const sources = all.filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.includes("migrations"));
  return sources
    .filter((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return pattern.test(text) && !without?.test(text);
    })
    .sort();
}

it("only the listed modules read previews: results, statistics, limits and notices read counted_attempt", () => {
  expect(modulesWith(/\bquiz_attempt\b/)).toEqual(Object.keys(READS_PREVIEWS).sort());
  const belongs = /\bquiz_(answer|attempt_image|generated_question|notice)\b/;
  expect(modulesWith(belongs, /\bcounted_attempt\b/)).toEqual(Object.keys(READS_BY_ID).sort());
});

it("counted_attempt has all columns of attempts", async () => {
  const { rows } = await sql<{ name: string; tables: string[] }>`
    SELECT column_name AS name, array_agg(table_name::text) AS tables FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name IN ('quiz_attempt', 'counted_attempt')
    GROUP BY column_name
  `.execute(server.owner);
  expect(rows.filter(({ tables }) => tables.length !== 2)).toEqual([]);
});
