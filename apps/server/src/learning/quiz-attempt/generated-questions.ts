/** The questions of an Auto-Generated quiz: each asks what an image shows (decision 0075). */

import { optionLabel } from "@parfocal/core/quiz/question-rules.ts";
import type { AnswerOption, QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import {
  GENERATED_QUESTION_TITLE,
  generateQuestions,
  type NamedImage,
  nameImages,
} from "@parfocal/core/quiz-attempt/generate-questions.ts";
import { hundredthsOf } from "@parfocal/core/quiz-attempt/points.ts";
import { presentFieldsOfEach } from "#custom-field/custom-field.present.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { versionOf } from "#platform/http/version-of.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { findSubjects, type Subject } from "#quiz/quiz-part.queries.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { insertGeneratedQuestions, listGeneratedQuestions, listShownNames } from "./generated-question.queries.ts";
import type { QuizAttemptRow } from "./quiz-attempt.table.ts";

/**
 * The possible questions, with the names of all images as options: an attempt uses some of them. There are no questions
 * about cases.
 */
export async function askAboutImages(
  db: SiteDb,
  siteId: number,
  quizId: number,
  subjects: readonly Subject[],
): Promise<AskedQuestion[]> {
  const images = subjects.filter(({ kind }) => kind === "image");
  const named = nameImages(images, await findPrimaryValues(db, siteId, images));
  const byId = new Map(images.map((image) => [image.id, image]));
  return named.map(({ id }, place) => askedAbout({ quizId, place, subject: byId.get(id) ?? null, id }, named));
}

async function findPrimaryValues(
  db: SiteDb,
  siteId: number,
  images: readonly Subject[],
): Promise<ReadonlyMap<number, string>> {
  const ids = images.map(({ id }) => id);
  const fields = await presentFieldsOfEach(db, siteId, ids);
  return new Map(
    ids.map((id) => [
      id,
      fields
        .get(id)
        ?.find(({ isPrimary }) => isPrimary)
        ?.value.trim() ?? "",
    ]),
  );
}

interface Place {
  readonly quizId: number;
  readonly id: number;
  /** Starts at 0. */
  readonly place: number;
  readonly subject: Subject | null;
}

function askedAbout({ quizId, id, place, subject }: Place, options: readonly NamedImage[]): AskedQuestion {
  const answerOptions = options.map(
    (one, at): AnswerOption => ({
      id: one.id,
      label: optionLabel(at),
      option: one.name,
      isCorrect: one.id === id,
      left: "",
      right: "",
      region: null,
    }),
  );
  const question: QuizQuestion = {
    id,
    quizId,
    parentId: quizId,
    slideId: null,
    title: GENERATED_QUESTION_TITLE,
    content: "",
    explanation: "",
    type: "multiple-choice",
    itemId: id,
    itemType: "image",
    itemTitle: subject?.title ?? null,
    thumbnail: null,
    score: null,
    correctAnswer: "",
    order: place + 1,
    answerOptions,
    optionsVersion: versionOf([]),
  };
  const key = { type: question.type, score: null, correctAnswer: "", options: answerOptions, pixel: null };
  return { question, subjectId: 0, subject, key, maxHundredths: hundredthsOf(null) };
}

/**
 * Generates the questions of an attempt, once. Call while its row is locked.
 *
 * @param asked the possible questions.
 */
export async function storeGeneratedQuestions(
  db: SiteDb,
  siteId: number,
  attempt: Pick<QuizAttemptRow, "id" | "seed">,
  asked: readonly AskedQuestion[],
): Promise<void> {
  await insertGeneratedQuestions(db, siteId, attempt.id, generateQuestions(namesIn(asked), attempt.seed));
}

/**
 * The questions that an attempt with this seed would have, without an attempt.
 *
 * @param asked the possible questions.
 */
export function sampleQuestions(asked: readonly AskedQuestion[], quizId: number, seed: string): AskedQuestion[] {
  const subjects = new Map(asked.map(({ question: { id }, subject }) => [id, subject]));
  return generateQuestions(namesIn(asked), seed).map(({ imageId: id, options }, place) =>
    askedAbout({ quizId, id, place, subject: subjects.get(id) ?? null }, options),
  );
}

/** Names of the images in the questions. */
function namesIn(asked: readonly AskedQuestion[]): NamedImage[] {
  return asked.flatMap(({ question: { id, answerOptions } }) => {
    const own = answerOptions.find((option) => option.id === id);
    return own ? [{ id, name: own.option }] : [];
  });
}

/**
 * The questions of an attempt. For an Auto-Generated quiz, those generated at its start, with the names at that time,
 * even if the images have been moved since; for others, the questions of the quiz. The question of a deleted image is
 * omitted.
 *
 * @param quiz with its possible questions. @param settings null: the quiz no longer exists.
 */
export async function askedInAttempt(
  db: SiteDb,
  siteId: number,
  attempt: Pick<QuizAttemptRow, "id" | "quiz_id">,
  quiz: { readonly settings: Pick<QuizSettings, "quiz_type"> | null; readonly asked: readonly AskedQuestion[] },
): Promise<readonly AskedQuestion[]> {
  if (quiz.settings?.quiz_type !== "Auto-Generated") return quiz.asked;
  const made = await listGeneratedQuestions(db, siteId, attempt.id);
  const subjects = await findSubjects(
    db,
    siteId,
    made.map(({ imageId }) => imageId),
  );
  return made.flatMap(({ imageId: id, options }, place) => {
    const subject = subjects.get(id);
    return subject ? askedAbout({ quizId: attempt.quiz_id, id, place, subject }, options) : [];
  });
}

/**
 * The possible questions of a quiz and those of its attempts, for results. For an Auto-Generated quiz the options have
 * the names shown in the latest attempts.
 *
 * @param canAsk the quiz's current possible questions.
 */
export async function withEarlierQuestions(
  db: SiteDb,
  siteId: number,
  { quizId, settings }: { readonly quizId: number; readonly settings: Pick<QuizSettings, "quiz_type"> },
  canAsk: readonly AskedQuestion[],
): Promise<AskedQuestion[]> {
  if (settings.quiz_type !== "Auto-Generated") return [...canAsk];
  const shown = await listShownNames(db, siteId, quizId);
  const names = new Map([...namesIn(canAsk), ...shown].map(({ id, name }) => [id, name]));
  const options = [...names].map(([id, name]) => ({ id, name }));
  const subjects = await findSubjects(db, siteId, [...names.keys()]);
  return [...subjects.values()].map((subject, place) =>
    askedAbout({ quizId, id: subject.id, place, subject }, options),
  );
}
