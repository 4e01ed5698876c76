import { listResults, RESULTS_PAGE_SIZE } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { closeOverdueAttempts } from "../quiz-attempt/close-overdue-attempts.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const QUESTIONS = [
  { title: "Organ?", score: 1.25 },
  { title: "Stain?", score: 2, answerOptions: [testOption("HE", true), testOption("PAS")] },
  { title: "Describe it", type: "short-answer" as const, score: 3, answerOptions: [] },
];

async function buildWorld(settings: Partial<QuizSettings> = {}) {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const { quizId } = await buildQuiz(site, {
    title: "Kidney",
    questions: QUESTIONS,
    settings: { is_auto_evaluation_enabled: true, ...settings },
  });
  const results = async (query: Record<string, string> = {}) =>
    (await sendCall(server, listResults, { as: teacher, params: { id: String(quizId) }, query })).answer;
  const learner = async (displayName: string) => takerOf(server, quizId, await buildUser(site, { displayName }));
  /** Moves times of the quiz's attempts into the past. */
  const age = (column: "started_at" | "submitted_at" | "deadline_at", seconds: number) =>
    sql`UPDATE quiz_attempt SET ${sql.ref(column)} = ${sql.ref(column)} - ${`${seconds} seconds`}::interval
      WHERE site_id = ${site.id} AND quiz_id = ${quizId}`.execute(server.owner);
  const ageSaving = (seconds: number) =>
    sql`UPDATE quiz_answer SET saved_at = saved_at - ${`${seconds} seconds`}::interval WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
  return { site, teacher, quizId, results, learner, age, ageSaving };
}

const RIGHT = { "Organ?": "Kidney", "Stain?": "HE" };

describe("the results of a quiz", () => {
  it("have one row for each learner who has started: state, points, times, and unmarked answers", async () => {
    const { results, learner, age } = await buildWorld();
    expect(await results()).toMatchObject({
      title: "Kidney",
      questionCount: 3,
      counts: { started: 0, submitted: 0, outOfTime: 0, notStarted: null },
      learners: [],
      total: 0,
    });
    await (await learner("Ada")).take(RIGHT);
    await age("started_at", 90);
    await (await learner("Ben")).start();
    const { learners, counts, total } = await results();
    expect([counts, total]).toEqual([{ started: 1, submitted: 1, outOfTime: 0, notStarted: null }, 2]);
    expect(learners).toMatchObject([
      { name: "Ada", state: "submitted", score: 3.25, maxScore: 3.25, toMarkCount: 1, progress: null },
      { name: "Ben", state: "started", score: null, submittedAt: null, durationS: null, toMarkCount: 0 },
    ]);
    expect(learners[0]?.durationS).toBeGreaterThanOrEqual(90);
  });

  it("of a running attempt include the number of answers, the current question, and the time since the last activity", async () => {
    const { results, learner, age, ageSaving } = await buildWorld({ timer_duration_s: 600 });
    const ada = await learner("Ada");
    await ada.start();
    expect((await results()).learners[0]?.progress).toMatchObject({ answeredCount: 0, questionNumber: null });
    await ada.answer({ "Stain?": "PAS" });
    const { progress } = (await results()).learners[0] ?? {};
    expect(progress).toMatchObject({ answeredCount: 1, questionNumber: 2 });
    expect(progress?.remainingS).toBeGreaterThan(590);
    await age("started_at", 300);
    await ageSaving(200);
    const later = (await results()).learners[0]?.progress;
    expect(later?.silentS).toBeGreaterThanOrEqual(200);
    expect(later?.silentS).toBeLessThan(300);
  });

  it("distinguish learners who did not submit in time", async () => {
    const { results, learner, age } = await buildWorld({ timer_duration_s: 600 });
    await (await learner("Ada")).start();
    await age("deadline_at", 700);
    await closeOverdueAttempts(server.platform);
    const { learners, counts } = await results();
    expect(learners).toMatchObject([{ state: "outOfTime", score: 0 }]);
    expect(counts).toEqual({ started: 0, submitted: 0, outOfTime: 1, notStarted: null });
  });

  it("show a person's latest or best attempt", async () => {
    const { results, learner } = await buildWorld();
    const ada = await learner("Ada");
    await ada.take(RIGHT);
    await ada.restart();
    await ada.answer({ "Organ?": "Liver" });
    expect((await results()).learners).toMatchObject([{ attemptNo: 2, attemptCount: 2, state: "started" }]);
    expect((await results({ attempt: "best" })).learners).toMatchObject([{ attemptNo: 1, score: 3.25 }]);
    await ada.submit();
    expect((await results()).learners).toMatchObject([{ attemptNo: 2, score: 0 }]);
    expect((await results({ attempt: "best" })).learners).toMatchObject([{ attemptNo: 1, attemptCount: 2 }]);
  });

  it("are searched by name and email address, filtered by state, and sorted; rows without points come last", async () => {
    const { results, learner } = await buildWorld();
    await (await learner("Ada 100%")).take(RIGHT);
    await (await learner("Ben")).take({ "Stain?": "HE" });
    await (await learner("Cem")).start();
    const namesOf = async (query: Record<string, string>) => (await results(query)).learners.map(({ name }) => name);
    expect(await namesOf({ q: "0%" })).toEqual(["Ada 100%"]);
    expect(await namesOf({ q: "%" })).toEqual(["Ada 100%"]);
    expect(await namesOf({ q: "nobody" })).toEqual([]);
    expect(await namesOf({ state: "started" })).toEqual(["Cem"]);
    expect(await namesOf({ sort: "score", direction: "desc" })).toEqual(["Ada 100%", "Ben", "Cem"]);
    expect(await namesOf({ sort: "score", direction: "asc" })).toEqual(["Ben", "Ada 100%", "Cem"]);
    expect(await namesOf({ sort: "name", direction: "desc" })).toEqual(["Cem", "Ben", "Ada 100%"]);
    const { counts, total } = await results({ q: "Ben" });
    expect([counts.submitted, total]).toEqual([2, 1]);
  });

  it("include learners who have not started, if user groups define who can take the quiz", async () => {
    const { site, quizId, results, learner } = await buildWorld();
    const [ada, , , teacher] = await Promise.all([
      buildUser(site, { displayName: "Ada" }),
      buildUser(site, { displayName: "In no group" }),
      buildUserGroup(site, { members: [await buildUser(site, { displayName: "In another group" })] }),
      buildUser(site, { displayName: "A teacher", role: "teacher" }),
    ]);
    const dora = await buildUser(site, { displayName: "Dora" });
    await learner("Not enrolled");
    expect((await results()).counts.notStarted).toBeNull();
    await buildUserGroup(site, { members: [ada, teacher, dora], resourceIds: [quizId] });
    await takerOf(server, quizId, dora).start();
    const { learners, counts, total } = await results();
    expect([counts, total]).toEqual([{ started: 1, submitted: 0, outOfTime: 0, notStarted: 1 }, 2]);
    expect(learners).toMatchObject([
      { name: "Ada", state: "notStarted", attemptId: null, startedAt: null, score: null, progress: null },
      { name: "Dora", state: "started" },
    ]);
    const namesOf = async (query: Record<string, string>) => (await results(query)).learners.map(({ name }) => name);
    expect(await namesOf({ state: "notStarted" })).toEqual(["Ada"]);
    expect(await namesOf({ sort: "state", direction: "asc" })).toEqual(["Dora", "Ada"]);
    expect(await namesOf({ sort: "started", direction: "desc" })).toEqual(["Dora", "Ada"]);
  });

  it("are paged by the database for 2,000 learners who have not started", async () => {
    const { site, quizId, results } = await buildWorld();
    const groupId = await buildUserGroup(site, { resourceIds: [quizId] });
    await sql`
      WITH added AS (
        INSERT INTO site_user (site_id, email, display_name, role, password_hash)
        SELECT ${site.id}, 'class' || n || '@school.test', 'Class ' || lpad(n::text, 4, '0'), 'learner', 'none'
        FROM generate_series(1, 2000) n RETURNING id
      )
      INSERT INTO user_group_member (site_id, user_group_id, user_id) SELECT ${site.id}, ${groupId}, id FROM added
    `.execute(server.owner);
    const { learners, counts, total } = await results({ page: "40" });
    expect([learners.at(-1)?.name, counts.notStarted, total]).toEqual(["Class 2000", 2000, 2000]);
  });

  it("are returned in pages; a page past the last is empty", async () => {
    const { site, quizId, results } = await buildWorld();
    const more = RESULTS_PAGE_SIZE + 1;
    await sql`
      WITH added AS (
        INSERT INTO site_user (site_id, email, display_name, role, password_hash)
        SELECT ${site.id}, 'many' || n || '@school.test', 'Many ' || lpad(n::text, 3, '0'), 'learner', 'none'
        FROM generate_series(1, ${more}) n RETURNING id
      )
      INSERT INTO quiz_attempt (site_id, quiz_id, user_id, attempt_no, seed, started_at)
      SELECT ${site.id}, ${quizId}, id, 1, 'seed', now() FROM added
    `.execute(server.owner);
    const first = await results();
    expect([first.learners.length, first.total]).toEqual([RESULTS_PAGE_SIZE, more]);
    expect((await results({ page: "2" })).learners.map(({ name }) => name)).toEqual(["Many 051"]);
    expect(await results({ page: "3" })).toMatchObject({ learners: [], total: more });
  });

  it("exclude removed attempts, and those of other quizzes", async () => {
    const { site, results, learner } = await buildWorld();
    const other = await buildQuiz(site);
    const cem = await buildUser(site);
    await takerOf(server, other.quizId, cem).start();
    await (await learner("Ada")).take(RIGHT);
    await sql`UPDATE quiz_attempt SET archived_at = now() WHERE site_id = ${site.id}`.execute(server.owner);
    expect((await results()).learners).toEqual([]);
  });
});
