/** A quiz with all data for saving, evaluating and showing a person's attempt. */
import type { AnnouncedQuiz, TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { type SubjectAccess, subjectAccess } from "@parfocal/core/quiz-subject/subject-access.ts";
import { findItem, listCrumbs } from "#item/item.queries.ts";
import type { FoundItemRow } from "#item/item.table.ts";
import { assertVisibleItem, findVisibleWay } from "#item/item-access.ts";
import { listPathsOfEach, type Way } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { SharedReads } from "#platform/shared-reads.ts";
import {
  frontOf,
  loadQuizContents,
  loadQuizFace,
  pathIdsOf,
  type QuizBasis,
  type QuizContents,
  type QuizFace,
  type QuizFront,
  type QuizQuery,
  quizNotFound,
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

/** The same for everyone who takes the quiz. */
export interface SharedQuiz extends QuizContents {
  readonly item: FoundItemRow;
  readonly asked: readonly AskedQuestion[];
  readonly access: AccessRow | undefined;
}

export interface QuizToTake extends QuizBasis, SharedQuiz {
  readonly query: QuizQuery;
  readonly reads: TakersReads;
}

/**
 * A class that takes a quiz requests the same questions hundreds of times per second: concurrent requests share one
 * read (decision 0080).
 */
class TakersReads {
  readonly #quizzes = new SharedReads<SharedQuiz>();
  readonly #faces = new SharedReads<QuizFace>();
  readonly #paths = new SharedReads<AnnouncedQuiz["path"]>();
  readonly #thumbnails = new SharedReads<ReadonlyMap<number, string>>();

  quiz(db: SiteDb, siteId: number, id: number): Promise<SharedQuiz> {
    return this.#quizzes.read(`${siteId}:${id}`, async () => {
      const item = await findItem(db, siteId, id, "quiz");
      if (!item) throw quizNotFound();
      const contents = await loadQuizContents(db, siteId, id);
      const asked = await loadAskedQuestions(db, siteId, contents);
      return { ...contents, item, asked, access: await findAccess(db, siteId, id) };
    });
  }

  face(db: SiteDb, siteId: number, quiz: QuizContents): Promise<QuizFace> {
    return this.#faces.read(`${siteId}:${quiz.quizId}`, () => loadQuizFace(db, siteId, quiz));
  }

  path(db: SiteDb, siteId: number, ids: readonly number[]): Promise<AnnouncedQuiz["path"]> {
    return this.#paths.read(`${siteId}:${ids.join()}`, () => listCrumbs(db, siteId, ids));
  }

  thumbnails(db: SiteDb, siteId: number, subjects: readonly Subject[]): Promise<ReadonlyMap<number, string>> {
    const ids = subjects.map(({ id }) => id);
    return this.#thumbnails.read(`${siteId}:${ids.join()}`, () => findSubjectThumbnails(db, siteId, subjects));
  }
}

type Subject = Parameters<typeof findSubjectThumbnails>[2][number];

const readsOf = new WeakMap<Platform, TakersReads>();

function takersReadsOf(platform: Platform): TakersReads {
  const reads = readsOf.get(platform) ?? new TakersReads();
  readsOf.set(platform, reads);
  return reads;
}

/** @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadQuizToTake(db: SiteDb, query: QuizQuery, platform: Platform): Promise<QuizToTake> {
  const { way } = await findVisibleWay(db, { ...query, rejection: quizNotFound });
  const reads = takersReadsOf(platform);
  return { ...(await reads.quiz(db, query.siteId, query.id)), way, query, reads };
}

/** The data for saving answers. @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadQuizToAnswer(db: SiteDb, query: QuizQuery, platform: Platform): Promise<SharedQuiz> {
  await assertVisibleItem(db, query);
  return takersReadsOf(platform).quiz(db, query.siteId, query.id);
}

/**
 * The quiz for several people, with the paths through which each of them can access it.
 *
 * @throws AppError `notFound` if the quiz does not exist.
 */
export async function loadQuizTogether(
  { db, siteId, platform }: { readonly db: SiteDb; readonly siteId: number; readonly platform: Platform },
  quizId: number,
  callers: readonly Caller[],
): Promise<QuizTogether> {
  const reads = takersReadsOf(platform);
  const waysOf = new Map<number, readonly Way[]>();
  const learners = callers.filter((caller) => !caller.can("manageContent")).map((caller) => caller.signedIn());
  for (const [role, all] of Map.groupBy(learners, (user) => user.role)) {
    const userIds = [...new Set(all.map(({ id }) => id))];
    for (const [id, ways] of await listPathsOfEach(db, siteId, quizId, { role, userIds })) waysOf.set(id, ways);
  }
  return { shared: await reads.quiz(db, siteId, quizId), reads, waysOf };
}

export interface QuizTogether {
  readonly shared: SharedQuiz;
  readonly reads: TakersReads;
  /** By ID of the person; people without access to the quiz, and content managers, are omitted. */
  readonly waysOf: ReadonlyMap<number, readonly Way[]>;
}

type FindThumbnails = (subjects: readonly Subject[]) => Promise<ReadonlyMap<number, string>>;

interface ShownQuiz {
  readonly quiz: Pick<QuizFront, "front" | "settings">;
  readonly asked: readonly AskedQuestion[];
  /** Omitted: they are read for this quiz alone. */
  readonly findThumbnails?: FindThumbnails;
}

/** @param now ms since the epoch. */
export async function loadTakenQuiz(
  db: SiteDb,
  { siteId, now }: { siteId: number; now: number },
  { quiz, asked, findThumbnails = (subjects) => findSubjectThumbnails(db, siteId, subjects) }: ShownQuiz,
  attempt: QuizAttemptRow,
  answers?: readonly QuizAnswerRow[],
): Promise<TakenQuiz> {
  const subjects = await findShownSubjects(subjectAccessOf(attempt, quiz.settings), asked, findThumbnails);
  const given = answers ?? (await listAnswers(db, siteId, attempt.id));
  return presentTakenQuiz({ quiz, attempt, asked, answers: given, subjects, now });
}

/** The same from data that was read already. @param answers omitted: they are read. */
export async function showTakenQuiz(
  db: SiteDb,
  taken: QuizToTake,
  { attempt, answers, now }: { attempt: QuizAttemptRow; answers?: readonly QuizAnswerRow[]; now: number },
): Promise<TakenQuiz> {
  const { query, reads } = taken;
  const { siteId } = query;
  const quiz = await showQuizFront(db, taken);
  const asked = await askedInAttempt(db, siteId, attempt, taken);
  const findThumbnails: FindThumbnails = (subjects) => reads.thumbnails(db, siteId, subjects);
  return loadTakenQuiz(db, { siteId, now }, { quiz, asked, findThumbnails }, attempt, answers);
}

/** The part of a quiz that is also visible before the start. */
export async function showQuizFront(db: SiteDb, taken: QuizToTake): Promise<QuizFront> {
  const { query, reads } = taken;
  const path = await reads.path(db, query.siteId, pathIdsOf(taken));
  return frontOf(taken, await reads.face(db, query.siteId, taken), path);
}

/** The slides and cases of a quiz, as the person can see them. @param attempt undefined: not started, or reset. */
export const subjectAccessOf = (attempt: QuizAttemptRow | undefined, settings: QuizSettings): SubjectAccess =>
  subjectAccess({
    state: attempt?.state ?? null,
    isAutoEvaluationEnabled: settings.is_auto_evaluation_enabled,
    hideSubmittedQuestions: settings.hide_submitted_questions,
  });

/** Chosen thumbnails are shown or hidden together with texts, since both can be the answer. */
async function findShownSubjects(
  access: SubjectAccess,
  asked: readonly AskedQuestion[],
  findThumbnails: FindThumbnails,
): Promise<ShownSubjects> {
  if (access === "none") return new Map();
  const subjects = [...new Map(asked.flatMap(({ subject }) => (subject ? [[subject.id, subject]] : []))).values()];
  if (access === "pictures") return new Map(subjects.map(({ id }) => [id, { title: null, thumbnail: null }]));
  const thumbnails = await findThumbnails(subjects);
  return new Map(subjects.map(({ id, title }) => [id, { title, thumbnail: thumbnails.get(id) ?? null }]));
}
