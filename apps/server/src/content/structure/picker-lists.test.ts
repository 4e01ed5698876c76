/** The lists that pickers show: a folder includes everything below it, and items in the bin are not offered. */

import { listAttachments } from "@parfocal/core/attachment/attachment.contract.ts";
import { searchAttachments } from "@parfocal/core/attachment/search-attachments.contract.ts";
import { listCases } from "@parfocal/core/case/case.contract.ts";
import { listImages } from "@parfocal/core/image/image.contract.ts";
import { searchImages } from "@parfocal/core/image/search-images.contract.ts";
import { createQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { searchQuestions } from "@parfocal/core/quiz/search-questions.contract.ts";
import { deleteFolder } from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAttachment } from "#testing/build-attachment.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const as = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site);
  const kidney = await buildFolder(site, { parentId: courseId });
  const glomeruli = await buildFolder(site, { parentId: kidney });
  const deep = await buildSlide(site, { parentId: glomeruli, title: "Deep" });
  const high = await buildSlide(site, { parentId: courseId, title: "High" });
  const attachment = await buildAttachment(site, { imageId: deep.id });
  await buildAttachment(site, { imageId: high.id });
  const caseId = await buildCase(site, { parentId: glomeruli });
  return { as, courseId, kidney, deep: deep.id, high: high.id, attachment, caseId };
}
const quizOf = (quizId: number, quizTitle: string) => ({ quizId, quizTitle });
const idsOf = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);

describe("a folder", () => {
  it("of images includes everything below it, requested by URL or by body", async () => {
    const { as, courseId, kidney, deep, high } = await buildWorld();
    const query = { folder: String(kidney) };
    expect(idsOf((await sendCall(server, listImages, { as, query })).answer)).toEqual([deep]);
    expect(idsOf((await sendCall(server, searchImages, { as, body: { folder: kidney } })).answer)).toEqual([deep]);
    const all = await sendCall(server, searchImages, { as, body: { folder: courseId } });
    expect(idsOf(all.answer)).toEqual([high, deep]);
  });

  it("of cases and of attachments too", async () => {
    const { as, kidney, attachment, caseId } = await buildWorld();
    const query = { folder: String(kidney) };
    expect(idsOf((await sendCall(server, listCases, { as, query })).answer)).toEqual([caseId]);
    expect(idsOf((await sendCall(server, listAttachments, { as, query })).answer)).toEqual([attachment]);
    const found = await sendCall(server, searchAttachments, { as, body: { folder: kidney } });
    expect(idsOf(found.answer)).toEqual([attachment]);
  });
});

it("a search by body finds by title, one page at a time", async () => {
  const { as, deep } = await buildWorld();
  expect(idsOf((await sendCall(server, searchImages, { as, body: { q: "dee" } })).answer)).toEqual([deep]);
  expect((await sendCall(server, searchImages, { as, body: { q: "dee", page: 2 } })).answer).toEqual([]);
  for (const contract of [searchImages, searchAttachments])
    expect((await sendCall(server, contract, { as, body: { page: 0 } })).status).toBe(400);
});

describe("questions", () => {
  async function buildQuestions() {
    const site = await buildSite(server);
    const as = await buildUser(site, { role: "teacher" });
    const courseId = await buildCourse(site);
    const kidney = await buildFolder(site, { parentId: courseId });
    const slide = await buildSlide(site, { parentId: kidney });
    const week = await buildQuiz(site, { parentId: kidney, title: "Week 1", imageId: slide.id });
    const exam = await buildQuiz(site, { parentId: courseId, title: "Exam", questions: [{ title: "Which stain?" }] });
    const under = { parentId: week.slideId ?? 0, title: "Where?", type: "short-answer" } as const;
    const { id: where } = (await sendCall(server, createQuestion, { as, body: under })).answer;
    return { as, site, kidney, slide, week, exam, where, shown: week.questionIds[0], stain: exam.questionIds[0] };
  }
  const search = async (as: TestUser, body: object) => (await sendCall(server, searchQuestions, { as, body })).answer;

  it("of all quizzes, newest first, with quiz, type and the thumbnail of their parent slide", async () => {
    const { as, slide, week, exam, where, shown, stain } = await buildQuestions();
    const inWeek = { quizId: week.quizId, quizTitle: "Week 1" };
    expect(await search(as, {})).toEqual([
      {
        id: where,
        title: "Where?",
        type: "short-answer",
        ...inWeek,
        thumbnail: expect.stringContaining(`${slide.id}`),
      },
      { id: stain, title: "Which stain?", type: "multiple-choice", ...quizOf(exam.quizId, "Exam"), thumbnail: null },
      { id: shown, title: "What is shown?", type: "multiple-choice", ...inWeek, thumbnail: null },
    ]);
  });

  it("of a folder or of one quiz, found by title, one page at a time", async () => {
    const { as, kidney, exam, where, shown, stain } = await buildQuestions();
    expect(idsOf(await search(as, { folder: kidney }))).toEqual([where, shown]);
    expect(idsOf(await search(as, { folder: exam.quizId }))).toEqual([stain]);
    expect(idsOf(await search(as, { q: "STAIN" }))).toEqual([stain]);
    expect(await search(as, { page: 2 })).toEqual([]);
  });

  it("found by their text, not by its formatting, and by their type", async () => {
    const { as, exam, where, shown } = await buildQuestions();
    const content = "<p>Look at the <strong>glom</strong>eruli.</p>";
    const body = { parentId: exam.quizId, title: "What now?", type: "matching", content } as const;
    const { id } = (await sendCall(server, createQuestion, { as, body })).answer;
    expect(idsOf(await search(as, { q: "LOOK AT" }))).toEqual([id]);
    expect(await search(as, { q: "strong" })).toEqual([]);
    expect(idsOf(await search(as, { type: "matching" }))).toEqual([id]);
    expect(idsOf(await search(as, { type: "short-answer", q: "wh" }))).toEqual([where]);
    expect(idsOf(await search(as, { type: "multiple-choice", folder: exam.quizId }))).not.toContain(shown);
  });

  it("of another site, or in the bin with their folder, are not offered", async () => {
    const { as, kidney, stain } = await buildQuestions();
    await sendCall(server, deleteFolder, { as, params: { id: String(kidney) }, body: {} });
    expect(idsOf(await search(as, {}))).toEqual([stain]);
  });
});

it("items in the bin with their folder are not offered", async () => {
  const { as, kidney, high } = await buildWorld();
  await sendCall(server, deleteFolder, { as, params: { id: String(kidney) }, body: {} });
  expect(idsOf((await sendCall(server, searchImages, { as, body: {} })).answer)).toEqual([high]);
  expect((await sendCall(server, listCases, { as })).answer).toEqual([]);
  const attachments = (await sendCall(server, listAttachments, { as })).answer;
  expect(attachments.map(({ parentId }) => parentId)).toEqual([high]);
});
