import { listAnnotations, listAnnotationVersions } from "@parfocal/core/annotation/annotation.contract.ts";
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswer } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { QuestionInput } from "#quiz/write-question.ts";
import { type AttemptWorld, attemptWorld, goodAnswers, questionOf, REGION, tokenOf } from "#testing/attempt-world.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const { buildWorld, read, save, submit, restart, taken, countAttempts } = attemptWorld(() => server);

describe("an attempt from start to result", () => {
  it("returns the announcement before the start, then the questions, then the saved answers", async () => {
    const world = await buildWorld();
    expect((await read(world)).answer).toMatchObject({ view: "announcement", isInitialized: false, answers: [] });
    const started = await save(world);
    expect(started).toMatchObject({ status: 200, answer: { attemptNo: 1, answers: [], clock: { remaining: null } } });
    const quiz = await taken(world);
    expect(quiz).toMatchObject({ isInitialized: true, isSubmitted: false, result: null, answers: [] });
    expect(quiz.questions.map(({ title, order, maxScore }) => [title, order, maxScore])).toEqual([
      ["Organ?", 1, 1],
      ["Stains?", 2, 2],
      ["Name it", 3, 3],
      ["Match", 4, 2],
      ["Where?", 5, 2],
    ]);
    expect(questionOf(quiz, "Where?").subject).toMatchObject({ id: world.slide.id, kind: "image", title: null });
    const sent = goodAnswers(quiz);
    expect((await save(world, sent)).status).toBe(200);
    const saved = (await taken(world)).answers;
    expect(saved).toHaveLength(5);
    expect(saved.map(({ answer }) => answer)).toEqual(sent.map((one) => (one as QuizAnswer).answer));
    expect(saved.filter(({ isMarked }) => isMarked)).toHaveLength(1);
    expect(saved.every(({ verdict, solution }) => verdict === null && solution === null)).toBe(true);
  });

  it("is graded on the server, once; a second submission has the same answer", async () => {
    const world = await buildWorld();
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    const [first, second] = await Promise.all([submit(world), submit(world)]);
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect(first?.answer).toMatchObject({
      isSubmitted: true,
      isEndedByClock: false,
      result: { score: 9, maxScore: 10 },
    });
    expect(second?.answer.submittedAt).toBe(first?.answer.submittedAt);
    const quiz = await taken(world);
    expect(quiz.answers.every(({ isSubmitted }) => isSubmitted)).toBe(true);
    const verdicts = quiz.questions.map(({ id }) => quiz.answers.find((one) => one.questionId === id)?.verdict?.score);
    expect(verdicts).toEqual([1, 2, 3, 1, 2]);
    const where = quiz.answers.find(({ questionType }) => questionType === "annotation");
    expect(where?.solution?.regions).toEqual([{ title: "A glomerulus", wkt: REGION }]);
  });

  it("is unchanged after submission", async () => {
    const world = await buildWorld();
    await save(world);
    const answers = goodAnswers(await taken(world));
    await submit(world);
    const before = await taken(world);
    const { status, failure } = await save(world, answers);
    expect([status, failure.data]).toEqual([409, ["submitted"]]);
    expect((await taken(world)).answers).toEqual(before.answers);
    expect(before.result).toEqual({ score: 0, maxScore: 10 });
  });

  it("without automatic evaluation shows the answers, but not the right ones", async () => {
    const world = await buildWorld({ is_auto_evaluation_enabled: false });
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    const { answer } = await submit(world);
    expect(answer.result).toBeNull();
    expect(answer.answers.every(({ verdict, solution }) => verdict === null && solution === null)).toBe(true);
  });

  it("shows only the result if submitted questions are hidden", async () => {
    const world = await buildWorld({ hide_submitted_questions: true });
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    expect((await submit(world)).answer).toMatchObject({
      questions: [],
      answers: [],
      result: { score: 9, maxScore: 10 },
    });
  });

  it("belongs to one person", async () => {
    const world = await buildWorld();
    const other = await buildUser(world.site);
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    expect((await read(world, other)).answer.view).toBe("announcement");
    await save(world, [], {}, other);
    const theirs = await taken(world, other);
    expect(theirs.answers).toEqual([]);
    const tokens = (quiz: TakenQuiz) =>
      quiz.questions.flatMap(({ quizAnswerOptions }) => quizAnswerOptions.map((o) => o.id));
    const mine = tokens(await taken(world));
    expect(tokens(theirs).filter((token) => mine.includes(token))).toEqual([]);
  });
});

describe("starting", () => {
  it("creates one attempt for twenty simultaneous starts", async () => {
    const world = await buildWorld();
    const starts = await Promise.all(Array.from({ length: 20 }, () => save(world)));
    expect(starts.map(({ status, answer }) => [status, answer.attemptNo])).toEqual(starts.map(() => [200, 1]));
    expect(await countAttempts(world)).toBe(1);
  });

  it("is rejected for a blocked quiz", async () => {
    const world = await buildWorld({ is_blocked: true });
    const { status, failure } = await save(world);
    expect([status, failure.data]).toEqual([400, ["blocked"]]);
    expect(await countAttempts(world)).toBe(0);
  });

  it("of a Common quiz asks each question for each slide of its folder", async () => {
    const site = await buildSite(server);
    const parentId = await buildCourse(site);
    const slides = [
      await buildSlide(site, { title: "HE", parentId }),
      await buildSlide(site, { title: "PAS", parentId }),
    ];
    const { quizId } = await buildQuiz(site, { parentId, type: "Common", settings: { source_folder_id: parentId } });
    const learner = await buildUser(site);
    const world = { site, quizId, learner, teacher: learner, slide: slides[0] as AttemptWorld["slide"] };
    await save(world);
    const { questions } = await taken(world);
    expect(questions.map(({ itemId, subject }) => [itemId, subject?.title])).toEqual([
      [slides[0]?.id, null],
      [slides[1]?.id, null],
    ]);
    const [he, pas] = questions;
    const choose = (question: typeof he, place: number) => ({
      questionId: question?.id,
      itemId: question?.itemId,
      questionType: "multiple-choice",
      answer: question?.quizAnswerOptions[place]?.id,
    });
    expect((await save(world, [choose(he, 0), choose(pas, 1)])).status).toBe(200);
    expect((await taken(world)).answers.map(({ itemId, answer }) => [itemId, answer])).toEqual([
      [he?.itemId, choose(he, 0).answer],
      [pas?.itemId, choose(pas, 1).answer],
    ]);
    const unnamed = await save(world, [{ ...choose(he, 0), itemId: null }]);
    expect([unnamed.status, unnamed.failure.data]).toEqual([400, ["questionId"]]);
  });
});

describe("saving", () => {
  it("never replaces a newer change by an older one, in whatever order they arrive", async () => {
    const world = await buildWorld();
    await save(world);
    const { id: questionId } = questionOf(await taken(world), "Name it");
    const type = (answer: string, rev: number) =>
      save(world, [{ questionId, questionType: "short-answer", answer, rev }]);
    await type("third", 3);
    expect((await type("second", 2)).answer.answers[0]).toMatchObject({ answer: "third", rev: 3 });
    expect((await type("fourth", 4)).answer.answers[0]).toMatchObject({ answer: "fourth", rev: 4 });
    expect((await taken(world)).answers[0]).toMatchObject({ answer: "fourth" });
  });

  const rejected: [name: string, answer: (quiz: TakenQuiz) => object, status: number, code: string | RegExp][] = [
    [
      "a question of another quiz",
      () => ({ questionId: 999_999, questionType: "short-answer", answer: "x" }),
      400,
      "questionId",
    ],
    [
      "an answer of another type",
      (quiz) => ({ questionId: questionOf(quiz, "Organ?").id, questionType: "short-answer", answer: "x" }),
      400,
      "questionId",
    ],
    [
      "an option of another question",
      (quiz) => ({
        questionId: questionOf(quiz, "Organ?").id,
        questionType: "multiple-choice",
        answer: tokenOf(quiz, "Stains?", "HE"),
      }),
      400,
      "answer",
    ],
    [
      "a right side in the place of a left one",
      (quiz) => ({
        questionId: questionOf(quiz, "Match").id,
        questionType: "matching",
        answer: [{ left: tokenOf(quiz, "Match", "pink"), right: tokenOf(quiz, "Match", "pink") }],
      }),
      400,
      "answer",
    ],
    [
      "a mark that cannot be read",
      (quiz) => ({ questionId: questionOf(quiz, "Where?").id, questionType: "annotation", answer: ["POINT (x)"] }),
      400,
      "answer.geometry",
    ],
    [
      "a score of one's own",
      (quiz) => ({ questionId: questionOf(quiz, "Name it").id, questionType: "short-answer", answer: "x", score: 3 }),
      400,
      /unrecognized_keys$/,
    ],
  ];
  for (const [name, answer, status, code] of rejected)
    it(`${name} is rejected, and no part of the call is saved`, async () => {
      const world = await buildWorld();
      await save(world);
      const quiz = await taken(world);
      const good = { questionId: questionOf(quiz, "Name it").id, questionType: "short-answer", answer: "kept?" };
      const sent = await save(world, [good, answer(quiz)]);
      expect(sent.status).toBe(status);
      expect(sent.failure.data).toEqual([typeof code === "string" ? code : expect.stringMatching(code)]);
      expect((await taken(world)).answers).toEqual([]);
    });

  it("does not carry answers from before a restart into the next attempt", async () => {
    const world = await buildWorld();
    await save(world);
    const late = goodAnswers(await taken(world)).slice(2, 3);
    await restart(world, { attemptNo: 1 });
    const { status, failure } = await save(world, late, { attemptNo: 1 });
    expect([status, failure.data]).toEqual([409, ["otherAttempt"]]);
    expect((await taken(world)).answers).toEqual([]);
  });
});

describe("a self-test", () => {
  it("reports immediately whether a checked answer is right, for that question only, and keeps it", async () => {
    const world = await buildWorld({ is_selftest_enabled: true });
    await save(world);
    const quiz = await taken(world);
    const { id: questionId } = questionOf(quiz, "Organ?");
    const choose = (text: string, isChecked: boolean) =>
      save(world, [{ questionId, questionType: "multiple-choice", answer: tokenOf(quiz, "Organ?", text), isChecked }]);
    expect((await choose("Liver", false)).answer.answers[0]).toMatchObject({ verdict: null, solution: null });
    const checked = (await choose("Liver", true)).answer.answers[0];
    expect(checked?.verdict).toEqual({ isRight: false, score: 0, maxScore: 1 });
    expect(checked?.solution?.options).toEqual([tokenOf(quiz, "Organ?", "Kidney")]);
    const again = (await choose("Kidney", true)).answer.answers[0];
    expect(again).toMatchObject({ answer: tokenOf(quiz, "Organ?", "Liver"), verdict: { isRight: false } });
    expect((await submit(world)).answer.result).toEqual({ score: 0, maxScore: 10 });
  });

  it("reports nothing for a check in any other quiz", async () => {
    const world = await buildWorld();
    await save(world);
    const [answer] = goodAnswers(await taken(world));
    const saved = (await save(world, [{ ...answer, isChecked: true }])).answer.answers[0];
    expect(saved).toMatchObject({ isChecked: false, verdict: null, solution: null });
  });
});

it("forty learners start, save and submit concurrently, each twice: each has one attempt with all points", async () => {
  const world = await buildWorld({ timer_duration_s: 600 });
  const people = await Promise.all(Array.from({ length: 40 }, () => buildUser(world.site)));
  const twice = <Answer>(work: () => Promise<Answer>) => Promise.all([work(), work()]);
  const results = await Promise.all(
    people.map(async (as) => {
      const starts = await twice(() => save(world, [], {}, as));
      const answers = goodAnswers(await taken(world, as));
      const saves = await twice(() => save(world, answers, { attemptNo: 1 }, as));
      const submits = await twice(() => submit(world, as));
      return [...starts, ...saves, ...submits].map(({ status }) => status).concat(submits[0].answer.result?.score ?? 0);
    }),
  );
  expect(results).toEqual(people.map(() => [200, 200, 200, 200, 200, 200, 9]));
  expect(await countAttempts(world)).toBe(40);
});

it("no part of the key reaches a learner before the submission in any response of these calls", async () => {
  const SECRET = "qqkey";
  const questions: Partial<QuestionInput>[] = [
    { title: "Short", type: "short-answer", correctAnswer: `${SECRET} | ${SECRET}2`, answerOptions: [] },
  ];
  const world = await buildWorld({}, questions);
  const texts = [(await read(world)).raw.payload, (await save(world)).raw.payload];
  const quiz = await taken(world);
  const [short, where] = quiz.questions;
  const sent = [
    { questionId: short?.id, questionType: "short-answer", answer: "x", isChecked: true },
    { questionId: where?.id, questionType: "annotation", answer: ["POINT (1 1)"], isChecked: true },
  ];
  texts.push((await save(world, sent)).raw.payload, (await read(world)).raw.payload);
  for (const text of texts)
    for (const secret of [SECRET, "POLYGON", "glomerulus", "isCorrect", "correctAnswer", "isRight"])
      expect(text.includes(secret), `${secret} in ${text.slice(0, 300)}`).toBe(false);
  expect((await submit(world)).raw.payload).toContain(SECRET);
});

it("while a quiz asks about a slide, other people's annotations are hidden: in the list, the view, alone, and in search", async () => {
  const world = await buildWorld();
  const { site, slide, learner, teacher } = world;
  const drawn = await buildAnnotation(site, { slide, author: teacher, title: "Qquniqueword" });
  const own = await buildAnnotation(site, { slide, author: learner, title: "My note" });
  const workGroupId = await buildWorkGroup(site, { owner: teacher, members: [learner] });
  const ofGroup = await buildAnnotation(site, { slide, author: teacher, title: "Qquniqueword too", workGroupId });
  const params = { itemId: String(slide.id) };
  const listed = async (as: TestUser) => {
    const { answer } = await sendCall(server, listAnnotations, { as, params, query: { query: "all" } });
    return answer.map(({ id }) => id);
  };
  const found = async () =>
    (await sendCall(server, search, { as: learner, query: { query: "qquniqueword" } })).raw.payload.includes(
      "Qqunique",
    );
  const history = () => sendCall(server, listAnnotationVersions, { as: learner, params: { id: String(drawn) } });
  expect(await listed(learner)).toEqual([drawn, own, ofGroup]);
  expect(await found()).toBe(true);
  await save(world);
  expect(await listed(learner)).toEqual([own]);
  expect(await listed(teacher)).toEqual([drawn, own, ofGroup]);
  expect(await found()).toBe(false);
  expect((await history()).status).toBe(404);
  await submit(world);
  expect(await listed(learner)).toEqual([drawn, own, ofGroup]);
  expect(await found()).toBe(true);
});
