/** Contents of quizzes: slides, cases, questions, answer options. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { QUIZ_SUBJECT_KINDS, type QuestionType, type QuizSubjectKind } from "@parfocal/core/quiz/quiz-types.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { QuizAnswerOptionRow } from "./quiz.table.ts";

/** A part of a quiz with its position. */
export interface QuizPart {
  /** The quiz. */
  readonly quizId: number;
  readonly id: number;
  readonly parentId: number;
  readonly kind: ItemKind;
  readonly title: string;
  readonly isActive: boolean;
}

/** Quiz, slide, question, option: the maximum depth. */
const QUIZ_DEPTH = 4;

/**
 * All parts of some quizzes, parents before children, in order: slides and cases first, then the questions of the quiz
 * itself. Parts in the bin are omitted.
 */
export async function listQuizParts(db: SiteDb, siteId: number, quizIds: readonly number[]): Promise<QuizPart[]> {
  if (quizIds.length === 0) return [];
  const { rows } = await sql<{
    quiz_id: number;
    id: number;
    parent_id: number;
    kind: ItemKind;
    title: string;
    is_active: boolean;
  }>`
    WITH RECURSIVE down AS (
      SELECT placement.parent_id AS quiz_id, item.id, placement.parent_id, item.kind, item.title, placement.is_active,
        item.kind = 'quizQuestion' AS is_own, ARRAY[placement.position] AS places
      FROM placement JOIN item ON item.site_id = placement.site_id AND item.id = placement.item_id
      WHERE placement.site_id = ${siteId} AND placement.parent_id IN (${sql.join([...quizIds])})
        AND item.deleted_at IS NULL
      UNION ALL
      SELECT down.quiz_id, item.id, placement.parent_id, item.kind, item.title, placement.is_active,
        down.is_own, down.places || placement.position
      FROM down
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      WHERE cardinality(down.places) < ${QUIZ_DEPTH}
    )
    SELECT quiz_id, id, parent_id, kind, title, is_active FROM down ORDER BY quiz_id, is_own, places
  `.execute(db);
  return rows.map((row) => ({
    quizId: Number(row.quiz_id),
    id: Number(row.id),
    parentId: Number(row.parent_id),
    kind: row.kind,
    title: row.title,
    isActive: row.is_active,
  }));
}

export interface QuestionFactsRow {
  readonly type: QuestionType;
  readonly content: string;
  /** null: not set. */
  readonly score: number | null;
  readonly correctAnswer: string;
  /** Formatted text; empty: none. */
  readonly explanation: string;
  readonly linkedItemId: number | null;
}

export async function findQuestionFacts(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, QuestionFactsRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("quiz_question")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("item_id", "in", [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.item_id,
      {
        type: row.question_type,
        content: row.content,
        score: row.score === null ? null : Number(row.score),
        correctAnswer: row.correct_answer,
        explanation: row.explanation,
        linkedItemId: row.linked_item_id,
      },
    ]),
  );
}

interface QuestionPlace {
  readonly quizId: number;
  readonly quizTitle: string;
  /** Its parent image or case; null: directly in the quiz. */
  readonly subjectId: number | null;
}

/** By ID of the question. */
export async function findQuestionPlaces(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, QuestionPlace>> {
  const { rows } = await sql<QuestionPlace & { id: number }>`
    SELECT placement.item_id AS id, quiz.id AS "quizId", quiz.title AS "quizTitle", quiz_slide.subject_id AS "subjectId"
    FROM placement
    LEFT JOIN quiz_slide ON quiz_slide.site_id = ${siteId} AND quiz_slide.item_id = placement.parent_id
    LEFT JOIN placement above ON above.site_id = ${siteId} AND above.item_id = quiz_slide.item_id
    JOIN item quiz ON quiz.site_id = ${siteId} AND quiz.id = coalesce(above.parent_id, placement.parent_id)
      AND quiz.kind = 'quiz'
    WHERE placement.site_id = ${siteId} AND placement.item_id = ANY(${[...ids]}::bigint[])
  `.execute(db);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

export async function findOptionFacts(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, QuizAnswerOptionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("quiz_answer_option")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("item_id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** The image or case shown, by ID of the quizSlide or quizCase. */
export async function findSubjectIds(
  db: SiteDb,
  siteId: number,
  slideIds: readonly number[],
): Promise<Map<number, number>> {
  if (slideIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("quiz_slide")
    .select(["item_id", "subject_id"])
    .where("site_id", "=", siteId)
    .where("item_id", "in", [...slideIds])
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.subject_id]));
}

export interface Subject {
  readonly id: number;
  readonly kind: QuizSubjectKind;
  readonly title: string;
  readonly isInBin: boolean;
}

/** By ID; items other than images and cases, and those in the bin, are omitted. */
export async function findSubjects(db: SiteDb, siteId: number, ids: readonly number[]): Promise<Map<number, Subject>> {
  const all = await findSubjectsAndBinned(db, siteId, ids);
  return new Map([...all].filter(([, { isInBin }]) => !isInBin));
}

/** By ID; items other than images and cases are omitted. */
export async function findSubjectsAndBinned(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, Subject>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("item")
    .select(["id", "kind", "title", "deleted_at"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .where("kind", "in", QUIZ_SUBJECT_KINDS)
    .execute();
  return new Map(
    rows.map(({ id, kind, title, deleted_at }) => [
      id,
      { id, kind: kind === "case" ? "case" : "image", title, isInBin: deleted_at !== null },
    ]),
  );
}

export async function insertQuizSlide(
  db: SiteDb,
  siteId: number,
  { id, subjectId }: { id: number; subjectId: number },
): Promise<void> {
  await db.insertInto("quiz_slide").values({ site_id: siteId, item_id: id, subject_id: subjectId }).execute();
}

export async function upsertQuestionFacts(
  db: SiteDb,
  siteId: number,
  id: number,
  facts: QuestionFactsRow,
): Promise<void> {
  const values = {
    question_type: facts.type,
    content: facts.content,
    score: facts.score,
    correct_answer: facts.correctAnswer,
    explanation: facts.explanation,
    linked_item_id: facts.linkedItemId,
  };
  await db
    .insertInto("quiz_question")
    .values({ ...values, site_id: siteId, item_id: id })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet(values))
    .execute();
}

export async function upsertOptionFacts(
  db: SiteDb,
  siteId: number,
  id: number,
  facts: Omit<QuizAnswerOptionRow, "item_id" | "site_id">,
): Promise<void> {
  await db
    .insertInto("quiz_answer_option")
    .values({ ...facts, site_id: siteId, item_id: id })
    .onConflict((conflict) => conflict.column("item_id").doUpdateSet(facts))
    .execute();
}

/**
 * Puts some children of a parent into this order: they use the same set of positions as before, and all other children
 * (in the bin, or of another content type) keep theirs. Call while the quiz is locked.
 */
export async function writeOrder(db: SiteDb, siteId: number, parentId: number, ids: readonly number[]): Promise<void> {
  const placed = await db
    .selectFrom("placement")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("parent_id", "=", parentId)
    .orderBy("position")
    .forUpdate()
    .execute();
  const named = new Set(ids);
  const waiting = [...ids];
  const order = placed.map(({ item_id: id }) => (named.has(id) ? (waiting.shift() ?? id) : id));
  await sql`
    UPDATE placement SET position = wanted.position
    FROM unnest(${order}::bigint[]) WITH ORDINALITY AS wanted (item_id, position)
    WHERE placement.site_id = ${siteId} AND placement.parent_id = ${parentId} AND placement.item_id = wanted.item_id
      AND placement.position <> wanted.position
  `.execute(db);
}
