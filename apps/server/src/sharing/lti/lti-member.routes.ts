/** Members of courses of learning platforms, for content managers. */
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { listPlatformCourses, listPlatformMembers } from "@parfocal/core/lti/lti-member.contract.ts";
import { findItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { loggedError } from "#platform/log.ts";
import { issuerOf } from "./admit-launch.ts";
import { findMembersSource, findSubjectsInGroup, listCoursesThere } from "./lti-member.queries.ts";
import { findPlatform } from "./lti-platform.queries.ts";
import { readPlatformMembers } from "./read-platform-members.ts";

export const ltiMemberRoutes = [
  route(listPlatformCourses, async ({ db, siteId }, { params: { id } }) => {
    if (!(await findItem(db, siteId, id, "course"))) throw notFound("Course");
    return { courses: await listCoursesThere(db, siteId, id) };
  }),

  longRoute(listPlatformMembers, async ({ siteId, platform }, { params: { id, courseId: contextId } }) => {
    const source = await withSite(platform.database, siteId, async (db) => {
      const found = await findMembersSource(db, siteId, { courseId: id, contextId });
      const learning = found && (await findPlatform(db, siteId, found.platformId));
      return found && learning && { ...found, learning };
    });
    if (!source) throw notFound("Course of a learning platform");
    const { learning, groupId, membersUrl } = source;
    const read = await readPlatformMembers(platform, siteId, { learning, membersUrl }).catch((error: unknown) => {
      platform.log.warn({ error: loggedError(error), siteId, platform: learning.id }, "members could not be read");
      throw new AppError("unavailable", "The learning platform does not list its members at the moment.", {
        codes: ["members"],
      });
    });
    const learners = read.members.filter(({ isLearner }) => isLearner);
    const subjectQuery = { issuer: issuerOf(learning), subjects: learners.map(({ subject }) => subject), groupId };
    const come = await withSite(platform.database, siteId, (db) => findSubjectsInGroup(db, siteId, subjectQuery));
    const members = learners.map(({ subject, name }) => ({ name, hasCome: come.has(subject) }));
    return { members: members.toSorted(byName), isComplete: read.isComplete };
  }),
];

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  Number(a.name === "") - Number(b.name === "") || a.name.localeCompare(b.name);
