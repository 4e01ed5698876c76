import { AppError, idMismatch } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import {
  copyQuiz,
  createQuiz,
  deleteQuizItem,
  listQuizzes,
  orderQuizSlides,
  QUIZ_PAGE_SIZE,
  setQuizSlides,
  updateQuiz,
} from "@parfocal/core/quiz/quiz.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { assertQuizHolds } from "#structure/assert-quiz-holds.ts";
import { copyItemTo } from "#structure/copy-items.ts";
import { addQuiz, changeQuiz } from "./change-quiz.ts";
import { loadAuthoredQuiz, quizNotFound } from "./load-quiz.ts";
import { listQuizRows, lockQuiz, updateItemTitle } from "./quiz.queries.ts";
import { listQuizParts, type QuizPart } from "./quiz-part.queries.ts";
import { addQuizSlide, changeQuizSlides, orderQuizSlidesAs } from "./quiz-slides.ts";
import { removeQuizPart } from "./remove-quiz-part.ts";

async function lockOrThrow(db: SiteDb, siteId: number, quizId: number): Promise<void> {
  if (!(await lockQuiz(db, siteId, quizId))) throw quizNotFound();
}

/** @throws AppError `notFound` if the quiz does not contain this item. */
async function findPartOf(
  db: SiteDb,
  siteId: number,
  { quizId, id, type }: { quizId: number; id: number; type: ItemKind },
): Promise<QuizPart> {
  const parts = await listQuizParts(db, siteId, [quizId]);
  const part = parts.find((one) => one.id === id && one.kind === type);
  if (!part) throw new AppError("notFound", "This quiz does not contain the item.");
  return part;
}

export const quizRoutes = [
  route(listQuizzes, async ({ db, siteId }, { query }) => {
    const rows = await listQuizRows(db, siteId, { ...query, pageSize: QUIZ_PAGE_SIZE });
    const parts = await listQuizParts(
      db,
      siteId,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      ...row,
      questionCount: parts.filter(({ quizId, kind }) => quizId === row.id && kind === "quizQuestion").length,
    }));
  }),

  route(createQuiz, async ({ db, siteId, caller }, { body }) => {
    const by = { siteId, userId: caller.signedIn().id };
    const { itemType, itemId, quizId, title } = body;
    if (itemType === "course" || itemType === "folder") {
      if (quizId !== undefined)
        throw new AppError("invalid", "A new quiz has no ID yet. Omit quizId.", { codes: ["quizId"] });
      return loadAuthoredQuiz(db, { siteId, caller, id: await addQuiz(db, by, body), parentId: itemId });
    }
    if (quizId === undefined) throw new AppError("invalid", "quizId is required.", { codes: ["quizId"] });
    if (!(await lockQuiz(db, siteId, quizId)))
      throw new AppError("invalid", `Quiz ${quizId} not found. Choose another one.`, { codes: ["quizId"] });
    await addQuizSlide(db, by, { quizId, itemType, itemId, title });
    return loadAuthoredQuiz(db, { siteId, caller, id: quizId });
  }),

  route(updateQuiz, async ({ db, siteId, caller }, { params: { id }, body }) => {
    if (body.id !== undefined && body.id !== id) throw idMismatch("quiz");
    await lockOrThrow(db, siteId, id);
    await changeQuiz(db, siteId, id, body);
    return loadAuthoredQuiz(db, { siteId, caller, id });
  }),

  route(setQuizSlides, async ({ db, siteId, caller }, { params: { id }, body }) => {
    await lockOrThrow(db, siteId, id);
    await changeQuizSlides(db, { siteId, userId: caller.signedIn().id }, id, body.slides, body.knownSlideIds);
    await assertQuizHolds(db, siteId, id);
    await updateItemTitle(db, siteId, id);
    return loadAuthoredQuiz(db, { siteId, caller, id });
  }),

  route(orderQuizSlides, async ({ db, siteId, caller }, { body: { quizId, slideIds } }) => {
    await lockOrThrow(db, siteId, quizId);
    await orderQuizSlidesAs(db, siteId, { quizId, ids: slideIds });
    return loadAuthoredQuiz(db, { siteId, caller, id: quizId });
  }),

  route(copyQuiz, async ({ db, siteId, caller }, { body }) => {
    const id = await copyItemTo(db, siteId, { ...body, kind: "quiz", createdBy: caller.signedIn().id });
    return loadAuthoredQuiz(db, { siteId, caller, id, parentId: body.parentId });
  }),

  route(deleteQuizItem, async ({ db, siteId, caller }, { params }) => {
    const { quizId } = params;
    await lockOrThrow(db, siteId, quizId);
    const part = await findPartOf(db, siteId, params);
    const binId = await removeQuizPart(db, { siteId, removedBy: caller.signedIn().id }, part);
    await assertQuizHolds(db, siteId, quizId);
    return { id: part.id, quizId, parentId: part.parentId, binId };
  }),
];
