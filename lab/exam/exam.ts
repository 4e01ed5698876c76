/** A timed quiz on a server under test, and learners who take it with the requests of the page. */
import type { AuthoredQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { queryDatabase } from "../database-of.ts";
import { type Answer, ask, DONE, from, type Learner, make, SITE_ID, UNANSWERED } from "../learners.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";

export const QUESTION_COUNT = 20;
const RIGHT = "right";
const RETRY_MS = 200;

/** Half short answers, half choices, one point each. @returns its ID. */
export async function addExam(server: ServerUnderTest, token: string, durationS: number): Promise<number> {
  const course = await make<{ id: number }>(server, "/v2/course", { token, body: { title: "Exam" } });
  const body = { itemType: "course", itemId: course.id, title: "Exam" };
  const { id } = await make<AuthoredQuiz>(server, "/v2/quiz", { token, body });
  const questions = Array.from({ length: QUESTION_COUNT }, (_, at) =>
    at % 2 === 0
      ? { title: `Question ${at}`, type: "short-answer", score: 1, correctAnswer: RIGHT }
      : {
          title: `Question ${at}`,
          type: "multiple-choice",
          score: 1,
          answerOptions: [{ option: RIGHT, isCorrect: true }, { option: "wrong" }, { option: "also wrong" }],
        },
  );
  await make(server, "/v2/quiz/question/many", { token, body: { parentId: id, questions } });
  const settings = { isAutoEvaluationEnabled: true, timerDuration: durationS };
  const { status, answer } = await ask(server, "PUT", `/v2/quiz/${id}`, { token, body: settings });
  if (status !== DONE) throw new Error(`the exam was not set up: ${status} ${JSON.stringify(answer)}`);
  return id;
}

/** Last state of one answer. */
interface Given {
  readonly isRight: boolean;
  readonly rev: number;
}

/** One learner in the exam. */
export class Sitting {
  readonly learner: Learner;
  readonly #server: ServerUnderTest;
  readonly #quizId: number;
  #questions: readonly TakenQuestion[] = [];
  #rev = 0;
  /** By question ID: the last answer confirmed by the server. */
  readonly saved = new Map<number, Given>();
  /** Unsuccessful statuses, with the call. */
  readonly failures: string[] = [];
  readonly saveMs: number[] = [];
  /** Duration of its two concurrent submissions, ms. */
  submitMs = 0;

  constructor(server: ServerUnderTest, quizId: number, learner: Learner) {
    this.#server = server;
    this.#quizId = quizId;
    this.learner = learner;
  }

  /** Repeats the call with the same body until it gets a response, also across a restart of the server. */
  async #call(method: string, path: string, body?: object): Promise<Answer> {
    const { token, address } = this.learner;
    for (;;) {
      const answer = await ask(this.#server, method, path, {
        token,
        headers: from(address),
        ...(body ? { body } : {}),
      });
      if (answer.status === UNANSWERED) {
        await pause(RETRY_MS);
        continue;
      }
      if (answer.status !== DONE)
        this.failures.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.answer)}`);
      return answer;
    }
  }

  async start(): Promise<void> {
    const id = this.#quizId;
    await this.#call("POST", `/v2/quiz/${id}/answer`, { quizId: id, quizAnswers: [] });
    this.#questions = (await this.read())?.questions ?? [];
  }

  /** @returns null if it was rejected. */
  async read(): Promise<TakenQuiz | null> {
    const { answer } = await this.#call("GET", `/v2/quiz/${this.#quizId}`);
    return answer as TakenQuiz | null;
  }

  /** Answers one question, randomly right or wrong. */
  async save(): Promise<void> {
    const question = this.#questions[Math.floor(Math.random() * this.#questions.length)];
    if (!question) return;
    const isRight = Math.random() < 0.5;
    this.#rev += 1;
    const rev = this.#rev;
    const { id: questionId, itemId, questionType, quizAnswerOptions } = question;
    const wanted = quizAnswerOptions.find(({ option }) => (option === RIGHT) === isRight);
    const answer = questionType === "short-answer" ? (isRight ? RIGHT : "wrong") : (wanted?.id ?? null);
    const quizAnswers = [{ questionId, itemId, questionType, answer, rev }];
    const begin = performance.now();
    const { status } = await this.#call("POST", `/v2/quiz/${this.#quizId}/answer`, {
      quizId: this.#quizId,
      quizAnswers,
    });
    this.saveMs.push(performance.now() - begin);
    if (status === DONE) this.saved.set(questionId, { isRight, rev });
  }

  async reportTime(): Promise<void> {
    await this.#call("PUT", "/v2/quizTimer", { quizId: this.#quizId, remaining: 9_999 });
  }

  /** Submits twice concurrently. @returns whether both responses contain the same submission with the earned points. */
  async submitTwice(): Promise<boolean> {
    const begin = performance.now();
    const path = `/v2/quiz/${this.#quizId}/answer/submit`;
    const answers = await Promise.all([this.#call("POST", path, {}), this.#call("POST", path, {})]);
    this.submitMs = performance.now() - begin;
    const results = answers.map(({ answer }) => {
      const { submittedAt, result, attemptNo } = (answer ?? {}) as Partial<TakenQuiz>;
      return JSON.stringify({ submittedAt, result, attemptNo });
    });
    const [first] = answers;
    const score = (first?.answer as TakenQuiz | null)?.result?.score;
    return results[0] === results[1] && score === this.score;
  }

  get score(): number {
    return [...this.saved.values()].filter(({ isRight }) => isRight).length;
  }
}

/** Sets the same deadline for all of them, so that the exam ends for all in the same second. */
export const moveDeadlines = (server: ServerUnderTest, quizId: number, deadline: Date) =>
  queryDatabase(server, "UPDATE quiz_attempt SET deadline_at = $3 WHERE site_id = $1 AND quiz_id = $2", [
    SITE_ID,
    quizId,
    deadline,
  ]);

export interface StoredAttempts {
  readonly attempts: number;
  readonly people: number;
  readonly submitted: number;
  /** Sum of all points. */
  readonly points: number;
}

export async function countAttempts(server: ServerUnderTest, quizId: number): Promise<StoredAttempts> {
  const [row] = await queryDatabase<Record<keyof StoredAttempts, number>>(
    server,
    `SELECT count(*)::int AS attempts, count(DISTINCT user_id)::int AS people,
       (count(*) FILTER (WHERE state = 'submitted'))::int AS submitted,
       coalesce(sum(earned_hundredths), 0)::int / 100 AS points
     FROM quiz_attempt WHERE site_id = $1 AND quiz_id = $2 AND archived_at IS NULL`,
    [SITE_ID, quizId],
  );
  return {
    attempts: row?.attempts ?? 0,
    people: row?.people ?? 0,
    submitted: row?.submitted ?? 0,
    points: row?.points ?? 0,
  };
}

/** Confirmed answers that are missing in the database, or older there. */
export async function countLost(
  server: ServerUnderTest,
  quizId: number,
  sittings: readonly Sitting[],
): Promise<number> {
  const rows = await queryDatabase<{ user_id: string; question_id: string; rev: number }>(
    server,
    `SELECT user_id, question_id, quiz_answer.rev FROM quiz_answer
     JOIN quiz_attempt ON quiz_attempt.id = quiz_answer.attempt_id AND quiz_attempt.site_id = quiz_answer.site_id
     WHERE quiz_answer.site_id = $1 AND quiz_id = $2 AND archived_at IS NULL`,
    [SITE_ID, quizId],
  );
  const stored = new Map(rows.map(({ user_id, question_id, rev }) => [`${user_id}:${question_id}`, rev]));
  const confirmed = sittings.flatMap(({ learner, saved }) =>
    [...saved].map(([questionId, { rev }]) => ({ key: `${learner.id}:${questionId}`, rev })),
  );
  return confirmed.filter(({ key, rev }) => (stored.get(key) ?? -1) < rev).length;
}
