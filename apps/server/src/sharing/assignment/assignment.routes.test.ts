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
import { entityRulesOf } from "@parfocal/core/assignment/entity-types.ts";
import { createCourse } from "@parfocal/core/course/course.contract.ts";
import { updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { searchUsers } from "@parfocal/core/user/user-search.contract.ts";
import { listUserGroups, listUserGroupsOf } from "@parfocal/core/user-group/user-group.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSchool() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Histology" });
  return {
    site,
    courseId,
    folderId: await buildFolder(site, { parentId: courseId, title: "Kidney" }),
    administrator: await buildUser(site, { role: "administrator" }),
    teacher: await buildUser(site, { role: "teacher" }),
    learner: await buildUser(site, { role: "learner", displayName: "Lea Learner" }),
  };
}

const make = (as: TestUser, resourceId: number, body: object) =>
  sendCall(server, createAssignment, { as, params: { id: String(resourceId) }, body: body as { title: string } });
const change = (as: TestUser, id: number, body: object) =>
  sendCall(server, updateAssignment, { as, params: { id: String(id) }, body });
const read = (as: TestUser, id: number) => sendCall(server, getAssignment, { as, params: { id: String(id) } });
const pair = (id: number, resourceId: number) => ({ id: String(id), resourceId: String(resourceId) });
const remove = (as: TestUser, id: number, resourceId: number) =>
  sendCall(server, unassignResource, { as, params: pair(id, resourceId) });
const assign = (as: TestUser, id: number, resourceId: number) =>
  sendCall(server, assignResource, { as, params: pair(id, resourceId) });
const of = (as: TestUser, resourceId: number) =>
  sendCall(server, listResourceAssignments, { as, params: { resourceId: String(resourceId) } });

describe("a user group", () => {
  it("is created and assigned by one call, with its dates and entity types", async () => {
    const { administrator, folderId } = await buildSchool();
    const { status, answer } = await make(administrator, folderId, {
      title: "  Semester 3 ",
      dateStart: "2027-01-01 00:00:00",
      dateEnd: "2027-06-30 23:59:59",
      entities: { "sz-quiz": "deny" },
    });
    expect(status).toBe(200);
    expect(answer).toEqual({
      id: expect.any(Number),
      title: "Semester 3",
      dateStart: "2027-01-01 00:00:00",
      dateEnd: "2027-06-30 23:59:59",
      entities: entityRulesOf(["quiz"]),
      userCount: 0,
      users: [],
      resources: [{ id: folderId, type: "folder", title: "Kidney" }],
      resourceCount: 1,
      userCanEdit: true,
    });
    expect((await read(administrator, answer.id)).answer).toEqual(answer);
    expect((await of(administrator, folderId)).answer.assignments).toEqual([answer]);
  });

  it("has its dates in the site's time zone", async () => {
    const { site, administrator, folderId } = await buildSchool();
    await server.owner.updateTable("site").set({ time_zone: "Europe/Vienna" }).where("id", "=", site.id).execute();
    const { answer } = await make(administrator, folderId, { title: "Summer", dateStart: "2027-07-01 12:00:00" });
    expect(answer.dateStart).toBe("2027-07-01 12:00:00");
    const row = await server.owner
      .selectFrom("user_group")
      .select("date_start")
      .where("site_id", "=", site.id)
      .executeTakeFirstOrThrow();
    expect(row.date_start?.toISOString()).toBe("2027-07-01T10:00:00.000Z");
  });

  it("with the title of another is rejected regardless of case, with the specified text; also by a change", async () => {
    const { administrator, folderId } = await buildSchool();
    const { answer } = await make(administrator, folderId, { title: "Semester 3" });
    const other = (await make(administrator, folderId, { title: "Semester 4" })).answer;
    for (const { status, failure } of [
      await make(administrator, folderId, { title: "semester 3" }),
      await change(administrator, other.id, { title: "SEMESTER 3" }),
    ]) {
      expect(status).toBe(400);
      expect(failure.message).toBe("There is already a user-group with this name");
    }
    expect((await change(administrator, answer.id, { title: "SEMESTER 3" })).status).toBe(200);
  });

  it("created ten times at once with one title is created once", async () => {
    const { administrator, folderId } = await buildSchool();
    const all = await Promise.all(Array.from({ length: 10 }, () => make(administrator, folderId, { title: "Once" })));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  });

  const wrong: [what: string, body: object][] = [
    ["no title", { title: " " }],
    ["a title of 201 characters", { title: "x".repeat(201) }],
    ["a date in another form", { title: "A", dateStart: "2027-01-01" }],
    ["a day that there is not", { title: "A", dateStart: "2027-02-30 00:00:00" }],
    ["an end before the start", { title: "A", dateStart: "2027-02-01 00:00:00", dateEnd: "2027-01-31 23:59:59" }],
    ["an entity type that there is not", { title: "A", entities: { "sz-course": "deny" } }],
    ["a rule that there is not", { title: "A", entities: { "sz-case": "hide" } }],
  ];
  for (const [what, body] of wrong) {
    it(`with ${what} is rejected`, async () => {
      const { administrator, folderId } = await buildSchool();
      expect((await make(administrator, folderId, body)).status).toBe(400);
      expect((await sendCall(server, listUserGroups, { as: administrator })).answer).toEqual([]);
    });
  }

  it("changes only in the given fields; an end before the stored start is rejected", async () => {
    const { administrator, folderId } = await buildSchool();
    const { answer } = await make(administrator, folderId, {
      title: "Semester 3",
      dateStart: "2027-02-01 00:00:00",
      entities: { "sz-case": "deny" },
    });
    const changed = await change(administrator, answer.id, { entities: { "sz-page": "deny" } });
    expect(changed.answer).toEqual({ ...answer, entities: entityRulesOf(["case", "page"]) });
    expect((await change(administrator, answer.id, { dateEnd: "2027-01-01 00:00:00" })).status).toBe(400);
    expect((await change(administrator, answer.id, { dateStart: null })).answer.dateStart).toBeNull();
  });

  it("adds and removes members", async () => {
    const { administrator, learner, folderId } = await buildSchool();
    const { answer } = await make(administrator, folderId, { title: "Semester 3" });
    const params = { id: String(answer.id), userId: String(learner.id) };
    const added = await sendCall(server, addGroupUser, { as: administrator, params });
    expect(added.answer.users).toEqual([{ id: learner.id, name: "Lea Learner", email: learner.email }]);
    expect((await sendCall(server, addGroupUser, { as: administrator, params })).answer.userCount).toBe(1);
    const mine = await sendCall(server, listUserGroupsOf, { as: learner, params: { userId: String(learner.id) } });
    expect(mine.answer).toEqual([{ id: answer.id, title: "Semester 3" }]);
    expect((await sendCall(server, removeGroupUser, { as: administrator, params })).answer.users).toEqual([]);
  });

  it("cannot add people of another site, and is not readable there", async () => {
    const { administrator, learner, folderId } = await buildSchool();
    const stranger = await buildUser(await buildSite(server));
    const { answer } = await make(administrator, folderId, { title: "Semester 3" });
    const params = { id: String(answer.id), userId: String(stranger.id) };
    expect((await sendCall(server, addGroupUser, { as: administrator, params })).status).toBe(404);
    const userId = String(administrator.id);
    expect((await sendCall(server, listUserGroupsOf, { as: learner, params: { userId } })).status).toBe(404);
  });
});

describe("an assignment", () => {
  it("is listed with inherited ones: only the nearest parent counts", async () => {
    const { site, administrator, courseId, folderId } = await buildSchool();
    const inner = await buildFolder(site, { parentId: folderId });
    expect((await of(administrator, inner)).answer).toMatchObject({ assignments: [], inherited: [] });
    await buildUserGroup(site, { title: "Course group", resourceIds: [courseId] });
    const groupId = await buildUserGroup(site, { title: "Folder group", resourceIds: [folderId] });
    const { answer } = await of(administrator, inner);
    expect(answer.inherited).toEqual([
      {
        from: { id: folderId, type: "folder", title: "Kidney" },
        assignments: [expect.objectContaining({ id: groupId, title: "Folder group" })],
      },
    ]);
    expect((await of(administrator, folderId)).answer.inherited).toEqual([]);
  });

  it("is removed: a group with members is kept, an empty one is deleted", async () => {
    const { site, administrator, learner, folderId } = await buildSchool();
    const full = await buildUserGroup(site, { resourceIds: [folderId], members: [learner] });
    const empty = await buildUserGroup(site, { resourceIds: [folderId] });
    for (const id of [full, empty]) expect((await remove(administrator, id, folderId)).status).toBe(204);
    expect((await read(administrator, full)).answer.resources).toEqual([]);
    expect((await read(administrator, empty)).status).toBe(404);
    expect((await remove(administrator, full, folderId)).status).toBe(404);
    expect((await assign(administrator, full, folderId)).answer.resources).toHaveLength(1);
  });

  it("is kept if the group would be empty while an enrollment form leads into it: 422", async () => {
    const { site, administrator, courseId, folderId } = await buildSchool();
    const groupId = await buildUserGroup(site, { resourceIds: [folderId, courseId] });
    await withSite(server.platform.database, site.id, async (db) => {
      const form = await insertItem(db, site.id, { kind: "enrollment", title: "Register", createdBy: null });
      await db
        .insertInto("enrollment_form")
        .values({ item_id: form.id, site_id: site.id, user_group_id: groupId })
        .execute();
    });
    expect((await remove(administrator, groupId, courseId)).status).toBe(204);
    const { status, failure } = await remove(administrator, groupId, folderId);
    expect(status).toBe(422);
    expect(failure.message).toBe("Sorry, the user group is used and cannot be deleted.");
    expect((await of(administrator, folderId)).answer.assignments).toHaveLength(1);
  });

  it("is kept if the group would be empty while a quiz adds people: 422; a quiz in the bin keeps the group", async () => {
    const { site, administrator, folderId } = await buildSchool();
    const groupId = await buildUserGroup(site, { resourceIds: [folderId] });
    const { quizId } = await buildQuiz(site);
    const body = { assignUserTo: groupId };
    const update = () => sendCall(server, updateQuiz, { as: administrator, params: { id: String(quizId) }, body });
    expect((await update()).status).toBe(200);
    expect((await remove(administrator, groupId, folderId)).status).toBe(422);
    await server.owner.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", quizId).execute();
    expect((await remove(administrator, groupId, folderId)).status).toBe(204);
    await server.owner.updateTable("item").set({ deleted_at: null }).where("id", "=", quizId).execute();
    expect((await read(administrator, groupId)).status).toBe(200);
  });

  it("is to a course, a folder or an item, and nothing else", async () => {
    const { site, administrator } = await buildSchool();
    const { id } = await withSite(server.platform.database, site.id, (db) =>
      insertItem(db, site.id, { kind: "quizQuestion", title: "Why?", createdBy: null }),
    );
    expect((await make(administrator, id, { title: "A" })).status).toBe(400);
    expect((await make(administrator, 987_654_321, { title: "A" })).status).toBe(404);
  });
});

describe("a teacher", () => {
  it("can assign groups to their own content and the items in it, and change such groups", async () => {
    const { site, teacher, learner } = await buildSchool();
    const { answer: course } = await sendCall(server, createCourse, { as: teacher, body: { title: "Mine" } });
    const folderId = await buildFolder(site, { parentId: course.id });
    const made = await make(teacher, folderId, { title: "My students" });
    expect(made.answer.userCanEdit).toBe(true);
    const params = { id: String(made.answer.id), userId: String(learner.id) };
    expect((await sendCall(server, addGroupUser, { as: teacher, params })).answer.userCount).toBe(1);
    expect((await change(teacher, made.answer.id, { title: "All my students" })).status).toBe(200);
    expect((await remove(teacher, made.answer.id, folderId)).status).toBe(204);
  });

  it("can change a group that an administrator has assigned only to their content", async () => {
    const { administrator, teacher, learner } = await buildSchool();
    const { answer: course } = await sendCall(server, createCourse, { as: teacher, body: { title: "Mine" } });
    const { answer: group } = await make(administrator, course.id, { title: "Semester 3" });
    expect(await assign(teacher, group.id, course.id)).toMatchObject({ status: 200, answer: { userCanEdit: true } });
    const params = { id: String(group.id), userId: String(learner.id) };
    expect((await sendCall(server, addGroupUser, { as: teacher, params })).status).toBe(200);
  });

  it("does not gain control of another person's group by assigning it to their content", async () => {
    const { site, administrator, teacher, learner, folderId } = await buildSchool();
    const { answer: course } = await sendCall(server, createCourse, { as: teacher, body: { title: "Mine" } });
    const { answer: group } = await make(administrator, folderId, { title: "Semester 3" });
    const params = { id: String(group.id), userId: String(learner.id) };
    await sendCall(server, addGroupUser, { as: administrator, params });
    const atFirst = await assign(teacher, group.id, course.id);
    await server.owner.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", folderId).execute();
    const inBin = await read(teacher, group.id);
    await server.owner.updateTable("item").set({ deleted_at: null }).where("id", "=", folderId).execute();
    await remove(administrator, group.id, folderId);
    for (const { status, answer, raw } of [atFirst, inBin, await read(teacher, group.id)]) {
      expect([status, answer.userCanEdit, answer.userCount]).toEqual([200, false, 1]);
      expect(raw.body).not.toContain(learner.email);
    }
    expect((await sendCall(server, removeGroupUser, { as: teacher, params })).status).toBe(403);
    expect((await change(teacher, group.id, { title: "Mine" })).status).toBe(403);
    const unassigned = await buildUserGroup(site, { members: [learner] });
    expect((await assign(teacher, unassigned, course.id)).answer).toMatchObject({ userCanEdit: false, users: [] });
  });

  it("cannot assign to other people's content: rejected with the specified text, members are not named", async () => {
    const { site, teacher, learner, folderId } = await buildSchool();
    const groupId = await buildUserGroup(site, { resourceIds: [folderId], members: [learner] });
    const params = { id: String(groupId), userId: String(teacher.id) };
    expect((await make(teacher, folderId, { title: "A" })).status).toBe(403);
    expect((await assign(teacher, groupId, folderId)).status).toBe(403);
    expect((await change(teacher, groupId, { title: "A" })).status).toBe(403);
    expect((await sendCall(server, addGroupUser, { as: teacher, params })).status).toBe(403);
    expect((await sendCall(server, removeGroupUser, { as: teacher, params })).status).toBe(403);
    const { status, failure } = await remove(teacher, groupId, folderId);
    expect(status).toBe(403);
    expect(failure.message).toBe("Sorry, you are not allowed to remove the assignment.");
    const { answer, raw } = await of(teacher, folderId);
    expect(answer).toMatchObject({
      userCanEdit: false,
      assignments: [{ userCanEdit: false, userCount: 1, users: [] }],
    });
    expect(raw.body).not.toContain(learner.email);
  });
});

describe("searching", () => {
  it("finds groups by part of their title of at least 3 characters; wildcards are literal", async () => {
    const { site, administrator } = await buildSchool();
    const id = await buildUserGroup(site, { title: "Semester 100%" });
    await buildUserGroup(site, { title: "Others" });
    const find = (q: string) => sendCall(server, searchAssignments, { as: administrator, query: { q } });
    expect((await find("SEM")).answer).toEqual([{ id, title: "Semester 100%", userCount: 0 }]);
    expect((await find("00%")).answer).toHaveLength(1);
    expect((await find("%%%")).answer).toEqual([]);
    for (const q of ["", "se", "  se  "]) expect((await find(q)).status).toBe(400);
  });

  it("finds people by name or email address from 4 characters, excluding suspended ones", async () => {
    const { site, administrator, learner } = await buildSchool();
    await buildUser(site, { displayName: "Lea Gone", isSuspended: true });
    const find = (q: string) => sendCall(server, searchUsers, { as: administrator, body: { q } });
    const lea = { id: learner.id, name: "Lea Learner", email: learner.email };
    for (const q of ["lea l", "EARN"]) expect((await find(q)).answer).toEqual([lea]);
    expect((await find("LEA ")).status).toBe(400);
    expect((await find("Lea")).status).toBe(400);
    expect((await find(learner.email.slice(0, 12))).answer).toEqual([lea]);
    expect((await find("gone")).answer).toEqual([]);
  });
});
