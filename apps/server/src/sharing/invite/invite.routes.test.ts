import { createAssignment, removeGroupUser } from "@parfocal/core/assignment/assignment.contract.ts";
import { createCourse } from "@parfocal/core/course/course.contract.ts";
import {
  addToGroupByCode,
  deactivateInvite,
  generateInvite,
  listInvites,
  listInvitesLog,
} from "@parfocal/core/invite/invite.contract.ts";
import { formatInviteCode } from "@parfocal/core/invite/invite-code.ts";
import { ADDRESS_GUESSES_MAX, GROUP_INVITES_MAX, USER_GUESSES_MAX } from "@parfocal/core/invite/invite-limits.ts";
import { deleteUserGroup } from "@parfocal/core/user-group/manage-groups.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildInvite } from "#testing/build-invite.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
// All requests of the tests come from the same address.
beforeEach(() => server.owner.deleteFrom("sign_in_failure").execute());
afterAll(() => server.close());

async function buildSchool() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Histology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const groupId = await buildUserGroup(site, { title: "Semester 3", resourceIds: [folderId] });
  const administrator = await buildUser(site, { role: "administrator" });
  const learner = await buildUser(site, { role: "learner", displayName: "Lea Learner" });
  const invite = (options: { isOneTime?: boolean; validUntil?: string } = {}) =>
    buildInvite(site, { groupId, createdBy: administrator, ...options });
  return { site, courseId, folderId, groupId, administrator, learner, invite };
}

const generate = (as: TestUser, body: object) =>
  sendCall(server, generateInvite, { as, body: body as { userGroupId: number } });
const use = (as: TestUser, code: string, userId = as.id) =>
  sendCall(server, addToGroupByCode, { as, body: { code, userId } });
const deactivate = (as: TestUser, id: number) => sendCall(server, deactivateInvite, { as, params: { id: String(id) } });
const list = (as: TestUser, groupId: number) => sendCall(server, listInvites, { as, params: { id: String(groupId) } });
const log = (as: TestUser, query: { q?: string; page?: string } = {}) =>
  sendCall(server, listInvitesLog, { as, query });

const membersOf = async (groupId: number) =>
  (
    await server.owner
      .selectFrom("user_group_member")
      .select("user_id")
      .where("user_group_id", "=", groupId)
      .orderBy("user_id")
      .execute()
  ).map(({ user_id }) => Number(user_id));

const REFUSAL = {
  status: 404,
  failure: expect.objectContaining({
    message: "This code does not work. Check it, or ask for a new one.",
    data: ["inviteUnknown"],
  }),
};

describe("a code", () => {
  it("is generated for a group, listed, and adds a user to the group, once or many times", async () => {
    const { groupId, administrator, learner, folderId } = await buildSchool();
    const { status, answer } = await generate(administrator, { userGroupId: groupId });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      userGroupId: groupId,
      isOneTime: false,
      isActive: true,
      state: "active",
      useCount: 0,
    });
    expect(answer.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
    const first = await use(learner, ` ${answer.code.toLowerCase().replaceAll("-", " ")} `);
    expect(first.answer).toEqual({
      group: { id: groupId, title: "Semester 3" },
      opens: [[expect.objectContaining({ id: expect.any(Number) }), expect.objectContaining({ id: folderId })]],
    });
    expect((await use(learner, answer.code)).answer).toEqual(first.answer);
    expect(await membersOf(groupId)).toEqual([learner.id]);
    expect((await list(administrator, groupId)).answer).toEqual([{ ...answer, useCount: 1 }]);
  });

  it("that is one-time is used up by its first user; the same person gets the same answer again", async () => {
    const { site, groupId, administrator, learner, invite } = await buildSchool();
    const other = await buildUser(site);
    const { code } = await invite({ isOneTime: true });
    expect((await use(learner, code)).status).toBe(200);
    expect((await use(learner, code)).status).toBe(200);
    expect(await use(other, code)).toMatchObject(REFUSAL);
    expect(await membersOf(groupId)).toEqual([learner.id]);
    expect((await list(administrator, groupId)).answer[0]).toMatchObject({
      state: "used",
      isActive: true,
      useCount: 1,
    });
  });

  it("that is one-time, sent by 100 users at once, has one winner", async () => {
    const { site, groupId, invite } = await buildSchool();
    await server.owner.deleteFrom("sign_in_failure").execute();
    const users = await Promise.all(Array.from({ length: 100 }, () => buildUser(site)));
    const { code } = await invite({ isOneTime: true });
    const answers = await Promise.all(users.map((user) => use(user, code)));
    const winners = users.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(await membersOf(groupId)).toEqual(winners.map(({ id }) => id));
    const rejected = answers.filter(({ status }) => status !== 200).map(({ status }) => status);
    expect(rejected.filter((status) => status === 404)).toHaveLength(ADDRESS_GUESSES_MAX);
    expect(rejected.filter((status) => status === 429)).toHaveLength(99 - ADDRESS_GUESSES_MAX);
  });

  it("used and deactivated at the same time is one or the other, for each of 20 codes", async () => {
    const { site, groupId, administrator, invite } = await buildSchool();
    for (let round = 0; round < 20; round += 1) {
      const user = await buildUser(site);
      const { id, code } = await invite({ isOneTime: true });
      const [used, ended] = await Promise.all([use(user, code), deactivate(administrator, id)]);
      expect(ended.status).toBe(200);
      expect([200, 404]).toContain(used.status);
      expect((await membersOf(groupId)).includes(user.id)).toBe(used.status === 200);
    }
  });

  it("used while its group is deleted succeeds before or is not found, for each of 10 groups", async () => {
    const { site, administrator } = await buildSchool();
    for (let round = 0; round < 10; round += 1) {
      const user = await buildUser(site);
      const groupId = await buildUserGroup(site);
      const { code } = await buildInvite(site, { groupId, createdBy: administrator, isOneTime: true });
      const params = { id: String(groupId) };
      const [used, deleted] = await Promise.all([
        use(user, code),
        sendCall(server, deleteUserGroup, { as: administrator, params }),
      ]);
      expect([200, 404]).toContain(used.status);
      expect(deleted.status).toBe(204);
      expect(await membersOf(groupId)).toEqual([]);
    }
  });

  it("that is unknown, used, expired or deactivated has the same answer", async () => {
    const { learner, administrator, invite, site } = await buildSchool();
    const used = await invite({ isOneTime: true });
    await use(await buildUser(site), used.code);
    const deactivated = await invite();
    await deactivate(administrator, deactivated.id);
    const expired = await invite({ validUntil: "2020-01-01 00:00:00" });
    const foreign = await (await buildSchool()).invite();
    const answers = [];
    for (const code of [used.code, deactivated.code, expired.code, foreign.code, "0".repeat(20), "no code"])
      answers.push(await use(learner, code));
    for (const answer of answers) expect(answer).toMatchObject(REFUSAL);
    expect(new Set(answers.map(({ raw }) => raw.body.replace(/"requestId":"[^"]*"/, ""))).size).toBe(1);
  });

  it("does not restore the membership of a removed person", async () => {
    const { groupId, administrator, learner, invite } = await buildSchool();
    const { code } = await invite();
    await use(learner, code);
    const params = { id: String(groupId), userId: String(learner.id) };
    await sendCall(server, removeGroupUser, { as: administrator, params });
    expect(await use(learner, code)).toMatchObject(REFUSAL);
    expect(await membersOf(groupId)).toEqual([]);
  });

  it("is used for oneself; administrators can name another user of the site", async () => {
    const { site, groupId, administrator, learner, invite } = await buildSchool();
    const { code } = await invite();
    const other = await buildUser(site);
    expect((await use(learner, code, other.id)).status).toBe(403);
    expect((await use(learner, code, 987_654_321)).status).toBe(403);
    expect((await use(administrator, code, 987_654_321)).status).toBe(404);
    expect((await use(administrator, code, other.id)).answer).toEqual({
      group: { id: groupId, title: "Semester 3" },
      opens: [],
    });
    expect(await membersOf(groupId)).toEqual([other.id]);
  });

  it("is not in any table in readable form", async () => {
    const { administrator, groupId, site } = await buildSchool();
    const { answer } = await generate(administrator, { userGroupId: groupId });
    const plain = answer.code.replaceAll("-", "");
    const rows = await server.owner.selectFrom("invite").selectAll().where("site_id", "=", site.id).execute();
    const bytes = rows.flatMap(({ lookup, shown }) => [lookup, shown].map((each) => each.toString("latin1")));
    expect(JSON.stringify([rows, bytes])).not.toContain(plain.slice(0, 10));
    expect(rows).toHaveLength(1);
  });

  it("with an end in the past or without a group is rejected; so is one above the limit", async () => {
    const { site, administrator, groupId } = await buildSchool();
    expect((await generate(administrator, { userGroupId: groupId, validUntil: "2020-01-01 00:00:00" })).status).toBe(
      400,
    );
    expect((await generate(administrator, { userGroupId: 987_654_321 })).status).toBe(404);
    expect((await list(administrator, groupId)).answer).toEqual([]);
    for (let made = 0; made < GROUP_INVITES_MAX; made += 1)
      await buildInvite(site, { groupId, createdBy: administrator });
    const { status, failure } = await generate(administrator, { userGroupId: groupId });
    expect([status, failure.message]).toEqual([409, "A user group can have 200 active codes. Deactivate some first."]);
  });
});

describe("wrong codes", () => {
  it("are counted: after 10 by a user even a right one is rejected, not for others", async () => {
    const { site, learner, groupId, invite } = await buildSchool();
    const { code } = await invite();
    for (let guess = 0; guess < USER_GUESSES_MAX; guess += 1)
      expect((await use(learner, `wrong ${guess}`)).status).toBe(404);
    const { status, failure } = await use(learner, code);
    expect([status, failure.message]).toEqual([429, "Too many wrong codes. Try again in 15 minutes."]);
    expect(await membersOf(groupId)).toEqual([]);
    expect((await use(await buildUser(site), code)).status).toBe(200);
    await server.owner
      .updateTable("sign_in_failure")
      .set({ failed_at: sql<never>`now() - interval '16 minutes'` })
      .where("site_id", "=", site.id)
      .execute();
    expect((await use(learner, code)).status).toBe(200);
  });

  it("are also counted if they are simultaneous", async () => {
    const { learner } = await buildSchool();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, guess) => use(learner, `wrong ${guess}`)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(USER_GUESSES_MAX);
  });

  it("are counted by network address: after 30 by many users for an hour", async () => {
    const { site, learner, invite } = await buildSchool();
    const { code } = await invite();
    for (let guess = 0; guess < ADDRESS_GUESSES_MAX; guess += 1)
      expect((await use(await buildUser(site), "wrong")).status).toBe(404);
    const failedMinutesAgo = (minutes: number) =>
      server.owner
        .updateTable("sign_in_failure")
        .set({ failed_at: sql<never>`now() - make_interval(mins => ${minutes})` })
        .where("site_id", "=", site.id)
        .execute();
    await failedMinutesAgo(59);
    expect((await use(learner, code)).status).toBe(429);
    await failedMinutesAgo(61);
    expect((await use(learner, code)).status).toBe(200);
  });
});

describe("teachers", () => {
  it("have codes only for groups of their own content, and see their log", async () => {
    const { site, administrator, learner, groupId, invite } = await buildSchool();
    const teacher = await buildUser(site, { role: "teacher" });
    const { answer: course } = await sendCall(server, createCourse, { as: teacher, body: { title: "Mine" } });
    const { answer: own } = await sendCall(server, createAssignment, {
      as: teacher,
      params: { id: String(course.id) },
      body: { title: "My students" },
    });
    const foreign = await invite();
    await use(learner, foreign.code);
    expect((await generate(teacher, { userGroupId: groupId })).status).toBe(403);
    expect((await list(teacher, groupId)).status).toBe(403);
    expect((await deactivate(teacher, foreign.id)).status).toBe(403);
    const { answer: mine } = await generate(teacher, { userGroupId: own.id, isOneTime: true });
    await use(learner, mine.code);
    expect((await log(teacher)).answer).toMatchObject({ total: 1, uses: [{ group: { title: "My students" } }] });
    expect((await log(administrator)).answer.uses.map(({ group }) => group.title)).toEqual([
      "My students",
      "Semester 3",
    ]);
    expect((await deactivate(teacher, mine.id)).answer.isActive).toBe(false);
  });
});

describe("the log", () => {
  it("records who used which code when, is searched and paged", async () => {
    const { site, administrator, learner, groupId, invite } = await buildSchool();
    const { code } = await invite();
    await use(learner, code);
    const others = await Promise.all(
      Array.from({ length: 50 }, (_, index) => buildUser(site, { displayName: `Student ${index}` })),
    );
    for (const other of others) await use(other, code);
    const first = await log(administrator);
    expect(first.answer.total).toBe(51);
    expect(first.answer.uses).toHaveLength(50);
    expect((await log(administrator, { page: "2" })).answer.uses).toEqual([
      {
        usedAt: expect.any(String),
        user: { id: learner.id, name: "Lea Learner", email: learner.email },
        group: { id: groupId, title: "Semester 3" },
        codeEnd: code.slice(-4),
        isOneTime: false,
      },
    ]);
    const totalOf = async (q: string) => (await log(administrator, { q })).answer.total;
    expect(await totalOf("lea l")).toBe(1);
    expect(await totalOf(learner.email)).toBe(1);
    expect(await totalOf("semester 3")).toBe(51);
    expect(await totalOf(formatInviteCode(code).slice(-4).toLowerCase())).toBe(51);
    expect(await totalOf("nobody")).toBe(0);
  });
});
