/** A quiz with all that is needed to save, judge and show somebody's attempt at it. */
import type { TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { findVisibleAmong } from "#item/visible-items.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizFront, type QuizFront, type QuizQuery } from "#quiz/load-quiz.ts";
import { findSubjectThumbnails } from "#quiz/subject-thumbnails.ts";
import { type AskedQuestion, loadAskedQuestions } from "./asked-questions.ts";
import { presentTakenQuiz, type ShownSubjects } from "./present-taken-quiz.ts";
import { listAnswers } from "./quiz-attempt.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";

export interface QuizToTake {
  readonly quiz: QuizFront;
  readonly asked: readonly AskedQuestion[];
}

/** @throws AppError `notFound` if there is no such quiz for the caller. */
export async function loadQuizToTake(db: SiteDb, query: QuizQuery): Promise<QuizToTake> {
  const quiz = await loadQuizFront(db, query);
  return { quiz, asked: await loadAskedQuestions(db, query.siteId, quiz) };
}

/** @param now ms since the epoch. */
export async function loadTakenQuiz(
  db: SiteDb,
  { siteId, caller, now }: { siteId: number; caller: Caller; now: number },
  { quiz, asked }: QuizToTake,
  attempt: QuizAttemptRow,
): Promise<TakenQuiz> {
  const answers = await listAnswers(db, siteId, attempt.id);
  const subjects = await findShownSubjects(db, siteId, caller, asked);
  return presentTakenQuiz({ quiz, attempt, asked, answers, subjects, now });
}

async function findShownSubjects(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  asked: readonly AskedQuestion[],
): Promise<ShownSubjects> {
  const subjects = [...new Map(asked.flatMap(({ subject }) => (subject ? [[subject.id, subject]] : []))).values()];
  const visible = await findVisibleAmong(
    db,
    siteId,
    { caller },
    subjects.map(({ id }) => id),
  );
  const shown = subjects.filter(({ id }) => visible.has(id));
  const thumbnails = await findSubjectThumbnails(db, siteId, shown);
  return new Map(shown.map(({ id }) => [id, { thumbnail: thumbnails.get(id) ?? null }]));
}
