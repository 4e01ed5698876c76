/**
 * Explains why a person can or cannot see an item: account, role, hidden parents, nearest ancestor with user groups,
 * membership, dates and denied content types, for each path to it. The result itself comes from the access rules.
 */
import { explainWay } from "@parfocal/core/assignment/access-reasons.ts";
import {
  type AccessReasons,
  type ExplainedWay,
  WHY_MAX_GROUPS,
  WHY_MAX_WAYS,
} from "@parfocal/core/assignment/why.contract.ts";
import { notFound } from "@parfocal/core/errors.ts";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { ALL_SEEING, accessScopeOfUser } from "#item/access-scope.ts";
import { listCrumbs } from "#item/item.queries.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findSite } from "#platform/http/site-and-session.ts";
import { findResource } from "./load-assignments.ts";
import {
  type ExplainedGroup,
  type ExplainedUser,
  findAllAssigned,
  findExplainedUser,
  findHiddenCourses,
  findInactivePlacements,
} from "./why.queries.ts";

/**
 * @throws AppError `notFound` for a user or an item that does not exist; `invalid` for kinds of items that cannot be
 * assigned to groups.
 */
export async function explainAccessOf(
  db: SiteDb,
  siteId: number,
  { userId, resourceId }: { userId: number; resourceId: number },
): Promise<AccessReasons> {
  const user = await findExplainedUser(db, siteId, userId);
  if (!user) throw notFound("User");
  const resource = await findResource(db, siteId, resourceId);
  const accessScope = accessScopeOfUser({ ...user, grants: (await findSite(db, siteId)).grants });
  const seesAll = accessScope.seesAllGroups && accessScope.includesInactive;
  const isOpen = seesAll || (await listPathsTo(db, siteId, resourceId, accessScope)).length > 0;
  const { account, ...person } = user;
  return {
    user: person,
    resource,
    isSeen: account === "active" && isOpen,
    account,
    seesAll,
    ways: await explainWays(db, siteId, { user, seesAll, resourceId }),
  };
}

interface Question {
  readonly user: ExplainedUser;
  readonly seesAll: boolean;
  readonly resourceId: number;
}

async function explainWays(
  db: SiteDb,
  siteId: number,
  { user, seesAll, resourceId }: Question,
): Promise<ExplainedWay[]> {
  const ways = (await listPathsTo(db, siteId, resourceId, ALL_SEEING)).slice(0, WHY_MAX_WAYS);
  const itemIds = [...new Set(ways.flatMap(({ ids }) => ids))];
  const crumbs = new Map((await listCrumbs(db, siteId, itemIds)).map((crumb) => [crumb.id, crumb]));
  const { groupsAt, now } = await findAllAssigned(db, siteId, { itemIds, userId: user.id });
  const inactive = await findInactivePlacements(db, siteId, itemIds);
  const courseIds = ways.flatMap(({ ids }) => ids.slice(0, 1));
  const hiddenCourses = await findHiddenCourses(db, siteId, { courseIds, role: user.role });
  return ways.map(({ ids }) => {
    const path = ids.flatMap((id) => crumbs.get(id) ?? []);
    const reasons = explainWay(
      path.map(({ id, type }) => ({ kind: type, assigned: groupsAt.get(id) ?? null })),
      now,
    );
    const hidden = path.flatMap((place, index): ExplainedWay["hidden"] => {
      const courseReason = index === 0 ? hiddenCourses.get(place.id) : undefined;
      if (courseReason) return [{ place, reason: courseReason }];
      return inactive.has(`${path[index - 1]?.id} ${place.id}`) ? [{ place, reason: "inactive" }] : [];
    });
    const decidedBy = reasons.decidedAt === null ? null : (path[reasons.decidedAt] ?? null);
    const known = new Map((decidedBy ? (groupsAt.get(decidedBy.id) ?? []) : []).map((group) => [group.groupId, group]));
    return {
      path,
      isSeen: seesAll || (hidden.length === 0 && reasons.isOpen),
      hidden,
      decidedBy,
      groups: reasons.groups.slice(0, WHY_MAX_GROUPS).map((reason) => presentGroup(reason, known, path)),
      groupCount: reasons.groups.length,
    };
  });
}

function presentGroup(
  { groupId, isMember, time, deniedAt, isOpen }: ReturnType<typeof explainWay>["groups"][number],
  known: ReadonlyMap<number, ExplainedGroup>,
  path: readonly Crumb[],
): ExplainedWay["groups"][number] {
  const group = known.get(groupId);
  return {
    id: groupId,
    title: group?.title ?? "",
    isMember,
    time,
    dateStart: group?.dateStart ?? null,
    dateEnd: group?.dateEnd ?? null,
    deniedBy: deniedAt === null ? null : (path[deniedAt] ?? null),
    isOpen,
  };
}
