/** A quiz with a question of each type, and the actions of its learners and its teacher, for tests of attempts. */
import { getQuiz, type TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import {
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { sql } from "kysely";
import { withSite } from "#platform/db/database.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import type { QuestionInput } from "#quiz/write-question.ts";
import { buildCourse } from "./build-content.ts";
import { buildQuiz, testOption } from "./build-quiz.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildSlide } from "./build-slide.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { sendCall } from "./send-call.ts";
import type { SharedTestServer } from "./test-server.ts";

const pair = (left: string, right: string) => ({ ...testOption(""), left, right });
export const REGION = "POLYGON ((100 100, 300 100, 300 300, 100 300, 100 100))";
/** One question of each type, 10 points in total. */
const FIVE: readonly Partial<QuestionInput>[] = [
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

/** @param serverOf returns the server once the tests have started it. */
export function attemptWorld(serverOf: () => SharedTestServer) {
  async function buildWorld(settings: Partial<QuizSettings> = {}, questions = FIVE) {
    const site = await buildSite(serverOf());
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
  const params = ({ quizId }: { readonly quizId: number }) => ({ id: String(quizId) });
  const read = (world: World, as = world.learner) => sendCall(serverOf(), getQuiz, { as, params: params(world) });
  const save = (world: World, quizAnswers: readonly object[] = [], more: object = {}, as = world.learner) =>
    sendCall(serverOf(), saveAnswers, {
      as,
      params: params(world),
      body: { quizId: world.quizId, quizAnswers: quizAnswers as QuizAnswerSent[], ...more },
    });
  const submit = (world: World, as = world.learner) =>
    sendCall(serverOf(), submitAnswers, { as, params: params(world), body: {} });
  const restart = (world: World, body: object = {}) =>
    sendCall(serverOf(), restartQuiz, { as: world.learner, params: params(world), body });
  const reset = (world: World, body: object = {}, as = world.teacher) =>
    sendCall(serverOf(), resetQuiz, { as, params: params(world), body });

  async function taken(world: World, as?: TestUser): Promise<TakenQuiz> {
    const { answer } = await read(world, as);
    if (answer.view !== "taking") throw new Error(`the quiz is not being taken: ${answer.view}`);
    return answer;
  }

  /** Moves an attempt's start and deadline into the past. */
  const letTimePass = ({ site, quizId }: { site: TestSite; quizId: number }, seconds: number) =>
    withSite(serverOf().platform.database, site.id, (db) =>
      sql`
        UPDATE quiz_attempt SET deadline_at = deadline_at - ${`${seconds} seconds`}::interval,
          started_at = started_at - ${`${seconds} seconds`}::interval
        WHERE site_id = ${site.id} AND quiz_id = ${quizId} AND state = 'started'
      `.execute(db),
    );

  const countAttempts = ({ site, quizId }: { site: TestSite; quizId: number }) =>
    withSite(serverOf().platform.database, site.id, async (db) => {
      const rows = await db
        .selectFrom("quiz_attempt")
        .selectAll()
        .where("site_id", "=", site.id)
        .where("quiz_id", "=", quizId)
        .execute();
      return rows.length;
    });

  return { buildWorld, read, save, submit, restart, reset, taken, letTimePass, countAttempts };
}

export type AttemptWorld = Awaited<ReturnType<ReturnType<typeof attemptWorld>["buildWorld"]>>;

export const questionOf = (quiz: TakenQuiz, title: string) => {
  const found = quiz.questions.find((question) => question.title === title);
  if (!found) throw new Error(`no question "${title}"`);
  return found;
};
export const tokenOf = (quiz: TakenQuiz, title: string, text: string) => {
  const { quizAnswerOptions, lefts, rights } = questionOf(quiz, title);
  const all = [...quizAnswerOptions.map(({ id, option }) => ({ id, text: option })), ...lefts, ...rights];
  return all.find((one) => one.text === text)?.id ?? "";
};

/** All correct except one of two pairs: 9 of 10 points. */
export function goodAnswers(quiz: TakenQuiz): object[] {
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
