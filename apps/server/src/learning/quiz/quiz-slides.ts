/** The slides and cases of a quiz, and their order. */
import { AppError } from "@parfocal/core/errors.ts";
import type { QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findSubjectIds, findSubjects, insertQuizSlide, listQuizParts, writeOrder } from "./quiz-part.queries.ts";
import { removeQuizPart } from "./remove-quiz-part.ts";

interface SubjectInput {
  readonly itemType: QuizSubjectKind;
  readonly itemId: number;
}

interface By {
  readonly siteId: number;
  readonly userId: number | null;
}

const invalid = (message: string) => new AppError("invalid", message, { codes: ["itemId"] });

/** @returns titles by ID. @throws AppError `invalid` if one does not exist or is of another content type. */
async function assertSubjects(
  db: SiteDb,
  siteId: number,
  fields: readonly SubjectInput[],
): Promise<Map<number, string>> {
  const found = await findSubjects(
    db,
    siteId,
    fields.map(({ itemId }) => itemId),
  );
  for (const { itemType, itemId } of fields) {
    if (found.get(itemId)?.kind !== itemType) throw invalid(`Image or case ${itemId} not found. Choose another one.`);
  }
  return new Map([...found.values()].map(({ id, title }) => [id, title]));
}

/**
 * Adds an image or case at the end of a quiz. Call while the quiz is locked.
 *
 * @param title default: that of the image or case. @returns ID of the new quizSlide or quizCase.
 * @throws AppError `invalid` if the image or case does not exist.
 */
export async function addQuizSlide(
  db: SiteDb,
  { siteId, userId }: By,
  { quizId, itemType, itemId, title }: SubjectInput & { quizId: number; title?: string | undefined },
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
 * Sets the slides and cases of a quiz, in this order: existing ones keep their questions, others are moved to the bin.
 * Those whose slide or case is in the bin are not visible to anyone, and are kept. Call while the quiz is locked.
 *
 * @param known IDs that the caller has read; omitted: not checked.
 * @throws AppError `invalid` if one is given twice or does not exist; `conflict` if the known IDs differ from the
 * current ones.
 */
export async function changeQuizSlides(
  db: SiteDb,
  { siteId, userId }: { siteId: number; userId: number },
  quizId: number,
  fields: readonly SubjectInput[],
  known?: readonly number[],
): Promise<void> {
  const ids = fields.map(({ itemId }) => itemId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw invalid(`A quiz can contain each slide or case only once: ${twice} is listed twice.`);
  await assertSubjects(db, siteId, fields);
  const slides = await listShownSlides(db, siteId, quizId);
  const present = slides.map(({ id }) => id);
  if (known) assertSame(known, present, "Reload it, then repeat your change.");
  const bySubject = new Map(slides.map((slide) => [slide.subjectId, slide.id]));
  for (const { id, subjectId } of slides) {
    if (!ids.includes(subjectId)) await removeQuizPart(db, { siteId, removedBy: userId }, { id, parentId: quizId });
  }
  const order: number[] = [];
  for (const input of fields)
    order.push(bySubject.get(input.itemId) ?? (await addQuizSlide(db, { siteId, userId }, { ...input, quizId })));
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
 * Elements whose slide or case is in the bin keep their position. Call while the quiz is locked.
 *
 * @param ids all that the quiz shows, each once. @throws AppError `conflict` if they differ from the current ones.
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

/**
 * @param advice text for the caller in case of a conflict. @throws AppError `conflict` unless both have the same IDs,
 * in any order.
 */
function assertSame(known: readonly number[], present: readonly number[], advice: string): void {
  if (present.length === known.length && present.every((id) => known.includes(id))) return;
  throw new AppError("conflict", `Someone else has changed this list. ${advice}`, {
    codes: ["changedMeanwhile"],
  });
}

/**
 * Call while the quiz is locked.
 *
 * @param ids all existing questions, each once.
 * @throws AppError `conflict` if they differ from the current ones, since someone else has changed them.
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
