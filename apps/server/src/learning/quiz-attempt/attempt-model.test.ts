/**
 * REL-18: attempts at a quiz match a small model after any sequence of actions: start, save, submit, restart, read, a
 * deadline that passes, the server's own submission, the teacher's reset and its undo.
 */
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { commandsComparedBy, runModel } from "#testing/run-model.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { closeOverdueAttempts } from "./close-overdue-attempts.ts";

const RUNS = 20;
const QUESTIONS = 3;
const RIGHT = "kidney";

let server: SharedTestServer;
let site: TestSite;
let teacher: TestUser;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  teacher = await buildUser(site, { role: "teacher" });
});

interface ModelAnswer {
  readonly text: string;
  readonly rev: number;
}
interface ModelAttempt {
  readonly no: number;
  readonly answers: Map<number, ModelAnswer>;
  end: "person" | "sweeper" | null;
  isLate: boolean;
  /** Number of the reset; "restart"; null: the attempt exists. */
  removedBy: number | "restart" | null;
}
interface Model {
  readonly attempts: ModelAttempt[];
  resets: number;
}
interface Real {
  readonly quizId: number;
  readonly questionIds: readonly number[];
  readonly learner: TestUser;
  readonly resetIds: string[];
}

const liveOf = ({ attempts }: Model) => attempts.filter(({ removedBy }) => removedBy === null);
const currentOf = (model: Model) => liveOf(model).at(-1);
const paramsOf = ({ quizId }: Real) => ({ id: String(quizId) });

function begin({ attempts }: Model, isLate = false): ModelAttempt {
  const attempt = { no: attempts.length + 1, answers: new Map(), end: null, isLate, removedBy: null };
  attempts.push(attempt);
  return attempt;
}

/** Every read ends an attempt past its deadline. */
function endIfLate(attempt: ModelAttempt | undefined): void {
  if (attempt?.isLate && attempt.end === null) attempt.end = "sweeper";
}

const pointsOf = ({ answers }: ModelAttempt): number =>
  [...answers.values()].filter(({ text }) => text === RIGHT).length;

/** The expected rows of the database. */
const rowsOf = ({ attempts }: Model) =>
  attempts.map((attempt) => ({
    no: attempt.no,
    end: attempt.end,
    isRemoved: attempt.removedBy !== null,
    points: attempt.end === null ? null : pointsOf(attempt),
    answers: [...attempt.answers.values()].map(({ text }) => text).sort(),
  }));

async function storedRows({ quizId, learner }: Real) {
  const { rows } = await sql`
    SELECT attempt_no AS no, finalised_by AS end, archived_at IS NOT NULL AS "isRemoved",
      (earned_hundredths / 100)::integer AS points,
      ARRAY(SELECT answer ->> 'text' FROM quiz_answer WHERE attempt_id = quiz_attempt.id AND answer IS NOT NULL ORDER BY 1) AS answers
    FROM quiz_attempt WHERE quiz_id = ${quizId} AND user_id = ${learner.id} ORDER BY attempt_no
  `.execute(server.owner);
  return rows;
}

const command = commandsComparedBy<Model, Real>(async (model, real) => {
  expect(await storedRows(real)).toEqual(rowsOf(model));
});

const save = (place: number, text: string, isOlder: boolean) =>
  command(`save(${place}, ${text}${isOlder ? ", older" : ""})`, async (model, real) => {
    const questionId = real.questionIds[place] ?? 0;
    const known = currentOf(model)?.answers.get(place);
    const rev = isOlder && known ? Math.max(1, known.rev - 1) : (known?.rev ?? 1) + 1;
    const quizAnswers = [
      {
        questionId,
        itemId: null,
        questionType: "short-answer" as const,
        answer: text,
        rev,
        isMarked: false,
        isChecked: false,
      },
    ];
    const body = { quizId: real.quizId, quizAnswers };
    const { status, failure } = await sendCall(server, saveAnswers, { as: real.learner, params: paramsOf(real), body });
    const attempt = currentOf(model);
    if (attempt?.end === "person") return expect([status, failure.data]).toEqual([409, ["submitted"]]);
    if (attempt?.isLate) return expect([status, failure.data]).toEqual([400, ["outOfTime"]]);
    expect(status).toBe(200);
    if (!known || rev >= known.rev) (attempt ?? begin(model)).answers.set(place, { text, rev });
  });

const submit = command("submit", async (model, real) => {
  const call = { as: real.learner, params: paramsOf(real), body: {} };
  const { status, failure, answer } = await sendCall(server, submitAnswers, call);
  const attempt = currentOf(model);
  if (!attempt) return expect([status, failure.data]).toEqual([400, ["notStarted"]]);
  if (attempt.isLate && attempt.end !== "person") return expect([status, failure.data]).toEqual([400, ["outOfTime"]]);
  attempt.end ??= "person";
  expect([status, answer.result]).toEqual([200, { score: pointsOf(attempt), maxScore: QUESTIONS }]);
});

const restart = (isOfAnother: boolean) =>
  command(isOfAnother ? "restart of another attempt" : "restart", async (model, real) => {
    const before = currentOf(model);
    const body = isOfAnother ? { attemptNo: (before?.no ?? 0) + 1 } : {};
    const { status, answer } = await sendCall(server, restartQuiz, { as: real.learner, params: paramsOf(real), body });
    if (!before) return expect(status).toBe(400);
    endIfLate(before);
    if (!isOfAnother) {
      if (before.end === null) before.removedBy = "restart";
      begin(model);
    }
    expect([status, answer.attemptNo]).toEqual([200, currentOf(model)?.no]);
  });

const read = command("read", async (model, real) => {
  const { answer } = await sendCall(server, getQuiz, { as: real.learner, params: paramsOf(real) });
  const attempt = currentOf(model);
  endIfLate(attempt);
  if (!attempt) return expect(answer.view).toBe("announcement");
  expect(answer).toMatchObject({
    view: "taking",
    attemptNo: attempt.no,
    isSubmitted: attempt.end !== null,
    isEndedByClock: attempt.end === "sweeper",
    result: attempt.end === null ? null : { score: pointsOf(attempt), maxScore: QUESTIONS },
  });
});

const passDeadline = command(
  "the deadline passes",
  async (model, { quizId }) => {
    await sql`
      UPDATE quiz_attempt SET deadline_at = now() - interval '10 seconds'
      WHERE quiz_id = ${quizId} AND state = 'started' AND archived_at IS NULL
    `.execute(server.owner);
    for (const attempt of liveOf(model)) if (attempt.end === null) attempt.isLate = true;
  },
  (model) => currentOf(model)?.end === null,
);

const closeOverdue = command("the server submits what is overdue", async (model) => {
  await closeOverdueAttempts(server.platform);
  for (const attempt of liveOf(model)) endIfLate(attempt);
});

const reset = command("reset", async (model, real) => {
  const live = liveOf(model);
  const { answer } = await sendCall(server, resetQuiz, { as: teacher, params: paramsOf(real), body: {} });
  expect(answer.attemptCount).toBe(live.length);
  real.resetIds.push(answer.resetId);
  for (const attempt of live) attempt.removedBy = model.resets;
  model.resets += 1;
});

const undoReset = (back: number) =>
  command(
    `undo of the reset ${back} before the last`,
    async (model, real) => {
      const place = Math.max(0, model.resets - 1 - back);
      const body = { undo: real.resetIds[place] ?? "" };
      const removed = model.attempts.filter(({ removedBy }) => removedBy === place);
      const isFree = currentOf(model) === undefined;
      const { status, answer } = await sendCall(server, resetQuiz, { as: teacher, params: paramsOf(real), body });
      if (removed.length === 0) return expect(status).toBe(404);
      const expected = isFree
        ? { attemptCount: removed.length, leftCount: 0 }
        : { attemptCount: 0, leftCount: removed.length };
      expect([status, answer]).toEqual([200, expect.objectContaining(expected)]);
      if (isFree) for (const attempt of removed) attempt.removedBy = null;
    },
    (model) => model.resets > 0,
  );

const anyCommand = [
  fc
    .tuple(fc.nat(QUESTIONS - 1), fc.constantFrom(RIGHT, "liver", ""), fc.boolean())
    .map(([place, text, isOlder]) => save(place, text, isOlder)),
  fc.constant(submit),
  fc.boolean().map(restart),
  fc.constant(read),
  fc.constant(passDeadline),
  fc.constant(closeOverdue),
  fc.constant(reset),
  fc.nat(2).map(undoReset),
];

async function setUp(): Promise<{ model: Model; real: Real }> {
  const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
    title: `Question ${at}`,
    type: "short-answer" as const,
    score: 1,
    correctAnswer: RIGHT,
    answerOptions: [],
  }));
  const settings = { is_auto_evaluation_enabled: true, timer_duration_s: 3_600 };
  const { quizId, questionIds } = await buildQuiz(site, { questions, settings });
  const learner = await buildUser(site);
  return { model: { attempts: [], resets: 0 }, real: { quizId, questionIds, learner, resetIds: [] } };
}

// The record (`run-model.ts`) takes a minute.
it("attempts match their model after any sequence of actions", { timeout: 600_000 }, async () => {
  await runModel(anyCommand, setUp, RUNS);
});
