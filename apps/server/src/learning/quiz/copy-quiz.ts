/** Copies contents of quizzes: slides are shared, everything else is duplicated. */
import { AppError } from "@parfocal/core/errors.ts";
import { canPaste } from "@parfocal/core/structure/paste-rules.ts";
import { appendPlacement, findItem, insertItem } from "#item/item.queries.ts";
import { updatePlaces } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuizIdOf, findQuizSettings, lockQuiz } from "./quiz.queries.ts";
import {
  findOptionFacts,
  findQuestionFacts,
  findSubjectIds,
  insertQuizSlide,
  listQuizParts,
  type QuizPart,
  upsertOptionFacts,
  upsertQuestionFacts,
} from "./quiz-part.queries.ts";

interface By {
  readonly siteId: number;
  readonly createdBy: number | null;
}

/**
 * Adds copies of questions, slides and cases of any quizzes at the end of an Individual quiz, or below one of its
 * slides or cases.
 *
 * @returns the new IDs, in the order of the originals, and the quiz. @throws AppError `invalid` if the paste rules
 * forbid it or an original does not exist.
 */
export async function copyIntoIndividualQuiz(
  db: SiteDb,
  by: By,
  { ids, parentId }: { ids: readonly number[]; parentId: number },
): Promise<{ ids: number[]; quizId: number }> {
  const { siteId } = by;
  const quizId = await findQuizIdOf(db, siteId, parentId);
  const parent = await findItem(db, siteId, parentId);
  if (quizId === undefined || !parent) throw rejected();
  await lockQuiz(db, siteId, quizId);
  const settings = await findQuizSettings(db, siteId, quizId);
  const place = { kind: parent.kind, quizType: settings?.quiz_type ?? null };
  const copies: number[] = [];
  for (const id of ids) {
    const { part, parts } = await findPart(db, siteId, id);
    if (!part || !canPaste(part.kind, place)) throw rejected();
    const copy = await copyPart(db, by, parts, { part, to: parentId });
    await keepSubject(db, siteId, { from: part, copy, to: parentId });
    copies.push(copy);
  }
  return { ids: copies, quizId };
}

/**
 * A question about its parent slide is still about that slide if the copy has no parent slide, so that its regions
 * match.
 */
async function keepSubject(
  db: SiteDb,
  siteId: number,
  { from, copy, to }: { readonly from: QuizPart; readonly copy: number; readonly to: number },
): Promise<void> {
  const facts = (await findQuestionFacts(db, siteId, [copy])).get(copy);
  if (!facts || facts.linkedItemId !== null) return;
  const subjects = await findSubjectIds(db, siteId, [from.parentId, to]);
  const [before, now] = [subjects.get(from.parentId), subjects.get(to)];
  if (before === undefined || before === now) return;
  if (now === undefined || facts.type === "annotation")
    await upsertQuestionFacts(db, siteId, copy, { ...facts, linkedItemId: before });
}

const rejected = () =>
  new AppError(
    "invalid",
    "Quiz questions, slides and cases can only be copied into an Individual quiz. Questions can also be copied to its slides and cases.",
    { codes: ["parentId"] },
  );

async function findPart(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ part: QuizPart | undefined; parts: QuizPart[] }> {
  const quizId = await findQuizIdOf(db, siteId, id);
  const parts = quizId === undefined ? [] : await listQuizParts(db, siteId, [quizId]);
  return { part: parts.find((one) => one.id === id), parts };
}

async function copyChildren(
  db: SiteDb,
  by: By,
  parts: readonly QuizPart[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const part of parts) if (part.parentId === from) await copyPart(db, by, parts, { part, to });
}

async function copyPart(
  db: SiteDb,
  by: By,
  parts: readonly QuizPart[],
  { part, to }: { part: QuizPart; to: number },
): Promise<number> {
  const { siteId, createdBy } = by;
  const { id } = await insertItem(db, siteId, { kind: part.kind, title: part.title, createdBy });
  await appendPlacement(db, siteId, { parentId: to, itemId: id });
  if (!part.isActive) await updatePlaces(db, siteId, { itemId: id, parentId: to }, { is_active: false });
  await copyFacts(db, siteId, { from: part.id, to: id });
  await copyChildren(db, by, parts, { from: part.id, to: id });
  return id;
}

/** Copies the row of a question or of an option, whichever exists. */
async function copyFacts(db: SiteDb, siteId: number, { from, to }: { from: number; to: number }): Promise<void> {
  const question = (await findQuestionFacts(db, siteId, [from])).get(from);
  if (question) await upsertQuestionFacts(db, siteId, to, question);
  const option = (await findOptionFacts(db, siteId, [from])).get(from);
  if (option) {
    const { item_id: _itemId, site_id: _siteId, ...facts } = option;
    await upsertOptionFacts(db, siteId, to, facts);
  }
  const subjectId = (await findSubjectIds(db, siteId, [from])).get(from);
  if (subjectId !== undefined) await insertQuizSlide(db, siteId, { id: to, subjectId });
}
