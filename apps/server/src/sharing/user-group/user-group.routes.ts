import { SEARCH_MAX_RESULTS } from "@parfocal/core/assignment/assignment-limits.ts";
import { listVirtualCourses } from "@parfocal/core/course/virtual-course.contract.ts";
import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { getVirtualFolder } from "@parfocal/core/folder/virtual-folder.contract.ts";
import { searchUsers } from "@parfocal/core/user/user-search.contract.ts";
import { listUserGroupsOf } from "@parfocal/core/user-group/user-group.contract.ts";
import { findVirtualCourseOf, listVirtualCourseCards } from "#course/virtual-courses.ts";
import { loadFolder } from "#folder/load-folder.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { route } from "#platform/http/route.ts";
import { isUser } from "#user/user.queries.ts";
import { listGroupsOfUser, searchSiteUsers } from "./user-group.queries.ts";

export const userGroupRoutes = [
  route(listUserGroupsOf, async ({ db, siteId, caller }, { params: { userId } }) => {
    const isOwn = caller.signedIn().id === userId;
    if (!isOwn && !(caller.can("manageContent") && (await isUser(db, siteId, userId))))
      throw new AppError("notFound", "User not found, or you do not have access to their user groups.");
    return listGroupsOfUser(db, siteId, userId);
  }),

  route(searchUsers, ({ db, siteId }, { body }) =>
    searchSiteUsers(db, siteId, { q: body.q, most: SEARCH_MAX_RESULTS }),
  ),

  route(listVirtualCourses, ({ db, siteId, caller }) => listVirtualCourseCards(db, siteId, accessScopeOf(caller))),

  route(getVirtualFolder, async ({ db, siteId, caller }, { params: { id } }) => {
    const course = await findVirtualCourseOf(db, siteId, accessScopeOf(caller), id);
    if (!course) throw notFoundOrNoAccess();
    const folder = await loadFolder(db, siteId, caller, id);
    const self = { id, type: "folder" as const, title: folder.title };
    return {
      ...folder,
      isVirtual: true,
      isAssignedFolder: true,
      path: [{ id: course.id, type: "course" as const, title: course.title }, self],
      previous: null,
      next: null,
      userCanEdit: false,
    };
  }),
];
