import type { QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import { sql } from "kysely";
import type { ItemRow } from "#item/item.table.ts";
import { type ItemSearch, itemsOfKind } from "#item/items-of-kind.queries.ts";
import { lockStructure } from "#item/placement.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizRow } from "./quiz.table.ts";

/** Quiz, slide, question, option: the maximum depth. */
const QUIZ_DEPTH = 4;

/** Columns that only quizzes have. */
export type QuizSettings = Omit<QuizRow, "item_id" | "site_id">;

export function findQuizSettings(db: SiteDb, siteId: number, quizId: number): Promise<QuizSettings | undefined> {
  return db
    .selectFrom("quiz")
    .select([
      "quiz_type",
      "content",
      "source_folder_id",
      "is_ordered",
      "is_on_one_page",
      "is_blocked",
      "is_auto_evaluation_enabled",
      "is_automatically_numbered",
      "is_selftest_enabled",
      "hide_submitted_questions",
      "is_answer_option_shuffle_enabled",
      "timer_duration_s",
      "notification_email",
      "assign_user_to",
      "consensus_threshold",
    ])
    .where("site_id", "=", siteId)
    .where("item_id", "=", quizId)
    .executeTakeFirst();
}

/** Locks the quiz and its content until the transaction ends, also against calls of the tree. */
export async function lockQuiz(db: SiteDb, siteId: number, quizId: number): Promise<ItemRow | undefined> {
  await lockStructure(db, siteId);
  return db
    .selectFrom("item")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", quizId)
    .where("kind", "=", "quiz")
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** The quiz that contains the item, or the item itself; undefined: none, or an ancestor is in the bin. */
export async function findQuizIdOf(db: SiteDb, siteId: number, itemId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE up AS (
      SELECT id, kind, 0 AS depth FROM item
      WHERE site_id = ${siteId} AND id = ${itemId} AND deleted_at IS NULL
      UNION ALL
      SELECT parent.id, parent.kind, up.depth + 1
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      JOIN item parent ON parent.site_id = ${siteId} AND parent.id = placement.parent_id AND parent.deleted_at IS NULL
      WHERE up.depth < ${QUIZ_DEPTH} AND up.kind <> 'quiz'
    )
    SELECT id FROM up WHERE kind = 'quiz' LIMIT 1
  `.execute(db);
  return rows[0] && Number(rows[0].id);
}

export async function insertQuiz(
  db: SiteDb,
  siteId: number,
  quizId: number,
  settings: Pick<QuizSettings, "quiz_type"> & Partial<QuizSettings>,
): Promise<void> {
  await db
    .insertInto("quiz")
    .values({
      source_folder_id: null,
      timer_duration_s: null,
      assign_user_to: null,
      ...settings,
      site_id: siteId,
      item_id: quizId,
    })
    .execute();
}

export async function updateQuizSettings(
  db: SiteDb,
  siteId: number,
  quizId: number,
  settings: Partial<QuizSettings>,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await db.updateTable("quiz").set(settings).where("site_id", "=", siteId).where("item_id", "=", quizId).execute();
}

/** @param title omitted: only the time of the change is stored. */
export const updateItemTitle = (db: SiteDb, siteId: number, id: number, title?: string): Promise<void> =>
  updateItemTexts(db, siteId, id, { title });

/** Omitted fields are unchanged. */
export async function updateItemTexts(
  db: SiteDb,
  siteId: number,
  id: number,
  { title, tags }: { readonly title?: string | undefined; readonly tags?: string[] | undefined },
): Promise<void> {
  await db
    .updateTable("item")
    .set({ updated_at: new Date(), ...(title === undefined ? {} : { title }), ...(tags === undefined ? {} : { tags }) })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Newest first. @param type omitted: any type. */
export function listQuizRows(
  db: SiteDb,
  siteId: number,
  { type, ...search }: ItemSearch & { readonly type?: QuizType | undefined },
) {
  return itemsOfKind(db, siteId, "quiz", search)
    .innerJoin("quiz", (join) => join.onRef("quiz.item_id", "=", "item.id").onRef("quiz.site_id", "=", "item.site_id"))
    .$if(type !== undefined, (query) => query.where("quiz.quiz_type", "=", type as QuizType))
    .select(["item.id", "item.title", "quiz.quiz_type as type"])
    .execute();
}

/** Prevents its deletion until the transaction ends. @returns whether it exists. */
export async function keepUserGroup(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("user_group")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}
