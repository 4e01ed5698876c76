import { listAnnotations, listAnnotationVersions } from "@parfocal/core/annotation/annotation.contract.ts";
import { getQuiz, type TakenQuiz, updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswer, QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import {
  getQuizTimer,
  putQuizTimer,
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import type { QuestionWish } from "#quiz/write-question.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildQuiz, testOption } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { closeOverdueAttempts } from "./close-overdue-attempts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const pair = (left: string, right: string) => ({ ...testOption(""), left, right });
const REGION = "POLYGON ((100 100, 300 100, 300 300, 100 300, 100 100))";
/** One of each type, 10 points in all. */
const FIVE: readonly Partial<QuestionWish>[] = [
  { title: "Organ?", score: 1, content: "<p>Look at the cortex.</p>" },
  {
    title: "Stains?",
    type: "multiple-answer",
    score: 2,
    answerOptions: [testOption("HE", true), testOption("PAS", true), testOption("Blue"), testOption("Red")],
  },
  {
    title: "Name it",
    type: "short-answer",
    score: 3,
    correctAnswer: "Glomerulus | Nierenkörperchen",
    answerOptions: [],
  },
  { title: "Match", type: "matching", score: 2, answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] },
];

async function buildWorld(settings: Partial<QuizSettings> = {}, questions = FIVE) {
  const site = await buildSite(server);
  const parentId = await buildCourse(site);
  const slide = await buildSlide(site, { title: "Kidney", parentId });
  const where = { type: "annotation" as const, title: "Where?", score: 2, itemId: slide.id };
  const region = { ...where, answerOptions: [{ ...testOption("A glomerulus"), region: REGION }] };
  const quiz = await buildQuiz(site, {
    parentId,
    questions: [...questions, region],
    settings: { is_auto_evaluation_enabled: true, ...settings },
  });
  const learner = await buildUser(site);
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, slide, quizId: quiz.quizId, learner, teacher };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

const params = ({ quizId }: Pick<World, "quizId">) => ({ id: String(quizId) });
const read = (world: World, as = world.learner) => sendCall(server, getQuiz, { as, params: params(world) });
const save = (world: World, quizAnswers: readonly object[] = [], more: object = {}, as = world.learner) =>
  sendCall(server, saveAnswers, {
    as,
    params: params(world),
    body: { quizId: world.quizId, quizAnswers: quizAnswers as QuizAnswerSent[], ...more },
  });
const submit = (world: World, as = world.learner) =>
  sendCall(server, submitAnswers, { as, params: params(world), body: {} });
const restart = (world: World, body: object = {}) =>
  sendCall(server, restartQuiz, { as: world.learner, params: params(world), body });
const reset = (world: World, body: object = {}, as = world.teacher) =>
  sendCall(server, resetQuiz, { as, params: params(world), body });

async function taken(world: World, as?: TestUser): Promise<TakenQuiz> {
  const { answer } = await read(world, as);
  if (answer.view !== "taking") throw new Error(`the quiz is not being taken: ${answer.view}`);
  return answer;
}

const questionOf = (quiz: TakenQuiz, title: string) => {
  const found = quiz.questions.find((question) => question.title === title);
  if (!found) throw new Error(`no question "${title}"`);
  return found;
};
const tokenOf = (quiz: TakenQuiz, title: string, text: string) => {
  const { quizAnswerOptions, lefts, rights } = questionOf(quiz, title);
  const all = [...quizAnswerOptions.map(({ id, option }) => ({ id, text: option })), ...lefts, ...rights];
  return all.find((one) => one.text === text)?.id ?? "";
};

/** All right but one of two pairs: 9 of 10. */
function goodAnswers(quiz: TakenQuiz): object[] {
  const of = (title: string) => {
    const { id, questionType } = questionOf(quiz, title);
    return { questionId: id, questionType };
  };
  return [
    { ...of("Organ?"), answer: tokenOf(quiz, "Organ?", "Kidney") },
    { ...of("Stains?"), answer: [tokenOf(quiz, "Stains?", "HE"), tokenOf(quiz, "Stains?", "PAS")] },
    { ...of("Name it"), answer: " NIERENKÖRPERCHEN", isMarked: true },
    { ...of("Match"), answer: [{ left: tokenOf(quiz, "Match", "HE"), right: tokenOf(quiz, "Match", "pink") }] },
    { ...of("Where?"), answer: ["POINT (200 200)"] },
  ];
}

/** Moves an attempt's start and deadline into the past. */
const letTimePass = ({ site, quizId }: { site: TestSite; quizId: number }, seconds: number) =>
  withSite(server.platform.database, site.id, (db) =>
    sql`
      UPDATE quiz_attempt SET deadline_at = deadline_at - ${`${seconds} seconds`}::interval,
        started_at = started_at - ${`${seconds} seconds`}::interval
      WHERE site_id = ${site.id} AND quiz_id = ${quizId} AND state = 'started'
    `.execute(db),
  );

const countAttempts = ({ site, quizId }: { site: TestSite; quizId: number }) =>
  withSite(server.platform.database, site.id, async (db) => {
    const rows = await db
      .selectFrom("quiz_attempt")
      .selectAll()
      .where("site_id", "=", site.id)
      .where("quiz_id", "=", quizId)
      .execute();
    return rows.length;
  });

describe("from the start to the result", () => {
  it("before it is started a learner gets the announcement; then the questions; then the answers that were saved", async () => {
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

  it("submitting judges on the server, once; a second submission answers the same", async () => {
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

  it("after submission nothing changes any more", async () => {
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

  it("without automatic evaluation the answers stay to be seen, and nothing of what is right", async () => {
    const world = await buildWorld({ is_auto_evaluation_enabled: false });
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    const { answer } = await submit(world);
    expect(answer.result).toBeNull();
    expect(answer.answers.every(({ verdict, solution }) => verdict === null && solution === null)).toBe(true);
  });

  it("where submitted questions are hidden only the result is shown", async () => {
    const world = await buildWorld({ hide_submitted_questions: true });
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    expect((await submit(world)).answer).toMatchObject({
      questions: [],
      answers: [],
      result: { score: 9, maxScore: 10 },
    });
  });

  it("each person has an attempt of their own", async () => {
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
  it("twenty starts at once are one attempt", async () => {
    const world = await buildWorld();
    const starts = await Promise.all(Array.from({ length: 20 }, () => save(world)));
    expect(starts.map(({ status, answer }) => [status, answer.attemptNo])).toEqual(starts.map(() => [200, 1]));
    expect(await countAttempts(world)).toBe(1);
  });

  it("a blocked quiz is not started", async () => {
    const world = await buildWorld({ is_blocked: true });
    const { status, failure } = await save(world);
    expect([status, failure.data]).toEqual([400, ["blocked"]]);
    expect(await countAttempts(world)).toBe(0);
  });

  it("a Common quiz asks each question of each slide of its folder", async () => {
    const site = await buildSite(server);
    const parentId = await buildCourse(site);
    const slides = [
      await buildSlide(site, { title: "HE", parentId }),
      await buildSlide(site, { title: "PAS", parentId }),
    ];
    const { quizId } = await buildQuiz(site, { parentId, type: "Common", settings: { source_folder_id: parentId } });
    const learner = await buildUser(site);
    const world = { site, quizId, learner, teacher: learner, slide: slides[0] as World["slide"] };
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
  it("an older change never replaces a newer one, whatever order they arrive in", async () => {
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

  const refused: [name: string, answer: (quiz: TakenQuiz) => object, status: number, code: string | RegExp][] = [
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
  for (const [name, answer, status, code] of refused)
    it(`${name} is refused, and nothing of the call is kept`, async () => {
      const world = await buildWorld();
      await save(world);
      const quiz = await taken(world);
      const good = { questionId: questionOf(quiz, "Name it").id, questionType: "short-answer", answer: "kept?" };
      const sent = await save(world, [good, answer(quiz)]);
      expect(sent.status).toBe(status);
      expect(sent.failure.data).toEqual([typeof code === "string" ? code : expect.stringMatching(code)]);
      expect((await taken(world)).answers).toEqual([]);
    });

  it("what was given in an attempt before a restart does not come into the next", async () => {
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
  it("tells at once whether a checked answer is right, of that question alone, and keeps it", async () => {
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

  it("in any other quiz a check tells nothing", async () => {
    const world = await buildWorld();
    await save(world);
    const [answer] = goodAnswers(await taken(world));
    const saved = (await save(world, [{ ...answer, isChecked: true }])).answer.answers[0];
    expect(saved).toMatchObject({ isChecked: false, verdict: null, solution: null });
  });
});

describe("the clock", () => {
  const TIMED = { timer_duration_s: 600 };
  const timer = (world: World) =>
    sendCall(server, getQuizTimer, { as: world.learner, params: { quizId: String(world.quizId) } });
  const report = (world: World, remaining: number) =>
    sendCall(server, putQuizTimer, { as: world.learner, body: { quizId: world.quizId, remaining } });

  it("is the server's: what the page says of the remaining time never moves the deadline", async () => {
    const world = await buildWorld(TIMED);
    expect((await timer(world)).answer).toMatchObject({ remaining: 600, deadline: null });
    await save(world);
    const { deadline } = (await timer(world)).answer;
    for (const remaining of [9_999, 0, -5]) {
      const { status, answer } = await report(world, remaining);
      expect([status, answer.deadline]).toEqual([200, deadline]);
      expect(answer.remaining).toBeGreaterThan(590);
      expect(answer.remaining).toBeLessThanOrEqual(600);
    }
    expect((await save(world)).answer.clock.deadline).toBe(deadline);
    // What the page said first is kept for looking into complaints; the next 15 seconds nothing is written.
    const { site, quizId } = world;
    const rows = await withSite(server.platform.database, site.id, (db) =>
      db
        .selectFrom("quiz_attempt")
        .select("reported_remaining_s as reported")
        .where("site_id", "=", site.id)
        .where("quiz_id", "=", quizId)
        .execute(),
    );
    expect(rows).toEqual([{ reported: 9_999 }]);
  });

  it("in the grace of 5 seconds answers and the submission are taken", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    const answers = goodAnswers(await taken(world));
    await letTimePass(world, 602);
    expect((await save(world, answers)).status).toBe(200);
    expect((await submit(world)).answer).toMatchObject({ result: { score: 9 }, isEndedByClock: false });
  });

  it("after it both are refused, and what was saved in time is submitted at the deadline", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    const answers = goodAnswers(await taken(world));
    await save(world, answers.slice(0, 2));
    await letTimePass(world, 606);
    const outOfTime = { message: "You are out of time. You can't submit a quiz.", data: ["outOfTime"] };
    expect(await save(world, answers)).toMatchObject({ status: 400, failure: outOfTime });
    expect(await submit(world)).toMatchObject({ status: 400, failure: outOfTime });
    const quiz = await taken(world);
    expect(quiz).toMatchObject({ isSubmitted: true, isEndedByClock: true, result: { score: 3, maxScore: 10 } });
    expect(quiz.submittedAt).toBe(quiz.clock.deadline);
    expect(await submit(world)).toMatchObject({ status: 400, failure: outOfTime });
  });

  it("the server submits at the deadline also if nobody asks, and only then", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    await closeOverdueAttempts(server.platform);
    expect((await taken(world)).isSubmitted).toBe(false);
    await letTimePass(world, 86_400);
    expect(await closeOverdueAttempts(server.platform)).toBeGreaterThanOrEqual(1);
    expect(await taken(world)).toMatchObject({ isSubmitted: true, isEndedByClock: true, result: { score: 9 } });
  });

  it("an answer that came in time counts although the clock was faster", async () => {
    const world = await buildWorld(TIMED);
    await save(world);
    const answers = goodAnswers(await taken(world));
    await closeOverdueAttempts(server.platform, Date.now() + 700_000);
    expect(await taken(world)).toMatchObject({ isSubmitted: true, result: { score: 0 } });
    expect((await save(world, answers)).status).toBe(200);
    expect(await taken(world)).toMatchObject({ isSubmitted: true, result: { score: 9 } });
  });
});

describe("restarting", () => {
  it("a running attempt loses its answers and keeps its deadline", async () => {
    const world = await buildWorld({ timer_duration_s: 600 });
    await save(world);
    const before = await taken(world);
    await save(world, goodAnswers(before));
    await letTimePass(world, 100);
    const { deadline } = (await taken(world)).clock;
    const { answer } = await restart(world, { attemptNo: 1 });
    expect(answer).toMatchObject({ attemptNo: 2, isSubmitted: false, answers: [] });
    expect(answer.clock.deadline).toBe(deadline);
  });

  it("after submission a new attempt begins; restarted twice at once it is one", async () => {
    const world = await buildWorld({ timer_duration_s: 600 });
    await save(world);
    await submit(world);
    const answers = await Promise.all([restart(world, { attemptNo: 1 }), restart(world, { attemptNo: 1 })]);
    expect(answers.map(({ status, answer }) => [status, answer.attemptNo])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect(await taken(world)).toMatchObject({ isSubmitted: false, answers: [], result: null });
  });

  it("a quiz that was blocked since is not restarted, and what runs goes on", async () => {
    const world = await buildWorld();
    await save(world);
    const params = { id: String(world.quizId) };
    await sendCall(server, updateQuiz, { as: world.teacher, params, body: { isBlocked: true } });
    expect((await restart(world)).failure.data).toEqual(["blocked"]);
    expect((await save(world, goodAnswers(await taken(world)))).status).toBe(200);
    expect((await submit(world)).answer.result).toEqual({ score: 9, maxScore: 10 });
  });

  it("a quiz that was not started is neither restarted nor submitted", async () => {
    const world = await buildWorld();
    expect((await restart(world)).failure.data).toEqual(["notStarted"]);
    expect((await submit(world)).failure.data).toEqual(["notStarted"]);
  });
});

describe("a reset by the teacher", () => {
  it("removes the answers of all, and brings them back", async () => {
    const world = await buildWorld();
    const other = await buildUser(world.site);
    await save(world);
    await save(world, goodAnswers(await taken(world)));
    await save(world, [], {}, other);
    const { status, answer } = await reset(world);
    expect([status, answer.attemptCount]).toEqual([200, 2]);
    expect((await read(world)).answer.view).toBe("announcement");
    const { resetId } = answer;
    expect((await read(world, world.teacher)).answer).toMatchObject({ lastReset: { resetId, attemptCount: 2 } });
    await save(world, [], {}, other);
    const back = await reset(world, { undo: answer.resetId });
    expect(back.answer).toMatchObject({ attemptCount: 1, leftCount: 1 });
    expect((await taken(world)).answers).toHaveLength(5);
    expect((await taken(world, other)).attemptNo).toBe(2);
  });

  it("learners cannot; after 30 days what was removed is deleted", async () => {
    const world = await buildWorld();
    await save(world);
    expect((await reset(world, {}, world.learner)).status).toBe(403);
    const { resetId } = (await reset(world)).answer;
    await clearAway(server.platform);
    expect(await countAttempts(world)).toBe(1);
    await clearAway(server.platform, Date.now() + 31 * 86_400_000);
    expect(await countAttempts(world)).toBe(0);
    expect((await reset(world, { undo: resetId })).status).toBe(404);
  });
});

it("forty learners start, save and submit at once, each twice: every one of them has one attempt with all points", async () => {
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

it("nothing of the key reaches a learner before the submission, by no answer of these calls", async () => {
  const SECRET = "qqkey";
  const questions: Partial<QuestionWish>[] = [
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

it("while a quiz asks about a slide, what others drew there is not shown: in the list, the view, alone, or by a search", async () => {
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
