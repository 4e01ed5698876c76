import { type ExtraTime, GRACE_S } from "@parfocal/core/quiz-access/access-rules.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

export interface AccessRow {
  readonly attemptsMax: number | null;
  readonly opensAt: Date | null;
  readonly closesAt: Date | null;
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone, as is the next field. */
  readonly openFrom: string | null;
  readonly openUntil: string | null;
  readonly timeZone: string;
  /** Seconds after the deadline in which requests are still in time. */
  readonly graceS: number;
  /** Encrypted; null: none. */
  readonly sealedCode: Buffer | null;
  readonly configKey: string;
  /** Slide tools for learners. */
  readonly allowsMeasuring: boolean;
  readonly allowsColour: boolean;
  /** Whether expert annotations are shown on the slides. */
  readonly showsAnnotations: boolean;
  /** Seconds; null: no limit. */
  readonly limitS: number | null;
}

/** Also for a quiz without settings of its own; undefined: the quiz does not exist. */
export function findAccess(db: SiteDb, siteId: number, quizId: number): Promise<AccessRow | undefined> {
  return db
    .selectFrom("quiz")
    .innerJoin("site", "site.id", "quiz.site_id")
    .leftJoin("quiz_access", (join) =>
      join.onRef("quiz_access.quiz_id", "=", "quiz.item_id").onRef("quiz_access.site_id", "=", "quiz.site_id"),
    )
    .select([
      "quiz_access.attempts_max as attemptsMax",
      "quiz_access.opens_at as opensAt",
      "quiz_access.closes_at as closesAt",
      inSiteTime(sql.ref("quiz_access.opens_at")).as("openFrom"),
      inSiteTime(sql.ref("quiz_access.closes_at")).as("openUntil"),
      "site.time_zone as timeZone",
      sql<number>`coalesce(quiz_access.grace_s, ${GRACE_S}::integer)`.as("graceS"),
      "quiz_access.access_code as sealedCode",
      sql<string>`coalesce(quiz_access.config_key, '')`.as("configKey"),
      sql<boolean>`coalesce(quiz_access.allows_measuring, true)`.as("allowsMeasuring"),
      sql<boolean>`coalesce(quiz_access.allows_colour, true)`.as("allowsColour"),
      sql<boolean>`coalesce(quiz_access.shows_annotations, false)`.as("showsAnnotations"),
      "quiz.timer_duration_s as limitS",
    ])
    .where("quiz.site_id", "=", siteId)
    .where("quiz.item_id", "=", quizId)
    .executeTakeFirst();
}

interface AccessChange {
  readonly attemptsMax: number | null;
  /** In the site's time zone. */
  readonly openFrom: string | null;
  readonly openUntil: string | null;
  readonly graceS: number;
  readonly sealedCode: Buffer | null;
  readonly configKey: string;
  readonly allowsMeasuring: boolean;
  readonly allowsColour: boolean;
  readonly showsAnnotations: boolean;
}

export async function upsertAccess(
  db: SiteDb,
  siteId: number,
  quizId: number,
  { attemptsMax, openFrom, openUntil, graceS, sealedCode, configKey, ...tools }: AccessChange,
): Promise<void> {
  await sql`
    INSERT INTO quiz_access (site_id, quiz_id, attempts_max, opens_at, closes_at, grace_s, access_code,
      config_key, allows_measuring, allows_colour, shows_annotations)
    SELECT ${siteId}, ${quizId}, ${attemptsMax}::integer, ${openFrom}::timestamp AT TIME ZONE site.time_zone,
      ${openUntil}::timestamp AT TIME ZONE site.time_zone, ${graceS}::integer, ${sealedCode}::bytea, ${configKey},
      ${tools.allowsMeasuring}::boolean, ${tools.allowsColour}::boolean, ${tools.showsAnnotations}::boolean
    FROM site WHERE site.id = ${siteId}
    ON CONFLICT (site_id, quiz_id) DO UPDATE SET attempts_max = excluded.attempts_max, opens_at = excluded.opens_at,
      closes_at = excluded.closes_at, grace_s = excluded.grace_s, access_code = excluded.access_code, config_key = excluded.config_key,
      allows_measuring = excluded.allows_measuring, allows_colour = excluded.allows_colour,
      shows_annotations = excluded.shows_annotations
  `.execute(db);
}

/** Attempts of a person that were not removed by a restart or reset. */
export async function countAttempts(
  db: SiteDb,
  siteId: number,
  { quizId, userId }: { quizId: number; userId: number },
): Promise<number> {
  const { count } = await db
    .selectFrom("counted_attempt")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("user_id", "=", userId)
    .where("archived_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Extra time of people and of their user groups. @returns by person; people without extra time are omitted. */
export async function findExtraTimes(
  db: SiteDb,
  siteId: number,
  quizId: number,
  userIds: readonly number[],
): Promise<Map<number, ExtraTime[]>> {
  const found = new Map<number, ExtraTime[]>();
  if (userIds.length === 0) return found;
  const { rows } = await sql<ExtraTime & { user_id: number }>`
    SELECT user_id, minutes, percent FROM quiz_extra_time
    WHERE site_id = ${siteId} AND quiz_id = ${quizId} AND user_id = ANY (${[...userIds]}::bigint[])
    UNION ALL
    SELECT member.user_id, extra.minutes, extra.percent
    FROM quiz_extra_time extra
    JOIN user_group_member member ON member.site_id = ${siteId} AND member.user_group_id = extra.user_group_id
    WHERE extra.site_id = ${siteId} AND extra.quiz_id = ${quizId} AND member.user_id = ANY (${[...userIds]}::bigint[])
  `.execute(db);
  for (const { user_id, minutes, percent } of rows) {
    const all = found.get(Number(user_id)) ?? [];
    found.set(Number(user_id), [...all, { minutes, percent }]);
  }
  return found;
}

/** By name, user groups first. */
export async function listExtraTimes(db: SiteDb, siteId: number, quizId: number, most: number) {
  return db
    .selectFrom("quiz_extra_time as extra")
    .leftJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "extra.user_id").onRef("site_user.site_id", "=", "extra.site_id"),
    )
    .leftJoin("user_group", (join) =>
      join.onRef("user_group.id", "=", "extra.user_group_id").onRef("user_group.site_id", "=", "extra.site_id"),
    )
    .select([
      "extra.user_id as userId",
      "extra.user_group_id as userGroupId",
      sql<string>`coalesce(user_group.title, site_user.display_name, '')`.as("name"),
      "extra.minutes",
      "extra.percent",
    ])
    .where("extra.site_id", "=", siteId)
    .where("extra.quiz_id", "=", quizId)
    .orderBy(sql`extra.user_id IS NOT NULL`)
    .orderBy("name")
    .orderBy("extra.id")
    .limit(most)
    .execute();
}

/** Person or user group with extra time; the other is null. */
interface ExtraTimeOf {
  readonly userId: number | null;
  readonly userGroupId: number | null;
}

export async function deleteExtraTime(
  db: SiteDb,
  siteId: number,
  quizId: number,
  { userId, userGroupId }: ExtraTimeOf,
): Promise<void> {
  await db
    .deleteFrom("quiz_extra_time")
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("user_id", "is not distinct from", userId)
    .where("user_group_id", "is not distinct from", userGroupId)
    .execute();
}

export async function insertExtraTime(
  db: SiteDb,
  siteId: number,
  quizId: number,
  { userId, userGroupId, minutes, percent }: ExtraTimeOf & ExtraTime,
): Promise<void> {
  await db
    .insertInto("quiz_extra_time")
    .values({ site_id: siteId, quiz_id: quizId, user_id: userId, user_group_id: userGroupId, minutes, percent })
    .execute();
}

/** Prevents their deletion until the transaction ends. @returns whether the person or user group exists. */
export async function keepWhom(db: SiteDb, siteId: number, { userId, userGroupId }: ExtraTimeOf): Promise<boolean> {
  const found = await (userId === null
    ? db
        .selectFrom("user_group")
        .select("id")
        .where("site_id", "=", siteId)
        .where("id", "=", userGroupId ?? 0)
        .forKeyShare()
        .executeTakeFirst()
    : db
        .selectFrom("site_user")
        .select("id")
        .where("site_id", "=", siteId)
        .where("id", "=", userId)
        .where("deleted_at", "is", null)
        .forKeyShare()
        .executeTakeFirst());
  return found !== undefined;
}

interface RunningAttempt {
  readonly id: number;
  readonly userId: number;
  readonly startedAt: Date;
  readonly deadlineAt: Date | null;
  /** Time limit of the quiz at the start, seconds, without extra time; null: none. */
  readonly limitS: number | null;
  /** Extra time granted to all running attempts, seconds; included in the deadline. */
  readonly grantedS: number;
}

/** Locked until the transaction ends. */
export function lockRunningAttempts(db: SiteDb, siteId: number, quizId: number): Promise<RunningAttempt[]> {
  return db
    .selectFrom("counted_attempt")
    .select([
      "id",
      "user_id as userId",
      "started_at as startedAt",
      "deadline_at as deadlineAt",
      "time_limit_s as limitS",
      "granted_s as grantedS",
    ])
    .where("site_id", "=", siteId)
    .where("quiz_id", "=", quizId)
    .where("state", "=", "started")
    .where("archived_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
}

interface MovedDeadline {
  readonly id: number;
  readonly deadlineAt: Date | null;
  readonly grantedS: number;
}

/** @param moved new deadlines by attempt. */
export async function updateDeadlines(db: SiteDb, siteId: number, moved: readonly MovedDeadline[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    UPDATE counted_attempt SET deadline_at = moved.deadline_at, granted_s = moved.granted_s
    FROM unnest(
      ${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ deadlineAt }) => deadlineAt)}::timestamptz[],
      ${moved.map(({ grantedS }) => grantedS)}::integer[]
    ) AS moved (id, deadline_at, granted_s)
    WHERE counted_attempt.site_id = ${siteId} AND counted_attempt.id = moved.id
  `.execute(db);
}
