/** Restoring items to a quiz, or moving items out of one, follows its present rules. */
import { QUESTION_PROBLEM_TEXTS } from "@parfocal/core/quiz/question-rules.ts";
import { createQuiz, deleteQuizItem, getQuiz, setQuizSlides, updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { createQuestion, updateQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { QUIZ_PROBLEM_TEXTS } from "@parfocal/core/quiz/quiz-rules.ts";
import { moveItem, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const he = await buildSlide(site, { title: "HE", parentId: courseId });
  const pas = await buildSlide(site, { title: "PAS", parentId: courseId });
  const teacher = await buildUser(site, { role: "teacher" });
  const update = (id: number, body: object) =>
    sendCall(server, updateQuiz, { as: teacher, params: { id: String(id) }, body: body as never });
  const create = (body: object) =>
    sendCall(server, createQuiz, {
      as: teacher,
      body: { itemType: "course", itemId: courseId, title: "Quiz", ...body } as never,
    });
  const read = async (id: number) => {
    const { answer } = await sendCall(server, getQuiz, { as: teacher, params: { id: String(id) } });
    if (answer.view !== "authoring") throw new Error("a teacher gets the whole quiz");
    return answer;
  };
  return { site, he, pas, teacher, update, create, read };
}

type RemovedType = "quizSlide" | "quizQuestion" | "quizAnswerOption";

describe("restoring and moving items of a quiz follows its rules", () => {
  async function buildRemoved(type: RemovedType, options: Parameters<typeof buildQuiz>[1] = {}) {
    const world = await buildWorld();
    const quiz = await buildQuiz(world.site, { imageId: world.he.id, ...options });
    const id = { quizSlide: quiz.slideId, quizQuestion: quiz.questionIds[0], quizAnswerOption: quiz.optionIds[0] }[
      type
    ];
    const params = { quizId: String(quiz.quizId), type, id: String(id) };
    const { answer } = await sendCall(server, deleteQuizItem, { as: world.teacher, params });
    const restore = () =>
      sendCall(server, restoreRemoved, { as: world.teacher, params: { id: String(answer.binId) }, body: {} });
    return { ...world, ...quiz, restore };
  }
  it("a slide is restored to a quiz that is now Common", async () => {
    const { quizId, pas, update, read, restore, teacher } = await buildRemoved("quizSlide");
    const slides = [{ itemType: "image" as const, itemId: pas.id }];
    await sendCall(server, setQuizSlides, { as: teacher, params: { id: String(quizId) }, body: { slides } });
    expect((await update(quizId, { type: "Common" })).status).toBe(200);
    expect((await restore()).status).toBe(200);
    expect((await read(quizId)).slides).toHaveLength(2);
  });

  it("a question is not restored to a quiz that is now Auto-Generated", async () => {
    const { quizId, update, read, restore } = await buildRemoved("quizQuestion");
    expect((await update(quizId, { type: "Auto-Generated" })).status).toBe(200);
    const { status, failure } = await restore();
    expect([status, failure.message]).toEqual([400, QUIZ_PROBLEM_TEXTS.ownQuestions]);
    expect((await read(quizId)).questions).toEqual([]);
  });

  it("a slide with questions is not restored to a quiz that is now Common", async () => {
    const { site, he, pas, teacher, update } = await buildWorld();
    const { quizId, slideId } = await buildQuiz(site, { imageId: he.id, questions: [] });
    const body = { parentId: slideId ?? 0, title: "What is it?", type: "short-answer" as const };
    await sendCall(server, createQuestion, { as: teacher, body });
    const params = { quizId: String(quizId), type: "quizSlide" as const, id: String(slideId) };
    const { binId } = (await sendCall(server, deleteQuizItem, { as: teacher, params })).answer;
    const slides = [{ itemType: "image" as const, itemId: pas.id }];
    await sendCall(server, setQuizSlides, { as: teacher, params: { id: String(quizId) }, body: { slides } });
    expect((await update(quizId, { type: "Common" })).status).toBe(200);
    const { status, failure } = await sendCall(server, restoreRemoved, {
      as: teacher,
      params: { id: String(binId) },
      body: {},
    });
    expect([status, failure.message]).toEqual([400, QUIZ_PROBLEM_TEXTS.questionsUnderItems]);
  });

  it("a correct option is not restored beside another correct one of a multiple-choice question", async () => {
    const { restore, teacher, questionIds, read, quizId } = await buildRemoved("quizAnswerOption");
    const [first, ...others] = (await read(quizId)).questions[0]?.answerOptions ?? [];
    if (!first) throw new Error("options are left");
    const answerOptions = [first, ...others].map(({ label: _label, ...option }) => ({
      ...option,
      isCorrect: option.id === first.id,
    }));
    const params = { id: String(questionIds[0]) };
    expect((await sendCall(server, updateQuestion, { as: teacher, params, body: { answerOptions } })).status).toBe(200);
    const { status, failure } = await restore();
    expect([status, failure.message]).toEqual([400, QUESTION_PROBLEM_TEXTS.severalCorrect]);
    expect((await read(quizId)).questions[0]?.answerOptions).toHaveLength(2);
  });

  it("the last slide of a Common quiz is not moved to another quiz", async () => {
    const { site, he, teacher, create } = await buildWorld();
    const { answer } = await create({ type: "Common", slides: [{ itemType: "image", itemId: he.id }] });
    const { quizId: toParentId } = await buildQuiz(site);
    const { status, failure } = await sendCall(server, moveItem, {
      as: teacher,
      body: { itemId: answer.slides[0]?.id ?? 0, fromParentId: answer.id, toParentId },
    });
    expect([status, failure.message]).toEqual([400, QUIZ_PROBLEM_TEXTS.commonEmpty]);
  });
});
