import { getAssignment } from "@parfocal/core/assignment/assignment.contract.ts";
import {
  createEnrollmentForm,
  enroll,
  getEnrollmentForm,
  listRegistrations,
  removeRegistration,
  updateEnrollmentForm,
} from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { buildCourse, buildFolder } from "./build-content.ts";
import { buildEnrollmentForm, TEST_ANSWERS } from "./build-enrollment.ts";
import { buildSite } from "./build-site.ts";
import { buildSlide } from "./build-slide.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { sendCall } from "./send-call.ts";
import type { SharedTestServer } from "./test-server.ts";

/** An open course with a folder that only one group sees, and a form beside it. */
export async function buildEnrollmentSchool(server: SharedTestServer, { isContentPublic = false } = {}) {
  const site = await buildSite(server, { isContentPublic });
  const teacher = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site, { title: "Nephrology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Week 1" });
  const slide = await buildSlide(site, { parentId: folderId, title: "Glomerulus" });
  const groupId = await buildUserGroup(site, { title: "Semester 3", resourceIds: [folderId], createdBy: teacher });
  const formId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: groupId });
  return {
    site,
    courseId,
    folderId,
    slide,
    groupId,
    formId,
    teacher,
    administrator: await buildUser(site, { role: "administrator" }),
    learner: await buildUser(site),
  };
}

/** The enrollment calls as a person would send them. @param server returns the server once the tests run. */
export function enrollmentCalls(server: () => SharedTestServer) {
  const on = (as: TestUser | null, id: number) => ({ as, params: { id: String(id) } });
  const read = (as: TestUser | null, id: number, siteId?: number) =>
    sendCall(server(), getEnrollmentForm, { ...on(as, id), query: {}, ...(siteId === undefined ? {} : { siteId }) });
  const create = (as: TestUser, body: object) => sendCall(server(), createEnrollmentForm, { as, body: body as never });
  const update = (as: TestUser, id: number, body: object) =>
    sendCall(server(), updateEnrollmentForm, { ...on(as, id), body: body as never });
  const register = (as: TestUser | null, id: number, fields: object = TEST_ANSWERS, siteId?: number) =>
    sendCall(server(), enroll, {
      ...on(as, id),
      body: { fields } as never,
      ...(siteId === undefined ? {} : { siteId }),
    });
  const list = (as: TestUser, id: number, query: { page?: string; q?: string } = {}) =>
    sendCall(server(), listRegistrations, { ...on(as, id), query });
  const takeBack = (as: TestUser, id: number, userId: number, leavesGroup: "true" | "false") =>
    sendCall(server(), removeRegistration, {
      as,
      params: { id: String(id), userId: String(userId) },
      query: { leavesGroup },
    });
  const membersOf = async (as: TestUser, groupId: number) =>
    (await sendCall(server(), getAssignment, on(as, groupId))).answer.users.map(({ id }) => id);
  const seesSlide = async (as: TestUser, id: number) => (await sendCall(server(), getImage, on(as, id))).status === 200;
  return { on, read, create, update, register, list, takeBack, membersOf, seesSlide };
}
