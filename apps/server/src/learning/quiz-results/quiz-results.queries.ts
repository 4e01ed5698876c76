/** Attempts for the results of a quiz, and the progress of running ones. */
import { LEARNER_ROLE } from "@parfocal/core/access/capabilities.ts";
import type { AttemptState, FinalisedBy } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import type { AttemptChoice, ListedState, ResultSort } from "@parfocal/core/quiz-results/result-rules.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";

interface Chosen {
  readonly quizId: number;
  readonly choice: AttemptChoice;
  /** User groups whose members are listed even before they start; null: none. */
  readonly groups: readonly number[] | null;
}

interface ResultSearch extends Chosen {
  /** Part of a name or email address; empty: all. */
  readonly q: string;
  readonly state: ListedState | undefined;
}

export interface ResultRow {
  /** null: not started; all other nullable fields are null then too. */
  readonly attemptId: number | null;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly state: AttemptState | null;
  readonly finalisedBy: FinalisedBy | null;
  readonly attemptNo: number;
  readonly attemptCount: number;
  readonly earnedHundredths: number | null;
  readonly maxHundredths: number | null;
  readonly startedAt: Date | null;
  readonly submittedAt: Date | null;
  readonly deadlineAt: Date | null;
  readonly reportedAt: Date | null;
}

/** One attempt per person, with the person; includes people without an attempt. */
function chosenAttempts(siteId: number, { quizId, choice, groups }: Chosen) {
  const best =
    choice === "best"
      ? sql`(attempt.state = 'submitted') DESC, attempt.earned_hundredths DESC NULLS LAST,`
      : sql.raw("");
  return sql`
    SELECT person.display_name AS name, person.email, chosen.*,
      CASE WHEN chosen.state = 'started' THEN 'started' WHEN chosen.finalised_by = 'sweeper' THEN 'outOfTime'
        ELSE 'submitted' END AS shown_state
    FROM (
      SELECT DISTINCT ON (attempt.user_id) attempt.id, attempt.user_id, attempt.state, attempt.finalised_by,
        attempt.attempt_no, attempt.earned_hundredths, attempt.max_hundredths, attempt.started_at, attempt.submitted_at,
        attempt.deadline_at, attempt.reported_at,
        count(*) OVER (PARTITION BY attempt.user_id)::integer AS attempt_count
      FROM counted_attempt attempt
      WHERE attempt.site_id = ${siteId} AND attempt.quiz_id = ${quizId} AND attempt.archived_at IS NULL
      ORDER BY attempt.user_id, ${best} attempt.attempt_no DESC
    ) chosen
    JOIN site_user person ON person.site_id = ${siteId} AND person.id = chosen.user_id
    ${groups === null || groups.length === 0 ? sql.raw("") : sql`UNION ALL ${notStarted(siteId, quizId, groups)}`}
  `;
}

/** Learners of these groups with an active account. */
const notStarted = (siteId: number, quizId: number, groups: readonly number[]) => sql`
  SELECT person.display_name, person.email, NULL::bigint, person.id, NULL, NULL, 0, NULL::integer, NULL::integer,
    NULL::timestamptz, NULL::timestamptz, NULL::timestamptz, NULL::timestamptz, 0, 'notStarted'
  FROM site_user person
  WHERE person.site_id = ${siteId} AND person.role = ${LEARNER_ROLE} AND person.deleted_at IS NULL
    AND NOT person.is_suspended AND (person.expires_at IS NULL OR person.expires_at > now())
    AND person.id IN (
      SELECT member.user_id FROM user_group_member member
      WHERE member.site_id = ${siteId} AND member.user_group_id = ANY (${[...groups]}::bigint[])
    )
    AND NOT EXISTS (
      SELECT 1 FROM counted_attempt attempt
      WHERE attempt.site_id = ${siteId} AND attempt.quiz_id = ${quizId} AND attempt.user_id = person.id
        AND attempt.archived_at IS NULL
    )
`;

const matches = ({ q, state }: ResultSearch) => sql`(
  (${q} = '' OR result.name ILIKE ${containing(q)} OR result.email ILIKE ${containing(q)})
  AND (${state ?? null}::text IS NULL OR result.shown_state = ${state ?? null}::text)
)`;

interface ResultCounts {
  readonly started: number;
  readonly submitted: number;
  readonly outOfTime: number;
  readonly notStarted: number;
  /** Number of search matches. */
  readonly total: number;
}

export async function countResults(db: SiteDb, siteId: number, search: ResultSearch): Promise<ResultCounts> {
  const { rows } = await sql<ResultCounts>`
    SELECT count(*) FILTER (WHERE result.shown_state = 'started')::integer AS started,
      count(*) FILTER (WHERE result.shown_state = 'submitted')::integer AS submitted,
      count(*) FILTER (WHERE result.shown_state = 'outOfTime')::integer AS "outOfTime",
      count(*) FILTER (WHERE result.shown_state = 'notStarted')::integer AS "notStarted",
      count(*) FILTER (WHERE ${matches(search)})::integer AS total
    FROM (${chosenAttempts(siteId, search)}) result
  `.execute(db);
  return rows[0] ?? { started: 0, submitted: 0, outOfTime: 0, notStarted: 0, total: 0 };
}

const SORTED_BY: Readonly<Record<ResultSort, ReturnType<typeof sql>>> = {
  name: sql`lower(result.name)`,
  state: sql`CASE result.shown_state WHEN 'started' THEN 1 WHEN 'submitted' THEN 2 WHEN 'outOfTime' THEN 3 ELSE 4 END`,
  score: sql`result.earned_hundredths`,
  attempt: sql`nullif(result.attempt_no, 0)`,
  started: sql`result.started_at`,
  submitted: sql`result.submitted_at`,
  duration: sql`result.submitted_at - result.started_at`,
};

interface Paged {
  readonly sort: ResultSort;
  readonly direction: "asc" | "desc";
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Empty values are last in both directions; ties are ordered by name. */
export async function listResultRows(db: SiteDb, siteId: number, search: ResultSearch & Paged): Promise<ResultRow[]> {
  const { sort, direction, page, pageSize } = search;
  const { rows } = await sql<ResultRow>`
    SELECT result.id AS "attemptId", result.user_id AS "userId", result.name, result.email, result.state,
      result.finalised_by AS "finalisedBy", result.attempt_no AS "attemptNo", result.attempt_count AS "attemptCount",
      result.earned_hundredths AS "earnedHundredths", result.max_hundredths AS "maxHundredths",
      result.started_at AS "startedAt", result.submitted_at AS "submittedAt", result.deadline_at AS "deadlineAt",
      result.reported_at AS "reportedAt"
    FROM (${chosenAttempts(siteId, search)}) result
    WHERE ${matches(search)}
    ORDER BY ${SORTED_BY[sort]} ${sql.raw(direction === "desc" ? "DESC" : "ASC")} NULLS LAST, lower(result.name), result.user_id
    LIMIT ${pageSize} OFFSET ${(Math.max(1, page) - 1) * pageSize}
  `.execute(db);
  return rows;
}

export interface AttemptProgress {
  readonly attemptId: number;
  readonly answeredCount: number;
  readonly toMarkCount: number;
  /** null: nothing saved. */
  readonly savedAt: Date | null;
  /** Time of the last saved answer. */
  readonly questionId: number | null;
  readonly subjectId: number | null;
}

/** By ID of the attempt; attempts without a saved answer are omitted. @param currentQuestionIds of the quiz. */
export async function findProgress(
  db: SiteDb,
  siteId: number,
  attemptIds: readonly number[],
  currentQuestionIds: readonly number[],
): Promise<Map<number, AttemptProgress>> {
  if (attemptIds.length === 0) return new Map();
  const { rows } = await sql<AttemptProgress>`
    SELECT attempt_id AS "attemptId", count(*) FILTER (WHERE ${isAnswered})::integer AS "answeredCount",
      count(*) FILTER (WHERE max_hundredths IS NULL AND question_id = ANY (${[...currentQuestionIds]}::bigint[]))::integer AS "toMarkCount", max(saved_at) AS "savedAt",
      (array_agg(question_id ORDER BY saved_at DESC))[1] AS "questionId",
      (array_agg(subject_id ORDER BY saved_at DESC))[1] AS "subjectId"
    FROM quiz_answer
    WHERE site_id = ${siteId} AND attempt_id = ANY (${[...attemptIds]}::bigint[])
    GROUP BY attempt_id
  `.execute(db);
  return new Map(rows.map((row) => [row.attemptId, row]));
}

/** The same rule as `isAnswered` of core: marks of annotation answers can be long, so they are not read for it. */
const isAnswered = sql`(answer IS NOT NULL AND CASE answer ->> 'type'
  WHEN 'short-answer' THEN btrim(answer ->> 'text') <> ''
  WHEN 'multiple-choice' THEN answer ->> 'optionId' IS NOT NULL
  WHEN 'multiple-answer' THEN jsonb_array_length(answer -> 'optionIds') > 0
  WHEN 'matching' THEN jsonb_array_length(answer -> 'pairs') > 0
  ELSE jsonb_array_length(answer -> 'marks') > 0 END)`;
