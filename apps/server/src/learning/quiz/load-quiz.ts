/** A quiz as the caller can see it: complete for content managers; for others by an allowlist (threat T-03). */
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { AnnouncedQuiz, AuthoredQuiz, QuizSlide } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { commonQuestionCount, QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { findVisibleItem, type VisibleItem } from "#item/item-access.ts";
import { findChosenThumbnail } from "#item/item-appearance.queries.ts";
import { loadLook } from "#item/item-appearance.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { countImagesIn } from "#structure/quiz-facts.queries.ts";
import { activeParts } from "./active-parts.ts";
import { presentQuestions } from "./load-questions.ts";
import { findQuizSettings, type QuizSettings } from "./quiz.queries.ts";
import { findSubjectIds, findSubjects, listQuizParts, type QuizPart } from "./quiz-part.queries.ts";
import { findSubjectThumbnails } from "./subject-thumbnails.ts";

export interface QuizQuery {
  readonly siteId: number;
  readonly caller: Caller;
  readonly id: number;
  /** Parent from which the caller opens it. */
  readonly parentId?: number | undefined;
}

export const quizNotFound = () => notFoundOrNoAccess();

/** @throws AppError `notFound` if the caller has no access to the quiz. */
const findVisibleQuiz = (db: SiteDb, { siteId, caller, id, parentId }: QuizQuery): Promise<VisibleItem> =>
  findVisibleItem(db, { siteId, caller, id, kind: "quiz", parentId });

export interface QuizContents {
  readonly quizId: number;
  readonly settings: QuizSettings;
  readonly parts: readonly QuizPart[];
}

/** The same for everyone who can see the quiz. @throws AppError `notFound` if the quiz does not exist. */
export async function loadQuizContents(db: SiteDb, siteId: number, id: number): Promise<QuizContents> {
  const settings = await findQuizSettings(db, siteId, id);
  if (!settings) throw quizNotFound();
  return { quizId: id, settings, parts: await listQuizParts(db, siteId, [id]) };
}

export interface QuizBasis extends Omit<VisibleItem, "ways">, QuizContents {}

/**
 * Settings and contents, for people who can see the quiz. @throws AppError `notFound` if the caller has no access to
 * the quiz.
 */
export async function loadQuizBasis(db: SiteDb, query: QuizQuery): Promise<QuizBasis> {
  const { item, way } = await findVisibleQuiz(db, query);
  return { item, way, ...(await loadQuizContents(db, query.siteId, query.id)) };
}

/** Data for everyone who can see the quiz. @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadQuizFront(db: SiteDb, query: QuizQuery) {
  const basis = await loadQuizBasis(db, query);
  const face = await loadQuizFace(db, query.siteId, basis);
  return frontOf(basis, face, await listCrumbs(db, query.siteId, pathIdsOf(basis)));
}

/** Visible data of a quiz, the same for everyone who sees it. */
export interface QuizFace {
  readonly thumbnail: string | null;
  /** Images in the folder from which a Common or Auto-Generated quiz takes its slides; 0: no folder. */
  readonly sourceImageCount: number;
}

export async function loadQuizFace(db: SiteDb, siteId: number, { quizId, settings }: QuizContents): Promise<QuizFace> {
  const folderId = settings.source_folder_id;
  return {
    thumbnail: await findChosenThumbnail(db, siteId, quizId),
    sourceImageCount: folderId === null ? 0 : await countImagesIn(db, siteId, folderId),
  };
}

/** From the course down to the quiz. */
export const pathIdsOf = ({ quizId, way }: Pick<QuizBasis, "quizId" | "way">): readonly number[] =>
  way?.ids ?? [quizId];

/** @param path crumbs of `pathIdsOf`. */
export function frontOf(
  { quizId, item, settings, parts }: QuizBasis,
  { thumbnail, sourceImageCount }: QuizFace,
  path: AnnouncedQuiz["path"],
) {
  const front = {
    id: quizId,
    itemId: quizId,
    postId: item.post_id ?? quizId,
    title: item.title,
    content: settings.content,
    thumbnail,
    type: settings.quiz_type,
    timerDuration: settings.timer_duration_s,
    isBlocked: settings.is_blocked,
    path,
    ...countsOf(parts, { type: settings.quiz_type, sourceImageCount }),
  };
  return { quizId, front, item, settings, parts, sourceImageCount };
}

/**
 * Counted as asked in an attempt: a Common quiz asks its questions about each slide, an Auto-Generated quiz asks one
 * about each image. Inactive parts are not counted.
 */
function countsOf(
  all: readonly QuizPart[],
  { type, sourceImageCount }: { type: AuthoredQuiz["type"]; sourceImageCount: number },
): Pick<AuthoredQuiz, "questionCount" | "slideCount"> {
  const parts = activeParts(all);
  const count = (...kinds: readonly QuizPart["kind"][]) => parts.filter(({ kind }) => kinds.includes(kind)).length;
  const questions = count("quizQuestion");
  if (type === "Individual") return { slideCount: count("quizSlide", "quizCase"), questionCount: questions };
  const ofFolder = Math.min(sourceImageCount, QUIZ_SLIDES_MAX);
  if (type === "Common") {
    const slideCount = ofFolder || count("quizSlide", "quizCase");
    return { slideCount, questionCount: commonQuestionCount(questions, slideCount) };
  }
  const slideCount = ofFolder || count("quizSlide");
  return { slideCount, questionCount: slideCount };
}

export type QuizFront = ReturnType<typeof frontOf>;

/** For people who have not started it. */
export const announcedQuiz = ({ front }: Pick<QuizFront, "front">): AnnouncedQuiz => ({
  ...front,
  view: "announcement",
  isInitialized: false,
  answers: [],
});

const questionIdsUnder = (parts: readonly QuizPart[], parent: number): number[] =>
  parts.filter(({ kind, parentId }) => kind === "quizQuestion" && parentId === parent).map(({ id }) => id);

/**
 * Only for content managers.
 *
 * @param hasQuestions false: only the IDs of its questions.
 * @throws AppError `notFound` if the quiz does not exist.
 */
export async function loadAuthoredQuiz(
  db: SiteDb,
  question: QuizQuery,
  { hasQuestions = true }: { readonly hasQuestions?: boolean } = {},
): Promise<AuthoredQuiz> {
  const { siteId } = question;
  const { front, item, settings, parts, sourceImageCount } = await loadQuizFront(db, question);
  const { thumbnailMediaId } = await loadLook(db, siteId, front.id);
  const questions = hasQuestions ? await presentQuestions(db, siteId, parts) : [];
  const folderId = settings.source_folder_id;
  const [folder] = folderId === null ? [] : await listCrumbs(db, siteId, [folderId]);
  return {
    ...front,
    view: "authoring",
    tags: item.tags,
    thumbnailMediaId,
    sourceFolder: folderId,
    sourceFolderTitle: folder?.title ?? null,
    sourceImageCount,
    isOrdered: settings.is_ordered,
    isOnOnePage: settings.is_on_one_page,
    isAutoEvaluationEnabled: settings.is_auto_evaluation_enabled,
    isAutomaticallyNumbered: settings.is_automatically_numbered,
    isSelftestEnabled: settings.is_selftest_enabled,
    hideSubmittedQuestions: settings.hide_submitted_questions,
    isAnswerOptionShuffleEnabled: settings.is_answer_option_shuffle_enabled,
    notificationEmail: settings.notification_email,
    assignUserTo: settings.assign_user_to,
    consensusThreshold: settings.consensus_threshold,
    slides: await loadSlides(db, siteId, parts, questions),
    questionIds: questionIdsUnder(parts, front.id),
    questions: questions.filter(({ slideId }) => slideId === null),
    userCanEdit: question.caller.can("manageContent"),
  };
}

async function loadSlides(
  db: SiteDb,
  siteId: number,
  parts: readonly QuizPart[],
  questions: readonly QuizQuestion[],
): Promise<QuizSlide[]> {
  const slides = parts.filter(({ kind }) => kind === "quizSlide" || kind === "quizCase");
  const subjectIds = await findSubjectIds(
    db,
    siteId,
    slides.map(({ id }) => id),
  );
  const subjects = await findSubjects(db, siteId, [...subjectIds.values()]);
  const thumbnails = await findSubjectThumbnails(db, siteId, [...subjects.values()]);
  return slides.flatMap((part, index) => {
    const subject = subjects.get(subjectIds.get(part.id) ?? 0);
    if (!subject) return [];
    return {
      id: part.id,
      type: part.kind as QuizSlide["type"],
      title: part.title,
      itemId: subject.id,
      itemType: subject.kind,
      itemTitle: subject.title,
      thumbnail: thumbnails.get(subject.id) ?? null,
      order: index + 1,
      isActive: part.isActive,
      questionIds: questionIdsUnder(parts, part.id),
      questions: questions.filter(({ slideId }) => slideId === part.id),
    };
  });
}
