/** A quiz with all that is needed to save, judge and show somebody's attempt at it. */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { type SubjectAccess, subjectAccess } from "@parfocal/core/quiz-subject/subject-access.ts";
import { assertVisibleItem } from "#item/item-access.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { SharedReads } from "#platform/shared-reads.ts";
import {
  findVisibleQuiz,
  loadFrontOf,
  loadQuizContents,
  type QuizBasis,
  type QuizContents,
  type QuizFront,
  type QuizQuery,
} from "#quiz/load-quiz.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { findSubjectThumbnails } from "#quiz/subject-thumbnails.ts";
import { type AccessRow, findAccess } from "#quiz-access/quiz-access.queries.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { loadAskedQuestions } from "./asked-questions.ts";
import { askedInAttempt } from "./generated-questions.ts";
import { presentTakenQuiz, type ShownSubjects } from "./present-taken-quiz.ts";
import { listAnswers } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";

/** The same for all who take a quiz. */
export interface SharedQuiz extends QuizContents {
  readonly asked: readonly AskedQuestion[];
  readonly access: AccessRow | undefined;
}

export interface QuizToTake extends QuizBasis, SharedQuiz {
  readonly query: QuizQuery;
}

const sharedOf = new WeakMap<Platform, SharedReads<SharedQuiz>>();

function sharedReadsOf(platform: Platform): SharedReads<SharedQuiz> {
  const shared = sharedOf.get(platform) ?? new SharedReads<SharedQuiz>();
  sharedOf.set(platform, shared);
  return shared;
}

/**
 * A class that takes a quiz reads the same questions hundreds of times in a second: those who come at the same moment read
 * them together (decision 0080).
 */
const loadSharedQuiz = (db: SiteDb, siteId: number, id: number, platform: Platform): Promise<SharedQuiz> =>
  sharedReadsOf(platform).read(`${siteId}:${id}`, async () => {
    const contents = await loadQuizContents(db, siteId, id);
    const asked = await loadAskedQuestions(db, siteId, contents);
    return { ...contents, asked, access: await findAccess(db, siteId, id) };
  });

/** @throws AppError `notFound` if there is no such quiz for the caller. */
export async function loadQuizToTake(db: SiteDb, query: QuizQuery, platform: Platform): Promise<QuizToTake> {
  const visible = await findVisibleQuiz(db, query);
  return { ...visible, ...(await loadSharedQuiz(db, query.siteId, query.id, platform)), query };
}

/** What saving answers needs of it. @throws AppError `notFound` if there is no such quiz for the caller. */
export async function loadQuizToAnswer(db: SiteDb, query: QuizQuery, platform: Platform): Promise<SharedQuiz> {
  await assertVisibleItem(db, query);
  return loadSharedQuiz(db, query.siteId, query.id, platform);
}

/** @param now ms since the epoch. */
export async function loadTakenQuiz(
  db: SiteDb,
  { siteId, now }: { siteId: number; now: number },
  { quiz, asked }: { readonly quiz: Pick<QuizFront, "front" | "settings">; readonly asked: readonly AskedQuestion[] },
  attempt: QuizAttemptRow,
  answers?: readonly QuizAnswerRow[],
): Promise<TakenQuiz> {
  const subjects = await findShownSubjects(db, siteId, subjectAccessOf(attempt, quiz.settings), asked);
  const given = answers ?? (await listAnswers(db, siteId, attempt.id));
  return presentTakenQuiz({ quiz, attempt, asked, answers: given, subjects, now });
}

/** The same of what was read to take it. @param answers left out: they are read. */
export async function showTakenQuiz(
  db: SiteDb,
  taken: QuizToTake,
  { attempt, answers, now }: { attempt: QuizAttemptRow; answers?: readonly QuizAnswerRow[]; now: number },
): Promise<TakenQuiz> {
  const { query } = taken;
  const quiz = await loadFrontOf(db, query, taken);
  const asked = await askedInAttempt(db, query.siteId, attempt, taken);
  return loadTakenQuiz(db, { siteId: query.siteId, now }, { quiz, asked }, attempt, answers);
}

/** What the person gets of the slides and cases that a quiz asks about. @param attempt undefined: not started, or reset. */
export const subjectAccessOf = (attempt: QuizAttemptRow | undefined, settings: QuizSettings): SubjectAccess =>
  subjectAccess({
    state: attempt?.state ?? null,
    isAutoEvaluationEnabled: settings.is_auto_evaluation_enabled,
    hideSubmittedQuestions: settings.hide_submitted_questions,
  });

/** Chosen small pictures come with the words: both can be the answer. */
async function findShownSubjects(
  db: SiteDb,
  siteId: number,
  access: SubjectAccess,
  asked: readonly AskedQuestion[],
): Promise<ShownSubjects> {
  if (access === "none") return new Map();
  const subjects = [...new Map(asked.flatMap(({ subject }) => (subject ? [[subject.id, subject]] : []))).values()];
  if (access === "pictures") return new Map(subjects.map(({ id }) => [id, { title: null, thumbnail: null }]));
  const thumbnails = await findSubjectThumbnails(db, siteId, subjects);
  return new Map(subjects.map(({ id, title }) => [id, { title, thumbnail: thumbnails.get(id) ?? null }]));
}
