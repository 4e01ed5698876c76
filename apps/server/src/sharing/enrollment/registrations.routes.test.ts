import { removeGroupUser, unassignResource } from "@parfocal/core/assignment/assignment.contract.ts";
import { exportRegistrations, REGISTRATIONS_PAGE_SIZE } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { copyFolder, listBin, removeItems, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildFolder } from "#testing/build-content.ts";
import { buildEnrollmentForm, buildRegistration, TEST_ANSWERS, TEST_FIELDS } from "#testing/build-enrollment.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildEnrollmentSchool, enrollmentCalls } from "#testing/enrollment-school.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const { on, read, update, register, list, takeBack, membersOf } = enrollmentCalls(() => server);
const buildSchool = (settings?: { isContentPublic: boolean }) => buildEnrollmentSchool(server, settings);

describe("a form that has registrations", () => {
  it("changes its questions: former answers are kept, and listed as no longer asked", async () => {
    const { site, formId, teacher, learner } = await buildSchool();
    await register(learner, formId);
    const [number, semester] = TEST_FIELDS;
    const colour = { id: "colour", title: "Colour", type: "text", options: [] };
    expect((await update(teacher, formId, { fields: [colour, semester] })).status).toBe(200);
    const other = await buildUser(site);
    const given = [
      { id: "colour", value: "red" },
      { id: "semester", value: "1" },
    ];
    await register(other, formId, given);
    const { answer } = await list(teacher, formId);
    expect(answer.fields.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
      ["colour", true],
      ["semester", true],
      ["number", false],
      ["country", false],
    ]);
    expect(answer.registrations.map(({ userId, answers }) => [userId, answers])).toEqual([
      [other.id, ["red", "1", null, null]],
      [learner.id, [null, "3", "4711", "DE"]],
    ]);
    expect((await read(learner, formId)).answer.registration?.answers.map(({ value }) => value)).toEqual([
      "3",
      "4711",
      "DE",
    ]);
    // Added again, it is the same field.
    await update(teacher, formId, { fields: [number] });
    expect((await list(teacher, formId)).answer.registrations.map(({ answers }) => answers[0])).toEqual([null, "4711"]);
  });

  it("keeps the type of a field; without registrations it can change", async () => {
    const { formId, teacher, learner } = await buildSchool();
    const retyped = [{ id: "number", title: "Country", type: "country", options: [] }];
    await register(learner, formId);
    const { status, failure } = await update(teacher, formId, { fields: retyped });
    expect([status, failure.data]).toEqual([400, ["fields", "retyped", "number"]]);
    await takeBack(teacher, formId, learner.id, "false");
    expect((await update(teacher, formId, { fields: retyped })).status).toBe(200);
  });

  it("leads into another group: registered people stay in theirs", async () => {
    const { site, formId, groupId, teacher, learner } = await buildSchool();
    await register(learner, formId);
    const nextId = await buildUserGroup(site, { title: "Semester 4", createdBy: teacher });
    await update(teacher, formId, { userGroupId: nextId });
    const other = await buildUser(site);
    await register(other, formId);
    expect([await membersOf(teacher, groupId), await membersOf(teacher, nextId)]).toEqual([[learner.id], [other.id]]);
    expect((await list(teacher, formId)).answer.registrations.map(({ groupTitle }) => groupTitle)).toEqual([
      "Semester 4",
      "Semester 3",
    ]);
  });

  it("is removed and restored with them, while the group is kept", async () => {
    const { courseId, folderId, formId, groupId, teacher, administrator, learner } = await buildSchool();
    await register(learner, formId);
    const removal = { as: teacher, params: { parentType: "course", parentId: String(courseId) } } as const;
    const removed = await sendCall(server, removeItems, { ...removal, body: { itemIds: [formId] } } as never);
    expect(removed.status).toBe(200);
    expect((await read(learner, formId)).status).toBe(404);
    expect((await register(learner, formId)).status).toBe(404);
    await sendCall(server, removeGroupUser, {
      as: teacher,
      params: { id: String(groupId), userId: String(learner.id) },
    });
    const unassigned = await sendCall(server, unassignResource, {
      as: administrator,
      params: { id: String(groupId), resourceId: String(folderId) },
    });
    expect(unassigned.status).toBe(204);
    const { answer: bin } = await sendCall(server, listBin, { as: teacher, query: {} });
    const binId = bin.entries.find(({ itemId }) => itemId === formId)?.id ?? 0;
    expect((await sendCall(server, restoreRemoved, { ...on(teacher, binId), body: {} })).status).toBe(200);
    expect((await list(teacher, formId)).answer.registrations).toMatchObject([
      { userId: learner.id, answers: ["4711", "3", "DE"], groupTitle: "Semester 3", isMember: false },
    ]);
  });

  it("is copied with its folder as a separate form, without them", async () => {
    const { site, courseId, groupId, teacher, learner } = await buildSchool();
    const folderId = await buildFolder(site, { parentId: courseId });
    const formId = await buildEnrollmentForm(site, { parentId: folderId, userGroupId: groupId, registered: [learner] });
    const body = { id: folderId, parentId: courseId };
    const { answer: copy } = await sendCall(server, copyFolder, { as: teacher, body });
    const { answer: folder } = await sendCall(server, getFolder, on(teacher, copy.id));
    const copyId = folder.items[0]?.id ?? 0;
    expect(copyId).not.toBe(formId);
    expect((await read(teacher, copyId)).answer).toMatchObject({
      fields: TEST_FIELDS,
      userGroupId: groupId,
      registrationCount: 0,
    });
    expect((await list(teacher, formId)).answer.total).toBe(1);
  });
});

describe("registrations", () => {
  it("are found by name, email address, answer and a country in either language, and paged", async () => {
    const { site, formId, teacher } = await buildSchool();
    const ada = await buildUser(site, { displayName: "Ada Lovelace" });
    const bob = await buildUser(site, { displayName: "Bob" });
    await buildRegistration(site, { formId, user: ada });
    const answers = [{ id: "number", value: "100%" }, ...TEST_ANSWERS.slice(1, 2), { id: "country", value: "AT" }];
    await buildRegistration(site, { formId, user: bob, answers });
    const found = async (q: string) => (await list(teacher, formId, { q })).answer.registrations.map((row) => row.name);
    expect(await found("lovel")).toEqual(["Ada Lovelace"]);
    expect(await found(bob.email)).toEqual(["Bob"]);
    expect(await found("4711")).toEqual(["Ada Lovelace"]);
    expect(await found("0%")).toEqual(["Bob"]);
    expect(await found("_00")).toEqual([]);
    expect(await found("Deutschl")).toEqual(["Ada Lovelace"]);
    expect(await found("Austria")).toEqual(["Bob"]);
    expect(await found("")).toEqual(["Bob", "Ada Lovelace"]);
    for (let made = 0; made < REGISTRATIONS_PAGE_SIZE; made += 1)
      await buildRegistration(site, { formId, user: await buildUser(site) });
    const { answer } = await list(teacher, formId, { page: "2" });
    expect([answer.total, answer.registrations.map(({ name }) => name)]).toEqual([
      REGISTRATIONS_PAGE_SIZE + 2,
      ["Bob", "Ada Lovelace"],
    ]);
  });

  it("are exported as a table without formulas", async () => {
    const { site, formId, teacher } = await buildSchool();
    const user = await buildUser(site, { displayName: "=HYPERLINK(1)" });
    await buildRegistration(site, {
      formId,
      user,
      answers: [{ id: "number", value: "@A1" }, ...TEST_ANSWERS.slice(1)],
    });
    const { status, raw } = await sendCall(server, exportRegistrations, {
      ...on(teacher, formId),
      query: { language: "de" },
    });
    expect([status, raw.headers["content-type"], raw.headers["content-disposition"]]).toEqual([
      200,
      "text/csv; charset=utf-8",
      'attachment; filename="registrations.csv"',
    ]);
    expect(raw.body).toMatch(
      /^\uFEFFName,E-Mail,Angemeldet,Benutzergruppe,Matriculation number,Semester,Country\r\n'=HYPERLINK\(1\),[^,]+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Semester 3,'@A1,3,Deutschland\r\n$/,
    );
  });

  const leaving: [what: string, before: boolean, leavesGroup: "true" | "false", isMember: boolean][] = [
    ["who came by it leaves the group if requested", false, "true", false],
    ["and stays if not", false, "false", true],
    ["who was in the group before stays", true, "true", true],
  ];
  for (const [what, wasMember, leavesGroup, isMember] of leaving)
    it(`are revoked with their answers: ${what}`, async () => {
      const { site, courseId, folderId, teacher, learner } = await buildSchool();
      const userGroupId = await buildUserGroup(site, {
        resourceIds: [folderId],
        createdBy: teacher,
        members: wasMember ? [learner] : [],
      });
      const formId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId, registered: [learner] });
      expect((await list(teacher, formId)).answer.registrations[0]?.hasJoined).toBe(!wasMember);
      expect((await takeBack(teacher, formId, learner.id, leavesGroup)).status).toBe(204);
      expect((await membersOf(teacher, userGroupId)).includes(learner.id)).toBe(isMember);
      expect((await list(teacher, formId)).answer.total).toBe(0);
      expect((await read(learner, formId)).answer.registration).toBeNull();
      expect((await takeBack(teacher, formId, learner.id, leavesGroup)).status).toBe(404);
    });

  it("of two forms into one group: a person stays in it until both are revoked", async () => {
    const { site, courseId, formId, groupId, teacher, learner } = await buildSchool();
    const secondId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: groupId });
    await register(learner, formId);
    await register(learner, secondId);
    await takeBack(teacher, formId, learner.id, "true");
    expect(await membersOf(teacher, groupId)).toEqual([learner.id]);
    await takeBack(teacher, secondId, learner.id, "true");
    expect(await membersOf(teacher, groupId)).toEqual([]);
  });

  it("of a deleted person are deleted", async () => {
    const { formId, teacher, learner } = await buildSchool();
    await register(learner, formId);
    await server.owner.deleteFrom("site_user").where("id", "=", learner.id).execute();
    expect((await list(teacher, formId)).answer.total).toBe(0);
  });
});
