/** Questions with all their data, including correct answers: only for content managers. */
import { notFound } from "@parfocal/core/errors.ts";
import { optionLabel } from "@parfocal/core/quiz/question-rules.ts";
import type { AnswerOption, QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { versionOf } from "#platform/http/version-of.ts";
import { textOfOption } from "./option-text.ts";
import { findQuizIdOf } from "./quiz.queries.ts";
import type { QuizAnswerOptionRow } from "./quiz.table.ts";
import {
  findOptionFacts,
  findQuestionFacts,
  findSubjectsAndBinned,
  listQuizParts,
  type QuestionFactsRow,
  type QuizPart,
} from "./quiz-part.queries.ts";
import { findSubjectThumbnails } from "./subject-thumbnails.ts";

/** @returns the existing questions, in the order of the parts. */
export async function presentQuestions(
  db: SiteDb,
  siteId: number,
  parts: readonly QuizPart[],
  requestedParts: readonly QuizPart[] = parts.filter(({ kind }) => kind === "quizQuestion"),
  { hasThumbnails = true }: { readonly hasThumbnails?: boolean } = {},
): Promise<QuizQuestion[]> {
  const facts = await findQuestionFacts(
    db,
    siteId,
    requestedParts.map(({ id }) => id),
  );
  const optionParts = parts.filter(({ kind, parentId }) => kind === "quizAnswerOption" && facts.has(parentId));
  const options = await findOptionFacts(
    db,
    siteId,
    optionParts.map(({ id }) => id),
  );
  const subjects = await findSubjectsAndBinned(
    db,
    siteId,
    [...facts.values()].flatMap(({ linkedItemId }) => linkedItemId ?? []),
  );
  const shown = hasThumbnails ? [...subjects.values()].filter(({ isInBin }) => !isInBin) : [];
  const thumbnails = await findSubjectThumbnails(db, siteId, shown);
  return requestedParts.flatMap((part) => {
    const known = facts.get(part.id);
    if (!known) return [];
    const answerOptions = presentOptions(
      optionParts.filter(({ parentId }) => parentId === part.id),
      options,
    );
    const subject = known.linkedItemId === null ? undefined : subjects.get(known.linkedItemId);
    return {
      ...placeOf(part, parts),
      id: part.id,
      quizId: part.quizId,
      parentId: part.parentId,
      title: part.title,
      content: known.content,
      type: known.type,
      itemId: subject?.id ?? null,
      itemType: subject?.kind ?? null,
      itemTitle: subject?.title ?? null,
      thumbnail: subject ? (thumbnails.get(subject.id) ?? null) : null,
      score: known.score,
      correctAnswer: correctAnswerOf(known),
      ...(known.explanation === "" ? {} : { explanation: known.explanation }),
      answerOptions,
      optionsVersion: versionOf(answerOptions),
    };
  });
}

const correctAnswerOf = ({ type, correctAnswer }: QuestionFactsRow): string =>
  type === "short-answer" ? correctAnswer : "";

function placeOf(part: QuizPart, parts: readonly QuizPart[]): Pick<QuizQuestion, "slideId" | "order"> {
  const siblings = parts.filter(({ parentId, kind }) => parentId === part.parentId && kind === "quizQuestion");
  return {
    slideId: part.parentId === part.quizId ? null : part.parentId,
    order: siblings.findIndex(({ id }) => id === part.id) + 1,
  };
}

function presentOptions(parts: readonly QuizPart[], facts: ReadonlyMap<number, QuizAnswerOptionRow>): AnswerOption[] {
  return parts.flatMap((part, place) => {
    const known = facts.get(part.id);
    if (!known) return [];
    const sides = { left: known.left_text, right: known.right_text };
    return {
      id: part.id,
      label: optionLabel(place),
      option: textOfOption(part.title, sides),
      isCorrect: known.is_correct,
      ...sides,
      region: known.region,
    };
  });
}

export const questionNotFound = () => notFound("Question");

/** @throws AppError `notFound`. */
export async function loadQuestion(db: SiteDb, siteId: number, id: number): Promise<QuizQuestion> {
  const quizId = await findQuizIdOf(db, siteId, id);
  if (quizId === undefined) throw questionNotFound();
  const parts = await listQuizParts(db, siteId, [quizId]);
  const [question] = await presentQuestions(
    db,
    siteId,
    parts,
    parts.filter((part) => part.id === id && part.kind === "quizQuestion"),
  );
  if (!question) throw questionNotFound();
  return question;
}

/** @throws AppError `notFound`. */
export async function loadAnswerOption(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<AnswerOption & { questionId: number; quizId: number }> {
  const optionNotFound = () => notFound("Answer option");
  const quizId = await findQuizIdOf(db, siteId, id);
  if (quizId === undefined) throw optionNotFound();
  const parts = await listQuizParts(db, siteId, [quizId]);
  const part = parts.find((one) => one.id === id && one.kind === "quizAnswerOption");
  if (!part) throw optionNotFound();
  const question = await loadQuestion(db, siteId, part.parentId);
  const option = question.answerOptions.find((one) => one.id === id);
  if (!option) throw optionNotFound();
  return { ...option, questionId: question.id, quizId };
}
