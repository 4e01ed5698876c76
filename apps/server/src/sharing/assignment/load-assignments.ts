/** User groups with their members and assigned items, as the caller can see them. */
import type { Assignment, ResourceAssignments } from "@parfocal/core/assignment/assignment.contract.ts";
import {
  GROUP_PLACES_MAX,
  LISTED_GROUP_MEMBERS_MAX,
  LISTED_GROUP_PLACES_MAX,
  MEMBERS_PER_PAGE,
} from "@parfocal/core/assignment/assignment-limits.ts";
import { entityRulesOf } from "@parfocal/core/assignment/entity-types.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { ALL_SEEING } from "#item/access-scope.ts";
import { findItem, listCrumbs } from "#item/item.queries.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listGroupMembers, listUserGroupFacts } from "#user-group/user-group.queries.ts";
import { listAssignedResources, listGroupIdsAt } from "./assignment.queries.ts";
import { listChangeable, mayAssign } from "./assignment-rights.ts";

export const noUserGroup = () => notFound("User group");

/** For one group, a page of items and members; for several groups, only a few of each. */
interface Extent {
  readonly places: number;
  readonly members: number;
  /** Page of members, from 1. */
  readonly page: number;
}

const LISTED: Extent = { places: LISTED_GROUP_PLACES_MAX, members: LISTED_GROUP_MEMBERS_MAX, page: 1 };

/** By title; groups that do not exist are omitted. Members are listed only for people who can change the group. */
async function loadAssignments(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  groupIds: readonly number[],
  { places, members: membersPerPage, page }: Extent,
): Promise<Assignment[]> {
  if (groupIds.length === 0) return [];
  const groups = await listUserGroupFacts(db, siteId, groupIds);
  const resources = await listAssignedResources(db, siteId, { groupIds, most: places });
  const changeable = await listChangeable(db, siteId, caller, groups);
  const members = await listGroupMembers(db, siteId, { groupIds: [...changeable], page, membersPerPage });
  return groups.map(({ id, title, dateStart, dateEnd, deniedKinds, userCount }) => ({
    id,
    title,
    dateStart,
    dateEnd,
    entities: entityRulesOf(deniedKinds),
    userCount,
    users: members.filter(({ groupId }) => groupId === id).map(({ groupId: _of, ...user }) => user),
    resources: resources
      .filter(({ groupId }) => groupId === id)
      .map(({ groupId: _to, count: _all, ...resource }) => resource),
    resourceCount: resources.find(({ groupId }) => groupId === id)?.count ?? 0,
    userCanEdit: changeable.has(id),
  }));
}

/** @throws AppError `notFound` if the group does not exist. */
export async function loadAssignment(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { id, page = 1 }: { readonly id: number; readonly page?: number },
): Promise<Assignment> {
  const [assignment] = await loadAssignments(db, siteId, caller, [id], {
    places: GROUP_PLACES_MAX,
    members: MEMBERS_PER_PAGE,
    page,
  });
  if (!assignment) throw noUserGroup();
  return assignment;
}

/**
 * @throws AppError `notFound` if the item does not exist; `invalid` if items of its content type cannot be assigned to
 * groups.
 */
export async function findResource(db: SiteDb, siteId: number, resourceId: number): Promise<Crumb> {
  const item = await findItem(db, siteId, resourceId);
  if (!item) throw notFound("Course, folder or item");
  if (item.kind !== "course" && ITEM_KINDS[item.kind].entityType === null) {
    throw new AppError("invalid", "Only courses, folders and items can be assigned to user groups.", {
      codes: ["resourceId"],
    });
  }
  return { id: item.id, type: item.kind, title: item.title };
}

/** @throws AppError as `findResource`. */
export async function loadResourceAssignments(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  resourceId: number,
): Promise<ResourceAssignments> {
  const resource = await findResource(db, siteId, resourceId);
  const ways = await listPathsTo(db, siteId, resourceId, ALL_SEEING);
  const groupsAt = await listGroupIdsAt(db, siteId, [resourceId, ...ways.flatMap(({ ids }) => ids)]);
  const isHere = groupsAt.has(resourceId);
  const deciding = isHere ? [] : ways.flatMap(({ ids }) => ids.findLast((id) => groupsAt.has(id)) ?? []);
  const places = await listCrumbs(db, siteId, [...new Set(deciding)]);
  const groupIds = [resourceId, ...places.map(({ id }) => id)].flatMap((id) => groupsAt.get(id) ?? []);
  const all = await loadAssignments(db, siteId, caller, [...new Set(groupIds)], LISTED);
  const assignedAt = (id: number) => all.filter((assignment) => groupsAt.get(id)?.includes(assignment.id));
  return {
    resource,
    assignments: assignedAt(resourceId),
    inherited: places.map((from) => ({ from, assignments: assignedAt(from.id) })),
    userCanEdit: await mayAssign(db, siteId, caller, resourceId),
  };
}
