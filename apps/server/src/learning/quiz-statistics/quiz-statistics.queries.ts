import { TEXTS_SHOWN } from "@parfocal/core/quiz-statistics/quiz-statistics.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface Counted {
  readonly quizId: number;
  /** Attempts at most. */
  readonly most: number;
}

/** The first submitted attempt of each person, with the third of the class that its points belong to; 1: the upper. */
const chosen = (siteId: number, { quizId, most }: Counted) => sql`
  chosen AS (
    SELECT first.id, ntile(3) OVER (ORDER BY first.earned_hundredths DESC NULLS LAST, first.id) AS third
    FROM (
      SELECT DISTINCT ON (user_id) id, earned_hundredths FROM quiz_attempt
      WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND state = 'submitted' AND archived_at IS NULL
      ORDER BY user_id, attempt_no
    ) first
    LIMIT ${most}
  )
`;

export interface AttemptPoints {
  readonly attemptId: number;
  /** Hundredths by "question:subject", of judged answers. */
  readonly points: Readonly<Record<string, number>>;
}

export async function listPoints(db: SiteDb, siteId: number, counted: Counted): Promise<AttemptPoints[]> {
  const { rows } = await sql<AttemptPoints>`
    WITH ${chosen(siteId, counted)}
    SELECT chosen.id AS "attemptId",
      coalesce(json_object_agg(answer.question_id || ':' || answer.subject_id, answer.earned_hundredths)
        FILTER (WHERE answer.earned_hundredths IS NOT NULL), '{}') AS points
    FROM chosen LEFT JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = chosen.id
    GROUP BY chosen.id ORDER BY chosen.id
  `.execute(db);
  return rows;
}

export interface ChoiceCount {
  readonly questionId: number;
  readonly subjectId: number;
  /** Of the option; of a pair the left one. */
  readonly optionId: number;
  /** Of a pair the right one; null: no pair. */
  readonly rightId: number | null;
  readonly count: number;
  readonly upper: number;
  readonly middle: number;
  readonly lower: number;
}

const COUNTS = sql`count(*)::integer AS count, count(*) FILTER (WHERE third = 1)::integer AS upper,
  count(*) FILTER (WHERE third = 2)::integer AS middle, count(*) FILTER (WHERE third = 3)::integer AS lower`;

/** How often each option was chosen, and each pair was made. */
export async function countChoices(db: SiteDb, siteId: number, counted: Counted): Promise<ChoiceCount[]> {
  const { rows } = await sql<ChoiceCount>`
    WITH ${chosen(siteId, counted)}, given AS (
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

/** The texts that were given most often to each question, without regard to case and blanks around them. */
export async function countTexts(db: SiteDb, siteId: number, counted: Counted): Promise<TextCount[]> {
  const { rows } = await sql<TextCount>`
    WITH ${chosen(siteId, counted)}, counted AS (
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

export interface AnsweredCount {
  readonly questionId: number;
  readonly subjectId: number;
  readonly count: number;
}

/** In how many attempts each question was answered. */
export async function countAnswered(db: SiteDb, siteId: number, counted: Counted): Promise<AnsweredCount[]> {
  const { rows } = await sql<AnsweredCount>`
    WITH ${chosen(siteId, counted)}
    SELECT answer.question_id AS "questionId", answer.subject_id AS "subjectId", count(*)::integer AS count
    FROM chosen JOIN quiz_answer answer ON answer.site_id = ${siteId} AND answer.attempt_id = chosen.id
    WHERE ${isAnswered}
    GROUP BY answer.question_id, answer.subject_id
  `.execute(db);
  return rows;
}

/** As `isAnswered` of core. */
const isAnswered = sql`(answer.answer IS NOT NULL AND CASE answer.answer ->> 'type'
  WHEN 'short-answer' THEN btrim(answer.answer ->> 'text') <> ''
  WHEN 'multiple-choice' THEN answer.answer ->> 'optionId' IS NOT NULL
  WHEN 'multiple-answer' THEN jsonb_array_length(answer.answer -> 'optionIds') > 0
  WHEN 'matching' THEN jsonb_array_length(answer.answer -> 'pairs') > 0
  ELSE jsonb_array_length(answer.answer -> 'marks') > 0 END)`;
