/** Creates, changes, assigns and unassigns user groups. */
import { GROUPS_PER_PLACE_MAX } from "@parfocal/core/assignment/assignment-limits.ts";
import { deniedKindsOf, type EntityRules, entityRulesOf } from "@parfocal/core/assignment/entity-types.ts";
import { AppError, notAllowed } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import {
  deleteUserGroup,
  insertUserGroup,
  isTitleTaken,
  listUserGroupFacts,
  lockTitles,
  lockUserGroup,
  type UserGroupFacts,
  updateUserGroup,
} from "#user-group/user-group.queries.ts";
import {
  deleteAssignment,
  insertAssignment,
  isAssignedAnywhere,
  isEntered,
  listGroupIdsAt,
} from "./assignment.queries.ts";
import { assertMayAssign, listChangeable, mayAssign } from "./assignment-rights.ts";
import { findResource, noUserGroup } from "./load-assignments.ts";
import { hasWorkingCode } from "./managed-group.queries.ts";

interface Fields {
  readonly title?: string | undefined;
  /** In the site's time zone; null: none; omitted: unchanged. */
  readonly dateStart?: string | null | undefined;
  readonly dateEnd?: string | null | undefined;
  readonly entities?: Partial<EntityRules> | undefined;
}

/** @throws AppError `invalid` */
export function assertDatesInOrder(dateStart: string | null | undefined, dateEnd: string | null | undefined): void {
  if (!dateStart || !dateEnd || dateStart <= dateEnd) return;
  throw new AppError("invalid", "The end must not be before the start.", { codes: ["dateEnd"] });
}

/** @throws AppError `invalid` with the specification's text. */
export async function assertTitleIsFree(
  db: SiteDb,
  siteId: number,
  title: string,
  exceptId: number | null,
): Promise<void> {
  await lockTitles(db, siteId);
  if (await isTitleTaken(db, siteId, { title, exceptId })) {
    throw new AppError("invalid", message("assignment.exists"), { codes: ["titleTaken"] });
  }
}

/** The group, with its row locked. @throws AppError `notFound`; `forbidden` if the caller cannot change it. */
export async function lockOwnGroup(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<UserGroupFacts> {
  if (!(await lockUserGroup(db, siteId, id))) throw noUserGroup();
  return findOwnGroup(db, siteId, caller, id);
}

/** The same as `lockOwnGroup`, without a lock. */
export async function findOwnGroup(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<UserGroupFacts> {
  const [group] = await listUserGroupFacts(db, siteId, [id]);
  if (!group) throw noUserGroup();
  if (!(await listChangeable(db, siteId, caller, [group])).has(id)) {
    throw notAllowed("Only administrators can change user groups of content created by others.");
  }
  return group;
}

/**
 * @param groupId a group that is already assigned does not count again; null: a new group.
 * @throws AppError `conflict` if an item has the maximum number of groups.
 */
async function assertHasRoom(db: SiteDb, siteId: number, resourceId: number, groupId: number | null): Promise<void> {
  const groupIds = (await listGroupIdsAt(db, siteId, [resourceId])).get(resourceId) ?? [];
  if (groupIds.length < GROUPS_PER_PLACE_MAX || groupIds.some((id) => id === groupId)) return;
  throw new AppError(
    "conflict",
    `${GROUPS_PER_PLACE_MAX} user groups are assigned here, which is the maximum. Remove one first, or add people to one of them.`,
    { codes: ["tooManyGroups"] },
  );
}

/** @returns the ID of the new group. @throws AppError `notFound`, `forbidden`, `invalid`, `conflict`. */
export async function addAssignment(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { resourceId, title, entities = {}, ...dates }: Fields & { readonly resourceId: number; readonly title: string },
): Promise<number> {
  await findResource(db, siteId, resourceId);
  await assertMayAssign(db, siteId, caller, resourceId);
  assertDatesInOrder(dates.dateStart, dates.dateEnd);
  await assertTitleIsFree(db, siteId, title, null);
  await assertHasRoom(db, siteId, resourceId, null);
  const fields = { title, ...dates, deniedKinds: deniedKindsOf(entities) };
  const groupId = await insertUserGroup(db, siteId, fields, caller.signedIn().id);
  await insertAssignment(db, siteId, { groupId, resourceId, byAdministrator: caller.can("managePeople") });
  const actorId = caller.signedIn().id;
  await recordAudit(db, siteId, { action: "groupCreated", actorId, objectId: groupId });
  await recordAudit(db, siteId, {
    action: "groupAssigned",
    actorId,
    objectId: resourceId,
    facts: { userGroupId: groupId },
  });
  return groupId;
}

export async function changeAssignment(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { id, title, entities, ...dates }: Fields & { readonly id: number },
): Promise<void> {
  const group = await lockOwnGroup(db, siteId, caller, id);
  const { dateStart = group.dateStart, dateEnd = group.dateEnd } = dates;
  assertDatesInOrder(dateStart, dateEnd);
  if (title !== undefined) await assertTitleIsFree(db, siteId, title, id);
  const rules = entities && { ...entityRulesOf(group.deniedKinds), ...entities };
  await updateUserGroup(db, siteId, id, { title, ...dates, deniedKinds: rules && deniedKindsOf(rules) });
  const names = Object.entries({ title, ...dates, entities }).flatMap(([name, sent]) =>
    sent === undefined ? [] : [name],
  );
  await recordAudit(db, siteId, {
    action: "groupChanged",
    actorId: caller.signedIn().id,
    objectId: id,
    facts: { names },
  });
}

export async function assignGroup(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { id, resourceId }: { id: number; resourceId: number },
): Promise<void> {
  await findResource(db, siteId, resourceId);
  if (!(await lockUserGroup(db, siteId, id))) throw noUserGroup();
  await assertMayAssign(db, siteId, caller, resourceId);
  await assertHasRoom(db, siteId, resourceId, id);
  await insertAssignment(db, siteId, { groupId: id, resourceId, byAdministrator: caller.can("managePeople") });
  await recordAudit(db, siteId, {
    action: "groupAssigned",
    actorId: caller.signedIn().id,
    objectId: resourceId,
    facts: { userGroupId: id },
  });
}

/**
 * Removes an assignment. A group without other assignments is deleted unless it has members (so that it can be assigned
 * again), a valid invite code, or a form or quiz in the bin, which can be restored.
 *
 * @throws AppError `forbidden` for content of others; `inUse` if the group has no other assignment, but a form or quiz
 * adds people to it.
 */
export async function takeAssignmentAway(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  { id, resourceId }: { id: number; resourceId: number },
): Promise<void> {
  if (!(await lockUserGroup(db, siteId, id))) throw noUserGroup();
  await findResource(db, siteId, resourceId);
  if (!(await mayAssign(db, siteId, caller, resourceId))) {
    throw notAllowed(message("assignment.removeForbidden"));
  }
  if (!(await deleteAssignment(db, siteId, { groupId: id, resourceId }))) {
    throw new AppError("notFound", "This is not assigned to the user group.");
  }
  const actorId = caller.signedIn().id;
  await recordAudit(db, siteId, {
    action: "groupUnassigned",
    actorId,
    objectId: resourceId,
    facts: { userGroupId: id },
  });
  if (await isAssignedAnywhere(db, siteId, id)) return;
  if (await isEntered(db, siteId, id)) {
    throw new AppError("inUse", message("assignment.removeUsed"), { codes: ["groupUsed"] });
  }
  const [group] = await listUserGroupFacts(db, siteId, [id]);
  const mayComeBack =
    (await isEntered(db, siteId, id, { includesBin: true })) || (await hasWorkingCode(db, siteId, id));
  if (group?.userCount !== 0 || mayComeBack) return;
  await deleteUserGroup(db, siteId, id);
  await recordAudit(db, siteId, { action: "groupDeleted", actorId, objectId: id });
}
