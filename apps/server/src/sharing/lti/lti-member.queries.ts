import type { LaunchClaims } from "@parfocal/core/lti/launch-claims.ts";
import { PLATFORM_COURSES_SHOWN } from "@parfocal/core/lti/lti-member.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface LaunchedCourse {
  readonly platformId: number;
  readonly claims: Pick<LaunchClaims, "deploymentId">;
  /** ID on the platform. */
  readonly contextId: string;
  readonly membersUrl: string;
  /** Course on this site that the launch opens; null: none. */
  readonly courseId: number | null;
}

/** Called with each launch from a course whose members the platform lists. */
export async function keepMembersAddress(db: SiteDb, siteId: number, launched: LaunchedCourse): Promise<void> {
  const { platformId, claims, contextId, membersUrl, courseId } = launched;
  const isOfContext = sql`site_id = ${siteId} AND platform_id = ${platformId}
    AND deployment_id = ${claims.deploymentId} AND context_id = ${contextId}`;
  await sql`
    UPDATE lti_context SET members_url = ${membersUrl}
    WHERE ${isOfContext} AND members_url IS DISTINCT FROM ${membersUrl}
  `.execute(db);
  if (courseId === null) return;
  await sql`
    INSERT INTO lti_context_course (site_id, context_id, course_id)
    SELECT ${siteId}, context.id, item.id
    FROM (SELECT id FROM lti_context WHERE ${isOfContext}) context
    JOIN item ON item.site_id = ${siteId} AND item.id = ${courseId} AND item.kind = 'course'
    ON CONFLICT DO NOTHING
  `.execute(db);
}

interface CourseThere {
  readonly id: number;
  readonly platform: string;
  readonly title: string;
}

export async function listCoursesThere(db: SiteDb, siteId: number, courseId: number): Promise<CourseThere[]> {
  const { rows } = await sql<CourseThere>`
    SELECT context.id, learning.name AS platform, user_group.title
    FROM lti_context_course opened
    JOIN lti_context context ON context.site_id = ${siteId} AND context.id = opened.context_id
    JOIN lti_platform learning ON learning.site_id = ${siteId} AND learning.id = context.platform_id
    JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = context.user_group_id
    WHERE opened.site_id = ${siteId} AND opened.course_id = ${courseId} AND context.members_url IS NOT NULL
    ORDER BY opened.opened_at, context.id
    LIMIT ${PLATFORM_COURSES_SHOWN}
  `.execute(db);
  return rows;
}

interface MembersSource {
  readonly platformId: number;
  readonly groupId: number;
  readonly membersUrl: string;
}

/** @returns undefined: this course was never opened from that platform. */
export async function findMembersSource(
  db: SiteDb,
  siteId: number,
  { courseId, contextId }: { readonly courseId: number; readonly contextId: number },
): Promise<MembersSource | undefined> {
  const { rows } = await sql<MembersSource>`
    SELECT context.platform_id AS "platformId", context.user_group_id AS "groupId", context.members_url AS "membersUrl"
    FROM lti_context_course opened
    JOIN lti_context context ON context.site_id = ${siteId} AND context.id = opened.context_id
    WHERE opened.site_id = ${siteId} AND opened.course_id = ${courseId} AND context.id = ${contextId}
      AND context.members_url IS NOT NULL
  `.execute(db);
  return rows[0];
}

interface SubjectQuery {
  readonly issuer: string;
  readonly subjects: readonly string[];
  readonly groupId: number;
}

/** Launches add people to the user group of their course. @returns the subjects that are members of it. */
export async function findSubjectsInGroup(
  db: SiteDb,
  siteId: number,
  { issuer, subjects, groupId }: SubjectQuery,
): Promise<Set<string>> {
  const { rows } = await sql<{ subject: string }>`
    SELECT identity.subject
    FROM user_identity identity
    JOIN user_group_member member ON member.site_id = ${siteId} AND member.user_group_id = ${groupId}
      AND member.user_id = identity.user_id
    WHERE identity.site_id = ${siteId} AND identity.issuer = ${issuer}
      AND identity.subject = ANY (${[...subjects]}::text[])
  `.execute(db);
  return new Set(rows.map(({ subject }) => subject));
}
