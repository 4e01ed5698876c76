/**
 * Checks who can change which user groups, and where they can assign them.
 *
 * Source: spec decisions, "Roles": administrators all of them, teachers "groups … of own content". A user's own content
 * is what they have created and what it contains; their own groups are those they have created, and those to which an
 * administrator has assigned only their own content. Assigning someone else's group to own content does not make it an
 * own group.
 */
import { notAllowed } from "@parfocal/core/errors.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { UserGroupFacts } from "#user-group/user-group.queries.ts";
import { listAllAssignments, listOwnAmong } from "./assignment.queries.ts";

export async function mayAssign(db: SiteDb, siteId: number, caller: Caller, resourceId: number): Promise<boolean> {
  if (caller.can("managePeople")) return true;
  return (await listOwnAmong(db, siteId, { ids: [resourceId], userId: caller.signedIn().id })).has(resourceId);
}

/** @throws AppError `forbidden` */
export async function assertMayAssign(db: SiteDb, siteId: number, caller: Caller, resourceId: number): Promise<void> {
  if (await mayAssign(db, siteId, caller, resourceId)) return;
  throw notAllowed("Only administrators can change access to content created by others.");
}

/** Groups among these that the caller can change. */
export async function listChangeable(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  groups: readonly UserGroupFacts[],
): Promise<ReadonlySet<number>> {
  const groupIds = groups.map(({ id }) => id);
  if (caller.can("managePeople")) return new Set(groupIds);
  const { id: userId } = caller.signedIn();
  const assignments = await listAllAssignments(db, siteId, groupIds);
  const own = await listOwnAmong(db, siteId, { ids: assignments.map(({ resourceId }) => resourceId), userId });
  const isOwn = ({ id, createdBy }: UserGroupFacts) => {
    if (createdBy === userId) return true;
    const assigned = assignments.filter(({ groupId }) => groupId === id);
    return (
      assigned.some(({ byAdministrator }) => byAdministrator) && assigned.every(({ resourceId }) => own.has(resourceId))
    );
  };
  return new Set(groups.filter(isOwn).map(({ id }) => id));
}
