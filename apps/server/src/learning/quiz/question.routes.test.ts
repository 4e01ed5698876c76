import { QUESTION_PROBLEM_TEXTS } from "@parfocal/core/quiz/question-rules.ts";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  copyToIndividualQuiz,
  createQuestion,
  createQuestions,
  deleteQuestion,
  deleteQuestions,
  getAnswerOption,
  getQuestion,
  listQuizQuestions,
  orderQuestions,
  QUIZ_QUESTION_PAGE_SIZE,
  updateQuestion,
} from "@parfocal/core/quiz/quiz-question.contract.ts";
import { QUIZ_PROBLEM_TEXTS } from "@parfocal/core/quiz/quiz-rules.ts";
import { restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { addQuizSlide } from "./quiz-slides.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const REGION = "POLYGON ((0 0, 90 0, 90 90, 0 0))";

/** A quiz with a slide and no questions. */
async function buildWorld() {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const slide = await buildSlide(site, { parentId });
  const { quizId, slideId } = await buildQuiz(site, { parentId, imageId: slide.id, questions: [] });
  const teacher = await buildUser(site, { role: "teacher" });
  const create = (body: object) =>
    sendCall(server, createQuestion, {
      as: teacher,
      body: { parentId: quizId, title: "What?", type: "multiple-choice", ...body } as never,
    });
  const update = (id: number, body: object) =>
    sendCall(server, updateQuestion, { as: teacher, params: { id: String(id) }, body: body as never });
  return { site, parentId, slide, quizId, slideId: slideId ?? 0, teacher, create, update };
}

describe("a new question", () => {
  it("keeps its options in order with letters, and drops empty ones", async () => {
    const { create, quizId } = await buildWorld();
    const answerOptions = [testOption("Kidney", true), testOption(" "), testOption("Liver")];
    const { status, answer } = await create({ answerOptions, score: "2.50", content: "<p>x</p><script>y</script>" });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      quizId,
      parentId: quizId,
      slideId: null,
      order: 1,
      score: 2.5,
      content: "<p>x</p>",
    });
    expect(answer.answerOptions.map(({ label, option, isCorrect }) => [label, option, isCorrect])).toEqual([
      ["A", "Kidney", true],
      ["B", "Liver", false],
    ]);
  });

  it("is stored with its type, its image or case, its score and its right answer", async () => {
    const { site, parentId, slide, teacher, create } = await buildWorld();
    const caseId = await buildCase(site, { parentId });
    const about = [
      { itemId: slide.id, itemType: "image" },
      { itemId: caseId, itemType: "case" },
      { itemId: null, itemType: null },
    ];
    for (const type of ["short-answer", "multiple-choice", "multiple-answer", "matching"])
      for (const { itemId, itemType } of about) {
        const { answer: made } = await create({ type, score: 1.25, correctAnswer: "kidney|ren", itemId });
        const { answer } = await sendCall(server, getQuestion, { as: teacher, params: { id: String(made.id) } });
        const correctAnswer = type === "short-answer" ? "kidney|ren" : "";
        expect(answer).toMatchObject({ type, score: 1.25, correctAnswer, itemId, itemType });
      }
  });

  it("under a slide is about that slide: an annotation question needs no other image", async () => {
    const { create, slideId } = await buildWorld();
    const body = { parentId: slideId, type: "annotation", answerOptions: [{ ...testOption(""), region: REGION }] };
    const { status, answer } = await create(body);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      slideId,
      itemId: null,
      answerOptions: [{ label: "A", option: "A", region: REGION }],
    });
  });

  it("with pairs keeps both sides", async () => {
    const { create } = await buildWorld();
    const pair = { ...testOption(""), left: "HE", right: "pink" };
    const { answer } = await create({ type: "matching", answerOptions: [pair, testOption("")] });
    expect(answer.answerOptions).toMatchObject([{ option: "", left: "HE", right: "pink" }]);
  });

  const rejected: [name: string, body: object, text: string | RegExp][] = [
    ["without a title", { title: " " }, /Enter a title for the question/],
    ["without a type", { type: undefined }, /Choose a type/],
    ["annotation without an image", { type: "annotation" }, QUESTION_PROBLEM_TEXTS.imageMissing],
    [
      "two correct options",
      { answerOptions: [testOption("a", true), testOption("b", true)] },
      QUESTION_PROBLEM_TEXTS.severalCorrect,
    ],
    ["three decimals", { score: 1.255 }, /at most 2 decimals/],
    ["a score that is a word", { score: "many" }, /at most 2 decimals/],
    [
      "27 options",
      { answerOptions: Array.from({ length: 27 }, () => testOption("x")) },
      QUESTION_PROBLEM_TEXTS.tooManyOptions,
    ],
    ["an image that is not there", { itemId: 987_654_321 }, /^Image or case \d+ not found/],
    ["a parent that is not there", { parentId: 987_654_321 }, /^A question can only be placed in a quiz/],
  ];
  for (const [name, body, text] of rejected)
    it(`${name} is rejected`, async () => {
      const { status, failure } = await (await buildWorld()).create(body);
      expect(status).toBe(400);
      expect(failure.message).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
    });

  const ofImage: [name: string, options: object[], text: string | RegExp][] = [
    ["no option", [], QUESTION_PROBLEM_TEXTS.optionsMissing],
    ["a region that is none", [{ ...testOption("x"), region: "POLYGON" }], /^A region cannot be read/],
    ["a region that is a point", [{ ...testOption("x"), region: "POINT (1 2)" }], /^A region must be a polygon/],
  ];
  for (const [name, answerOptions, text] of ofImage)
    it(`an annotation question with an image and ${name} is rejected`, async () => {
      const { create, slide } = await buildWorld();
      const { status, failure } = await create({ type: "annotation", itemId: slide.id, answerOptions });
      expect(status).toBe(400);
      expect(failure.message).toEqual(typeof text === "string" ? text : expect.stringMatching(text));
    });

  it("is rejected by quizzes whose type does not allow it", async () => {
    const { site, slide, teacher } = await buildWorld();
    const common = await buildQuiz(site, { type: "Common", imageId: slide.id });
    const body = { title: "What?", type: "short-answer" as const };
    const under = await sendCall(server, createQuestion, {
      as: teacher,
      body: { ...body, parentId: common.slideId ?? 0 },
    });
    expect([under.status, under.failure.message]).toEqual([400, QUIZ_PROBLEM_TEXTS.questionsUnderItems]);
    const auto = await buildQuiz(site, { type: "Auto-Generated", imageId: slide.id, questions: [] });
    const own = await sendCall(server, createQuestion, { as: teacher, body: { ...body, parentId: auto.quizId } });
    expect([own.status, own.failure.message]).toEqual([400, QUIZ_PROBLEM_TEXTS.ownQuestions]);
  });
});

describe("a question", () => {
  it("with a changed type has no correct flags any more", async () => {
    const { create, update } = await buildWorld();
    const { answer } = await create({ answerOptions: [testOption("a", true), testOption("b")] });
    const changed = await update(answer.id, { type: "multiple-answer" });
    expect(changed.answer.answerOptions.map(({ option, isCorrect }) => [option, isCorrect])).toEqual([
      ["a", false],
      ["b", false],
    ]);
  });

  it("changes, reorders, adds and removes options, which keep their IDs", async () => {
    const { site, create, update } = await buildWorld();
    const { answer } = await create({ answerOptions: [testOption("a", true), testOption("b"), testOption("c")] });
    const [a, , c] = answer.answerOptions;
    const changed = await update(answer.id, {
      answerOptions: [
        { ...testOption("new"), isCorrect: true },
        { id: c?.id, option: "c2" },
        { id: a?.id, option: "a" },
      ],
    });
    expect(changed.answer.answerOptions.map(({ id, option, isCorrect }) => [id, option, isCorrect])).toEqual([
      [expect.any(Number), "new", true],
      [c?.id, "c2", false],
      [a?.id, "a", false],
    ]);
    const foreign = await update(answer.id, { answerOptions: [{ id: answer.id, option: "x" }] });
    expect(foreign.status).toBe(400);
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
  });

  it("is rejected with outdated options: an option that another person has added or changed is kept", async () => {
    const { create, update } = await buildWorld();
    const { answer: created } = await create({ answerOptions: [testOption("a", true), testOption("b")] });
    const { optionsVersion } = created;
    const [a, b] = created.answerOptions.map(({ id, option }) => ({ id, option }));
    const { answer: changed } = await update(created.id, {
      optionsVersion,
      answerOptions: [a, { ...b, option: "b, changed" }],
    });
    const stale = await update(created.id, { optionsVersion, title: "Which?", answerOptions: [a, b, { option: "c" }] });
    expect([stale.status, stale.failure.message]).toEqual([
      409,
      expect.stringMatching(/^Someone else changed the answer options/),
    ]);
    const { answer: updated } = await update(created.id, { content: "<p>x</p>" });
    expect(updated).toEqual({ ...changed, content: "<p>x</p>" });
    const fresh = { optionsVersion: updated.optionsVersion, answerOptions: [a] };
    expect((await update(created.id, fresh)).answer.answerOptions.map(({ option }) => option)).toEqual(["a"]);
  });

  it("keeps its link to an image in the bin through other changes, and is linked when that is restored", async () => {
    const { create, update, slide } = await buildWorld();
    const answerOptions = [{ ...testOption("Here"), region: REGION }];
    const { answer } = await create({ type: "annotation", itemId: slide.id, answerOptions });
    const setDeleted = (deleted_at: Date | null) =>
      server.owner.updateTable("item").set({ deleted_at }).where("id", "=", slide.id).execute();
    await setDeleted(new Date());
    const changed = await update(answer.id, { title: "What is it?" });
    expect([changed.status, changed.answer.title]).toEqual([200, "What is it?"]);
    expect(changed.answer).toMatchObject({ itemId: slide.id, itemType: "image", thumbnail: null });
    expect((await create({ itemId: slide.id })).failure.message).toMatch(/^Image or case \d+ not found/);
    await setDeleted(null);
    expect((await update(answer.id, {})).answer).toEqual({ ...answer, title: "What is it?" });
    expect((await update(answer.id, { type: "short-answer", itemId: null })).answer.itemId).toBeNull();
  });

  it("is deleted with its options", async () => {
    const { create, teacher } = await buildWorld();
    const { answer } = await create({ answerOptions: [testOption("a")] });
    const params = { id: String(answer.id) };
    const option = { id: String(answer.answerOptions[0]?.id) };
    expect((await sendCall(server, getAnswerOption, { as: teacher, params: option })).answer).toMatchObject({
      label: "A",
      questionId: answer.id,
    });
    expect((await sendCall(server, deleteQuestion, { as: teacher, params })).status).toBe(200);
    expect((await sendCall(server, getQuestion, { as: teacher, params })).status).toBe(404);
    expect((await sendCall(server, getAnswerOption, { as: teacher, params: option })).status).toBe(404);
  });
});

describe("several questions", () => {
  it("of one quiz are deleted in one call, all or none; each keeps its position in the bin", async () => {
    const { site, quizId, slideId, teacher, create } = await buildWorld();
    const ids: number[] = [];
    for (const title of ["1", "2", "3", "4"]) ids.push((await create({ title })).answer.id);
    const [first = 0, second = 0, third = 0, fourth = 0] = ids;
    const below = (await create({ title: "5", parentId: slideId })).answer.id;
    const other = await buildQuiz(site);
    const remove = (some: number[]) => sendCall(server, deleteQuestions, { as: teacher, body: { ids: some } });
    const titles = async () => {
      const params = { quizId: String(quizId) };
      const list = await sendCall(server, listQuizQuestions, { as: teacher, params });
      return list.answer.map(({ title, order }) => `${title} at ${order}`).sort();
    };
    expect((await remove([first, other.questionIds[0] ?? 0])).status).toBe(404);
    expect((await remove([first, slideId])).status).toBe(404);
    expect(await titles()).toHaveLength(5);
    const removed = await remove([third, below, first, third]);
    expect(removed.answer).toMatchObject([
      { id: third, quizId, parentId: quizId },
      { id: below, quizId, parentId: slideId },
      { id: first, quizId, parentId: quizId },
    ]);
    expect(await titles()).toEqual(["2 at 1", "4 at 2"]);
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
    for (const { binId } of removed.answer.toReversed())
      await sendCall(server, restoreRemoved, { as: teacher, params: { id: String(binId) }, body: {} });
    expect(await titles()).toEqual(["1 at 1", "2 at 2", "3 at 3", "4 at 4", "5 at 1"]);
    expect((await remove([second, fourth])).status).toBe(200);
  });

  it("are listed 30 per page, added all or none, and reordered", async () => {
    const { quizId, teacher } = await buildWorld();
    const questions = Array.from({ length: QUIZ_QUESTION_PAGE_SIZE + 1 }, (_, index) => ({
      title: `Question ${index + 1}`,
      type: "short-answer" as const,
    }));
    const bad = [...questions, { title: "Where?", type: "annotation" as const }];
    const parentId = quizId;
    expect((await sendCall(server, createQuestions, { as: teacher, body: { parentId, questions: bad } })).status).toBe(
      400,
    );
    const { answer } = await sendCall(server, createQuestions, { as: teacher, body: { parentId, questions } });
    const titlesOf = async (page: string) => {
      const list = await sendCall(server, listQuizQuestions, {
        as: teacher,
        params: { quizId: String(quizId) },
        query: { page },
      });
      return list.answer.map(({ title }) => title);
    };
    expect(await titlesOf("1")).toEqual(questions.slice(0, 30).map(({ title }) => title));
    expect(await titlesOf("2")).toEqual(["Question 31"]);
    const quiz = await sendCall(server, getQuiz, {
      as: teacher,
      params: { id: String(quizId) },
      query: { questions: "ids" },
    });
    if (quiz.answer.view !== "authoring") throw new Error("a teacher gets the quiz as its author");
    expect(quiz.answer.questionIds).toEqual(answer.map(({ id }) => id));
    expect([quiz.answer.questions, quiz.answer.slides.map((slide) => slide.questions)]).toEqual([[], [[]]]);
    const questionIds = answer.map(({ id }) => id).toReversed();
    await sendCall(server, orderQuestions, { as: teacher, body: { parentId, questionIds } });
    expect(await titlesOf("2")).toEqual(["Question 1"]);
    const stale = await sendCall(server, orderQuestions, {
      as: teacher,
      body: { parentId, questionIds: questionIds.slice(1) },
    });
    expect(stale.status).toBe(409);
  });
});

it("questions of slides are listed and asked before those of the quiz itself, whichever were added first", async () => {
  const { site, parentId, teacher, create } = await buildWorld();
  const { quizId } = await buildQuiz(site, { parentId, questions: [{ title: "Own" }] });
  const { id: itemId } = await buildSlide(site, { parentId });
  const by = { siteId: site.id, userId: teacher.id };
  const slideId = await withSite(site.server.platform.database, site.id, (db) =>
    addQuizSlide(db, by, { quizId, itemType: "image", itemId }),
  );
  await create({ parentId: slideId, title: "Of the slide" });
  await create({ parentId: quizId, title: "Own too" });
  const params = { quizId: String(quizId) };
  const { answer: listed } = await sendCall(server, listQuizQuestions, { as: teacher, params, query: {} });
  const taker = takerOf(server, quizId, await buildUser(site));
  await taker.start();
  for (const questions of [listed, (await taker.read()).questions])
    expect(questions.map(({ title }) => title)).toEqual(["Of the slide", "Own", "Own too"]);
});

describe("pasting into a quiz", () => {
  it("accepts questions and slides in an Individual quiz, questions under its slides; nothing in others", async () => {
    const { site, quizId, slideId, slide, teacher, create } = await buildWorld();
    const explanation = "<p>Why</p>";
    const answerOptions = [testOption("a", true)];
    const { answer: question } = await create({ parentId: slideId, answerOptions, explanation });
    const target = await buildQuiz(site, { imageId: slide.id, questions: [] });
    const common = await buildQuiz(site, { type: "Common", imageId: slide.id, questions: [] });
    const paste = (ids: number[], parentId: number) =>
      sendCall(server, copyToIndividualQuiz, { as: teacher, body: { ids, parentId } });
    expect((await paste([slideId, question.id], target.quizId)).status).toBe(200);
    expect((await paste([question.id], target.slideId ?? 0)).status).toBe(200);
    expect((await paste([slideId], target.slideId ?? 0)).status).toBe(400);
    expect((await paste([question.id], common.quizId)).status).toBe(400);
    expect((await paste([slide.id], target.quizId)).status).toBe(400);
    const { answer } = await sendCall(server, getQuiz, { as: teacher, params: { id: String(target.quizId) } });
    if (answer.view !== "authoring") throw new Error("a teacher gets the whole quiz");
    expect(answer.slides.map(({ questions }) => questions.map(({ title }) => title))).toEqual([["What?"], ["What?"]]);
    expect(answer.questions).toMatchObject([
      { title: "What?", explanation, answerOptions: [{ option: "a", isCorrect: true }] },
    ]);
    expect(
      (await sendCall(server, getQuiz, { as: teacher, params: { id: String(quizId) } })).answer.questionCount,
    ).toBe(1);
  });

  it("keeps the slide of a question; under another slide only if it has regions", async () => {
    const { site, slideId, slide, teacher, create } = await buildWorld();
    const other = await buildSlide(site, { parentId: await buildCourse(site) });
    const target = await buildQuiz(site, { imageId: other.id, questions: [] });
    const same = await buildQuiz(site, { imageId: slide.id, questions: [] });
    const { answer: choice } = await create({ parentId: slideId });
    const region = { ...testOption("cortex"), region: REGION };
    const { answer: drawn } = await create({ parentId: slideId, type: "annotation", answerOptions: [region] });
    const linkedAfterCopyTo = async (parentId: number) => {
      const body = { ids: [choice.id, drawn.id], parentId };
      const { ids } = (await sendCall(server, copyToIndividualQuiz, { as: teacher, body })).answer;
      const copies = ids.map((id) => sendCall(server, getQuestion, { as: teacher, params: { id: String(id) } }));
      return (await Promise.all(copies)).map(({ answer }) => answer.itemId);
    };
    expect(await linkedAfterCopyTo(target.quizId)).toEqual([slide.id, slide.id]);
    expect(await linkedAfterCopyTo(target.slideId ?? 0)).toEqual([null, slide.id]);
    expect(await linkedAfterCopyTo(same.slideId ?? 0)).toEqual([null, null]);
  });
});
