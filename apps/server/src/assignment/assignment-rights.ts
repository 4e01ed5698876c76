/**
 * Who may change which user group, and assign it where.
 *
 * Source: spec decisions, "Roles": administrators all of them, teachers "groups … of own content". Own content is what one
 * has made and what lies in it; own groups are those one has made, and those with nothing but own content.
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { UserGroupFacts } from "#user-group/user-group.queries.ts";
import { type AssignedResource, listOwnAmong } from "./assignment.queries.ts";

export async function mayAssign(db: SiteDb, siteId: number, caller: Caller, resourceId: number): Promise<boolean> {
  if (caller.can("managePeople")) return true;
  return (await listOwnAmong(db, siteId, { ids: [resourceId], userId: caller.signedIn().id })).has(resourceId);
}

/** @throws AppError `forbidden` */
export async function assertMayAssign(db: SiteDb, siteId: number, caller: Caller, resourceId: number): Promise<void> {
  if (await mayAssign(db, siteId, caller, resourceId)) return;
  throw new AppError("forbidden", "Only administrators decide who sees what others have made.", {
    codes: ["notAllowed"],
  });
}

/** Those of some groups that the caller may change. @param resources all that is assigned to them. */
export async function listChangeable(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { groups, resources }: { groups: readonly UserGroupFacts[]; resources: readonly AssignedResource[] },
): Promise<ReadonlySet<number>> {
  if (caller.can("managePeople")) return new Set(groups.map(({ id }) => id));
  const { id: userId } = caller.signedIn();
  const own = await listOwnAmong(db, siteId, { ids: resources.map(({ id }) => id), userId });
  const isOwn = ({ id, createdBy }: UserGroupFacts) => {
    const assigned = resources.filter(({ groupId }) => groupId === id);
    return createdBy === userId || (assigned.length > 0 && assigned.every((resource) => own.has(resource.id)));
  };
  return new Set(groups.filter(isOwn).map(({ id }) => id));
}
