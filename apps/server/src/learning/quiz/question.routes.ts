import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { idMismatch } from "@parfocal/core/errors.ts";
import { withQuestionType } from "@parfocal/core/quiz/question-rules.ts";
import {
  copyToIndividualQuiz,
  createQuestion,
  createQuestions,
  deleteQuestion,
  deleteQuestions,
  getAnswerOption,
  getQuestion,
  listQuizQuestions,
  orderQuestions,
  QUIZ_QUESTION_PAGE_SIZE,
  type QuizQuestion,
  updateQuestion,
} from "@parfocal/core/quiz/quiz-question.contract.ts";
import { searchQuestions } from "@parfocal/core/quiz/search-questions.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { assertSeen, assertTextsSeen } from "#platform/http/version-of.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { assertQuizHolds } from "#structure/assert-quiz-holds.ts";
import { copyIntoIndividualQuiz } from "./copy-quiz.ts";
import { loadAnswerOption, loadQuestion, presentQuestions, questionNotFound } from "./load-questions.ts";
import { quizNotFound } from "./load-quiz.ts";
import { lockQuizOfParent } from "./lock-question-parent.ts";
import { findQuizIdOf, findQuizSettings, lockQuiz } from "./quiz.queries.ts";
import { listQuizParts, type QuizPart } from "./quiz-part.queries.ts";
import { orderQuestionsAs } from "./quiz-slides.ts";
import { removeQuizPart, removeQuizParts } from "./remove-quiz-part.ts";
import { findQuestions } from "./search-questions.ts";
import { addQuestion, changeQuestion } from "./write-question.ts";

/** A question; locks its quiz. @throws AppError `notFound`. */
async function lockQuestion(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ part: QuizPart; parts: readonly QuizPart[] }> {
  const quizId = await findQuizIdOf(db, siteId, id);
  if (quizId === undefined) throw questionNotFound();
  await lockQuiz(db, siteId, quizId);
  const parts = await listQuizParts(db, siteId, [quizId]);
  const part = parts.find((one) => one.id === id && one.kind === "quizQuestion");
  if (!part) throw questionNotFound();
  return { part, parts };
}

/** @throws AppError `conflict` naming the texts that someone else has changed since they were read. */
function assertQuestionTextsSeen(before: QuizQuestion, body: BodyOf<typeof updateQuestion>): void {
  const { title, correctAnswer } = body;
  const content = body.content === undefined ? undefined : sanitiseRichText(body.content);
  const explanation = body.explanation === undefined ? undefined : sanitiseRichText(body.explanation);
  const now = {
    title: before.title,
    content: before.content,
    correctAnswer: before.correctAnswer,
    explanation: before.explanation ?? "",
  };
  assertTextsSeen(body.seen, { title, content, correctAnswer, explanation }, now);
}

export const questionRoutes = [
  route(createQuestion, async ({ db, siteId, caller }, { body: { parentId, ...input } }) => {
    const quizId = await lockQuizOfParent(db, siteId, parentId);
    const id = await addQuestion(db, { siteId, userId: caller.signedIn().id }, parentId, input);
    await assertQuizHolds(db, siteId, quizId);
    return loadQuestion(db, siteId, id);
  }),

  route(createQuestions, async ({ db, siteId, caller }, { body: { parentId, questions } }) => {
    const quizId = await lockQuizOfParent(db, siteId, parentId);
    const by = { siteId, userId: caller.signedIn().id };
    const ids = new Set<number>();
    for (const input of questions) ids.add(await addQuestion(db, by, parentId, input));
    await assertQuizHolds(db, siteId, quizId);
    const parts = await listQuizParts(db, siteId, [quizId]);
    return presentQuestions(
      db,
      siteId,
      parts,
      parts.filter(({ id }) => ids.has(id)),
    );
  }),

  route(searchQuestions, ({ db, siteId }, { body: { folder, ...search } }) =>
    findQuestions(db, siteId, { ...search, folder: folder ?? undefined }),
  ),

  route(getQuestion, ({ db, siteId }, { params }) => loadQuestion(db, siteId, params.id)),

  route(getAnswerOption, ({ db, siteId }, { params }) => loadAnswerOption(db, siteId, params.id)),

  route(updateQuestion, async ({ db, siteId, caller }, { params: { id }, body }) => {
    if (body.id !== undefined && body.id !== id) throw idMismatch("question");
    const { part, parts } = await lockQuestion(db, siteId, id);
    const before = await loadQuestion(db, siteId, id);
    if (body.answerOptions) assertSeen(body.optionsVersion, before.optionsVersion, "the answer options");
    assertQuestionTextsSeen(before, body);
    const typed = withQuestionType(before, body.type ?? before.type);
    const input = {
      title: body.title ?? before.title,
      type: typed.type,
      content: body.content ?? before.content,
      itemId: body.itemId === undefined ? before.itemId : body.itemId,
      score: body.score === undefined ? before.score : body.score,
      correctAnswer: body.correctAnswer ?? before.correctAnswer,
      explanation: body.explanation ?? before.explanation,
      answerOptions: body.answerOptions ?? typed.answerOptions,
    };
    const present = parts.filter(({ parentId }) => parentId === id);
    const linkedBefore = before.itemId;
    await changeQuestion(db, { siteId, userId: caller.signedIn().id }, { part, present, linkedBefore, input });
    return loadQuestion(db, siteId, id);
  }),

  route(deleteQuestion, async ({ db, siteId, caller }, { params: { id } }) => {
    const { part } = await lockQuestion(db, siteId, id);
    const binId = await removeQuizPart(db, { siteId, removedBy: caller.signedIn().id }, part);
    return { id, quizId: part.quizId, parentId: part.parentId, binId };
  }),

  route(deleteQuestions, async ({ db, siteId, caller }, { body }) => {
    const ids = [...new Set(body.ids)];
    const quizId = await findQuizIdOf(db, siteId, ids[0] ?? 0);
    if (quizId === undefined) throw questionNotFound();
    await lockQuiz(db, siteId, quizId);
    const questions = (await listQuizParts(db, siteId, [quizId])).filter(({ kind }) => kind === "quizQuestion");
    const parentIds = new Map(questions.map(({ id, parentId }) => [id, parentId]));
    if (ids.some((id) => !parentIds.has(id))) throw questionNotFound();
    const binIds = await removeQuizParts(db, { siteId, removedBy: caller.signedIn().id }, ids);
    return ids.map((id) => ({ id, quizId, parentId: parentIds.get(id) ?? 0, binId: binIds.get(id) ?? 0 }));
  }),

  route(listQuizQuestions, async ({ db, siteId }, { params: { quizId }, query: { page, parent } }) => {
    if (!(await findQuizSettings(db, siteId, quizId)) || (await findQuizIdOf(db, siteId, quizId)) !== quizId)
      throw quizNotFound();
    const parts = await listQuizParts(db, siteId, [quizId]);
    const first = (Math.max(1, page) - 1) * QUIZ_QUESTION_PAGE_SIZE;
    const questions = parts.filter(
      ({ kind, parentId }) => kind === "quizQuestion" && (parent === undefined || parentId === parent),
    );
    return presentQuestions(db, siteId, parts, questions.slice(first, first + QUIZ_QUESTION_PAGE_SIZE));
  }),

  route(orderQuestions, async ({ db, siteId }, { body: { parentId, questionIds } }) => {
    const quizId = await lockQuizOfParent(db, siteId, parentId);
    await orderQuestionsAs(db, siteId, { quizId, parentId, ids: questionIds });
    const parts = await listQuizParts(db, siteId, [quizId]);
    return presentQuestions(
      db,
      siteId,
      parts,
      parts.filter((part) => part.parentId === parentId && part.kind === "quizQuestion"),
    );
  }),

  route(copyToIndividualQuiz, ({ db, siteId, caller }, { body }) =>
    copyIntoIndividualQuiz(db, { siteId, createdBy: caller.signedIn().id }, body),
  ),
];
