import { AppError, notAllowed } from "@parfocal/core/errors.ts";
import {
  addToWorkGroup,
  createWorkGroup,
  deleteWorkGroup,
  getWorkGroup,
  keepWorkGroup,
  kickFromWorkGroup,
  listAllWorkGroups,
  listWorkGroups,
  restoreWorkGroup,
  updateWorkGroup,
} from "@parfocal/core/work-group/work-group.contract.ts";
import { canManageWorkGroup, canTakeOut } from "@parfocal/core/work-group/work-group-access.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { addToWorkGroup as addTo, userNotFound } from "./add-to-work-group.ts";
import { askerOf, findWorkGroupOf, loadWorkGroupsOf, lockOwnWorkGroup, noWorkGroup } from "./member-work-group.ts";
import {
  deleteMember,
  deleteMembersOverLimit,
  findRestorableWorkGroup,
  findWorkGroupPage,
  insertWorkGroup,
  lockWorkGroup,
  markMembershipSeen,
  markWorkGroupDeleted,
  unmarkWorkGroupDeleted,
  updateWorkGroupTitle,
} from "./work-group.queries.ts";
import { assertCanOwnAnother } from "./work-group-bounds.ts";

export const workGroupRoutes = [
  route(listWorkGroups, ({ db, siteId, caller }) => loadWorkGroupsOf(db, siteId, askerOf(caller))),

  route(listAllWorkGroups, ({ db, siteId }, { query }) => findWorkGroupPage(db, siteId, query)),

  route(getWorkGroup, ({ db, siteId, caller }, { params }) => findWorkGroupOf(db, siteId, askerOf(caller), params.id)),

  route(createWorkGroup, async ({ db, siteId, caller }, { body }) => {
    const { id: userId } = caller.signedIn();
    await assertCanOwnAnother(db, siteId, userId);
    const id = await insertWorkGroup(db, siteId, { title: body.title, ownerId: userId });
    return findWorkGroupOf(db, siteId, askerOf(caller), id);
  }),

  // The count of unknown addresses must be committed although the call fails.
  longRoute(addToWorkGroup, async ({ siteId, caller, platform }, { body }) => {
    const input = { asker: askerOf(caller), ...body };
    const group = await withSite(platform.database, siteId, (db) => addTo(db, siteId, input));
    if (!group) throw userNotFound();
    return group;
  }),

  route(updateWorkGroup, async ({ db, siteId, caller }, { params, body }) => {
    const asker = askerOf(caller);
    await lockOwnWorkGroup(db, siteId, asker, params.id);
    await updateWorkGroupTitle(db, siteId, params.id, body.title);
    return findWorkGroupOf(db, siteId, asker, params.id);
  }),

  route(deleteWorkGroup, async ({ db, siteId, caller }, { params }) => {
    await lockOwnWorkGroup(db, siteId, askerOf(caller), params.id);
    await markWorkGroupDeleted(db, siteId, params.id);
  }),

  route(restoreWorkGroup, async ({ db, siteId, caller }, { params }) => {
    const asker = askerOf(caller);
    await lockWorkGroup(db, siteId, params.id);
    const row = await findRestorableWorkGroup(db, siteId, params.id);
    if (!row || !canManageWorkGroup(asker, { ownerId: row.owner_id, memberIds: [] })) {
      throw new AppError("notFound", "Deleted work group not found, or you cannot restore it.");
    }
    await assertCanOwnAnother(db, siteId, row.owner_id);
    await deleteMembersOverLimit(db, siteId, params.id);
    await unmarkWorkGroupDeleted(db, siteId, params.id);
    return findWorkGroupOf(db, siteId, asker, params.id);
  }),

  route(keepWorkGroup, async ({ db, siteId, caller }, { params }) => {
    if (!(await markMembershipSeen(db, siteId, params.id, caller.signedIn().id))) throw noWorkGroup();
  }),

  route(kickFromWorkGroup, async ({ db, siteId, caller }, { params }) => {
    const asker = askerOf(caller);
    await lockWorkGroup(db, siteId, params.id);
    const { users } = await findWorkGroupOf(db, siteId, asker, params.id);
    const memberIds = users.map(({ id }) => id);
    const ownerId = users.find(({ isOwner }) => isOwner)?.id ?? 0;
    if (!memberIds.includes(params.userId))
      throw new AppError("notFound", "This user is not a member of the work group.");
    if (params.userId === ownerId) {
      throw new AppError("conflict", "The owner cannot leave the work group. Delete it instead.", { codes: ["owner"] });
    }
    if (!canTakeOut(asker, params.userId, { ownerId, memberIds })) {
      throw notAllowed("Only the owner can remove members.");
    }
    await deleteMember(db, siteId, params.id, params.userId);
  }),
];
