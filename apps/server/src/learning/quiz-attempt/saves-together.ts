/**
 * Answers of a class, saved in one transaction, and the starts of those who begin. Answers of a self-test and requests
 * that are rejected are left to `save-answers.ts`.
 */
import type { QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { saveProblem } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import type { SavedAnswers, saveAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { arrivalOf, steadyNow } from "#platform/http/arrival.ts";
import type { GatheredCall, Together, TogetherContext } from "#platform/http/gathered-calls.ts";
import { assertMayContinue, findBeginnings, isOpenToAll } from "#quiz-access/begin-rules.ts";
import { storedAnswer } from "./answer-tokens.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { questionKeyOf } from "./asked-questions.ts";
import { attemptFactsOf } from "./attempt-problems.ts";
import {
  findLatestAttempts,
  insertAttempts,
  listAnswersOfEach,
  lockLatestAttempts,
  upsertAnswers,
} from "./attempts-together.queries.ts";
import { askedInAttempt } from "./generated-questions.ts";
import { presentClock } from "./present-clock.ts";
import { presentAnswer } from "./present-taken-quiz.ts";
import type { AnswerChange } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";
import { keepAnswers } from "./save-answers.ts";
import { createSeed, isGenerated, openSlides } from "./start-attempt.ts";
import { loadQuizTogether, type SharedQuiz } from "./taken-quiz.ts";

type SaveCall = GatheredCall<typeof saveAnswers>;

export const savesTogether: Together<typeof saveAnswers> = {
  groupOf({ params: { id }, body: { quizId, preview, quizAnswers } }) {
    // Without a revision the stored answer has to be read first.
    const isPlain = !preview && quizId === id && quizAnswers.every(({ rev }) => rev !== undefined);
    return isPlain ? `${id}` : null;
  },
  async answer(context, calls) {
    const quizId = calls[0]?.input.body.quizId ?? 0;
    const callers = calls.map(({ caller }) => caller);
    const { shared, waysOf } = await loadQuizTogether(context, quizId, callers);
    const admitted = calls.filter((call) => waysOf.has(idOf(call)) && mayContinue(call, shared));
    const attempts = await lockOrBegin(context, shared, admitted);
    const plans = await Promise.all(
      admitted.map((call) => planSave(context, { call, shared, attempt: attempts.get(idOf(call)) })),
    );
    const planned = plans.filter((plan) => plan !== null);
    const opening = planned.filter(({ changes }) => changes.length === 0).map(({ attempt }) => attempt.id);
    await openSlides(context.db, context.siteId, [...new Set(opening)], shared.asked);
    const stored = await keepAll(context, shared, planned);
    const answers = new Map(planned.map((plan) => [plan.call, answerOf(plan, { shared, stored })]));
    return calls.map((call) => answers.get(call) ?? null);
  },
};

const idOf = ({ caller }: SaveCall): number => caller.signedIn().id;

function mayContinue({ request, site }: SaveCall, { access }: SharedQuiz): boolean {
  try {
    assertMayContinue({ request, site }, access);
    return true;
  } catch {
    return false;
  }
}

/** @returns attempts by person, locked; attempts locked by another transaction are omitted. */
async function lockOrBegin(
  { db, siteId }: TogetherContext,
  shared: SharedQuiz,
  calls: readonly SaveCall[],
): Promise<ReadonlyMap<number, QuizAttemptRow>> {
  const { quizId } = shared;
  const locked = await lockLatestAttempts(db, siteId, { quizId, userIds: calls.map(idOf) });
  const starting = calls.filter(
    (call) =>
      !locked.has(idOf(call)) &&
      call.input.body.quizAnswers.length === 0 &&
      call.input.body.attemptNo === undefined &&
      call.input.body.pass === undefined,
  );
  const now = steadyNow();
  const canBegin = !shared.settings.is_blocked && !isGenerated(shared.settings) && isOpenToAll(shared.access, now);
  if (starting.length === 0 || !canBegin) return locked;
  const seen = await findLatestAttempts(db, siteId, { quizId, userIds: starting.map(idOf) });
  const userIds = [...new Set(starting.map(idOf))].filter((id) => !seen.has(id));
  if (userIds.length === 0) return locked;
  const beginnings = await findBeginnings(db, siteId, { quizId, access: shared.access, userIds, now });
  const fresh = [...beginnings].map(([userId, beginning]) => ({ ...beginning, userId, seed: createSeed() }));
  await insertAttempts(db, siteId, quizId, fresh);
  return new Map([...locked, ...(await lockLatestAttempts(db, siteId, { quizId, userIds }))]);
}

type Change = AnswerChange & { readonly attemptId: number };

interface Plan {
  readonly call: SaveCall;
  readonly attempt: QuizAttemptRow;
  readonly asked: ReadonlyMap<string, AskedQuestion>;
  readonly changes: readonly Change[];
}

interface Planning {
  readonly call: SaveCall;
  readonly shared: SharedQuiz;
  readonly attempt: QuizAttemptRow | undefined;
}

/** @returns null if the call is not simple enough, or has to be rejected. */
async function planSave({ db, siteId }: TogetherContext, { call, shared, attempt }: Planning): Promise<Plan | null> {
  const { attemptNo, quizAnswers } = call.input.body;
  if (!attempt || (attemptNo !== undefined && attemptNo !== attempt.attempt_no)) return null;
  if (quizAnswers.length > 0) {
    const problem = saveProblem(attemptFactsOf(attempt), arrivalOf(call.request));
    if (problem || attempt.state !== "started") return null;
  }
  const asked = new Map(
    (await askedInAttempt(db, siteId, attempt, shared)).map((one) => [
      questionKeyOf(one.question.id, one.subjectId),
      one,
    ]),
  );
  const changes = quizAnswers.map((sent) => changeOf(sent, asked, attempt));
  return changes.some((change) => change === null)
    ? null
    : { call, attempt, asked, changes: changes.filter((change) => change !== null) };
}

/** @returns null if the answer has to be rejected. */
function changeOf(
  sent: QuizAnswerSent,
  askedByKey: ReadonlyMap<string, AskedQuestion>,
  { id: attemptId, seed }: QuizAttemptRow,
): Change | null {
  const asked = askedByKey.get(questionKeyOf(sent.questionId, sent.itemId ?? 0));
  if (!asked || asked.question.type !== sent.questionType || sent.rev === undefined) return null;
  const { question, subjectId } = asked;
  const { isMarked, rev } = sent;
  try {
    const optionIds = question.answerOptions.map(({ id }) => id);
    const answer = storedAnswer(sent, seed, optionIds);
    return { attemptId, questionId: question.id, subjectId, answer, isMarked, isChecked: false, rev };
  } catch {
    return null;
  }
}

const keyOfRow = ({ attempt_id, question_id, subject_id }: QuizAnswerRow): string =>
  `${attempt_id}:${questionKeyOf(question_id, subject_id)}`;
const keyOfChange = ({ attemptId, questionId, subjectId }: Change): string =>
  `${attemptId}:${questionKeyOf(questionId, subjectId)}`;

/** @returns the stored answers, by `keyOfRow`. */
async function keepAll(
  { db, siteId }: TogetherContext,
  shared: SharedQuiz,
  plans: readonly Plan[],
): Promise<ReadonlyMap<string, QuizAnswerRow>> {
  const stored = new Map<string, QuizAnswerRow>();
  const keep = (rows: readonly QuizAnswerRow[]) => {
    for (const row of rows) stored.set(keyOfRow(row), row);
  };
  if (shared.settings.is_selftest_enabled) {
    // Answers may be final, and are then graded immediately.
    for (const { call, attempt, asked } of plans) {
      const taken = { ...shared, asked: [...asked.values()] };
      const saving = { attempt, taken, sent: call.input.body.quizAnswers, receivedAt: arrivalOf(call.request) };
      keep((await keepAnswers(db, siteId, saving)).map(({ row }) => row));
    }
    return stored;
  }
  const latest = new Map<string, Change>();
  for (const change of plans.flatMap(({ changes }) => changes)) {
    const key = keyOfChange(change);
    const other = latest.get(key);
    if (!other || change.rev >= other.rev) latest.set(key, change);
  }
  keep(await upsertAnswers(db, siteId, [...latest.values()]));
  const older = [...latest].filter(([key]) => !stored.has(key)).map(([, { attemptId }]) => attemptId);
  const newer = await listAnswersOfEach(db, siteId, [...new Set(older)]);
  for (const rows of newer.values()) keep(rows.filter((row) => !stored.has(keyOfRow(row))));
  return stored;
}

interface Answering {
  readonly shared: SharedQuiz;
  readonly stored: ReadonlyMap<string, QuizAnswerRow>;
}

function answerOf({ attempt, asked, changes }: Plan, { shared, stored }: Answering): SavedAnswers {
  const { quizId, settings } = shared;
  const keys = new Map(
    changes.map((change) => [questionKeyOf(change.questionId, change.subjectId), keyOfChange(change)] as const),
  );
  return {
    quizId,
    attemptNo: attempt.attempt_no,
    clock: presentClock(quizId, attempt.deadline_at, steadyNow()),
    answers: [...keys].flatMap(([key, storedKey]) => {
      const [row, one] = [stored.get(storedKey), asked.get(key)];
      return row && one ? [presentAnswer(row, one, { attempt, settings })] : [];
    }),
  };
}
