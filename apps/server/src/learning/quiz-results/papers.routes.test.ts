import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { getPaper, listResults, markAnswer } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { closeOverdueAttempts } from "../quiz-attempt/close-overdue-attempts.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const REGION = "POLYGON ((100 100, 300 100, 300 300, 100 300, 100 100))";

async function buildWorld(settings: Partial<QuizSettings> = {}) {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const slide = await buildSlide(site, { title: "Kidney", parentId });
  const teacher = await buildUser(site, { role: "teacher", displayName: "Dr. Maier" });
  const learner = await buildUser(site, { displayName: "Ada" });
  const { quizId, questionIds } = await buildQuiz(site, {
    parentId,
    questions: [
      { title: "Organ?", score: 1.25 },
      { title: "Describe it", type: "short-answer", score: 3, answerOptions: [] },
      {
        title: "Where?",
        type: "annotation",
        score: 2,
        itemId: slide.id,
        answerOptions: [{ ...testOption("A glomerulus"), region: REGION }],
      },
    ],
    settings: { is_auto_evaluation_enabled: true, ...settings },
  });
  const [organ = 0, describeIt = 0, where = 0] = questionIds;
  const ada = takerOf(server, quizId, learner);
  const attemptId = async () => {
    const { answer } = await sendCall(server, listResults, { as: teacher, params: { id: String(quizId) }, query: {} });
    return answer.learners[0]?.attemptId ?? 0;
  };
  const paramsOf = async () => ({ id: String(quizId), attemptId: String(await attemptId()) });
  const paper = async () => sendCall(server, getPaper, { as: teacher, params: await paramsOf() });
  const mark = async (
    body: { questionId: number; score?: number | null; comment?: string },
    more: object = {},
    as = teacher,
  ) => sendCall(server, markAnswer, { as, params: await paramsOf(), body: { ...body, ...more } });
  return { site, slide, teacher, learner, quizId, organ, describeIt, where, ada, paper, mark };
}

const ANSWERS = { "Organ?": "Liver", "Describe it": "A tuft of capillaries", "Where?": ["POINT (200 200)"] };

describe("a learner's paper", () => {
  it("has all questions with the answer, the right answer, and the points; regions of both", async () => {
    const { ada, paper, slide } = await buildWorld();
    await ada.take(ANSWERS);
    const { answer } = await paper();
    expect(answer).toMatchObject({ name: "Ada", state: "submitted", isMarkable: true, removed: null });
    expect(answer.quiz.result).toEqual({ score: 2, maxScore: 3.25 });
    const where = answer.quiz.answers.find(({ questionType }) => questionType === "annotation");
    expect(where).toMatchObject({ answer: ["POINT (200 200)"], solution: { regions: [{ wkt: REGION }] } });
    expect(answer.quiz.questions[2]?.subject?.id).toBe(slide.id);
    expect(
      answer.marks.map(({ points, automatic, maxScore, isGiven }) => [
        points?.score,
        automatic?.score,
        maxScore,
        isGiven,
      ]),
    ).toEqual([
      [0, 0, 1.25, false],
      [undefined, undefined, 3, false],
      [2, 2, 2, false],
    ]);
  });

  it("shows the right answers even if the quiz hides them from learners", async () => {
    const { ada, paper } = await buildWorld({ hide_submitted_questions: true });
    await ada.take(ANSWERS);
    expect((await ada.read()).questions).toEqual([]);
    const { quiz } = (await paper()).answer;
    expect(quiz.questions).toHaveLength(3);
    expect(quiz.answers[0]?.solution?.options).toHaveLength(1);
  });

  it("of a running attempt shows the answers so far, and cannot be marked", async () => {
    const { ada, paper, mark, organ } = await buildWorld();
    await ada.start();
    await ada.answer({ "Organ?": "Kidney" });
    const { answer } = await paper();
    expect(answer).toMatchObject({ state: "started", isMarkable: false });
    expect(answer.quiz.answers).toMatchObject([{ questionId: organ, solution: null }]);
    const { status, failure } = await mark({ questionId: organ, score: 1 });
    expect([status, failure.data]).toEqual([409, ["running"]]);
  });

  it("keeps the points of a question that was removed later", async () => {
    const { site, ada, paper, where } = await buildWorld();
    await ada.take(ANSWERS);
    await withSite(server.platform.database, site.id, (db) =>
      sql`UPDATE item SET deleted_at = now() WHERE site_id = ${site.id} AND id = ${where}`.execute(db),
    );
    const { answer } = await paper();
    expect(answer.marks).toHaveLength(2);
    expect(answer.removed).toEqual({ score: 2, maxScore: 2 });
    expect(answer.quiz.result).toEqual({ score: 2, maxScore: 3.25 });
  });

  it("of another quiz, or of a removed attempt, is not found", async () => {
    const { site, teacher, ada, paper } = await buildWorld();
    await ada.take(ANSWERS);
    const other = await buildQuiz(site);
    const attemptId = String((await paper()).answer.attemptId);
    const params = { id: String(other.quizId), attemptId };
    expect((await sendCall(server, getPaper, { as: teacher, params })).status).toBe(404);
  });
});

describe("a teacher's marks", () => {
  it("change the total exactly, keep the automatic points, and record who gave them and when", async () => {
    const { ada, mark, organ, describeIt } = await buildWorld();
    await ada.take(ANSWERS);
    const first = (await mark({ questionId: organ, score: 0.35 })).answer;
    expect(first.quiz.result).toEqual({ score: 2.35, maxScore: 3.25 });
    expect(first.marks[0]).toMatchObject({
      points: { score: 0.35, maxScore: 1.25 },
      automatic: { score: 0, maxScore: 1.25 },
      isGiven: true,
      markedBy: "Dr. Maier",
    });
    expect(first.marks[0]?.markedAt).toBeTruthy();
    const second = (await mark({ questionId: describeIt, score: 2.5, comment: "Which vessels?" })).answer;
    expect(second.quiz.result).toEqual({ score: 4.85, maxScore: 6.25 });
    const third = (await mark({ questionId: organ, score: null })).answer;
    expect(third.quiz.result).toEqual({ score: 4.5, maxScore: 6.25 });
    expect(third.marks[0]).toMatchObject({ points: { score: 0 }, isGiven: false });
    const fourth = (await mark({ questionId: describeIt, score: null })).answer;
    expect(fourth.quiz.result).toEqual({ score: 2, maxScore: 3.25 });
    expect(fourth.marks[1]).toMatchObject({ points: null, comment: "Which vessels?" });
  });

  it("are shown to the learner in the review: points and comment", async () => {
    const { ada, mark, describeIt } = await buildWorld();
    await ada.take(ANSWERS);
    await mark({ questionId: describeIt, score: 2, comment: "Which vessels?" });
    const quiz = await ada.read();
    expect(quiz.result).toEqual({ score: 4, maxScore: 6.25 });
    const answer = quiz.answers.find(({ questionId }) => questionId === describeIt);
    expect(answer?.mark).toEqual({ points: { score: 2, maxScore: 3 }, comment: "Which vessels?" });
    expect(quiz.answers.filter((one) => one.mark)).toHaveLength(1);
  });

  it("are shown without automatic evaluation too, without the right answers; not if questions are hidden", async () => {
    const { site, quizId, ada, mark, organ, learner } = await buildWorld({ is_auto_evaluation_enabled: false });
    await ada.take(ANSWERS);
    await mark({ questionId: organ, comment: "See page 12" });
    const quiz = await ada.read();
    expect(quiz.result).toBeNull();
    expect(quiz.answers[0]).toMatchObject({
      verdict: null,
      solution: null,
      mark: { points: null, comment: "See page 12" },
    });
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("quiz")
        .set({ is_auto_evaluation_enabled: true, hide_submitted_questions: true })
        .where("site_id", "=", site.id)
        .where("item_id", "=", quizId)
        .execute(),
    );
    const { text } = await sendCall(server, getQuiz, { as: learner, params: { id: String(quizId) } }).then(
      ({ raw }) => ({
        text: raw.body,
      }),
    );
    expect(text).not.toContain("page 12");
  });

  it("are from 0 to the maximum with two decimals; other values change nothing", async () => {
    const { ada, paper, mark, organ } = await buildWorld();
    await ada.take(ANSWERS);
    for (const score of [1.26, -0.01, 1.005]) {
      const { status, failure } = await mark({ questionId: organ, score });
      expect([status, failure.message]).toEqual([400, "Enter points from 0 to 1.25 with at most two decimals."]);
    }
    expect((await mark({ questionId: 999_999, score: 1 })).status).toBe(400);
    expect((await paper()).answer.quiz.result).toEqual({ score: 2, maxScore: 3.25 });
    expect((await mark({ questionId: organ, score: 1.25 })).answer.quiz.answers[0]?.verdict?.isRight).toBe(true);
  });

  it("of someone else are not overwritten unseen", async () => {
    const { site, ada, mark, organ } = await buildWorld();
    await ada.take(ANSWERS);
    const other = await buildUser(site, { role: "teacher" });
    const first = await mark({ questionId: organ, score: 1 }, { knownMarkedAt: null });
    expect(first.status).toBe(200);
    const late = await mark({ questionId: organ, score: 0 }, { knownMarkedAt: null }, other);
    expect([late.status, late.failure.data]).toEqual([409, ["markedSince"]]);
    const knownMarkedAt = first.answer.marks[0]?.markedAt;
    expect((await mark({ questionId: organ, score: 0 }, { knownMarkedAt }, other)).status).toBe(200);
  });

  it("wait until the automatic submission is settled, since an answer in time may still arrive", async () => {
    const { site, ada, mark, organ } = await buildWorld({ timer_duration_s: 60 });
    await ada.start();
    const age = (seconds: number) =>
      sql`UPDATE quiz_attempt SET deadline_at = deadline_at - ${`${seconds} seconds`}::interval,
        submitted_at = submitted_at - ${`${seconds} seconds`}::interval WHERE site_id = ${site.id}`.execute(
        server.owner,
      );
    await age(70);
    await closeOverdueAttempts(server.platform);
    expect((await mark({ questionId: organ, score: 1 })).failure.data).toEqual(["justEnded"]);
    await age(60);
    expect((await mark({ questionId: organ, score: 1 })).status).toBe(200);
  });
});
