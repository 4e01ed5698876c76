/** Stored facts about quizzes and questions that their rules need. */

import type { QuizFacts } from "@parfocal/core/quiz/quiz-rules.ts";
import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Levels of quiz, slide, question and option: no quiz is deeper. */
const QUIZ_DEPTH = 4;

/** Undefined if there is no such quiz. Items in the bin do not count. */
export async function findQuizFacts(db: SiteDb, siteId: number, quizId: number): Promise<QuizFacts | undefined> {
  const quiz = await db
    .selectFrom("quiz")
    .select(["quiz_type", "source_folder_id", "notification_email"])
    .where("site_id", "=", siteId)
    .where("item_id", "=", quizId)
    .executeTakeFirst();
  if (!quiz) return undefined;
  const { rows } = await sql<{ items: number; own: number; under: number }>`
    WITH RECURSIVE down AS (
      SELECT item.id, item.kind, 1 AS depth
      FROM placement JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id
      WHERE placement.site_id = ${siteId} AND placement.parent_id = ${quizId} AND item.deleted_at IS NULL
      UNION ALL
      SELECT item.id, item.kind, down.depth + 1
      FROM down
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      WHERE down.depth < ${QUIZ_DEPTH}
    )
    SELECT count(*) FILTER (WHERE kind IN ('quizSlide', 'quizCase'))::int AS items,
      count(*) FILTER (WHERE kind = 'quizQuestion' AND depth = 1)::int AS own,
      count(*) FILTER (WHERE kind = 'quizQuestion' AND depth > 1)::int AS under
    FROM down
  `.execute(db);
  const { items = 0, own = 0, under = 0 } = rows[0] ?? {};
  const folderId = quiz.source_folder_id;
  return {
    type: quiz.quiz_type,
    hasSourceFolder: folderId !== null,
    sourceImageCount: folderId === null ? 0 : await countImagesIn(db, siteId, folderId),
    itemCount: items,
    questionCount: own,
    questionsUnderItems: under,
    notificationEmail: quiz.notification_email,
  };
}

/** Active images directly in a folder or course. */
export async function countImagesIn(db: SiteDb, siteId: number, parentId: number): Promise<number> {
  const { count } = await db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", parentId)
    .where("placement.is_active", "=", true)
    .where("item.kind", "=", "image")
    .where("item.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface OptionCounts {
  readonly type: QuestionType;
  readonly options: number;
  readonly correct: number;
}

/** Undefined if there is no such question. Options in the bin do not count. */
export async function countOptions(db: SiteDb, siteId: number, questionId: number): Promise<OptionCounts | undefined> {
  const { rows } = await sql<OptionCounts>`
    SELECT quiz_question.question_type AS type, count(item.id)::int AS options,
      count(item.id) FILTER (WHERE quiz_answer_option.is_correct)::int AS correct
    FROM quiz_question
    LEFT JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = quiz_question.item_id
    LEFT JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
    LEFT JOIN quiz_answer_option ON quiz_answer_option.site_id = ${siteId} AND quiz_answer_option.item_id = item.id
    WHERE quiz_question.site_id = ${siteId} AND quiz_question.item_id = ${questionId}
    GROUP BY quiz_question.question_type
  `.execute(db);
  return rows[0];
}

/** The quiz that contains the item, or the item itself if it is a quiz; undefined: none. */
export async function findQuizAround(db: SiteDb, siteId: number, itemId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE up AS (
      SELECT ${itemId}::bigint AS id, 1 AS depth
      UNION ALL
      SELECT placement.parent_id, up.depth + 1 FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      WHERE up.depth < ${QUIZ_DEPTH}
    )
    SELECT quiz.item_id AS id FROM up JOIN quiz ON quiz.site_id = ${siteId} AND quiz.item_id = up.id LIMIT 1
  `.execute(db);
  return rows[0] && Number(rows[0].id);
}
