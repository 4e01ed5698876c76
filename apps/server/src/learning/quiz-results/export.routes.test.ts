import { listAudit } from "@parfocal/core/audit-log/audit-log.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { readRawCsv } from "@parfocal/core/csv/read-csv.ts";
import { enroll } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { QUESTION_TYPES } from "@parfocal/core/quiz/quiz-types.ts";
import { exportQuiz } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildEnrollmentForm } from "#testing/build-enrollment.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const administrator = await buildUser(site, { role: "administrator" });
  const { quizId } = await buildQuiz(site, {
    parentId,
    questions: [
      { title: "Organ?", score: 1 },
      { title: "Name it", type: "short-answer", score: 2.5, correctAnswer: "Glomerulus", answerOptions: [] },
      {
        title: "Stains?",
        type: "multiple-answer",
        score: 1,
        answerOptions: [testOption("HE", true), testOption("PAS")],
      },
    ],
  });
  const download = async (
    body: { type: string; enrollmentFormId?: number; language?: string },
    as: TestUser = administrator,
  ) => {
    const sent = { id: quizId, ...body } as BodyFor<typeof exportQuiz>;
    const { raw, status, failure } = await sendCall(server, exportQuiz, { as, body: sent });
    const [head = [], ...rows] = status === 200 ? readRawCsv(raw.body.slice(1)) : [];
    const lines = rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ""])));
    return { raw, status, failure, lines };
  };
  return { site, parentId, administrator, quizId, download };
}

describe("the export of answers", () => {
  it("is a file for each type of question, with a row for each attempt and question", async () => {
    const { site, quizId, download } = await buildWorld();
    const ada = takerOf(server, quizId, await buildUser(site, { displayName: "Ada" }));
    await ada.take({ "Organ?": "Kidney", "Name it": "=1+1", "Stains?": ["HE", "PAS"] });
    await ada.restart();
    await ada.answer({ "Name it": "glomerulus" });
    await takerOf(server, quizId, await buildUser(site, { displayName: "Ben" })).take({ "Name it": "Podocyte" });
    const { raw, lines } = await download({ type: "short-answer" });
    expect(raw.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="quiz-${quizId}-short-answer.csv"`,
      "x-content-type-options": "nosniff",
    });
    expect(lines.map((line) => [line.Name, line.Attempt, line.State, line.Answer, line.Points])).toEqual([
      ["Ada", "1", "submitted", "'=1+1", "0"],
      ["Ada", "2", "in progress", "glomerulus", ""],
      ["Ben", "1", "submitted", "Podocyte", "0"],
    ]);
    expect(lines[0]).toMatchObject({ "Question number": "2", "Maximum points": "2.5", Correct: "no" });
    const choices = (await download({ type: "multiple-answer", language: "de" })).lines;
    expect(choices[0]).toMatchObject({ Optionen: "A, B", Antwort: "HE; PAS" });
    expect((await download({ type: "multiple-choice" })).lines[0]).toMatchObject({ Options: "A", Answer: "Kidney" });
    for (const type of QUESTION_TYPES) expect((await download({ type })).status).toBe(200);
    expect((await download({ type: "matching" })).lines).toEqual([]);
  });

  it("adds the learners' answers in an enrollment form", async () => {
    const { site, parentId, quizId, administrator, download } = await buildWorld();
    const userGroupId = await buildUserGroup(site, { createdBy: administrator });
    const fields = [{ id: "semester", title: "Semester", type: "text" as const, options: [] }];
    const formId = await buildEnrollmentForm(site, { parentId, userGroupId, fields });
    const ada = await buildUser(site, { displayName: "Ada" });
    const answers = { fields: [{ id: "semester", value: "=3" }] };
    expect((await sendCall(server, enroll, { as: ada, params: { id: String(formId) }, body: answers })).status).toBe(
      200,
    );
    await takerOf(server, quizId, ada).take({ "Name it": "x" });
    await takerOf(server, quizId, await buildUser(site, { displayName: "Ben" })).take({ "Name it": "y" });
    const { lines } = await download({ type: "short-answer", enrollmentFormId: formId });
    expect(lines.map(({ Semester }) => Semester)).toEqual(["'=3", ""]);
    const teacher = await buildUser(site, { role: "teacher" });
    const rejected = await download({ type: "short-answer", enrollmentFormId: formId }, teacher);
    expect(rejected.status).toBe(403);
    expect((await download({ type: "short-answer", enrollmentFormId: quizId })).status).toBe(404);
  });

  it("is recorded in the audit log; a rejected one is not", async () => {
    const { site, quizId, administrator, download } = await buildWorld();
    await takerOf(server, quizId, await buildUser(site)).take({ "Name it": "x" });
    expect((await download({ type: "essay" })).status).toBe(400);
    await download({ type: "short-answer" });
    const { entries } = (await sendCall(server, listAudit, { as: administrator, query: {} })).answer;
    expect(entries).toMatchObject([
      { action: "quizResultsExported", object: { kind: "item", id: quizId, name: "Week 1" }, facts: { count: 1 } },
    ]);
  });

  it("includes more attempts than one batch, each once", async () => {
    const { site, quizId, download } = await buildWorld();
    await sql`
      WITH added AS (
        INSERT INTO site_user (site_id, email, display_name, role, password_hash)
        SELECT ${site.id}, 'many' || n || '@school.test', 'Many ' || lpad(n::text, 3, '0'), 'learner', 'none'
        FROM generate_series(1, 120) n RETURNING id
      )
      INSERT INTO quiz_attempt (site_id, quiz_id, user_id, attempt_no, seed, started_at)
      SELECT ${site.id}, ${quizId}, id, 1, 'seed', now() FROM added
    `.execute(server.owner);
    const names = (await download({ type: "short-answer" })).lines.map(({ Name }) => Name);
    expect(names).toEqual(Array.from({ length: 120 }, (_, index) => `Many ${String(index + 1).padStart(3, "0")}`));
  });
});
