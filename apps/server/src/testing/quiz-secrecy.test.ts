/**
 * SEC-03: no call reveals the key of a quiz to a learner too early: every reading call, with the IDs of quizzes of
 * each type, their questions, options and slides in every position of an ID. Secret data contains a word or a
 * coordinate that is nowhere else.
 */
import { getQuiz, type TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswerSent, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import {
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { type QuizSettings, updateQuizSettings } from "#quiz/quiz.queries.ts";
import { API_ROUTES } from "../app.ts";
import { buildAnnotation } from "./build-annotation.ts";
import { buildFolder } from "./build-content.ts";
import { buildQuiz, type TestQuiz, testOption } from "./build-quiz.ts";
import { buildSlide, type TestSlide } from "./build-slide.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { idFieldsOf, withId } from "./id-fields.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf, sendCall } from "./send-call.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";

/** Only in the key. */
const KEY_WORD = "qzkey";
const KEY_COORDINATE = "73.375";
/** In an expert annotation on the slide of a question. */
const EXPERT_WORD = "qzexpert";
/** Texts of pairs and of right options are visible to all: only these fields reveal the key. */
const KEY_NAMES = ['"isCorrect"', '"correctAnswer"', '"solution":{', '"verdict":{'];
/** Only in the titles of the images of the Auto-Generated quiz. */
const NAME_WORD = "qzname";
/** In expert annotations on them. */
const DRAWN_WORD = "qzdrawn";
/** In an answer of the learner. */
const OWN_WORD = "qzown";

const square = (first: string) => `POLYGON ((${first} 20, 120 20, 120 120, ${first} 120, ${first} 20))`;

let server: SharedTestServer;
let world: MatrixWorld;
let quizzes: readonly TestQuiz[];
/** Used only by these quizzes: rows of the rights matrix use the slide of its world. */
let slide: TestSlide;
/** Takes neither of the quizzes. */
let other: TestUser;
beforeAll(async () => {
  server = await sharedTestServer();
  world = await buildMatrixWorld(server);
  const { site, folderId: parentId, users } = world;
  slide = await buildSlide(site, { title: "Asked", parentId });
  quizzes = [await buildSecretQuiz("Individual"), await buildSecretQuiz("Common")];
  const drawn = { slide, author: users.expert, title: EXPERT_WORD };
  await buildAnnotation(site, { ...drawn, geometry: square("33") });
  other = await buildUser(site);
  // As autovacuum does within seconds (decision 0162); without it the calls take twice as long.
  await sql`ANALYZE`.execute(server.owner);
});

function buildSecretQuiz(type: "Individual" | "Common"): Promise<TestQuiz> {
  const { site, folderId: parentId } = world;
  const pair = (left: string, right: string) => ({ ...testOption(""), left, right });
  const region = { ...testOption(`A region, ${KEY_WORD}`), region: square(KEY_COORDINATE) };
  const explanation = `<p>A kidney, ${KEY_WORD}</p>`;
  const questions = [
    { title: "Organ?" },
    { title: "Stains?", type: "multiple-answer" as const, answerOptions: [testOption("HE", true), testOption("Blue")] },
    { title: "Name it", type: "short-answer" as const, correctAnswer: KEY_WORD, answerOptions: [] },
    { title: "Match", type: "matching" as const, answerOptions: [pair("HE", "pink"), pair("PAS", "magenta")] },
    { title: "Where?", type: "annotation" as const, itemId: slide.id, answerOptions: [region] },
  ];
  const explained = questions.map((question) => ({ ...question, explanation }));
  return buildQuiz(site, { type, parentId, imageId: slide.id, questions: explained });
}

const paramsOf = ({ quizId }: TestQuiz) => ({ id: String(quizId) });

async function settle(settings: Partial<QuizSettings>): Promise<void> {
  const { site } = world;
  await withSite(server.platform.database, site.id, async (db) => {
    for (const { quizId } of quizzes) await updateQuizSettings(db, site.id, quizId, settings);
  });
}

async function readAsLearner(quiz: TestQuiz): Promise<TakenQuiz> {
  const { answer } = await sendCall(server, getQuiz, { as: world.users.learner, params: paramsOf(quiz) });
  if (answer.view !== "taking") throw new Error(`The quiz is not being taken: ${answer.view}`);
  return answer;
}

/** A wrong answer to each question. */
function wrongAnswer({ id: questionId, itemId, questionType, ...question }: TakenQuestion): object {
  const [left] = question.lefts;
  const right = question.rights.find(({ text }) => text !== (left?.text === "HE" ? "pink" : "magenta"));
  const wrong = question.quizAnswerOptions.find(({ option }) => option !== "Kidney" && option !== "HE");
  const answers = {
    "short-answer": `${OWN_WORD} liver`,
    "multiple-choice": wrong?.id ?? null,
    "multiple-answer": [wrong?.id],
    matching: [{ left: left?.id, right: right?.id }],
    annotation: ["POINT (900 900)"],
  };
  return { questionId, itemId, questionType, answer: answers[questionType] };
}

const save = (quiz: TestQuiz, quizAnswers: readonly object[]) =>
  sendCall(server, saveAnswers, {
    as: world.users.learner,
    params: paramsOf(quiz),
    body: { quizId: quiz.quizId, quizAnswers: quizAnswers as QuizAnswerSent[] },
  });

/** @returns all responses of these calls. */
async function start(): Promise<string> {
  const texts: string[] = [];
  for (const quiz of quizzes) {
    texts.push((await save(quiz, [])).raw.payload);
    const { questions } = await readAsLearner(quiz);
    const { status, raw } = await save(quiz, questions.map(wrongAnswer));
    expect(status).toBe(200);
    texts.push(raw.payload);
  }
  return texts.join("\n");
}

async function submit(): Promise<string> {
  const as = world.users.learner;
  const sent = quizzes.map((quiz) => sendCall(server, submitAnswers, { as, params: paramsOf(quiz), body: {} }));
  return (await Promise.all(sent)).map(({ raw }) => raw.payload).join("\n");
}

/** Reading calls that are sent with POST. */
const READING_POSTS = [
  "POST /v2/annotation/slide/{id}/",
  "POST /v2/annotation/item/{itemId}/export",
  "POST /v2/image/search",
  "POST /v2/attachment/search",
  "POST /v2/quiz/question/search",
];
const keyOfCall = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const reading = API_ROUTES.map(({ contract }) => contract).filter(
  (contract) => contract.method === "GET" || READING_POSTS.includes(keyOfCall(contract)),
);

/** The few calls that concern quizzes and annotations. */
const aboutQuizzes = reading.filter(({ path }) => /quiz|annotation|search/.test(path));

interface Crawl {
  readonly asked: number;
  /** Calls whose response contains one of the words, each with the word. */
  find(...words: string[]): string[];
}

/** Calls at the same time. */
const AT_ONCE = 6;

const idsOfQuizzes = (): number[] => [
  ...quizzes.flatMap(({ quizId, questionIds }) => [quizId, questionIds[2] ?? 0, questionIds[4] ?? 0]),
  ...[quizzes[0]?.optionIds.at(-1) ?? 0, quizzes[1]?.slideId ?? 0, slide.id],
];

/** Reading calls, each once as the rights matrix sends it and once with each of the IDs in each position. */
async function crawl(contracts = reading, as = world.users.learner, ids = idsOfQuizzes()): Promise<Crawl> {
  const answers: { call: string; text: string }[] = [];
  for (const contract of contracts) {
    const call = keyOfCall(contract);
    const usual = (await RIGHTS_MATRIX[call]?.request?.(world)) ?? {};
    const requests = [usual];
    for (const { place, way } of idFieldsOf(contract))
      for (const id of ids) requests.push({ ...usual, [place]: withId(usual[place as "params"], way, String(id)) });
    if (call === "GET /v2/search")
      for (const word of [KEY_WORD, EXPERT_WORD, NAME_WORD]) requests.push({ query: { query: word.slice(0, 4) } });
    const ask = async ({ params, query, body }: (typeof requests)[number]) => {
      const { payload, headers } = await server.app.inject({
        method: contract.method,
        url: addressOf(contract, params),
        headers: { "x-site-token": as.token },
        ...(query ? { query: query as Record<string, string> } : {}),
        ...(contract.method === "POST" ? { payload: (body ?? {}) as object } : {}),
      });
      answers.push({ call, text: `${JSON.stringify(headers)}${payload}` });
    };
    for (let sent = 0; sent < requests.length; sent += AT_ONCE)
      await Promise.all(requests.slice(sent, sent + AT_ONCE).map(ask));
  }
  return {
    asked: answers.length,
    find: (...words) => [
      ...new Set(answers.flatMap(({ call, text }) => words.filter((w) => text.includes(w)).map((w) => `${call} ${w}`))),
    ],
  };
}

const secrets = [KEY_WORD, KEY_COORDINATE, ...KEY_NAMES];
/** Fields of the review of a quiz, and of no other call. */
const inReview = [KEY_WORD, KEY_COORDINATE, '"solution":{', '"verdict":{'].map((word) => `GET /v2/quiz/{id} ${word}`);

const oneOfQuizzes = () => sql`ANY (${quizzes.map(({ quizId }) => quizId)}::bigint[])`;

describe("the key of a quiz", { timeout: 60_000 }, () => {
  it("is in no response to a learner before they start; expert annotations on the slide are shown", async () => {
    await settle({ is_auto_evaluation_enabled: false });
    const before = await crawl();
    expect(before.asked).toBeGreaterThan(1_000);
    expect(before.find(...secrets)).toEqual([]);
    expect(before.find(EXPERT_WORD)).not.toEqual([]);
  });

  it("is in no response during the attempt, and neither are expert annotations on the slide", async () => {
    const started = await start();
    expect((await crawl()).find(...secrets, EXPERT_WORD)).toEqual([]);
    expect(secrets.filter((secret) => started.includes(secret))).toEqual([]);
  });

  it("is protected by tokens: no option ID is in the quiz that a learner gets", async () => {
    for (const quiz of quizzes) {
      const text = JSON.stringify(await readAsLearner(quiz));
      for (const id of quiz.optionIds) expect(text).not.toMatch(new RegExp(`d":${id}[,}]`));
    }
  });

  it("is in no response after submission if the quiz is not evaluated; their own answers are", async () => {
    const submitted = await submit();
    const after = await crawl();
    expect(after.find(...secrets)).toEqual([]);
    expect(after.find(OWN_WORD)).toEqual([`GET /v2/quiz/{id} ${OWN_WORD}`]);
    expect(secrets.filter((secret) => submitted.includes(secret))).toEqual([]);
  });

  it("is shown after submission if the quiz is evaluated, unless it hides submitted questions", async () => {
    await settle({ is_auto_evaluation_enabled: true, hide_submitted_questions: true });
    const hidden = await crawl(aboutQuizzes);
    expect(hidden.find(...secrets, OWN_WORD)).toEqual([]);
    await settle({ hide_submitted_questions: false });
    const shown = await crawl(aboutQuizzes);
    expect(shown.find(...secrets)).toEqual(inReview);
    expect(shown.find(OWN_WORD)).toEqual([`GET /v2/quiz/{id} ${OWN_WORD}`]);
  });

  it("is shown to nobody else, nor are the learner's answers; the same after the quiz has closed", async () => {
    const ofOther = [...secrets, OWN_WORD];
    expect((await crawl(aboutQuizzes, other)).find(...ofOther)).toEqual([]);
    await sql`
      INSERT INTO quiz_access (site_id, quiz_id, opens_at, closes_at)
      SELECT site_id, item_id, now() - interval '2 days', now() - interval '1 day' FROM quiz
      WHERE site_id = ${world.site.id} AND item_id = ${oneOfQuizzes()}
    `.execute(server.owner);
    expect((await crawl([getQuiz], other)).find(...ofOther)).toEqual([]);
    expect((await crawl([getQuiz])).find(...secrets)).toEqual(inReview);
    await sql`DELETE FROM quiz_access WHERE site_id = ${world.site.id}`.execute(server.owner);
  });

  it("is in no response during the next attempt, and is shown again after that has timed out", async () => {
    for (const quiz of quizzes)
      await sendCall(server, restartQuiz, { as: world.users.learner, params: paramsOf(quiz), body: {} });
    const started = await start();
    expect((await crawl(aboutQuizzes)).find(...secrets, EXPERT_WORD)).toEqual([]);
    expect(secrets.filter((secret) => started.includes(secret))).toEqual([]);
    await sql`
      UPDATE quiz_attempt SET deadline_at = now() - interval '1 minute'
      WHERE site_id = ${world.site.id} AND quiz_id = ${oneOfQuizzes()} AND state = 'started'
    `.execute(server.owner);
    for (const quiz of quizzes) expect((await readAsLearner(quiz)).isEndedByClock).toBe(true);
    const ended = await crawl(aboutQuizzes);
    expect(ended.find(...secrets)).toEqual(inReview);
    expect(ended.find(EXPERT_WORD)).not.toEqual([]);
  });

  it("of a self-test is shown for each checked answer, and for no other", async () => {
    await settle({ is_auto_evaluation_enabled: true, is_selftest_enabled: true });
    for (const quiz of quizzes)
      await sendCall(server, resetQuiz, { as: world.users.teacher, params: paramsOf(quiz), body: {} });
    await start();
    expect((await crawl(aboutQuizzes)).find(...secrets)).toEqual([]);
    const [individual] = quizzes;
    if (!individual) throw new Error("There is no quiz.");
    const { questions } = await readAsLearner(individual);
    const named = questions.find(({ questionType }) => questionType === "short-answer");
    if (!named) throw new Error("There is no short answer.");
    const { raw } = await save(individual, [{ ...wrongAnswer(named), isChecked: true }]);
    expect(raw.payload).toContain(KEY_WORD);
    const found = await crawl(aboutQuizzes);
    const ofChecked = inReview.filter((line) => !line.endsWith(KEY_COORDINATE));
    expect(found.find(...secrets)).toEqual(ofChecked);
  });
});

describe("the matching of names and images in an Auto-Generated quiz", { timeout: 60_000 }, () => {
  const ORGANS = ["liver", "kidney", "spleen", "lung", "skin"];
  let generated: TestQuiz;
  let images: readonly TestSlide[];
  /** IDs of the quiz, its images, which are its questions, and the folder. */
  let ids: readonly number[];
  beforeAll(async () => {
    const { site, folderId, users } = world;
    const parentId = await buildFolder(site, { parentId: folderId, isActive: false });
    const built: TestSlide[] = [];
    for (const organ of ORGANS) built.push(await buildSlide(site, { title: `${NAME_WORD} ${organ}`, parentId }));
    images = built;
    for (const one of images)
      await buildAnnotation(site, { slide: one, author: users.expert, title: DRAWN_WORD, geometry: square("33") });
    const settings = { source_folder_id: parentId };
    generated = await buildQuiz(site, { type: "Auto-Generated", parentId: folderId, questions: [], settings });
    ids = [generated.quizId, ...images.slice(0, 2).map(({ id }) => id), parentId];
  });

  const look = (contracts = reading, as = world.users.learner) => crawl(contracts, as, [...ids]);
  const change = (settings: Partial<QuizSettings>) =>
    withSite(server.platform.database, world.site.id, (db) =>
      updateQuizSettings(db, world.site.id, generated.quizId, settings),
    );
  const all = [...KEY_NAMES, NAME_WORD, DRAWN_WORD];
  /** The names are the options; no other secret data is in the response. */
  const inOptions = [`GET /v2/quiz/{id} ${NAME_WORD}`];
  const nameOf = (imageId: number) => `${NAME_WORD} ${ORGANS[images.findIndex(({ id }) => id === imageId)]}`;

  it("is in no response before the start", async () => {
    const before = await look();
    expect(before.asked).toBeGreaterThan(500);
    expect(before.find(...all)).toEqual([]);
  });

  it("is in no response during the attempt: names appear only as options, each among wrong ones", async () => {
    await save(generated, []);
    const { questions } = await readAsLearner(generated);
    expect(questions.map(({ subject }) => subject?.id)).toEqual(images.map(({ id }) => id));
    for (const { quizAnswerOptions, ...question } of questions) {
      expect(JSON.stringify(question)).not.toContain(NAME_WORD);
      expect(new Set(quizAnswerOptions.map(({ option }) => option)).size).toBe(4);
      const own = quizAnswerOptions.filter(({ option }) => option === nameOf(question.subject?.id ?? 0));
      expect(own).toHaveLength(1);
    }
    const answers = questions.map((question) => {
      const wrong = question.quizAnswerOptions.find(({ option }) => option !== nameOf(question.subject?.id ?? 0));
      const { id: questionId, itemId, questionType } = question;
      return { questionId, itemId, questionType, answer: wrong?.id ?? null };
    });
    const { status, raw } = await save(generated, answers);
    expect(status).toBe(200);
    expect(all.filter((word) => raw.payload.includes(word))).toEqual([]);
    expect((await look()).find(...all)).toEqual(inOptions);
  });

  it("cannot be derived from an option's token or position", async () => {
    const places = new Set<number>();
    const tokens = new Set<string>();
    for (let count = 0; count < 8; count += 1) {
      const as = await buildUser(world.site);
      const params = paramsOf(generated);
      await sendCall(server, saveAnswers, { as, params, body: { quizId: generated.quizId, quizAnswers: [] } });
      const { answer } = await sendCall(server, getQuiz, { as, params });
      if (answer.view !== "taking") throw new Error("The quiz is not being taken.");
      for (const { subject, quizAnswerOptions } of answer.questions) {
        const place = quizAnswerOptions.findIndex(({ option }) => option === nameOf(subject?.id ?? 0));
        places.add(place);
        tokens.add(quizAnswerOptions[place]?.id ?? "");
        for (const { id } of quizAnswerOptions) for (const image of images) expect(id).not.toBe(String(image.id));
      }
    }
    expect(places).toEqual(new Set([0, 1, 2, 3]));
    expect(tokens.size).toBe(8 * ORGANS.length);
  });

  it("is shown after submission if the quiz is evaluated and does not hide submitted questions", async () => {
    const as = world.users.learner;
    const { raw } = await sendCall(server, submitAnswers, { as, params: paramsOf(generated), body: {} });
    expect(all.filter((word) => word !== NAME_WORD && raw.payload.includes(word))).toEqual([]);
    expect((await look()).find(...all)).toEqual(inOptions);
    for (const { subject } of (await readAsLearner(generated)).questions) expect(subject?.title).toBeNull();
    await change({ is_auto_evaluation_enabled: true, hide_submitted_questions: true });
    expect((await look(aboutQuizzes)).find(...all)).toEqual([]);
    await change({ hide_submitted_questions: false });
    const shown = await look(aboutQuizzes);
    expect(shown.find(...KEY_NAMES)).toEqual(['GET /v2/quiz/{id} "solution":{', 'GET /v2/quiz/{id} "verdict":{']);
    const { questions } = await readAsLearner(generated);
    for (const { subject } of questions) expect(subject?.title).toBe(nameOf(subject?.id ?? 0));
    expect((await look(aboutQuizzes, other)).find(...all)).toEqual([]);
  });
});
