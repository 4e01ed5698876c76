import { UNSENT_GRADES_SHOWN, type UnsentGrade } from "@parfocal/core/lti/lti-grade.contract.ts";
import { GRADE_RETRY_MS, type GradeFault } from "@parfocal/core/lti/lti-score.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

/** Kind of the job that sends one grade. */
export const SEND_LTI_GRADE = "sendLtiGrade";

/** Lease of a grade, s: longer than requesting a token and sending a score can take. */
const LEASE_S = 40;
/** Lease of a link, s: longer than requesting a token, then searching for and creating its line item can take. */
export const LINE_ITEM_LEASE_S = 60;
const MS_PER_S = 1_000;
/** Longer than all attempts together, after which its job no longer exists. */
const WAITING_MAX_S = (GRADE_RETRY_MS.reduce((sum, ms) => sum + ms, 0) / MS_PER_S) * 1.5;

interface LaunchedLink {
  readonly platformId: number;
  readonly deploymentId: string;
  readonly linkId: string;
  readonly lineItemUrl: string | null;
  readonly lineItemsUrl: string | null;
  readonly quizId: number;
}

/**
 * Keeps the URL of a line item that was found or created while quiz and container are unchanged.
 *
 * @returns the ID of the link; undefined: the quiz does not exist.
 */
export async function upsertLink(
  db: SiteDb,
  siteId: number,
  { platformId, deploymentId, linkId, lineItemUrl, lineItemsUrl, quizId }: LaunchedLink,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO lti_link AS known
      (site_id, platform_id, deployment_id, resource_link_id, quiz_id, line_item_url, line_items_url)
    SELECT ${siteId}, ${platformId}, ${deploymentId}, ${linkId}, item_id, ${lineItemUrl}::text, ${lineItemsUrl}::text
    FROM quiz WHERE site_id = ${siteId} AND item_id = ${quizId}
    ON CONFLICT (site_id, platform_id, deployment_id, resource_link_id)
      DO UPDATE SET quiz_id = excluded.quiz_id, line_items_url = excluded.line_items_url,
        line_item_url = coalesce(excluded.line_item_url, CASE WHEN known.quiz_id = excluded.quiz_id
          AND known.line_items_url = excluded.line_items_url THEN known.line_item_url END),
        line_item_leased_until = CASE WHEN known.quiz_id = excluded.quiz_id THEN known.line_item_leased_until END
    RETURNING id
  `.execute(db);
  return rows[0]?.id;
}

/** @returns the ID of a new grade; undefined: it existed already. */
export async function insertGrade(
  db: SiteDb,
  siteId: number,
  { linkId, userId, subject }: { readonly linkId: number; readonly userId: number; readonly subject: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO lti_grade (site_id, link_id, user_id, subject)
    VALUES (${siteId}, ${linkId}, ${userId}, ${subject})
    ON CONFLICT (site_id, link_id, user_id) DO NOTHING
    RETURNING id
  `.execute(db);
  return rows[0]?.id;
}

const DUE_AGAIN = sql`state = 'due', rev = grade.rev + 1, due_at = now(), attempts = 0, reason = NULL, answer_status = NULL`;

interface Changed {
  readonly quizId: number;
  /** null: all users. */
  readonly userIds: readonly number[] | null;
}

/** @returns IDs of the grades that are due now. */
export async function updateGradesDue(db: SiteDb, siteId: number, { quizId, userIds }: Changed): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE lti_grade grade SET ${DUE_AGAIN}
    FROM lti_link link
    WHERE grade.site_id = ${siteId} AND link.site_id = ${siteId} AND link.id = grade.link_id
      AND link.quiz_id = ${quizId}
      AND (${userIds === null}::boolean OR grade.user_id = ANY (${[...(userIds ?? [])]}::bigint[]))
    RETURNING grade.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Abandoned grades. @returns their IDs. */
export async function updateGradesAgain(db: SiteDb, siteId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE lti_grade grade SET ${DUE_AGAIN}
    WHERE site_id = ${siteId} AND id = ANY (${[...ids]}::bigint[]) AND ${IS_UNSENT}
    RETURNING id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds a job for each grade. */
export async function insertGradeJobs(db: SiteDb, siteId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO job (site_id, kind, subject_id, is_quiet)
    SELECT ${siteId}, ${SEND_LTI_GRADE}, id, true FROM unnest(${[...ids]}::bigint[]) AS id
  `.execute(db);
}

/** For line items that the platform no longer has: the next sender searches for them again, and creates them. */
export async function clearGoneLineItems(db: SiteDb, siteId: number, gradeIds: readonly number[]): Promise<void> {
  await sql`
    UPDATE lti_link link SET line_item_url = NULL
    FROM lti_grade grade
    WHERE link.site_id = ${siteId} AND grade.site_id = ${siteId} AND grade.link_id = link.id
      AND link.line_items_url IS NOT NULL AND grade.reason = 'gone' AND grade.id = ANY (${[...gradeIds]}::bigint[])
  `.execute(db);
}

export interface TakenGrade {
  readonly rev: number;
  readonly attempts: number;
  readonly userId: number;
  readonly subject: string;
  readonly scoreAt: Date;
  readonly sentAt: Date | null;
  readonly sentEarnedHundredths: number | null;
  readonly sentMaxHundredths: number | null;
  readonly sentIsFinal: boolean | null;
  readonly platformId: number;
  readonly quizId: number;
  readonly quizTitle: string;
  readonly linkId: number;
  /** ID on the platform. */
  readonly resourceLinkId: string;
  readonly lineItemUrl: string | null;
  readonly lineItemsUrl: string | null;
}

/**
 * Leases the grade to one sender for a limited time. The time of its score is at least a second later than that of the
 * previous score, since some platforms store whole seconds.
 *
 * @returns undefined: it is not due, or another sender has the lease.
 */
export async function takeGrade(db: SiteDb, siteId: number, id: number): Promise<TakenGrade | undefined> {
  const { rows } = await sql<TakenGrade>`
    UPDATE lti_grade grade SET attempts = attempts + 1,
      leased_until = now() + make_interval(secs => CASE WHEN link.line_item_url IS NULL
        THEN ${LEASE_S + LINE_ITEM_LEASE_S}::integer ELSE ${LEASE_S}::integer END),
      score_at = greatest(date_trunc('milliseconds', now()), score_at + interval '1 second')
    FROM lti_link link JOIN item ON item.site_id = ${siteId} AND item.id = link.quiz_id
    WHERE grade.site_id = ${siteId} AND grade.id = ${id} AND grade.state = 'due'
      AND (grade.leased_until IS NULL OR grade.leased_until <= now())
      AND link.site_id = ${siteId} AND link.id = grade.link_id
    RETURNING grade.rev, grade.attempts, grade.user_id AS "userId", grade.subject, grade.score_at AS "scoreAt",
      grade.sent_at AS "sentAt", grade.sent_earned_hundredths AS "sentEarnedHundredths",
      grade.sent_max_hundredths AS "sentMaxHundredths", grade.sent_is_final AS "sentIsFinal",
      link.platform_id AS "platformId", link.quiz_id AS "quizId", item.title AS "quizTitle", link.id AS "linkId",
      link.resource_link_id AS "resourceLinkId", link.line_item_url AS "lineItemUrl",
      link.line_items_url AS "lineItemsUrl"
  `.execute(db);
  return rows[0];
}

/**
 * Only one sender at a time searches for or creates the line item of a link.
 *
 * @returns ms until another sender's lease ends; null: acquired.
 */
export async function takeLink(db: SiteDb, siteId: number, linkId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    UPDATE lti_link SET line_item_leased_until = now() + make_interval(secs => ${LINE_ITEM_LEASE_S})
    WHERE site_id = ${siteId} AND id = ${linkId}
      AND (line_item_leased_until IS NULL OR line_item_leased_until <= now())
    RETURNING id
  `.execute(db);
  if (rows.length > 0) return null;
  const { rows: others } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM greatest(line_item_leased_until - now(), interval '0')) * 1000)::float8 AS ms
    FROM lti_link WHERE site_id = ${siteId} AND id = ${linkId} AND line_item_leased_until IS NOT NULL
  `.execute(db);
  return others[0]?.ms ?? 0;
}

/** Does nothing if the link now belongs to another quiz. @param found null: none; another sender can search again. */
export async function settleLink(
  db: SiteDb,
  siteId: number,
  { linkId, quizId }: Pick<TakenGrade, "linkId" | "quizId">,
  found: string | null,
): Promise<void> {
  await sql`
    UPDATE lti_link SET line_item_leased_until = NULL, line_item_url = coalesce(line_item_url, ${found}::text)
    WHERE site_id = ${siteId} AND id = ${linkId} AND quiz_id = ${quizId}
  `.execute(db);
}

/** @returns ms until another sender's lease ends; null: it is not due. */
export async function findLeaseMs(db: SiteDb, siteId: number, id: number): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM greatest(leased_until - now(), interval '0')) * 1000)::float8 AS ms
    FROM lti_grade WHERE site_id = ${siteId} AND id = ${id} AND state = 'due' AND leased_until IS NOT NULL
  `.execute(db);
  return rows[0]?.ms ?? null;
}

interface SentScore {
  readonly earnedHundredths: number | null;
  readonly maxHundredths: number | null;
  readonly isFinal: boolean;
}

/** Points that have changed since are still due. @param sent omitted: nothing had to be sent. */
export async function settleGrade(
  db: SiteDb,
  siteId: number,
  { id, rev }: { readonly id: number; readonly rev: number },
  sent?: SentScore,
): Promise<void> {
  const sentColumns = sent
    ? sql`, sent_at = now(), sent_earned_hundredths = ${sent.earnedHundredths}::bigint,
        sent_max_hundredths = ${sent.maxHundredths}::bigint, sent_is_final = ${sent.isFinal}::boolean`
    : sql``;
  await sql`
    UPDATE lti_grade SET leased_until = NULL, reason = NULL, answer_status = NULL,
      state = CASE WHEN rev = ${rev}::integer THEN 'settled' ELSE state END ${sentColumns}
    WHERE site_id = ${siteId} AND id = ${id}
  `.execute(db);
}

interface Failure {
  readonly id: number;
  readonly rev: number;
  readonly problem: GradeFault;
  /** null: no response. */
  readonly status: number | null;
  readonly isGivenUp: boolean;
}

export async function updateFailedGrade(db: SiteDb, siteId: number, failure: Failure): Promise<void> {
  const { id, rev, problem, status, isGivenUp } = failure;
  await sql`
    UPDATE lti_grade SET leased_until = NULL, reason = ${problem}, answer_status = ${status}::integer,
      state = CASE WHEN ${isGivenUp}::boolean AND rev = ${rev}::integer THEN 'failed' ELSE state END
    WHERE site_id = ${siteId} AND id = ${id}
  `.execute(db);
}

/** Given up, or abandoned by a job that no longer exists. */
const IS_UNSENT = sql`(grade.state = 'failed'
  OR (grade.state = 'due' AND grade.due_at < now() - make_interval(secs => ${WAITING_MAX_S})))`;

export async function findUnsentGrades(
  db: SiteDb,
  siteId: number,
): Promise<{ waiting: number; total: number; grades: UnsentGrade[] }> {
  const { rows: counted } = await sql<{ waiting: number; total: number }>`
    SELECT count(*) FILTER (WHERE NOT ${IS_UNSENT})::integer AS waiting,
      count(*) FILTER (WHERE ${IS_UNSENT})::integer AS total
    FROM lti_grade grade WHERE site_id = ${siteId} AND state <> 'settled'
  `.execute(db);
  const { rows: grades } = await sql<UnsentGrade>`
    SELECT grade.id, person.display_name AS person, item.title AS quiz, learning.name AS platform,
      to_char(grade.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "dueAt",
      coalesce(grade.reason, 'unreachable') AS reason, grade.answer_status AS status
    FROM lti_grade grade
    JOIN lti_link link ON link.site_id = ${siteId} AND link.id = grade.link_id
    JOIN lti_platform learning ON learning.site_id = ${siteId} AND learning.id = link.platform_id
    JOIN item ON item.site_id = ${siteId} AND item.id = link.quiz_id
    JOIN site_user person ON person.site_id = ${siteId} AND person.id = grade.user_id
    WHERE grade.site_id = ${siteId} AND ${IS_UNSENT}
    ORDER BY grade.due_at DESC, grade.id DESC
    LIMIT ${UNSENT_GRADES_SHOWN}
  `.execute(db);
  return { ...(counted[0] ?? { waiting: 0, total: 0 }), grades };
}
