/** Questions of all quizzes, as the picker shows them. */
import { type FoundQuestion, QUESTION_PAGE_SIZE } from "@parfocal/core/quiz/search-questions.contract.ts";
import { type ItemSearch, itemsOfKind } from "#item/items-of-kind.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuestionFacts, findQuestionPlaces, findSubjects } from "./quiz-part.queries.ts";
import { findSubjectThumbnails } from "./subject-thumbnails.ts";

/** Newest first. */
export async function findQuestions(
  db: SiteDb,
  siteId: number,
  search: Omit<ItemSearch, "pageSize">,
): Promise<FoundQuestion[]> {
  const found = await itemsOfKind(db, siteId, "quizQuestion", { ...search, pageSize: QUESTION_PAGE_SIZE })
    .select(["item.id", "item.title"])
    .execute();
  const ids = found.map(({ id }) => id);
  const facts = await findQuestionFacts(db, siteId, ids);
  const places = await findQuestionPlaces(db, siteId, ids);
  const subjectOf = (id: number) => facts.get(id)?.linkedItemId ?? places.get(id)?.subjectId ?? null;
  const subjects = await findSubjects(
    db,
    siteId,
    ids.flatMap((id) => subjectOf(id) ?? []),
  );
  const thumbnails = await findSubjectThumbnails(db, siteId, [...subjects.values()]);
  return found.flatMap(({ id, title }) => {
    const [known, place] = [facts.get(id), places.get(id)];
    if (!known || !place) return [];
    const { quizId, quizTitle } = place;
    return { id, title, type: known.type, quizId, quizTitle, thumbnail: thumbnails.get(subjectOf(id) ?? 0) ?? null };
  });
}
