/**
 * The questions of a quiz with their correct answers. They are never sent unfiltered: `present-taken-quiz.ts` selects
 * what is sent.
 */
import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { ASKED_QUESTIONS_MAX, QUIZ_SLIDES_MAX } from "@parfocal/core/quiz/quiz-rules.ts";
import { hasKey, type QuestionKey } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { hundredthsOf } from "@parfocal/core/quiz-attempt/points.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { activeParts } from "#quiz/active-parts.ts";
import { presentQuestions } from "#quiz/load-questions.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { findSubjectIds, findSubjects, type QuizPart } from "#quiz/quiz-part.queries.ts";
import { findPixelSizes, listImagesIn } from "./asked-images.queries.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { askAboutImages } from "./generated-questions.ts";

export const questionKeyOf = (questionId: number, subjectId: number): string => `${questionId}:${subjectId}`;

interface QuizContents {
  readonly quizId: number;
  readonly parts: readonly QuizPart[];
  readonly settings: QuizSettings;
}

/**
 * In order: first those of slides and cases, in the order of the quiz. Inactive parts are omitted. For an
 * Auto-Generated quiz, the possible questions: `askedInAttempt` gives those of an attempt.
 */
export async function loadAskedQuestions(
  db: SiteDb,
  siteId: number,
  { quizId, parts: all, settings }: QuizContents,
): Promise<AskedQuestion[]> {
  const parts = activeParts(all);
  const isGenerated = settings.quiz_type === "Auto-Generated";
  const questions = await presentQuestions(db, siteId, parts, undefined, { hasThumbnails: false });
  const slides = parts.filter(({ kind }) => kind === "quizSlide" || kind === "quizCase");
  const subjectIds = await findSubjectIds(
    db,
    siteId,
    slides.map(({ id }) => id),
  );
  const isCommon = settings.quiz_type === "Common";
  const commonIds = isCommon || isGenerated ? await listCommonIds(db, siteId, settings, slides, subjectIds) : [];
  const linkedIds = questions.flatMap(({ itemId }) => itemId ?? []);
  const subjects = await findSubjects(db, siteId, [...new Set([...subjectIds.values(), ...commonIds, ...linkedIds])]);
  if (isGenerated)
    return askAboutImages(
      db,
      siteId,
      quizId,
      commonIds.flatMap((id) => subjects.get(id) ?? []),
    );
  const imageIds = [...subjects.values()].filter(({ kind }) => kind === "image").map(({ id }) => id);
  const pixels = await findPixelSizes(db, siteId, imageIds);
  const ask = (question: QuizQuestion, commonId: number): AskedQuestion => {
    const ownId = question.itemId ?? subjectIds.get(question.slideId ?? 0) ?? commonId;
    const subject = subjects.get(ownId) ?? null;
    const key = keyOf(question, pixels.get(subject?.id ?? 0) ?? null);
    return {
      question,
      subjectId: commonId,
      subject,
      key,
      maxHundredths: hasKey(key) ? hundredthsOf(question.score) : null,
    };
  };
  const asked = isCommon
    ? commonIds.filter((id) => subjects.has(id)).flatMap((id) => questions.map((question) => ask(question, id)))
    : questions.map((question) => ask(question, 0));
  return asked.slice(0, ASKED_QUESTIONS_MAX);
}

/** Subjects of a quiz that asks the same questions about each. */
async function listCommonIds(
  db: SiteDb,
  siteId: number,
  settings: QuizSettings,
  slides: readonly QuizPart[],
  subjectIds: ReadonlyMap<number, number>,
): Promise<number[]> {
  const ofFolder = await listSourceImages(db, siteId, settings);
  return ofFolder ?? [...new Set(slides.flatMap(({ id }) => subjectIds.get(id) ?? []))];
}

/** IDs of the images that a quiz takes from its source folder, in order; null: no source folder. */
export async function listSourceImages(
  db: SiteDb,
  siteId: number,
  { source_folder_id: parentId }: Pick<QuizSettings, "source_folder_id">,
): Promise<number[] | null> {
  return parentId === null ? null : listImagesIn(db, siteId, { parentId, most: QUIZ_SLIDES_MAX });
}

function keyOf({ type, score, correctAnswer, answerOptions }: QuizQuestion, pixel: PixelSizeUm | null): QuestionKey {
  return { type, score, correctAnswer, options: answerOptions, pixel };
}
