/** How many learners viewed the items of a course and finished its quizzes. */
import { LEARNER_ROLE } from "@parfocal/core/access/capabilities.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { COURSE_PROGRESS_MAX_ROWS } from "@parfocal/core/progress/course-progress.contract.ts";
import { OPENED_KINDS } from "@parfocal/core/progress/opened-kinds.ts";
import { type RawBuilder, sql } from "kysely";
import { groupsAt, isCourseThere, NO_GROUPS_ABOVE } from "#item/open-groups.ts";
import type { SiteDb } from "#platform/db/database.ts";

/** Maximum depth of folders. */
const MAX_DEPTH = 30;

/**
 * Bodies of three tables. `gate` and `denying` are those of `open-groups.ts` for all groups instead of one person's:
 * `groupsAt` then returns all groups that give access to an item. A group counts from its first day, also after its
 * last day, so that sums remain after the end of a term. `learner (id)`: active accounts of learners.
 */
const gatesOfAll = (siteId: number) => sql`
  gate (id, groups) AS MATERIALIZED (
    SELECT assignment.resource_id,
      coalesce(
        array_agg(user_group.id ORDER BY user_group.id) FILTER (
          WHERE user_group.date_start IS NULL OR user_group.date_start <= now()
        ),
        '{}'::bigint[]
      )
    FROM assignment
    JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = assignment.user_group_id
    WHERE assignment.site_id = ${siteId}
    GROUP BY assignment.resource_id
  ),
  denying (ids) AS MATERIALIZED (
    SELECT coalesce(array_agg(user_group.id), '{}'::bigint[])
    FROM user_group WHERE user_group.site_id = ${siteId} AND cardinality(user_group.denied_kinds) > 0
  ),
  learner (id) AS MATERIALIZED (
    SELECT site_user.id FROM site_user
    WHERE site_user.site_id = ${siteId} AND site_user.role = ${LEARNER_ROLE} AND site_user.deleted_at IS NULL AND NOT site_user.is_suspended
      AND (site_user.expires_at IS NULL OR site_user.expires_at > now())
  )`;

interface ProgressRow {
  readonly id: number;
  readonly kind: ItemKind;
  readonly title: string;
  /** From the course down to the parent. */
  readonly parentIds: number[];
  readonly isHidden: boolean;
  /** null: not counted, since it has no page whose views are recorded. */
  readonly learners: number | null;
  readonly viewed: number;
  readonly finished: number;
  /** Total number of rows. */
  readonly total: number;
}

/**
 * The folders and items of a course in order, each with its sums. An item in several folders of the course has
 * the same sums in each: learners who can open it in any of them count once.
 */
export async function listProgressRows(
  db: SiteDb,
  siteId: number,
  { courseId, offset, most }: { courseId: number; offset: number; most: number },
): Promise<ProgressRow[]> {
  const { rows } = await sql<ProgressRow>`
    WITH RECURSIVE ${gatesOfAll(siteId)}, ${placesBelow(siteId, courseId)},
    shown AS MATERIALIZED (SELECT * FROM place ORDER BY "order" OFFSET ${offset} LIMIT ${most}),
    reach AS MATERIALIZED (
      SELECT place.id,
        coalesce(bool_or(place.groups IS NULL) FILTER (WHERE NOT place.is_hidden), false) AS is_open,
        coalesce(array_agg(DISTINCT opening.id ORDER BY opening.id) FILTER (WHERE opening.id IS NOT NULL), '{}') AS groups
      FROM place
      LEFT JOIN LATERAL unnest(CASE WHEN place.is_hidden THEN NULL ELSE place.groups END) AS opening (id) ON true
      WHERE place.kind = ANY (${[...OPENED_KINDS]}::text[]) AND place.id IN (SELECT shown.id FROM shown)
      GROUP BY place.id
    ),
    audience AS MATERIALIZED (
      SELECT each.is_open, each.groups, (${countLearners(siteId, sql`each`)}) AS learners
      FROM (SELECT DISTINCT is_open, groups FROM reach) AS each
    ),
    viewed AS (
      SELECT reach.id, count(*) AS count FROM reach
      JOIN item_opened ON item_opened.site_id = ${siteId} AND item_opened.item_id = reach.id
      JOIN learner ON learner.id = item_opened.user_id
      WHERE ${isReached(siteId, sql`reach`)}
      GROUP BY reach.id
    ),
    finished AS (
      SELECT reach.id, count(DISTINCT learner.id) AS count FROM reach
      JOIN counted_attempt AS attempt ON attempt.site_id = ${siteId} AND attempt.quiz_id = reach.id
        AND attempt.state = 'submitted' AND attempt.archived_at IS NULL
      JOIN learner ON learner.id = attempt.user_id
      WHERE ${isReached(siteId, sql`reach`)}
      GROUP BY reach.id
    )
    SELECT shown.id, shown.kind, shown.title, to_json(shown.parents) AS "parentIds", shown.is_hidden AS "isHidden",
      audience.learners, coalesce(viewed.count, 0) AS viewed, coalesce(finished.count, 0) AS finished,
      (SELECT count(*) FROM place) AS total
    FROM shown
    LEFT JOIN reach ON reach.id = shown.id
    LEFT JOIN audience ON audience.is_open = reach.is_open AND audience.groups = reach.groups
    LEFT JOIN viewed ON viewed.id = shown.id
    LEFT JOIN finished ON finished.id = shown.id
    ORDER BY shown."order"
  `.execute(db);
  return rows;
}

/** Body of the table `place`: the items below a course, once per parent. */
function placesBelow(siteId: number, courseId: number): RawBuilder<unknown> {
  return sql`
    down AS (
      SELECT item.id, item.kind, item.title, '{}'::bigint[] AS parents, '{}'::integer[] AS "order",
        ${groupsAt(siteId, NO_GROUPS_ABOVE)} AS groups, NOT ${isCourseThere(LEARNER_SCOPE)} AS is_hidden
      FROM item JOIN course ON course.site_id = ${siteId} AND course.item_id = item.id
      LEFT JOIN gate ON gate.id = item.id
      WHERE item.site_id = ${siteId} AND item.id = ${courseId}
      UNION ALL
      SELECT item.id, item.kind, item.title, down.parents || down.id, down."order" || placement.position::integer,
        ${groupsAt(siteId, sql`down.groups`)}, down.is_hidden OR NOT placement.is_active
      FROM down JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE down.kind IN ('course', 'folder') AND cardinality(down.parents) < ${MAX_DEPTH}
    ),
    place AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM down LIMIT ${COURSE_PROGRESS_MAX_ROWS}) AS first WHERE cardinality(parents) > 0
    )`;
}

const LEARNER_SCOPE = { includesInactive: false, role: LEARNER_ROLE };

/** @param place a table with `is_open` and `groups`. */
const countLearners = (siteId: number, place: RawBuilder<unknown>) => sql`
  CASE WHEN ${place}.is_open THEN (SELECT count(*) FROM learner)
    ELSE (
      SELECT count(DISTINCT learner.id) FROM learner
      JOIN user_group_member AS member ON member.site_id = ${siteId} AND member.user_id = learner.id
      WHERE member.user_group_id = ANY (${place}.groups)
    )
  END`;

/** Whether the learner of a row can open the item of a row of `reach`. */
const isReached = (siteId: number, place: RawBuilder<unknown>) => sql`(
  ${place}.is_open OR EXISTS (
    SELECT FROM user_group_member AS member
    WHERE member.site_id = ${siteId} AND member.user_id = learner.id AND member.user_group_id = ANY (${place}.groups)
  ))`;

/** @returns null if learners do not see the course. */
export async function countLearnersOfCourse(db: SiteDb, siteId: number, courseId: number): Promise<number | null> {
  const { rows } = await sql<{ learners: number | null }>`
    WITH ${gatesOfAll(siteId)}, here AS (
      SELECT groups IS NULL AS is_open, coalesce(groups, '{}'::bigint[]) AS groups, is_there
      FROM (
        SELECT ${groupsAt(siteId, NO_GROUPS_ABOVE)} AS groups, ${isCourseThere(LEARNER_SCOPE)} AS is_there
        FROM item JOIN course ON course.site_id = ${siteId} AND course.item_id = item.id
        LEFT JOIN gate ON gate.id = item.id
        WHERE item.site_id = ${siteId} AND item.id = ${courseId}
      ) AS course
    )
    SELECT CASE WHEN here.is_there THEN (${countLearners(siteId, sql`here`)}) END AS learners FROM here
  `.execute(db);
  return rows[0]?.learners ?? null;
}
