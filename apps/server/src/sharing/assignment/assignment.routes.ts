import {
  addGroupUser,
  assignResource,
  createAssignment,
  getAssignment,
  listResourceAssignments,
  removeGroupUser,
  searchAssignments,
  unassignResource,
  updateAssignment,
} from "@parfocal/core/assignment/assignment.contract.ts";
import { SEARCH_MAX_RESULTS } from "@parfocal/core/assignment/assignment-limits.ts";
import { notFound } from "@parfocal/core/errors.ts";
import { listUserGroups } from "@parfocal/core/user-group/user-group.contract.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { route } from "#platform/http/route.ts";
import { isUser } from "#user/user.queries.ts";
import {
  deleteGroupMember,
  insertGroupMember,
  listUserGroupFacts,
  pageUserGroupIds,
  searchUserGroupIds,
} from "#user-group/user-group.queries.ts";
import { listChangeable } from "./assignment-rights.ts";
import {
  addAssignment,
  assignGroup,
  changeAssignment,
  lockOwnGroup,
  takeAssignmentAway,
} from "./change-assignments.ts";
import { loadAssignment, loadResourceAssignments } from "./load-assignments.ts";

export const assignmentRoutes = [
  route(listUserGroups, async ({ db, siteId, caller }, { query }) => {
    const groups = await listUserGroupFacts(db, siteId, await pageUserGroupIds(db, siteId, query.page));
    const changeable = await listChangeable(db, siteId, caller, groups);
    return groups.map(({ id, title, userCount }) => ({ id, title, userCount, userCanEdit: changeable.has(id) }));
  }),

  route(listResourceAssignments, ({ db, siteId, caller }, { params }) =>
    loadResourceAssignments(db, siteId, caller, params.resourceId),
  ),

  route(searchAssignments, async ({ db, siteId }, { query }) => {
    const ids = await searchUserGroupIds(db, siteId, { q: query.q, most: SEARCH_MAX_RESULTS });
    const groups = await listUserGroupFacts(db, siteId, ids);
    return groups.map(({ id, title, userCount }) => ({ id, title, userCount }));
  }),

  route(getAssignment, ({ db, siteId, caller }, { params, query }) =>
    loadAssignment(db, siteId, caller, { id: params.id, page: query.page }),
  ),

  route(createAssignment, async ({ db, siteId, caller }, { params, body }) => {
    const id = await addAssignment(db, siteId, caller, { resourceId: params.id, ...body });
    return loadAssignment(db, siteId, caller, { id });
  }),

  route(updateAssignment, async ({ db, siteId, caller }, { params, body }) => {
    await changeAssignment(db, siteId, caller, { id: params.id, ...body });
    return loadAssignment(db, siteId, caller, { id: params.id });
  }),

  route(assignResource, async ({ db, siteId, caller }, { params }) => {
    await assignGroup(db, siteId, caller, params);
    return loadAssignment(db, siteId, caller, { id: params.id });
  }),

  route(unassignResource, ({ db, siteId, caller }, { params }) => takeAssignmentAway(db, siteId, caller, params)),

  route(addGroupUser, async ({ db, siteId, caller }, { params: { id, userId } }) => {
    await lockOwnGroup(db, siteId, caller, id);
    if (!(await isUser(db, siteId, userId))) throw notFound("User");
    if (await insertGroupMember(db, siteId, { groupId: id, userId }))
      await recordAudit(db, siteId, {
        action: "memberAdded",
        actorId: caller.signedIn().id,
        personId: userId,
        objectId: id,
      });
    return loadAssignment(db, siteId, caller, { id });
  }),

  route(removeGroupUser, async ({ db, siteId, caller }, { params: { id, userId } }) => {
    await lockOwnGroup(db, siteId, caller, id);
    if (await deleteGroupMember(db, siteId, { groupId: id, userId }))
      await recordAudit(db, siteId, {
        action: "memberRemoved",
        actorId: caller.signedIn().id,
        personId: userId,
        objectId: id,
      });
    return loadAssignment(db, siteId, caller, { id });
  }),
];
