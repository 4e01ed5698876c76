/** Submissions of a class at the end of an exam, graded and stored in one transaction. */
import type { submitAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { arrivalOf, steadyNow } from "#platform/http/arrival.ts";
import type { GatheredCall, Together } from "#platform/http/gathered-calls.ts";
import { assertMayContinue } from "#quiz-access/begin-rules.ts";
import { isOverdue } from "./attempt-problems.ts";
import { listAnswersOfEach, lockLatestAttempts } from "./attempts-together.queries.ts";
import { finaliseAttempts } from "./finalise-attempt.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";
import { showTogether } from "./show-together.ts";
import { loadQuizTogether, type SharedQuiz } from "./taken-quiz.ts";

type SubmitCall = GatheredCall<typeof submitAnswers>;

export const submissionsTogether: Together<typeof submitAnswers> = {
  groupOf({ params: { id }, body: { quizId, preview } }) {
    return !preview && (quizId === undefined || quizId === id) ? `${id}` : null;
  },
  async answer(context, calls) {
    const { db, siteId } = context;
    const quizId = calls[0]?.input.params.id ?? 0;
    const callers = calls.map(({ caller }) => caller);
    const quiz = await loadQuizTogether(context, quizId, callers);
    const { shared, waysOf } = quiz;
    const userIds = calls.map(({ caller }) => caller.signedIn().id).filter((id) => waysOf.has(id));
    const attempts = await lockLatestAttempts(db, siteId, { quizId, userIds });
    const attemptOf = ({ caller }: SubmitCall) => attempts.get(caller.signedIn().id);
    const accepted = calls.filter((call) => isAccepted(call, attemptOf(call), shared));
    const all = [...new Set(accepted.map(attemptOf))].filter((attempt) => attempt !== undefined);
    const { settings, asked } = shared;
    const end = { settings, asked, by: "person", at: new Date(steadyNow()) } as const;
    const running = all.filter(({ state }) => state === "started");
    const ended = await finaliseAttempts(db, siteId, running, end);
    const before = all.filter(({ state }) => state === "submitted");
    const answersBefore = await listAnswersOfEach(
      db,
      siteId,
      before.map(({ id }) => id),
    );
    const shown = new Map([
      ...[...ended.values()].map((one) => [one.attempt.user_id, one] as const),
      ...before.map((attempt) => [attempt.user_id, { attempt, answers: answersBefore.get(attempt.id) ?? [] }] as const),
    ]);
    const show = showTogether(context, quiz, { shown, now: steadyNow() });
    const taken = await Promise.all(accepted.map(({ caller }) => show(caller, undefined)));
    const answers = new Map(accepted.map((call, index) => [call, taken[index]]));
    return calls.map((call) => answers.get(call) ?? null);
  },
};

/** Requests that are not accepted are done alone, which rejects them. */
function isAccepted(
  { request, site, input }: SubmitCall,
  attempt: QuizAttemptRow | undefined,
  { access }: SharedQuiz,
): boolean {
  const { attemptNo } = input.body;
  if (!attempt || (attemptNo !== undefined && attemptNo !== attempt.attempt_no)) return false;
  const isOver = isOverdue(attempt, arrivalOf(request));
  if (isOver && (attempt.state === "started" || attempt.finalised_by === "sweeper")) return false;
  if (attempt.state === "submitted") return true;
  try {
    assertMayContinue({ request, site }, access);
    return true;
  } catch {
    return false;
  }
}
