/** A quiz with all that is needed to save, judge and show somebody's attempt at it. */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { type SubjectAccess, subjectAccess } from "@parfocal/core/quiz-subject/subject-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis, loadQuizFront, type QuizFront, type QuizQuery } from "#quiz/load-quiz.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { findSubjectThumbnails } from "#quiz/subject-thumbnails.ts";
import { type AskedQuestion, loadAskedQuestions } from "./asked-questions.ts";
import { presentTakenQuiz, type ShownSubjects } from "./present-taken-quiz.ts";
import { listAnswers } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";

export interface QuizToTake {
  readonly query: QuizQuery;
  readonly settings: QuizSettings;
  readonly asked: readonly AskedQuestion[];
}

/** @throws AppError `notFound` if there is no such quiz for the caller. */
export async function loadQuizToTake(db: SiteDb, query: QuizQuery): Promise<QuizToTake> {
  const basis = await loadQuizBasis(db, query);
  return { query, settings: basis.settings, asked: await loadAskedQuestions(db, query.siteId, basis) };
}

/** @param now ms since the epoch. */
export async function loadTakenQuiz(
  db: SiteDb,
  { siteId, now }: { siteId: number; caller: Caller; now: number },
  { query, asked, front }: Omit<QuizToTake, "settings"> & { readonly front?: QuizFront },
  attempt: QuizAttemptRow,
): Promise<TakenQuiz> {
  const quiz = front ?? (await loadQuizFront(db, query));
  const answers = await listAnswers(db, siteId, attempt.id);
  const subjects = await findShownSubjects(db, siteId, subjectAccessOf(attempt, quiz.settings), asked);
  return presentTakenQuiz({ quiz, attempt, asked, answers, subjects, now });
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
