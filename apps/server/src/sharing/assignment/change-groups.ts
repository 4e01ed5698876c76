/** Creates and deletes user groups without assignments. */
import { AppError, notAllowed } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { deleteUserGroup, insertUserGroup, listUserGroupFacts, lockUserGroup } from "#user-group/user-group.queries.ts";
import { isAssignedAnywhere, isEntered } from "./assignment.queries.ts";
import { listChangeable } from "./assignment-rights.ts";
import { assertDatesInOrder, assertTitleIsFree } from "./change-assignments.ts";
import { noUserGroup } from "./load-assignments.ts";

interface NewGroup {
  readonly title: string;
  /** In the site's time zone; null: none. */
  readonly dateStart?: string | null | undefined;
  readonly dateEnd?: string | null | undefined;
}

/** @returns the ID of the new group, which belongs to the caller. @throws AppError `invalid`. */
export async function addGroup(db: SiteDb, siteId: number, caller: Caller, group: NewGroup): Promise<number> {
  assertDatesInOrder(group.dateStart, group.dateEnd);
  await assertTitleIsFree(db, siteId, group.title, null);
  const actorId = caller.signedIn().id;
  const id = await insertUserGroup(db, siteId, group, actorId);
  await recordAudit(db, siteId, { action: "groupCreated", actorId, objectId: id });
  return id;
}

/**
 * Without the group, content assigned to it would be open to everyone: it must be unassigned first.
 *
 * @throws AppError `notFound`; `forbidden` for a group of others; `inUse` if content is assigned to it, or a form or
 * quiz adds people to it, including those in the bin.
 */
export async function removeGroup(db: SiteDb, siteId: number, caller: Caller, id: number): Promise<void> {
  if (!(await lockUserGroup(db, siteId, id))) throw noUserGroup();
  const groups = await listUserGroupFacts(db, siteId, [id]);
  if (!(await listChangeable(db, siteId, caller, groups)).has(id))
    throw notAllowed(message("assignment.removeForbidden"));
  if ((await isAssignedAnywhere(db, siteId, id)) || (await isEntered(db, siteId, id, { includesBin: true })))
    throw new AppError("inUse", message("assignment.removeUsed"), { codes: ["groupUsed"] });
  await deleteUserGroup(db, siteId, id);
  await recordAudit(db, siteId, { action: "groupDeleted", actorId: caller.signedIn().id, objectId: id });
}
