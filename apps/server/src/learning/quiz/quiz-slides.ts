/** The slides and cases that a quiz shows: which, in which order. */
import { AppError } from "@parfocal/core/errors.ts";
import type { QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findSubjectIds, findSubjects, insertQuizSlide, listQuizParts, writeOrder } from "./quiz-part.queries.ts";
import { removeQuizPart } from "./remove-quiz-part.ts";

export interface SubjectWish {
  readonly itemType: QuizSubjectKind;
  readonly itemId: number;
}

interface By {
  readonly siteId: number;
  readonly userId: number | null;
}

const invalid = (message: string) => new AppError("invalid", message, { codes: ["itemId"] });

/** @returns the title of each, by id. @throws AppError `invalid` if one is not there, or is of another kind. */
export async function assertSubjects(
  db: SiteDb,
  siteId: number,
  wishes: readonly SubjectWish[],
): Promise<Map<number, string>> {
  const found = await findSubjects(
    db,
    siteId,
    wishes.map(({ itemId }) => itemId),
  );
  for (const { itemType, itemId } of wishes) {
    if (found.get(itemId)?.kind !== itemType) throw invalid(`Image or case ${itemId} not found. Choose another one.`);
  }
  return new Map([...found.values()].map(({ id, title }) => [id, title]));
}

/**
 * Puts an image or case into a quiz, at its end. Call with the quiz locked.
 *
 * @param title left out: that of the image or case. @returns id of the new quizSlide or quizCase.
 * @throws AppError `invalid` if there is no such image or case.
 */
export async function addQuizSlide(
  db: SiteDb,
  { siteId, userId }: By,
  { quizId, itemType, itemId, title }: SubjectWish & { quizId: number; title?: string | undefined },
): Promise<number> {
  const titles = await assertSubjects(db, siteId, [{ itemType, itemId }]);
  const item = await insertItem(db, siteId, {
    kind: itemType === "image" ? "quizSlide" : "quizCase",
    title: title ?? titles.get(itemId) ?? "",
    createdBy: userId,
  });
  await insertQuizSlide(db, siteId, { id: item.id, subjectId: itemId });
  await appendPlacement(db, siteId, { parentId: quizId, itemId: item.id });
  return item.id;
}

/**
 * Gives a quiz these slides and cases, in this order: those that it shows already stay with their questions, others leave it
 * into the bin. Those whose slide or case is in the bin are told to nobody, and stay. Call with the quiz locked.
 *
 * @param known ids of those that the caller was told of; left out: they do not say.
 * @throws AppError `invalid` if one is named twice, or is not there; `conflict` if the known ones are not what it shows.
 */
export async function changeQuizSlides(
  db: SiteDb,
  { siteId, userId }: { siteId: number; userId: number },
  quizId: number,
  wishes: readonly SubjectWish[],
  known?: readonly number[],
): Promise<void> {
  const ids = wishes.map(({ itemId }) => itemId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(`A quiz can contain each slide or case only once: ${twice} is listed twice.`);
  await assertSubjects(db, siteId, wishes);
  const slides = await listShownSlides(db, siteId, quizId);
  const present = slides.map(({ id }) => id);
  if (known) assertSame(known, present, "Reload it, then repeat your change.");
  const bySubject = new Map(slides.map((slide) => [slide.subjectId, slide.id]));
  for (const { id, subjectId } of slides) {
    if (!ids.includes(subjectId)) await removeQuizPart(db, { siteId, removedBy: userId }, { id, parentId: quizId });
  }
  const order: number[] = [];
  for (const wish of wishes)
    order.push(bySubject.get(wish.itemId) ?? (await addQuizSlide(db, { siteId, userId }, { ...wish, quizId })));
  await writeOrder(db, siteId, quizId, order);
}

async function listShownSlides(
  db: SiteDb,
  siteId: number,
  quizId: number,
): Promise<{ id: number; subjectId: number }[]> {
  const parts = await listQuizParts(db, siteId, [quizId]);
  const ids = parts.filter(({ kind }) => kind === "quizSlide" || kind === "quizCase").map(({ id }) => id);
  const subjectIds = await findSubjectIds(db, siteId, ids);
  const subjects = await findSubjects(db, siteId, [...subjectIds.values()]);
  return ids.flatMap((id) => {
    const subjectId = subjectIds.get(id);
    return subjectId === undefined || !subjects.has(subjectId) ? [] : [{ id, subjectId }];
  });
}

/**
 * Those whose slide or case is in the bin stay where they are. Call with the quiz locked.
 *
 * @param ids all that the quiz shows, each once. @throws AppError `conflict` if these are not what it shows.
 */
export async function orderQuizSlidesAs(
  db: SiteDb,
  siteId: number,
  { quizId, ids }: { quizId: number; ids: readonly number[] },
): Promise<void> {
  const shown = (await listShownSlides(db, siteId, quizId)).map(({ id }) => id);
  assertSame(ids, shown, REORDER);
  await writeOrder(db, siteId, quizId, ids);
}

const REORDER = "Reload it, then reorder it again.";

/** @param advice what the caller is to do then. @throws AppError `conflict` unless both have the same ids, in any order. */
function assertSame(known: readonly number[], present: readonly number[], advice: string): void {
  if (present.length === known.length && present.every((id) => known.includes(id))) return;
  throw new AppError("conflict", `Someone else has changed this list. ${advice}`, {
    codes: ["changedMeanwhile"],
  });
}

/**
 * Call with the quiz locked.
 *
 * @param ids all questions that are there, each once.
 * @throws AppError `conflict` if these are not what is there: somebody has changed it since.
 */
export async function orderQuestionsAs(
  db: SiteDb,
  siteId: number,
  { quizId, parentId, ids }: { quizId: number; parentId: number; ids: readonly number[] },
): Promise<void> {
  const present = (await listQuizParts(db, siteId, [quizId]))
    .filter((part) => part.parentId === parentId && part.kind === "quizQuestion")
    .map(({ id }) => id);
  assertSame(ids, present, REORDER);
  await writeOrder(db, siteId, parentId, ids);
}
