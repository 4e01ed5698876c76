/**
 * A quiz shown to several people at the same time, each with their own attempt, for example when a whole class opens
 * its exam.
 */

import type { AuthoredQuiz, getQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { chooseWay } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { steadyNow } from "#platform/http/arrival.ts";
import type { GatheredCall, Together, TogetherContext } from "#platform/http/gathered-calls.ts";
import { announcedQuiz, loadAuthoredQuiz, type QuizQuery } from "#quiz/load-quiz.ts";
import { assertMayContinue } from "#quiz-access/begin-rules.ts";
import { isOverdue } from "./attempt-problems.ts";
import { findLatestAttempts, listAnswersOfEach } from "./attempts-together.queries.ts";
import type { FinalisedAttempt } from "./finalise-attempt.ts";
import { findLastReset } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";
import { loadQuizTogether, type QuizTogether, type QuizToTake, showQuizFront, showTakenQuiz } from "./taken-quiz.ts";

type ShowCall = GatheredCall<typeof getQuiz>;

/** Done alone: attempts whose time is over, and calls of content managers among calls of learners. */
export const quizzesTogether: Together<typeof getQuiz> = {
  groupOf: ({ params: { id }, query: { preview } }) => (preview ? null : `${id}`),
  async answer(context, calls) {
    const { db, siteId } = context;
    const quizId = calls[0]?.input.params.id ?? 0;
    const learners = calls.filter(({ caller }) => !caller.can("manageContent"));
    if (learners.length === 0) return showAuthored(context, calls);
    const callers = learners.map(({ caller }) => caller);
    const quiz = await loadQuizTogether(context, quizId, callers);
    const userIds = callers.map((caller) => caller.signedIn().id).filter((id) => quiz.waysOf.has(id));
    const attempts = await findLatestAttempts(db, siteId, { quizId, userIds });
    const ids = [...attempts.values()].map(({ id }) => id);
    const answers = await listAnswersOfEach(db, siteId, ids);
    const shown = new Map(
      [...attempts].map(([userId, attempt]) => [userId, { attempt, answers: answers.get(attempt.id) ?? [] }]),
    );
    const now = steadyNow();
    const show = showTogether(context, quiz, { shown, now });
    return Promise.all(
      calls.map(async (call) => {
        const { caller, input } = call;
        const { id } = caller.signedIn();
        if (caller.can("manageContent") || !quiz.waysOf.has(id)) return null;
        const attempt = attempts.get(id);
        if (!attempt) return announcedQuiz(await showQuizFront(db, toTake(context, quiz, caller, input.query.parent)));
        return isShown(call, { attempt, quiz, now }) ? show(caller, input.query.parent) : null;
      }),
    );
  },
};

/** One after the other, since they share a connection. */
async function showAuthored({ db, siteId }: TogetherContext, calls: readonly ShowCall[]): Promise<AuthoredQuiz[]> {
  const shown: AuthoredQuiz[] = [];
  for (const { caller, input } of calls) {
    const { params, query } = input;
    const question = { siteId, caller, id: params.id, parentId: query.parent };
    shown.push(await showAuthoredQuiz(db, question, { hasQuestions: query.questions !== "ids" }));
  }
  return shown;
}

/** Includes what the last reset has removed. @throws AppError `notFound` if the quiz does not exist. */
export async function showAuthoredQuiz(
  db: SiteDb,
  question: QuizQuery,
  options: { readonly hasQuestions: boolean },
): Promise<AuthoredQuiz> {
  const authored = await loadAuthoredQuiz(db, question, options);
  return { ...authored, lastReset: await findLastReset(db, question.siteId, question.id) };
}

function isShown(
  { request, site }: ShowCall,
  { attempt, quiz, now }: { attempt: QuizAttemptRow; quiz: QuizTogether; now: number },
): boolean {
  if (attempt.state !== "started") return true;
  if (isOverdue(attempt, now)) return false;
  try {
    assertMayContinue({ request, site }, quiz.shared.access);
    return true;
  } catch {
    return false;
  }
}

interface Shown {
  /** By ID of the person. */
  readonly shown: ReadonlyMap<number, FinalisedAttempt>;
  /** ms since the epoch. */
  readonly now: number;
}

/** @returns a function that shows the attempt of a person who has one; two calls of a person get the same result. */
export function showTogether(context: TogetherContext, quiz: QuizTogether, { shown, now }: Shown) {
  const known = new Map<string, Promise<TakenQuiz>>();
  return (caller: Caller, parentId: number | undefined): Promise<TakenQuiz> | null => {
    const { id } = caller.signedIn();
    const attempt = shown.get(id);
    if (!attempt) return null;
    const key = `${id}:${parentId ?? ""}`;
    const taken =
      known.get(key) ?? showTakenQuiz(context.db, toTake(context, quiz, caller, parentId), { ...attempt, now });
    known.set(key, taken);
    return taken;
  };
}

function toTake(
  { siteId }: TogetherContext,
  { shared, reads, waysOf }: QuizTogether,
  caller: Caller,
  parentId: number | undefined,
): QuizToTake {
  const way = chooseWay(waysOf.get(caller.signedIn().id) ?? [], parentId);
  return { ...shared, way, query: { siteId, caller, id: shared.quizId, parentId }, reads };
}
