import { createQuestion, updateQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { getQuizStatistics } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type AnswersByTitle, takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const pair = (left: string, right: string) => ({ ...testOption(""), left, right });
const QUESTIONS = [
  { title: "Organ?", score: 1 },
  { title: "Name it", type: "short-answer" as const, score: 2, correctAnswer: "Glomerulus", answerOptions: [] },
  { title: "Match", type: "matching" as const, score: 1, answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] },
  { title: "Your thoughts?", type: "short-answer" as const, correctAnswer: "", answerOptions: [] },
];

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const { quizId, questionIds } = await buildQuiz(site, { title: "Kidney", questions: QUESTIONS });
  const takerOfNew = async () => takerOf(server, quizId, await buildUser(site));
  const read = async () =>
    (await sendCall(server, getQuizStatistics, { as: teacher, params: { id: String(quizId) } })).answer;
  const setScore = (place: number, score: number) =>
    sendCall(server, updateQuestion, {
      as: teacher,
      params: { id: String(questionIds[place]) },
      body: { score },
    });
  const add = (title: string) => {
    const body = {
      title,
      type: "multiple-choice" as const,
      answerOptions: [testOption("Kidney", true)],
      parentId: quizId,
    };
    return sendCall(server, createQuestion, { as: teacher, body });
  };
  return { takerOfNew, read, setScore, add };
}

const RIGHT = ["HE → pink", "PAS → magenta"];
const CLASS: readonly AnswersByTitle[] = [
  { "Organ?": "Kidney", "Name it": "glomerulus", Match: RIGHT },
  { "Organ?": "Kidney", "Name it": " Nephron", Match: RIGHT, "Your thoughts?": "None" },
  { "Organ?": "Liver", "Name it": "nephron", Match: ["HE → magenta", "PAS → pink"] },
];

it("a quiz without submissions has no figures", async () => {
  const { takerOfNew, read } = await buildWorld();
  await (await takerOfNew()).start();
  const found = await read();
  expect(found).toMatchObject({ title: "Kidney", attempts: 0, maxScore: 4, mean: null, internalConsistency: null });
  expect(found.histogram).toEqual(Array(10).fill(0));
  expect(found.questions.map(({ openCount }) => openCount)).toEqual([0, 0, 0, 0]);
});

it("each person's first submitted attempt counts: points, choices by thirds of the class, texts, open answers", async () => {
  const { takerOfNew, read } = await buildWorld();
  for (const answers of CLASS) await (await takerOfNew()).take(answers);
  const again = await takerOfNew();
  await again.take({ "Organ?": "Spleen" });
  await again.restart();
  await again.take(CLASS[0] ?? {});
  const { submittedCount, attempts, maxScore, mean, median, histogram, questions } = await read();
  expect([submittedCount, attempts, maxScore, mean, median]).toEqual([4, 4, 4, 1.5, 1]);
  expect(histogram).toEqual([2, 0, 0, 0, 0, 1, 0, 0, 0, 1]);
  const [organ, name, match, thoughts] = questions;
  expect(organ).toMatchObject({ order: 1, maxScore: 1, facility: 50, openCount: 0, intendedWeight: 25 });
  const numbers = (count: number, upper: number, middle: number, lower: number) => ({ count, upper, middle, lower });
  expect(organ?.answers).toEqual([
    { text: "Kidney", isRight: true, ...numbers(2, 1, 1, 0) },
    { text: "Liver", isRight: false, ...numbers(1, 0, 0, 1) },
    { text: "Spleen", isRight: false, ...numbers(1, 0, 0, 1) },
  ]);
  expect(name?.answers).toMatchObject([
    { text: "nephron", isRight: false, count: 2 },
    { text: "glomerulus", isRight: true, count: 1 },
  ]);
  expect(name?.openCount).toBe(1);
  expect(match?.answers.map(({ text, isRight, count }) => [text, isRight, count])).toEqual(
    expect.arrayContaining([
      ["HE – pink", true, 2],
      ["PAS – magenta", true, 2],
      ["HE – magenta", false, 1],
      ["PAS – pink", false, 1],
    ]),
  );
  expect(thoughts).toMatchObject({
    maxScore: null,
    facility: null,
    openCount: 3,
    answers: [{ text: "None", count: 1 }],
  });
});

it("points are a share of the maximum, so that no question is easier than 100 %", async () => {
  const { takerOfNew, read, setScore } = await buildWorld();
  for (const answers of CLASS) await (await takerOfNew()).take(answers);
  expect((await setScore(1, 0.5)).status).toBe(200);
  const { maxScore, mean, questions } = await read();
  expect([maxScore, mean]).toEqual([2.5, 1.5]);
  expect(questions[1]?.maxScore).toBe(0.5);
  expect(questions[1]?.facility).toBeCloseTo(100 / 3, 9);
});

it("a question that was added later is not counted as wrong, and reports how many people had it", async () => {
  const { takerOfNew, read, add } = await buildWorld();
  for (const answers of CLASS) await (await takerOfNew()).take(answers);
  expect((await add("New?")).status).toBe(200);
  const before = await read();
  expect(before).toMatchObject({ submittedCount: 3, attempts: 3, maxScore: 4 });
  expect(before.questions.at(-1)).toMatchObject({ title: "New?", askedCount: 0, openCount: 0, facility: null });
  for (const _ of CLASS) await (await takerOfNew()).take({ "New?": "Kidney" });
  const after = await read();
  expect(after).toMatchObject({ submittedCount: 6, attempts: 3, maxScore: 5 });
  expect(after.questions.at(-1)).toMatchObject({ askedCount: 3, openCount: 0, facility: 100 });
});
