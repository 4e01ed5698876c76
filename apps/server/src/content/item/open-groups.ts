/**
 * User groups in SQL: which of the caller's groups make a parent visible, on the way down from a course.
 *
 * The rule is `core/assignment/access-rule.ts`; `open-groups.test.ts` compares the two. A query has `WITH RECURSIVE`,
 * `gates(…)`, joins `gate` to `item` by `LEFT JOIN gate ON gate.id = item.id`, and carries `groupsAt(…)` down: null is
 * open to everybody, an empty list is closed.
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { AccessScope } from "./access-scope.ts";

/**
 * Bodies of two tables. `gate (id, groups)`: items that have groups assigned, with the groups that currently admit the
 * caller. `denying (ids)`: one row with those of the caller's groups that deny some content type.
 */
export function gates(siteId: number, { seesAllGroups, groupsOf }: Pick<AccessScope, "seesAllGroups" | "groupsOf">) {
  return sql`
    gate (id, groups) AS MATERIALIZED (
      SELECT assignment.resource_id,
        coalesce(
          array_agg(user_group.id ORDER BY user_group.id) FILTER (
            WHERE member.user_id IS NOT NULL
              AND (user_group.date_start IS NULL OR user_group.date_start <= now())
              AND (user_group.date_end IS NULL OR now() <= user_group.date_end)
          ),
          '{}'::bigint[]
        )
      FROM assignment
      JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = assignment.user_group_id
      LEFT JOIN user_group_member member
        ON member.site_id = ${siteId} AND member.user_group_id = user_group.id AND member.user_id = ${groupsOf}::bigint
      WHERE assignment.site_id = ${siteId} AND NOT ${sql.lit(seesAllGroups)}
      GROUP BY assignment.resource_id
    ),
    denying (ids) AS MATERIALIZED (
      SELECT coalesce(array_agg(user_group.id), '{}'::bigint[])
      FROM user_group_member member
      JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = member.user_group_id
      WHERE member.site_id = ${siteId} AND member.user_id = ${groupsOf}::bigint AND cardinality(user_group.denied_kinds) > 0
    )`;
}

/**
 * Groups by which `item` is visible. The subquery per row runs only for parents opened by a denying group: most groups
 * deny nothing, and `denying` is read once for all rows.
 *
 * @param above the same value for the parent; `NULL::bigint[]` for a course.
 */
export function groupsAt(siteId: number, above: RawBuilder<unknown>): RawBuilder<number[] | null> {
  return sql<number[] | null>`
    CASE WHEN gate.id IS NOT NULL THEN gate.groups
      WHEN ${above} IS NULL THEN NULL
      WHEN NOT ${above} && (SELECT denying.ids FROM denying) THEN ${above}
      ELSE ARRAY(
        SELECT user_group.id FROM user_group
        WHERE user_group.site_id = ${siteId} AND user_group.id = ANY (${above}) AND NOT item.kind = ANY (user_group.denied_kinds)
        ORDER BY user_group.id
      )
    END`;
}

export const NO_GROUPS_ABOVE = sql`NULL::bigint[]`;

export function isOpenTo(groups: RawBuilder<unknown>): RawBuilder<SqlBool> {
  // Named once: the expression may be a subquery, which would be planned and executed twice.
  return sql<SqlBool>`coalesce(cardinality(${groups}) > 0, true)`;
}

/** Whether the access scope includes `course`, user groups aside. */
export function isCourseThere({
  includesInactive,
  role,
}: Pick<AccessScope, "includesInactive" | "role">): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${includesInactive} OR (
    course.is_visible AND (cardinality(course.user_roles) = 0 OR ${role}::text = ANY (course.user_roles))
  ))`;
}

/** By ID of a parent: the groups by which it is visible; null: to everyone. Invisible parents are omitted. */
export type SeenPlaces = ReadonlyMap<number, readonly number[] | null>;

/** The same as rows `(id, groups)` of a query. */
export function placeRows(places: SeenPlaces): RawBuilder<unknown> {
  const groups = [...places.values()].map((ids) => (ids === null ? null : `{${ids.join(",")}}`));
  return sql`(
    SELECT place.id, place.groups::bigint[] AS groups
    FROM unnest(${[...places.keys()]}::bigint[], ${groups}::text[]) AS place (id, groups)
  )`;
}
