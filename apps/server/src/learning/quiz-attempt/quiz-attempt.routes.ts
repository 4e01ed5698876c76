import { randomUUID } from "node:crypto";
import { AppError, idMismatch } from "@parfocal/core/errors.ts";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  endPreview,
  getQuizTimer,
  putQuizTimer,
  resetQuiz,
  restartQuiz,
  saveAnswers,
  submitAnswers,
} from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { noteChangedPoints } from "#lti/due-grades.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { arrivalOf, steadyNow } from "#platform/http/arrival.ts";
import { type RouteContext, route } from "#platform/http/route.ts";
import { announcedQuiz, loadQuizFront, quizNotFound } from "#quiz/load-quiz.ts";
import { findQuizSettings } from "#quiz/quiz.queries.ts";
import { assertMayBegin, assertMayContinue, findBeginning } from "#quiz-access/begin-rules.ts";
import { isOverdue, notStarted, otherAttempt, problemError } from "./attempt-problems.ts";
import { clocksTogether } from "./clocks-together.ts";
import { finaliseAttempt, finaliseIfOverdue } from "./finalise-attempt.ts";
import { askedInAttempt } from "./generated-questions.ts";
import { isReportDue, presentClock } from "./present-clock.ts";
import { presentAnswer } from "./present-taken-quiz.ts";
import { attemptOf, beginPreview } from "./preview-attempt.ts";
import {
  type AttemptOf,
  archiveAllAttempts,
  archiveAttempt,
  deletePreview,
  findLatestAttempt,
  lockLatestAttempt,
  restoreAttempts,
  saveReportedTime,
} from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";
import { keepAnswers } from "./save-answers.ts";
import { savesTogether } from "./saves-together.ts";
import { quizzesTogether, showAuthoredQuiz } from "./show-together.ts";
import { assertCanBegin, beginAttempt, openSlides } from "./start-attempt.ts";
import { submissionsTogether } from "./submissions-together.ts";
import { loadQuizToAnswer, loadQuizToTake, showTakenQuiz } from "./taken-quiz.ts";

/** The latest attempt, ended if its deadline has passed. @param now ms since the epoch. */
async function findCurrentAttempt(
  db: SiteDb,
  siteId: number,
  of: AttemptOf,
  now: number,
): Promise<QuizAttemptRow | undefined> {
  const seen = await findLatestAttempt(db, siteId, of);
  if (seen?.state !== "started" || !isOverdue(seen, now)) return seen;
  const locked = await lockLatestAttempt(db, siteId, of);
  if (!locked || !(await finaliseIfOverdue(db, siteId, locked, now))) return locked;
  return findLatestAttempt(db, siteId, of);
}

/** The clock of an attempt; before the start, it shows the quiz's full time limit. */
async function loadClock(
  { db, siteId, caller }: Pick<RouteContext, "db" | "siteId" | "caller">,
  quizId: number,
  isPreview: boolean,
) {
  const now = steadyNow();
  const attempt = await findCurrentAttempt(db, siteId, attemptOf(caller, quizId, isPreview), now);
  if (attempt) return { attempt, clock: presentClock(quizId, attempt.deadline_at, now) };
  await findVisibleItem(db, { siteId, caller, id: quizId, kind: "quiz", rejection: quizNotFound });
  const settings = await findQuizSettings(db, siteId, quizId);
  return { attempt, clock: { ...presentClock(quizId, null, now), remaining: settings?.timer_duration_s ?? null } };
}

const assertAttempt = (attempt: QuizAttemptRow, attemptNo: number | undefined): void => {
  if (attemptNo !== undefined && attemptNo !== attempt.attempt_no) throw otherAttempt();
};

export const quizAttemptRoutes = [
  route(
    getQuiz,
    async ({ db, siteId, caller, site, request, platform }, { params, query }) => {
      const question = { siteId, caller, id: params.id, parentId: query.parent };
      const { preview: isPreview } = query;
      if (caller.can("manageContent") && !isPreview)
        return showAuthoredQuiz(db, question, { hasQuestions: query.questions !== "ids" });
      const now = steadyNow();
      const of = caller.user || isPreview ? attemptOf(caller, params.id, isPreview) : null;
      const attempt = of && (await findCurrentAttempt(db, siteId, of, now));
      if (!attempt) {
        const announced = announcedQuiz(await loadQuizFront(db, question));
        return isPreview ? { ...announced, isPreview } : announced;
      }
      const taken = await loadQuizToTake(db, question, platform);
      if (attempt.state === "started" && !isPreview) assertMayContinue({ request, site }, taken.access);
      return showTakenQuiz(db, taken, { attempt, now });
    },
    quizzesTogether,
  ),

  route(
    saveAnswers,
    async ({ db, siteId, caller, request, site, platform }, { params: { id }, body }) => {
      if (body.quizId !== id) throw idMismatch("quiz", "quizId");
      const receivedAt = arrivalOf(request);
      const taken = await loadQuizToAnswer(db, { siteId, caller, id }, platform);
      const { preview: isPreview } = body;
      const of = attemptOf(caller, id, isPreview);
      let attempt = await lockLatestAttempt(db, siteId, of);
      if (attempt) {
        if (!isPreview) assertMayContinue({ request, site }, taken.access);
        if (body.quizAnswers.length === 0) await openSlides(db, siteId, [attempt.id], taken.asked);
      } else if (isPreview) {
        // Late answers for an ended preview do not start another one.
        if (body.attemptNo !== undefined) throw otherAttempt();
        attempt = await beginPreview(db, siteId, of, { taken, former: undefined, now: steadyNow() });
      } else {
        assertCanBegin(taken);
        const starting = { ...of, now: steadyNow(), pass: body.pass };
        await assertMayBegin(db, { request, site, platform }, starting);
        const beginning = await findBeginning(db, siteId, starting);
        attempt = await beginAttempt(db, siteId, of, { ...beginning, quiz: taken });
      }
      assertAttempt(attempt, body.attemptNo);
      const asked = await askedInAttempt(db, siteId, attempt, taken);
      const saved = await keepAnswers(db, siteId, {
        attempt,
        taken: { ...taken, asked },
        sent: body.quizAnswers,
        receivedAt,
      });
      const within = { attempt, settings: taken.settings };
      return {
        quizId: id,
        attemptNo: attempt.attempt_no,
        clock: presentClock(id, attempt.deadline_at, steadyNow()),
        answers: saved.map(({ row, asked: one }) => presentAnswer(row, one, within)),
      };
    },
    savesTogether,
  ),

  route(
    submitAnswers,
    async ({ db, siteId, caller, request, site, platform }, { params: { id }, body }) => {
      if (body.quizId !== undefined && body.quizId !== id) throw idMismatch("quiz", "quizId");
      const receivedAt = arrivalOf(request);
      const taken = await loadQuizToTake(db, { siteId, caller, id }, platform);
      const attempt = await lockLatestAttempt(db, siteId, attemptOf(caller, id, body.preview));
      if (!attempt) throw notStarted();
      assertAttempt(attempt, body.attemptNo);
      const isOver = isOverdue(attempt, receivedAt);
      const isByClock = attempt.state === "started" || attempt.finalised_by === "sweeper";
      if (isOver && isByClock) throw problemError("outOfTime");
      if (attempt.state === "submitted") return showTakenQuiz(db, taken, { attempt, now: steadyNow() });
      if (!body.preview) assertMayContinue({ request, site }, taken.access);
      const { settings, asked } = taken;
      const end = { settings, asked, by: "person", at: new Date(steadyNow()) } as const;
      const ended = await finaliseAttempt(db, siteId, attempt, end);
      return showTakenQuiz(db, taken, { ...ended, now: steadyNow() });
    },
    submissionsTogether,
  ),

  route(restartQuiz, async ({ db, siteId, caller, request, site, platform }, { params: { id }, body }) => {
    const now = steadyNow();
    const taken = await loadQuizToTake(db, { siteId, caller, id }, platform);
    const of = attemptOf(caller, id, body.preview);
    const { userId } = of;
    const locked = await lockLatestAttempt(db, siteId, of);
    if (!locked) throw notStarted();
    if (await finaliseIfOverdue(db, siteId, locked, now)) locked.state = "submitted";
    // Two restarts, even concurrent ones, have the effect of one.
    const isAnother = body.attemptNo !== undefined && body.attemptNo !== locked.attempt_no;
    if (isAnother) return showTakenQuiz(db, taken, { attempt: locked, now });
    if (body.preview) {
      const attempt = await beginPreview(db, siteId, of, { taken, former: locked, now });
      return showTakenQuiz(db, taken, { attempt, now });
    }
    assertCanBegin(taken);
    const isRunning = locked.state === "started";
    const starting = { ...of, now, pass: body.pass };
    if (isRunning) assertMayContinue({ request, site }, taken.access);
    else await assertMayBegin(db, { request, site, platform }, starting);
    if (isRunning) await archiveAttempt(db, siteId, locked.id, { userId, now: new Date(now) });
    const keepsClock = isRunning && locked.deadline_at !== null;
    const beginning = keepsClock
      ? {
          startedAt: locked.started_at,
          deadlineAt: locked.deadline_at,
          timeLimitS: locked.time_limit_s,
          grantedS: locked.granted_s,
          graceS: locked.grace_s,
        }
      : await findBeginning(db, siteId, starting);
    const attempt = await beginAttempt(db, siteId, of, { ...beginning, quiz: taken });
    return showTakenQuiz(db, taken, { attempt, now });
  }),

  route(endPreview, async ({ db, siteId, caller }, { params: { id } }) => {
    await findVisibleItem(db, { siteId, caller, id, kind: "quiz", rejection: quizNotFound });
    await deletePreview(db, siteId, attemptOf(caller, id, true));
    return { quizId: id };
  }),

  route(resetQuiz, async ({ db, siteId, caller }, { params: { id }, body: { undo } }) => {
    await findVisibleItem(db, { siteId, caller, id, kind: "quiz", rejection: quizNotFound });
    if (undo === undefined) {
      const resetId = randomUUID();
      const by = { userId: caller.signedIn().id, now: new Date(steadyNow()), resetId };
      const attemptCount = await archiveAllAttempts(db, siteId, id, by);
      await noteChangedPoints(db, siteId, { quizId: id, userIds: null });
      return { quizId: id, resetId, attemptCount, leftCount: 0 };
    }
    const { restored, left } = await restoreAttempts(db, siteId, { quizId: id, resetId: undo });
    if (restored + left === 0)
      throw new AppError("notFound", "Nothing to restore: the answers were already restored or no longer exist.");
    await noteChangedPoints(db, siteId, { quizId: id, userIds: null });
    return { quizId: id, resetId: undo, attemptCount: restored, leftCount: left };
  }),

  route(getQuizTimer, async (context, { params: { quizId }, query: { preview } }) => {
    const { clock } = await loadClock(context, quizId, preview);
    return clock;
  }),

  route(
    putQuizTimer,
    async (context, { body: { quizId, remaining, preview } }) => {
      const { db, siteId } = context;
      const { attempt, clock } = await loadClock(context, quizId, preview);
      const now = steadyNow();
      if (attempt?.state === "started" && isReportDue(attempt.reported_at, now))
        await saveReportedTime(db, siteId, attempt.id, { remainingS: Math.round(remaining), now: new Date(now) });
      return clock;
    },
    clocksTogether,
  ),
];
