/**
 * Paths to items: those visible to the caller, with the user groups that open them.
 *
 * Source: spec decisions, "Identity" and "Access".
 */
import type { Role } from "@parfocal/core/access/capabilities.ts";
import {
  type AccessStep,
  type AssignedGroup,
  openGroupsAlong,
  seenFrom,
} from "@parfocal/core/assignment/access-rule.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type RawBuilder, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { readOnce } from "#platform/db/read-once.ts";
import type { AccessScope } from "./access-scope.ts";
import { gates, groupsAt, isCourseThere, isOpenTo, placeRows, type SeenPlaces } from "./open-groups.ts";

/** Maximum depth to which a tree is followed. */
export const DEEPEST_NESTING = 32;

export interface Way {
  /**
   * From the course down to the item itself. If a user group opens content inside a closed parent: from the first
   * visible item; before a folder, the group's virtual course comes first.
   */
  readonly ids: readonly number[];
  /** Whether annotations are shown in the item's last parent on this path. */
  readonly isAnnotated: boolean;
  /** The caller's user groups that make the item visible on this path; null: visible to everyone. */
  readonly groups: readonly number[] | null;
}

interface WayRow {
  readonly item_id: number;
  readonly ids: number[];
  readonly kinds: ItemKind[];
  readonly annotations_active: boolean;
  /** Set in the first row only. */
  readonly assigned: {
    /** ms since the epoch. */
    readonly now: number;
    readonly at: readonly { readonly id: number; readonly groups: readonly AssignedGroup[] }[];
  } | null;
}

/** User groups assigned to the items on the paths. */
interface Assigned {
  /** The caller's groups, by the ID of an item with assigned groups. */
  readonly groupsAt: ReadonlyMap<number, readonly AssignedGroup[]>;
  /** ms since the epoch, by the database's clock. */
  readonly now: number;
}

/**
 * The paths to an item: each leads from a course to the item itself. Learners get only paths on which all items are
 * active, the course is visible, and the user groups allow access.
 */
export async function listPathsTo(
  db: SiteDb,
  siteId: number,
  itemId: number,
  accessScope: AccessScope,
): Promise<readonly Way[]> {
  return (await listWaysToEach(db, siteId, [itemId], accessScope)).get(itemId) ?? [];
}

/** The same for several items; items without a path are omitted. */
export async function listWaysToEach(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
  accessScope: AccessScope,
): Promise<ReadonlyMap<number, readonly Way[]>> {
  const { seesAllGroups, groupsOf, includesInactive, role } = accessScope;
  const keyOf = () => JSON.stringify(["ways", siteId, itemIds, seesAllGroups, groupsOf, includesInactive, role]);
  return readOnce(db, keyOf, () => {
    const groups = seesAllGroups ? sql`NULL::json` : groupsOnWays(siteId, ownGroups(siteId, groupsOf));
    return listOpenWays(db, siteId, itemIds, { includesInactive, role, groups });
  });
}

/**
 * The paths of several people with one role to an item: for each person the same as `listPathsTo`, read with two
 * statements for all. Not for people who manage content.
 *
 * @returns paths by ID of the person; people without a path to the item are omitted.
 */
export async function listPathsOfEach(
  db: SiteDb,
  siteId: number,
  itemId: number,
  { role, userIds }: { readonly role: Role; readonly userIds: readonly number[] },
): Promise<Map<number, readonly Way[]>> {
  const groups = groupsOnWays(siteId, allGroups(siteId));
  const rows = await listWays(db, siteId, [itemId], { includesInactive: false, role, groups });
  const { groupsAt, now } = assignedOf(rows[0]?.assigned);
  const groupIds = new Set([...groupsAt.values()].flatMap((all) => all.map(({ groupId }) => groupId)));
  const groupsOf = await findMemberships(db, siteId, { groupIds: [...groupIds], userIds });
  const open = (own: ReadonlySet<number>): readonly Way[] => {
    const ownAt = [...groupsAt].map(([id, all]) => [id, all.filter(({ groupId }) => own.has(groupId))] as const);
    return openWays(rows, { groupsAt: new Map(ownAt), now }).get(itemId) ?? [];
  };
  const waysOfOthers = open(new Set());
  return new Map(
    userIds
      .map((id) => {
        const own = groupsOf.get(id);
        return [id, own ? open(own) : waysOfOthers] as const;
      })
      .filter(([, ways]) => ways.length > 0),
  );
}

/** @returns by ID of the person; people who are in none of the groups are omitted. */
async function findMemberships(
  db: SiteDb,
  siteId: number,
  { groupIds, userIds }: { readonly groupIds: readonly number[]; readonly userIds: readonly number[] },
): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>();
  if (groupIds.length === 0) return found;
  const { rows } = await sql<{ user_id: number; user_group_id: number }>`
    SELECT user_id, user_group_id FROM user_group_member
    WHERE site_id = ${siteId} AND user_group_id = ANY (${[...groupIds]}::bigint[]) AND user_id = ANY (${[...userIds]}::bigint[])
  `.execute(db);
  for (const { user_id: userId, user_group_id: groupId } of rows)
    found.set(userId, (found.get(userId) ?? new Set<number>()).add(groupId));
  return found;
}

/**
 * User groups that currently give people of a role access to an item: each of their members sees it.
 *
 * @returns null: visible to everyone of this role. Empty: to no one.
 */
export async function findGroupsOpening(
  db: SiteDb,
  siteId: number,
  itemId: number,
  role: Role,
): Promise<readonly number[] | null> {
  const groups = groupsOnWays(siteId, allGroups(siteId));
  const ways = await listOpenWays(db, siteId, [itemId], { includesInactive: false, role, groups });
  const all = (ways.get(itemId) ?? []).map((way) => way.groups);
  return all.some((some) => some === null) ? null : [...new Set(all.flatMap((some) => some ?? []))];
}

interface PathScope extends Pick<AccessScope, "includesInactive" | "role"> {
  /** Value of `assigned` in the first row. */
  readonly groups: RawBuilder<unknown>;
}

async function listOpenWays(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
  scope: PathScope,
): Promise<Map<number, Way[]>> {
  const rows = await listWays(db, siteId, itemIds, scope);
  return openWays(rows, assignedOf(rows[0]?.assigned));
}

/** All paths, open or closed, the shortest first. */
async function listWays(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
  { includesInactive, role, groups }: PathScope,
): Promise<WayRow[]> {
  if (itemIds.length === 0) return [];
  const { rows } = await sql<WayRow>`
    WITH RECURSIVE up AS (
      SELECT id AS item_id, id AS top, ARRAY[id] AS ids, ARRAY[kind] AS kinds, true AS annotations_active, 0 AS depth
      FROM item WHERE site_id = ${siteId} AND id = ANY (${[...itemIds]}::bigint[]) AND deleted_at IS NULL
      UNION ALL
      SELECT up.item_id, parent.id, parent.id || up.ids, parent.kind || up.kinds,
        CASE WHEN up.depth = 0 THEN placement.annotations_active ELSE up.annotations_active END, up.depth + 1
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.top
      JOIN item parent ON parent.site_id = ${siteId} AND parent.id = placement.parent_id AND parent.deleted_at IS NULL
      WHERE up.depth < ${DEEPEST_NESTING} AND NOT parent.id = ANY (up.ids) AND (${includesInactive} OR placement.is_active)
    ), way AS (
      SELECT up.item_id, up.ids, up.kinds, up.annotations_active, up.depth
      FROM up
      JOIN course ON course.site_id = ${siteId} AND course.item_id = up.top
      WHERE ${isCourseThere({ includesInactive, role })}
    )
    SELECT item_id, ids, kinds, annotations_active,
      CASE WHEN row_number() OVER (ORDER BY depth, ids) = 1 THEN ${groups} END AS assigned
    FROM way ORDER BY depth, ids
  `.execute(db);
  return rows;
}

/** By ID of the item. */
function openWays(rows: readonly WayRow[], assigned: Assigned): Map<number, Way[]> {
  const ways = new Map<number, Way[]>();
  for (const row of rows) {
    const way = openWay(row, assigned);
    if (!way) continue;
    const known = ways.get(Number(row.item_id));
    if (known) known.push(way);
    else ways.set(Number(row.item_id), [way]);
  }
  return ways;
}

/** Read once for all paths: many of them lead through the same items, to which hundreds of groups may be assigned. */
const groupsOnWays = (siteId: number, joinGroups: RawBuilder<unknown>) => sql`(
  SELECT json_build_object('now', extract(epoch FROM now())::float8 * 1000, 'at', coalesce(json_agg(found), '[]'::json))
  FROM (
    SELECT assignment.resource_id AS id, coalesce(json_agg(json_build_object(
      'groupId', user_group.id, 'isMember', true,
      'startsAt', extract(epoch FROM user_group.date_start)::float8 * 1000,
      'endsAt', extract(epoch FROM user_group.date_end)::float8 * 1000,
      'deniedKinds', user_group.denied_kinds
    ) ORDER BY user_group.id) FILTER (WHERE user_group.id IS NOT NULL), '[]'::json) AS groups
    FROM assignment
    ${joinGroups}
    WHERE assignment.site_id = ${siteId}
      AND assignment.resource_id = ANY (ARRAY(SELECT DISTINCT unnest(ids) FROM way))
    GROUP BY assignment.resource_id
  ) found
)`;

const ownGroups = (siteId: number, userId: number | null) => sql`
  LEFT JOIN user_group_member member
    ON member.site_id = ${siteId} AND member.user_group_id = assignment.user_group_id AND member.user_id = ${userId}::bigint
  LEFT JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = member.user_group_id`;

const allGroups = (siteId: number) => sql`
  LEFT JOIN user_group ON user_group.site_id = ${siteId} AND user_group.id = assignment.user_group_id`;

/** Empty for callers who see all groups. */
const assignedOf = (found: WayRow["assigned"] | undefined): Assigned => ({
  groupsAt: new Map((found?.at ?? []).map(({ id, groups }) => [id, groups])),
  now: found?.now ?? 0,
});

/** Null if it is closed to the caller. */
function openWay({ ids, kinds, annotations_active }: WayRow, { groupsAt: assignedAt, now }: Assigned): Way | null {
  const idsOnWay = ids.map(Number);
  const steps = idsOnWay.map(
    (id, index): AccessStep => ({ kind: kinds[index] as ItemKind, assigned: assignedAt.get(id) ?? null }),
  );
  const along = openGroupsAlong(steps, now);
  const from = seenFrom(along);
  if (from === null) return null;
  const groups = along.at(-1)?.map(({ groupId }) => groupId) ?? null;
  const virtualCourse = from > 0 && kinds[from] === "folder" ? along[from]?.[0]?.groupId : undefined;
  return {
    ids: [...(virtualCourse === undefined ? [] : [virtualCourse]), ...idsOnWay.slice(from)],
    isAnnotated: annotations_active,
    groups,
  };
}

/** Which of the given parents are visible, and by which user groups. Callers who see all groups see all of them. */
export async function findSeenPlaces(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
  accessScope: AccessScope,
): Promise<SeenPlaces> {
  if (accessScope.seesAllGroups) return new Map(ids.map((id) => [id, null]));
  const ways = await listWaysToEach(db, siteId, ids, accessScope);
  return new Map(
    [...ways].map(([id, all]) => [
      id,
      all.some(({ groups }) => groups === null) ? null : [...new Set(all.flatMap(({ groups }) => groups ?? []))],
    ]),
  );
}

/**
 * The visible items of a parent, each with the number of visible items in it.
 *
 * @returns null if user groups restrict nothing within this access scope.
 */
export async function countSeenIn(
  db: SiteDb,
  siteId: number,
  parentId: number,
  accessScope: AccessScope,
): Promise<ReadonlyMap<number, number> | null> {
  if (accessScope.seesAllGroups) return null;
  const places = await findSeenPlaces(db, siteId, [parentId], accessScope);
  if (places.size === 0) return new Map();
  const { includesInactive } = accessScope;
  const grandchildGroups = groupsAt(siteId, sql`child.groups`);
  const { rows } = await sql<{ id: number; count: number }>`
    WITH ${gates(siteId, accessScope)}, ${childrenOf(siteId, places, includesInactive)}
    SELECT child.id, coalesce(inside.count, 0) AS count
    FROM child LEFT JOIN (
      SELECT child.id, count(*) AS count
      FROM child JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = child.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE (${includesInactive} OR placement.is_active) AND ${isOpenTo(grandchildGroups)}
      GROUP BY child.id
    ) AS inside ON inside.id = child.id
    WHERE ${isOpenTo(sql`child.groups`)}
  `.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/**
 * The visible items of a parent.
 *
 * @returns null if user groups restrict nothing within this access scope.
 */
export async function findSeenIn(
  db: SiteDb,
  siteId: number,
  parentId: number,
  accessScope: AccessScope,
): Promise<ReadonlySet<number> | null> {
  if (accessScope.seesAllGroups) return null;
  const places = await findSeenPlaces(db, siteId, [parentId], accessScope);
  if (places.size === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    WITH ${gates(siteId, accessScope)}, ${childrenOf(siteId, places, accessScope.includesInactive)}
    SELECT child.id FROM child WHERE ${isOpenTo(sql`child.groups`)}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The table `child` of a statement that contains `gates`: items in the places, and the groups that open each. */
const childrenOf = (siteId: number, places: SeenPlaces, includesInactive: boolean) => sql`child AS MATERIALIZED (
  SELECT place.id AS parent_id, item.id, ${groupsAt(siteId, sql`place.groups`)} AS groups
  FROM ${placeRows(places)} AS place
  JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = place.id
  JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
  LEFT JOIN gate ON gate.id = item.id
  WHERE ${includesInactive} OR placement.is_active
)`;

/**
 * Number of visible items in each parent, as listed by `listPlacedItems`; one or two queries for all parents.
 *
 * @returns by parent; parents without visible items may be omitted.
 */
export async function countItemsInEach(
  db: SiteDb,
  siteId: number,
  parentIds: readonly number[],
  accessScope: AccessScope,
): Promise<ReadonlyMap<number, number>> {
  if (parentIds.length === 0) return new Map();
  const { includesInactive } = accessScope;
  const exists = sql`(${includesInactive} OR placement.is_active)`;
  if (accessScope.seesAllGroups) {
    const { rows } = await sql<{ parentId: number; count: number }>`
      SELECT placement.parent_id AS "parentId", count(*) AS count
      FROM placement JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      WHERE placement.site_id = ${siteId} AND placement.parent_id = ANY (${[...parentIds]}::bigint[]) AND ${exists}
      GROUP BY placement.parent_id
    `.execute(db);
    return new Map(rows.map(({ parentId, count }) => [parentId, count]));
  }
  const places = await findSeenPlaces(db, siteId, parentIds, accessScope);
  if (places.size === 0) return new Map();
  const { rows } = await sql<{ parentId: number; count: number }>`
    WITH ${gates(siteId, accessScope)}, ${childrenOf(siteId, places, includesInactive)}
    SELECT child.parent_id AS "parentId", count(DISTINCT child.id) AS count
    FROM child WHERE ${isOpenTo(sql`child.groups`)} GROUP BY child.parent_id
  `.execute(db);
  return new Map(rows.map(({ parentId, count }) => [parentId, count]));
}
