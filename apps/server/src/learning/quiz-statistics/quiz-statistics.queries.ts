import type { Third } from "@parfocal/core/quiz-statistics/class-thirds.ts";
import { TEXTS_SHOWN } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Evaluated attempts, each with its third of the class. */
export interface Counted {
  readonly attemptIds: readonly number[];
  /** In the same order. */
  readonly thirds: readonly Third[];
}

const chosen = ({ attemptIds, thirds }: Counted) => sql`
  chosen AS (SELECT * FROM unnest(${[...attemptIds]}::bigint[], ${[...thirds]}::integer[]) AS counted (id, third))
`;

/** The first submitted attempt of each person, earliest first. */
export async function listFirstAttempts(
  db: SiteDb,
  siteId: number,
  { quizId, most }: { readonly quizId: number; readonly most: number },
): Promise<{ readonly ids: number[]; readonly count: number }> {
  const { rows } = await sql<{ id: number; count: number }>`
    SELECT id, count(*) OVER ()::integer AS count
    FROM (
      SELECT DISTINCT ON (user_id) id, submitted_at FROM counted_attempt
      WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND state = 'submitted' AND archived_at IS NULL
      ORDER BY user_id, attempt_no
    ) first
    ORDER BY submitted_at, id LIMIT ${most}
  `.execute(db);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
}

export interface AttemptShares {
  readonly attemptId: number;
  /** Fraction of the points, 0 to 1, by "question:subject", for evaluated answers. */
  readonly shares: Readonly<Record<string, number>>;
}

/** As fractions, since the points of a question may have been changed. */
export async function listShares(db: SiteDb, siteId: number, attemptIds: readonly number[]): Promise<AttemptShares[]> {
  const { rows } = await sql<AttemptShares>`
    SELECT attempt_id AS "attemptId", json_object_agg(question_id || ':' || subject_id,
      greatest(0, least(1, earned_hundredths::double precision / max_hundredths))) AS shares
    FROM quiz_answer
    WHERE site_id = ${siteId} AND attempt_id = ANY (${[...attemptIds]}::bigint[])
      AND earned_hundredths IS NOT NULL AND max_hundredths > 0
    GROUP BY attempt_id ORDER BY attempt_id
  `.execute(db);
  return rows;
}

export interface ChoiceCount {
  readonly questionId: number;
  readonly subjectId: number;
  /** Option; for a pair, the left one. */
  readonly optionId: number;
  /** Right option of a pair; null: not a pair. */
  readonly rightId: number | null;
  readonly count: number;
  readonly upper: number;
  readonly middle: number;
  readonly lower: number;
}

const COUNTS = sql`count(*)::integer AS count, count(*) FILTER (WHERE third = 1)::integer AS upper,
  count(*) FILTER (WHERE third = 2)::integer AS middle, count(*) FILTER (WHERE third = 3)::integer AS lower`;

/** Frequency of each option and each pair. */
export async function countChoices(db: SiteDb, siteId: number, counted: Counted): Promise<ChoiceCount[]> {
  const { rows } = await sql<ChoiceCount>`
    WITH ${chosen(counted)}, given AS (
      SELECT answer.question_id, answer.subject_id, answer.answer, chosen.third
      FROM chosen JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = chosen.id
      WHERE answer.answer IS NOT NULL
    ), one AS (
      SELECT question_id, subject_id, third, (answer ->> 'optionId')::bigint AS option_id, NULL::bigint AS right_id
      FROM given WHERE answer ->> 'type' = 'multiple-choice' AND answer ->> 'optionId' IS NOT NULL
      UNION ALL
      SELECT question_id, subject_id, third, option_id::bigint, NULL
      FROM given, jsonb_array_elements_text(answer -> 'optionIds') AS option_id
      WHERE answer ->> 'type' = 'multiple-answer'
      UNION ALL
      SELECT question_id, subject_id, third, (pair ->> 'leftId')::bigint, (pair ->> 'rightId')::bigint
      FROM given, jsonb_array_elements(answer -> 'pairs') AS pair
      WHERE answer ->> 'type' = 'matching'
    )
    SELECT question_id AS "questionId", subject_id AS "subjectId", option_id AS "optionId", right_id AS "rightId", ${COUNTS}
    FROM one GROUP BY question_id, subject_id, option_id, right_id
  `.execute(db);
  return rows;
}

export interface TextCount
  extends Pick<ChoiceCount, "questionId" | "subjectId" | "count" | "upper" | "middle" | "lower"> {
  readonly text: string;
  readonly isRight: boolean | null;
}

/** The most frequent texts for each question, ignoring case and surrounding spaces. */
export async function countTexts(db: SiteDb, siteId: number, counted: Counted): Promise<TextCount[]> {
  const { rows } = await sql<TextCount>`
    WITH ${chosen(counted)}, counted AS (
      SELECT answer.question_id, answer.subject_id, min(btrim(answer.answer ->> 'text')) AS text,
        bool_or(answer.is_right) AS is_right, ${COUNTS}
      FROM chosen JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = chosen.id
      WHERE answer.answer ->> 'type' = 'short-answer' AND btrim(answer.answer ->> 'text') <> ''
      GROUP BY answer.question_id, answer.subject_id, lower(btrim(answer.answer ->> 'text'))
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY question_id, subject_id ORDER BY count DESC, text) AS place FROM counted
    )
    SELECT question_id AS "questionId", subject_id AS "subjectId", text, is_right AS "isRight", count, upper, middle, lower
    FROM ranked WHERE place <= ${TEXTS_SHOWN} ORDER BY place
  `.execute(db);
  return rows;
}

interface AskedCount {
  readonly questionId: number;
  readonly subjectId: number;
  /** Number of attempts that included it. */
  readonly asked: number;
  /** Number of attempts in which it was not answered. */
  readonly open: number;
}

export async function countAsked(db: SiteDb, siteId: number, { attemptIds }: Counted): Promise<AskedCount[]> {
  const { rows } = await sql<AskedCount>`
    SELECT answer.question_id AS "questionId", answer.subject_id AS "subjectId", count(*)::integer AS asked,
      count(*) FILTER (WHERE NOT ${isAnswered})::integer AS open
    FROM quiz_answer answer
    WHERE answer.site_id = ${siteId} AND answer.attempt_id = ANY (${[...attemptIds]}::bigint[])
    GROUP BY answer.question_id, answer.subject_id
  `.execute(db);
  return rows;
}

/** The same rule as `isAnswered` of core. */
const isAnswered = sql`(answer.answer IS NOT NULL AND CASE answer.answer ->> 'type'
  WHEN 'short-answer' THEN btrim(answer.answer ->> 'text') <> ''
  WHEN 'multiple-choice' THEN answer.answer ->> 'optionId' IS NOT NULL
  WHEN 'multiple-answer' THEN jsonb_array_length(answer.answer -> 'optionIds') > 0
  WHEN 'matching' THEN jsonb_array_length(answer.answer -> 'pairs') > 0
  ELSE jsonb_array_length(answer.answer -> 'marks') > 0 END)`;
