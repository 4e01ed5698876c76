/** A work group as far as the caller can see it: the first check of each call. */
import { notAllowed, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { WorkGroup } from "@parfocal/core/work-group/work-group.contract.ts";
import {
  canManageWorkGroup,
  canSeeWorkGroup,
  type WorkGroupAsker,
} from "@parfocal/core/work-group/work-group-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import {
  findWorkGroupRow,
  listMembersOf,
  listMembersOfGroupsOf,
  listWorkGroupIdsOf,
  lockWorkGroup,
  type WorkGroupMember,
} from "./work-group.queries.ts";

export const noWorkGroup = () => notFoundOrNoAccess("Work group");

export const askerOf = (caller: Caller): WorkGroupAsker => ({
  id: caller.signedIn().id,
  managesAll: caller.can("managePeople"),
});

/**
 * The group as its members see it. @throws AppError `notFound` unless the caller is a member or manages all work
 * groups.
 */
export async function findWorkGroupOf(
  db: SiteDb,
  siteId: number,
  asker: WorkGroupAsker,
  id: number,
): Promise<WorkGroup> {
  const row = await findWorkGroupRow(db, siteId, id);
  if (!row) throw noWorkGroup();
  const members = await listMembersOf(db, siteId, id);
  if (!canSeeWorkGroup(asker, { ownerId: row.owner_id, memberIds: members.map((member) => member.id) })) {
    throw noWorkGroup();
  }
  return presentWorkGroup({ id: row.id, title: row.title, ownerId: row.owner_id }, members, asker);
}

/** All active work groups of a user as their members see them, by title. */
export async function loadWorkGroupsOf(db: SiteDb, siteId: number, asker: WorkGroupAsker): Promise<WorkGroup[]> {
  const members = await listMembersOfGroupsOf(db, siteId, asker.id);
  return [...Map.groupBy(members, ({ workGroupId }) => workGroupId)].flatMap(([id, rows]) => {
    const [first] = rows;
    return first ? [presentWorkGroup({ id, title: first.title, ownerId: first.ownerId }, rows, asker)] : [];
  });
}

function presentWorkGroup(
  { id, title, ownerId }: { readonly id: number; readonly title: string; readonly ownerId: number },
  members: readonly WorkGroupMember[],
  asker: WorkGroupAsker,
): WorkGroup {
  const users = members
    .map((member) => ({ id: member.id, displayName: member.displayName, isOwner: member.id === ownerId }))
    .sort((one, other) => Number(other.isOwner) - Number(one.isOwner));
  const userCanEdit = canManageWorkGroup(asker, { ownerId, memberIds: [] });
  return { id, title, users, isUserOwner: ownerId === asker.id, userCanEdit };
}

/** Locks its row. @throws AppError `notFound` if the caller cannot see it, `forbidden` if they cannot change it. */
export async function lockOwnWorkGroup(
  db: SiteDb,
  siteId: number,
  asker: WorkGroupAsker,
  id: number,
): Promise<WorkGroup> {
  await lockWorkGroup(db, siteId, id);
  const group = await findWorkGroupOf(db, siteId, asker, id);
  if (!group.userCanEdit) {
    throw notAllowed("Only the owner can change a work group.");
  }
  return group;
}

/**
 * @param workGroupId null or undefined: no group.
 * @throws AppError `notFound` if the user is not a member now.
 */
export async function assertMember(
  db: SiteDb,
  siteId: number,
  userId: number,
  workGroupId: number | null | undefined,
): Promise<void> {
  if (workGroupId === null || workGroupId === undefined) return;
  if (!(await listWorkGroupIdsOf(db, siteId, userId)).includes(workGroupId)) throw noWorkGroup();
}
