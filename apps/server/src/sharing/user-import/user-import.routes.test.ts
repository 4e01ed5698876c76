import { changeProfile } from "@parfocal/core/account/account.contract.ts";
import { getAssignment } from "@parfocal/core/assignment/assignment.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { listUsers } from "@parfocal/core/user/manage-users.contract.ts";
import { IMPORT_MAX_ROWS, importGroupUsers, importUsers } from "@parfocal/core/user-import/user-import.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

type List = BodyFor<typeof importUsers>;

async function buildSchool() {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const teacher = await buildUser(site, { role: "teacher" });
  const anna = await buildUser(site, { role: "learner", displayName: "Anna Maier" });
  const ben = await buildUser(site, { role: "learner", displayName: "Ben Huber" });
  const courseId = await buildCourse(site, { title: "Histology" });
  const groupId = await buildUserGroup(site, { members: [ben], resourceIds: [courseId], createdBy: teacher });
  return { site, administrator, teacher, anna, ben, groupId };
}

const intoGroup = (as: TestUser, groupId: number, body: List) =>
  sendCall(server, importGroupUsers, { as, params: { id: String(groupId) }, body });
const intoSite = (as: TestUser, body: List) => sendCall(server, importUsers, { as, body });
const members = async (as: TestUser, groupId: number) =>
  (await sendCall(server, getAssignment, { as, params: { id: String(groupId) } })).answer.users.map(({ name }) => name);
const people = async (as: TestUser) => (await sendCall(server, listUsers, { as })).answer.total;
const outcomes = ({ answer }: { answer: { rows: { outcome: string }[] } }) => answer.rows.map(({ outcome }) => outcome);

describe("people of a list become members of a group", () => {
  it("if found by their email address in any case; each row reports the result", async () => {
    const { teacher, anna, ben, groupId } = await buildSchool();
    const values = [anna.email.toUpperCase(), ben.email, "nobody@example.org", "not an address", "", anna.email];
    const answer = await intoGroup(teacher, groupId, { field: "email", values });
    expect(outcomes(answer)).toEqual(["found", "member", "unknown", "invalid", "invalid", "repeated"]);
    expect(answer.answer.rows[0]).toEqual({
      outcome: "found",
      userId: anna.id,
      name: "Anna Maier",
      isRenamed: false,
    });
    expect(await members(teacher, groupId)).toEqual(["Anna Maier", "Ben Huber"]);
  });

  it("if found by their username in any case", async () => {
    const { teacher, anna, groupId } = await buildSchool();
    await sendCall(server, changeProfile, { as: anna, body: { userName: "Anna.M" } });
    const list: List = { field: "userName", values: ["aNNA.m", "nobody", "no user name", "", "anna.m"] };
    expect(outcomes(await intoGroup(teacher, groupId, list))).toEqual([
      ...["found", "unknown", "invalid", "invalid", "repeated"],
    ]);
    expect(await members(teacher, groupId)).toEqual(["Anna Maier", "Ben Huber"]);
    expect((await intoSite(teacher, { ...list, createsAccounts: true })).status).toBe(403);
  });

  it("if found by their name, if only one person has it", async () => {
    const { site, teacher, groupId } = await buildSchool();
    for (const _ of [1, 2]) await buildUser(site, { role: "learner", displayName: "Eva Gruber" });
    const answer = await intoGroup(teacher, groupId, { field: "name", values: ["anna maier", "Eva Gruber", "Nobody"] });
    expect(outcomes(answer)).toEqual(["found", "ambiguous", "unknown"]);
    expect(await members(teacher, groupId)).toEqual(["Anna Maier", "Ben Huber"]);
  });

  it("not in a dry run, which reports the same", async () => {
    const { teacher, anna, ben, groupId } = await buildSchool();
    const list: List = { field: "email", values: [anna.email, ben.email, "nobody@example.org"] };
    const trial = await intoGroup(teacher, groupId, { ...list, isTrial: true });
    expect(await members(teacher, groupId)).toEqual(["Ben Huber"]);
    expect((await intoGroup(teacher, groupId, list)).answer).toEqual(trial.answer);
  });

  it("only at this site", async () => {
    const [here, elsewhere] = [await buildSchool(), await buildSchool()];
    const answer = await intoGroup(here.teacher, here.groupId, { field: "email", values: [elsewhere.anna.email] });
    expect(outcomes(answer)).toEqual(["unknown"]);
  });

  it("not if the group belongs to someone else", async () => {
    const { site, anna, groupId } = await buildSchool();
    const other = await buildUser(site, { role: "teacher" });
    for (const isTrial of [true, false]) {
      const answer = await intoGroup(other, groupId, { field: "email", values: [anna.email], isTrial });
      expect(answer.status).toBe(403);
    }
  });
});

describe("accounts are created and renamed", () => {
  it("as learners without a password, members of the group, by people who manage accounts", async () => {
    const { administrator, anna, groupId } = await buildSchool();
    const list: List = {
      field: "email",
      values: [anna.email, "New.Person@example.org", "second@example.org"],
      names: ["Anna Maier-Wolf", "Nina Neu", ""],
      createsAccounts: true,
      updatesNames: true,
    };
    const before = await people(administrator);
    const answer = await intoGroup(administrator, groupId, list);
    expect(outcomes(answer)).toEqual(["found", "created", "created"]);
    expect(answer.answer.rows.map(({ name, isRenamed }) => [name, isRenamed])).toEqual([
      ["Anna Maier-Wolf", true],
      ["Nina Neu", false],
      ["second", false],
    ]);
    expect(await members(administrator, groupId)).toEqual(["Anna Maier-Wolf", "Ben Huber", "Nina Neu", "second"]);
    const { users } = (await sendCall(server, listUsers, { as: administrator, query: { q: "nina neu" } })).answer;
    expect(users).toMatchObject([{ email: "New.Person@example.org", role: "learner", state: "active" }]);
    expect(await people(administrator)).toBe(before + 2);
    expect(outcomes(await intoGroup(administrator, groupId, list))).toEqual(["member", "member", "member"]);
    expect(await people(administrator)).toBe(before + 2);
  });

  it("without a group as well; a dry run creates nobody", async () => {
    const { administrator } = await buildSchool();
    const list: List = { field: "email", values: ["one@example.org"], names: ["One"], createsAccounts: true };
    const before = await people(administrator);
    expect((await intoSite(administrator, { ...list, isTrial: true })).answer.rows).toEqual([
      { outcome: "created", userId: null, name: "One", isRenamed: false },
    ]);
    expect(await people(administrator)).toBe(before);
    expect(outcomes(await intoSite(administrator, list))).toEqual(["created"]);
    expect(await people(administrator)).toBe(before + 1);
  });

  it("once, if two lists with the same people arrive simultaneously", async () => {
    const { administrator, groupId } = await buildSchool();
    const values = Array.from({ length: 50 }, (_, index) => `student-${index}@example.org`);
    const list: List = { field: "email", values, createsAccounts: true };
    const before = await people(administrator);
    const answers = await Promise.all([1, 2, 3].map(() => intoGroup(administrator, groupId, list)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.flatMap(outcomes).filter((outcome) => outcome === "created")).toHaveLength(50);
    expect(await people(administrator)).toBe(before + 50);
    expect(await members(administrator, groupId)).toHaveLength(51);
  });

  it("up to the limit in one request", async () => {
    const { administrator, groupId } = await buildSchool();
    const values = Array.from({ length: IMPORT_MAX_ROWS }, (_, index) => `student-${index}@example.org`);
    const answer = await intoGroup(administrator, groupId, { field: "email", values, createsAccounts: true });
    expect(new Set(outcomes(answer))).toEqual(new Set(["created"]));
    const more = await intoGroup(administrator, groupId, { field: "email", values: [...values, "x@example.org"] });
    expect(more.status).toBe(400);
  });

  it.each([
    ["creates accounts", { createsAccounts: true }],
    ["renames accounts", { updatesNames: true }],
  ])("not by a teacher: a list that %s is rejected, and nobody is added", async (_name, options) => {
    const { teacher, anna, groupId } = await buildSchool();
    const answer = await intoGroup(teacher, groupId, {
      field: "email",
      values: [anna.email],
      names: ["Other"],
      ...options,
    });
    expect(answer.status).toBe(403);
    expect(await members(teacher, groupId)).toEqual(["Ben Huber"]);
  });

  it.each([
    ["fewer names than values", { values: ["a@example.org", "b@example.org"], names: ["A"] }],
    ["accounts found by name", { field: "name", values: ["A"], createsAccounts: true }],
    ["no values", { values: [] }],
    ["an unknown field", { field: "phone", values: ["1"] }],
  ])("not from %s", async (_name, options) => {
    const { administrator, groupId } = await buildSchool();
    const body = { field: "email", ...options } as List;
    expect((await intoGroup(administrator, groupId, body)).status).toBe(400);
  });
});
