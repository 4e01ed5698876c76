/** The results of a quiz, for its table. */

import { LEARNER_ROLE } from "@parfocal/core/access/capabilities.ts";
import type { QueryOf } from "@parfocal/core/call.contract.ts";
import { lostTimeS } from "@parfocal/core/quiz-access/access-rules.ts";
import { remainingS } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import {
  type LearnerResult,
  type listResults,
  type QuizResults,
  RESULTS_PAGE_SIZE,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { resultState, secondsBetween } from "@parfocal/core/quiz-results/result-rules.ts";
import { findGroupsOpening } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis, type QuizQuery } from "#quiz/load-quiz.ts";
import { listQuizOutages, type QuizOutage } from "#quiz-access/outage.queries.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions, questionKeyOf } from "#quiz-attempt/asked-questions.ts";
import { withEarlierQuestions } from "#quiz-attempt/generated-questions.ts";
import {
  type AttemptProgress,
  countResults,
  findProgress,
  listResultRows,
  type ResultRow,
} from "./quiz-results.queries.ts";

type Search = QueryOf<typeof listResults>;

/** @param now ms since the epoch. @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadResults(db: SiteDb, quiz: QuizQuery, search: Search, now: number): Promise<QuizResults> {
  const { siteId, id: quizId } = quiz;
  const basis = await loadQuizBasis(db, quiz);
  const groups = await findGroupsOpening(db, siteId, quizId, LEARNER_ROLE);
  const filters = { quizId, choice: search.attempt, q: search.q, state: search.state, groups };
  const { total, ...counted } = await countResults(db, siteId, filters);
  const counts = { ...counted, notStarted: groups === null ? null : counted.notStarted };
  const { page, sort, direction } = search;
  const rows = await listResultRows(db, siteId, { ...filters, page, sort, direction, pageSize: RESULTS_PAGE_SIZE });
  const asked = await withEarlierQuestions(db, siteId, basis, await loadAskedQuestions(db, siteId, basis));
  const progress = await findProgress(
    db,
    siteId,
    rows.flatMap(({ attemptId }) => attemptId ?? []),
    [...new Set(asked.map(({ question }) => question.id))],
  );
  const numbers = numbersOf(asked);
  const learners = rows.map((row) => presentResult(row, progress.get(row.attemptId ?? 0), { numbers, now }));
  const outages = (await listQuizOutages(db, siteId, { quizId, most: OUTAGES_MAX })).map(presentOutage);
  return { quizId, title: basis.item.title, questionCount: asked.length, counts, outages, learners, total };
}

const OUTAGES_MAX = 5;

function presentOutage({ beganAt, endedAt, ...counts }: QuizOutage): QuizResults["outages"][number] {
  const lostS = lostTimeS(beganAt.getTime(), endedAt.getTime());
  return { from: beganAt.toISOString(), until: endedAt.toISOString(), ...counts, lostS };
}

/** Starts at 1, by question and subject. */
const numbersOf = (asked: readonly AskedQuestion[]): ReadonlyMap<string, number> =>
  new Map(asked.map(({ question, subjectId }, index) => [questionKeyOf(question.id, subjectId), index + 1]));

interface Within {
  readonly numbers: ReadonlyMap<string, number>;
  /** ms since the epoch. */
  readonly now: number;
}

const HUNDREDTHS = 100;
const pointsOf = (hundredths: number | null): number | null => (hundredths === null ? null : hundredths / HUNDREDTHS);

function presentResult(row: ResultRow, progress: AttemptProgress | undefined, within: Within): LearnerResult {
  const { attemptId, userId, name, email, state, attemptNo, attemptCount, startedAt, submittedAt } = row;
  const isRunning = state === "started";
  return {
    attemptId,
    userId,
    name,
    email,
    state: state === null ? "notStarted" : resultState(state, row.finalisedBy),
    attemptNo,
    attemptCount,
    score: pointsOf(row.earnedHundredths),
    maxScore: pointsOf(row.maxHundredths),
    toMarkCount: isRunning ? 0 : (progress?.toMarkCount ?? 0),
    startedAt: startedAt?.toISOString() ?? null,
    submittedAt: submittedAt?.toISOString() ?? null,
    durationS: startedAt && submittedAt && secondsBetween(startedAt.getTime(), submittedAt.getTime()),
    progress: isRunning ? presentProgress(row, progress, within) : null,
  };
}

function presentProgress(
  { startedAt, deadlineAt, reportedAt }: ResultRow,
  progress: AttemptProgress | undefined,
  { numbers, now }: Within,
): LearnerResult["progress"] {
  const contacts = [startedAt, reportedAt, progress?.savedAt].map((at) => at?.getTime() ?? 0);
  const last = questionKeyOf(progress?.questionId ?? 0, progress?.subjectId ?? 0);
  return {
    answeredCount: progress?.answeredCount ?? 0,
    questionNumber: numbers.get(last) ?? null,
    silentS: secondsBetween(Math.max(...contacts), now),
    remainingS: remainingS(deadlineAt?.getTime() ?? null, now),
  };
}
