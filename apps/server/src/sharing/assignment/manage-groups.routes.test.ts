import { assignResource, unassignResource } from "@parfocal/core/assignment/assignment.contract.ts";
import { createCourse } from "@parfocal/core/course/course.contract.ts";
import { listInvites } from "@parfocal/core/invite/invite.contract.ts";
import {
  createUserGroup,
  deleteUserGroup,
  listGroupEntries,
  pageUserGroups,
} from "@parfocal/core/user-group/manage-groups.contract.ts";
import { deleteVoucher, listVouchers } from "@parfocal/core/voucher/voucher.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildEnrollmentForm } from "#testing/build-enrollment.ts";
import { buildInvite } from "#testing/build-invite.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildVoucher } from "#testing/build-voucher.ts";
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
    learner: await buildUser(site, { role: "learner" }),
  };
}

type PageQuery = { q?: string; order?: "title" | "newest" | "members"; own?: "true" | "false"; page?: string };
const page = async (as: TestUser, query: PageQuery = {}) =>
  (await sendCall(server, pageUserGroups, { as, query })).answer;
const titles = async (as: TestUser, query: PageQuery = {}) => (await page(as, query)).groups.map(({ title }) => title);
const create = (as: TestUser, body: object) =>
  sendCall(server, createUserGroup, { as, body: body as { title: string } });
const remove = (as: TestUser, id: number) => sendCall(server, deleteUserGroup, { as, params: { id: String(id) } });

describe("the list", () => {
  it("has members, dates and assignments of each group, is searched and sorted", async () => {
    const { site, administrator, learner, folderId, courseId } = await buildSchool();
    const id = await buildUserGroup(site, {
      title: "beta 100%",
      members: [learner, administrator],
      resourceIds: [folderId, courseId],
      dateEnd: "2027-06-30 23:59:59",
    });
    await buildUserGroup(site, { title: "Alpha" });
    await buildUserGroup(site, { title: "Gamma", members: [learner] });
    expect((await page(administrator)).groups[1]).toEqual({
      id,
      title: "beta 100%",
      userCount: 2,
      resourceCount: 2,
      dateStart: null,
      dateEnd: "2027-06-30 23:59:59",
      userCanEdit: true,
    });
    expect(await titles(administrator)).toEqual(["Alpha", "beta 100%", "Gamma"]);
    expect(await titles(administrator, { order: "newest" })).toEqual(["Gamma", "Alpha", "beta 100%"]);
    expect(await titles(administrator, { order: "members" })).toEqual(["beta 100%", "Gamma", "Alpha"]);
    expect(await titles(administrator, { q: "0%" })).toEqual(["beta 100%"]);
  });

  it("of 5,000 groups has pages of 50", async () => {
    const { site, administrator } = await buildSchool();
    await sql`
      INSERT INTO user_group (site_id, title)
      SELECT ${site.id}, 'Group ' || lpad(number::text, 4, '0') FROM generate_series(1, 5000) AS number
    `.execute(server.owner);
    const last = await page(administrator, { page: "100" });
    expect([last.total, last.groups.length, last.groups.at(-1)?.title]).toEqual([5000, 50, "Group 5000"]);
    expect((await page(administrator, { page: "101" })).groups).toEqual([]);
  });

  it("shows teachers all groups, or only those that they can change", async () => {
    const { site, teacher, folderId } = await buildSchool();
    await buildUserGroup(site, { title: "Of others", resourceIds: [folderId] });
    await create(teacher, { title: "Mine" });
    const { answer: course } = await sendCall(server, createCourse, { as: teacher, body: { title: "My course" } });
    await buildUserGroup(site, { title: "Of my course", resourceIds: [course.id] });
    expect((await page(teacher)).groups.map(({ title, userCanEdit }) => [title, userCanEdit])).toEqual([
      ["Mine", true],
      ["Of my course", true],
      ["Of others", false],
    ]);
    expect(await page(teacher, { own: "true" })).toMatchObject({ total: 2 });
  });
});

describe("a group", () => {
  it("is created by its title alone; an existing title is rejected with the specified text", async () => {
    const { administrator, teacher } = await buildSchool();
    expect((await create(administrator, { title: " Semester 3 ", dateEnd: "2027-06-30 23:59:59" })).status).toBe(200);
    expect(await page(administrator)).toMatchObject({
      groups: [{ title: "Semester 3", dateEnd: "2027-06-30 23:59:59" }],
    });
    const { status, failure } = await create(teacher, { title: "SEMESTER 3" });
    expect([status, failure.message]).toEqual([400, "There is already a user-group with this name"]);
    const dates = { dateStart: "2027-02-01 00:00:00", dateEnd: "2027-01-01 00:00:00" };
    expect((await create(teacher, { title: "Other", ...dates })).status).toBe(400);
  });

  it("is deleted with its memberships and codes by people who can change it", async () => {
    const { site, administrator, teacher, learner } = await buildSchool();
    const id = await buildUserGroup(site, { members: [learner] });
    await buildInvite(site, { groupId: id, createdBy: administrator });
    const { status, failure } = await remove(teacher, id);
    expect([status, failure.message]).toEqual([403, "Sorry, you are not allowed to remove the assignment."]);
    expect((await remove(administrator, id)).status).toBe(204);
    expect((await page(administrator)).total).toBe(0);
    expect((await remove(administrator, id)).status).toBe(404);
    const invites = await sendCall(server, listInvites, { as: administrator, params: { id: String(id) } });
    expect(invites.status).toBe(404);
  });

  it("that is assigned or has an enrollment form is not deleted: 422, in the bin too", async () => {
    const { site, administrator, folderId, courseId } = await buildSchool();
    const assigned = await buildUserGroup(site, { resourceIds: [folderId] });
    const entered = await buildUserGroup(site);
    const formId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: entered });
    const entries = () => sendCall(server, listGroupEntries, { as: administrator, params: { id: String(entered) } });
    const items = [{ id: formId, type: "enrollment", title: expect.any(String) }];
    expect((await entries()).answer).toEqual({ items, voucherCount: 0 });
    for (const deletedAt of [null, new Date()]) {
      await server.owner
        .updateTable("item")
        .set({ deleted_at: deletedAt })
        .where("id", "in", [folderId, formId])
        .execute();
      for (const id of [assigned, entered]) {
        const { status, failure } = await remove(administrator, id);
        expect([status, failure.message]).toEqual([422, "Sorry, the user group is used and cannot be deleted."]);
      }
    }
    expect((await entries()).answer.items).toEqual([]);
  });

  it("that is empty and loses its last assignment is kept as long as a code leads into it", async () => {
    const { site, administrator, folderId } = await buildSchool();
    const id = await buildUserGroup(site, { resourceIds: [folderId] });
    const { id: inviteId } = await buildInvite(site, { groupId: id, createdBy: administrator });
    const params = { id: String(id), resourceId: String(folderId) };
    const unassign = () => sendCall(server, unassignResource, { as: administrator, params });
    expect((await unassign()).status).toBe(204);
    expect((await sendCall(server, assignResource, { as: administrator, params })).status).toBe(200);
    await server.owner.updateTable("invite").set({ is_active: false }).where("id", "=", inviteId).execute();
    expect((await unassign()).status).toBe(204);
    expect((await page(administrator)).total).toBe(0);
  });

  it("that is empty and unassigned is kept as long as a voucher leads into it, which its entries count", async () => {
    const { site, administrator, folderId } = await buildSchool();
    const id = await buildUserGroup(site, { resourceIds: [folderId] });
    const { id: voucherId } = await buildVoucher(site, administrator, id);
    await buildVoucher(site, administrator);
    const vouchers = async () => {
      const { answer } = await sendCall(server, listVouchers, { as: administrator, query: { group: String(id) } });
      return answer.vouchers.map((voucher) => voucher.id);
    };
    const counted = async () =>
      (await sendCall(server, listGroupEntries, { as: administrator, params: { id: String(id) } })).answer.voucherCount;
    const params = { id: String(id), resourceId: String(folderId) };
    const unassign = () => sendCall(server, unassignResource, { as: administrator, params });
    expect([await vouchers(), await counted()]).toEqual([[voucherId], 1]);
    expect((await unassign()).status).toBe(204);
    expect((await sendCall(server, assignResource, { as: administrator, params })).status).toBe(200);
    await sendCall(server, deleteVoucher, { as: administrator, params: { id: String(voucherId) } });
    expect(await counted()).toBe(0);
    await unassign();
    expect((await page(administrator)).total).toBe(0);
  });
});
