/** Questions of all quizzes, for the picker and the question bank. */

import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { type FoundQuestion, QUESTION_PAGE_SIZE } from "@parfocal/core/quiz/search-questions.contract.ts";
import { sql } from "kysely";
import { type AlsoFoundBy, type ItemSearch, itemsOfKind } from "#item/items-of-kind.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuestionFacts, findQuestionPlaces, findSubjects } from "./quiz-part.queries.ts";
import { findSubjectThumbnails } from "./subject-thumbnails.ts";

interface QuestionSearch extends Omit<ItemSearch, "pageSize"> {
  /** null: any type. */
  readonly type: QuestionType | null;
}

/** Searches the text of a question without formatting. */
const foundByText =
  (siteId: number): AlsoFoundBy =>
  (eb, pattern) =>
    eb.exists(
      eb
        .selectFrom("quiz_question as asked")
        .select("asked.item_id")
        .where("asked.site_id", "=", siteId)
        .whereRef("asked.item_id", "=", "item.id")
        .where(sql<string>`regexp_replace(asked.content, '<[^>]*>', ' ', 'g')`, "ilike", pattern),
    );

/** Newest first. */
export async function findQuestions(
  db: SiteDb,
  siteId: number,
  { type, ...search }: QuestionSearch,
): Promise<FoundQuestion[]> {
  const input = { ...search, pageSize: QUESTION_PAGE_SIZE };
  const found = await itemsOfKind(db, siteId, "quizQuestion", input, foundByText(siteId))
    .$if(type !== null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom("quiz_question as typed")
            .select("typed.item_id")
            .where("typed.site_id", "=", siteId)
            .whereRef("typed.item_id", "=", "item.id")
            .where("typed.question_type", "=", type as QuestionType),
        ),
      ),
    )
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
