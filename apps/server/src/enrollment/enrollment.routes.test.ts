import { getAssignment, removeGroupUser, unassignResource } from "@parfocal/core/assignment/assignment.contract.ts";
import { listCourses } from "@parfocal/core/course/course.contract.ts";
import {
  createEnrollmentForm,
  enroll,
  exportRegistrations,
  getEnrollmentForm,
  listRegistrations,
  REGISTRATIONS_PAGE_SIZE,
  removeRegistration,
  updateEnrollmentForm,
} from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { HOSTILE_TEXTS } from "@parfocal/core/rich-text/testing/hostile-texts.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { copyFolder, listBin, removeItems, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildEnrollmentForm, buildRegistration, TEST_ANSWERS, TEST_FIELDS } from "#testing/build-enrollment.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** An open course with a folder that a group alone sees, and a form beside it. */
async function buildSchool({ isContentPublic = false } = {}) {
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

const on = (as: TestUser | null, id: number) => ({ as, params: { id: String(id) } });
const read = (as: TestUser | null, id: number, siteId?: number) =>
  sendCall(server, getEnrollmentForm, { ...on(as, id), query: {}, ...(siteId === undefined ? {} : { siteId }) });
const create = (as: TestUser, body: object) => sendCall(server, createEnrollmentForm, { as, body: body as never });
const update = (as: TestUser, id: number, body: object) =>
  sendCall(server, updateEnrollmentForm, { ...on(as, id), body: body as never });
const register = (as: TestUser | null, id: number, fields: object = TEST_ANSWERS, siteId?: number) =>
  sendCall(server, enroll, { ...on(as, id), body: { fields } as never, ...(siteId === undefined ? {} : { siteId }) });
const list = (as: TestUser, id: number, query: { page?: string; q?: string } = {}) =>
  sendCall(server, listRegistrations, { ...on(as, id), query });
const takeBack = (as: TestUser, id: number, userId: number, leavesGroup: "true" | "false") =>
  sendCall(server, removeRegistration, {
    as,
    params: { id: String(id), userId: String(userId) },
    query: { leavesGroup },
  });
const membersOf = async (as: TestUser, groupId: number) =>
  (await sendCall(server, getAssignment, on(as, groupId))).answer.users.map(({ id }) => id);
const seesSlide = async (as: TestUser, id: number) => (await sendCall(server, getImage, on(as, id))).status === 200;

describe("an enrollment form", () => {
  it("is added to a course, with its fields, and a learner reads it", async () => {
    const { courseId, groupId, teacher, learner } = await buildSchool();
    const { status, answer } = await create(teacher, {
      title: " Register for week 1 ",
      parentId: courseId,
      userGroupId: groupId,
      subtitle: "Until Friday",
      description: "<p>Tell us <strong>who</strong> you are.</p>",
      fields: [{ id: "semester", title: " Semester ", type: "select", options: [" 1 ", "", "2"] }],
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      postId: answer.id,
      title: "Register for week 1",
      subtitle: "Until Friday",
      description: "<p>Tell us <strong>who</strong> you are.</p>",
      fields: [{ id: "semester", title: "Semester", type: "select", options: ["1", "2"] }],
      registration: null,
      userGroupId: groupId,
      userGroupTitle: "Semester 3",
      registrationCount: 0,
      canSeeRegistrations: true,
      userCanEdit: true,
    });
    expect((await read(learner, answer.id)).answer).toEqual({
      ...answer,
      userGroupId: null,
      userGroupTitle: null,
      registrationCount: null,
      canSeeRegistrations: false,
      userCanEdit: false,
      previous: expect.anything(),
    });
  });

  it("changes only what is named", async () => {
    const { formId, groupId, teacher } = await buildSchool();
    await update(teacher, formId, { description: "<p>Why</p>", tags: ["a"] });
    await update(teacher, formId, { title: "New" });
    expect((await read(teacher, formId)).answer).toMatchObject({
      title: "New",
      description: "<p>Why</p>",
      tags: ["a"],
      fields: TEST_FIELDS,
      userGroupId: groupId,
    });
  });

  it("is cleaned when it is written", async () => {
    const { formId, teacher } = await buildSchool();
    for (const description of HOSTILE_TEXTS)
      expect((await update(teacher, formId, { description })).answer.description).toBe(sanitiseRichText(description));
  });

  it("is found by its title and its description, by whoever sees it", async () => {
    const { formId, teacher, learner } = await buildSchool();
    await update(teacher, formId, { title: "Anmeldung", description: "<p>Zwerchfell</p>" });
    for (const q of ["Anmeldung", "Zwerchfell"]) {
      const { answer } = await sendCall(server, search, { as: learner, query: { query: q } });
      expect(answer.results.map(({ itemId }) => itemId)).toEqual([formId]);
    }
  });

  const refused: [what: string, body: object, said: RegExp][] = [
    ["a select with one option", { fields: [{ ...TEST_FIELDS[1], options: ["1"] }] }, /“Semester”: .*at least 2/],
    ["the same option twice", { fields: [{ ...TEST_FIELDS[1], options: ["1", "1 "] }] }, /stands there twice/],
    ["a field without a title", { fields: [{ ...TEST_FIELDS[0], title: " " }] }, /what is asked/],
    ["two fields of one id", { fields: [TEST_FIELDS[0], TEST_FIELDS[0]] }, /same id/],
    ["an id that is none", { fields: [{ ...TEST_FIELDS[0], id: "__proto__" }] }, /small letters/],
    ["a type that there is not", { fields: [{ ...TEST_FIELDS[0], type: "date" }] }, /./],
    [
      "too many fields",
      { fields: Array.from({ length: 51 }, (_, index) => ({ ...TEST_FIELDS[0], id: `f${index}` })) },
      /50 things/,
    ],
  ];
  for (const [what, body, said] of refused)
    it(`is refused with ${what}, new and changed`, async () => {
      const { courseId, formId, groupId, teacher } = await buildSchool();
      const wish = { title: "x", parentId: courseId, userGroupId: groupId, ...body };
      for (const { status, failure } of [await create(teacher, wish), await update(teacher, formId, body)]) {
        expect(status).toBe(400);
        expect(failure.message).toMatch(said);
      }
      expect((await read(teacher, formId)).answer.fields).toEqual(TEST_FIELDS);
    });

  it("leads into a group that one may change: a teacher's own, or an administrator's choice", async () => {
    const { site, courseId, formId, teacher, administrator } = await buildSchool();
    const theirs = await buildUserGroup(site, { createdBy: administrator });
    const wish = { title: "x", parentId: courseId, userGroupId: theirs };
    expect((await create(teacher, wish)).status).toBe(403);
    expect((await update(teacher, formId, { userGroupId: theirs })).status).toBe(403);
    expect((await create(teacher, { ...wish, userGroupId: 987_654_321 })).status).toBe(404);
    expect((await create(administrator, wish)).status).toBe(200);
  });

  it("of a group that is not the teacher's: not led elsewhere, and its registrations are not for them", async () => {
    const { site, courseId, groupId, teacher, administrator, learner } = await buildSchool();
    const theirs = await buildUserGroup(site, { createdBy: administrator });
    const id = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: theirs, registered: [learner] });
    expect((await update(teacher, id, { title: "Better" })).status).toBe(200);
    expect((await update(teacher, id, { userGroupId: groupId })).status).toBe(403);
    expect((await read(teacher, id)).answer).toMatchObject({ canSeeRegistrations: false, registrationCount: 1 });
    expect((await list(teacher, id)).status).toBe(403);
    expect((await sendCall(server, exportRegistrations, { ...on(teacher, id), query: {} })).status).toBe(403);
    expect((await takeBack(teacher, id, learner.id, "true")).status).toBe(403);
    expect((await list(administrator, id)).answer.total).toBe(1);
  });

  it("that is not active, of others, or no form, is not there for a learner", async () => {
    const { formId, groupId, folderId, site, learner } = await buildSchool();
    const hidden = await buildEnrollmentForm(site, { parentId: folderId, userGroupId: groupId });
    expect((await read(learner, hidden)).status).toBe(404);
    expect((await register(learner, hidden)).status).toBe(404);
    expect((await register(learner, folderId)).status).toBe(404);
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", formId).execute();
    expect((await read(learner, formId)).status).toBe(404);
    expect((await register(learner, formId)).status).toBe(404);
  });
});

describe("registering", () => {
  it("puts a learner into the group, keeps the answers, and opens the group's content at once", async () => {
    const { courseId, folderId, slide, groupId, formId, teacher, learner } = await buildSchool();
    expect(await seesSlide(learner, slide.id)).toBe(false);
    const { status, answer } = await register(learner, formId);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      wasRegistered: false,
      registration: {
        group: { title: "Semester 3", isMember: true, dateStart: null, dateEnd: null, time: "now" },
        answers: [
          { title: "Matriculation number", type: "text", value: "4711" },
          { title: "Semester", type: "select", value: "3" },
          { title: "Country", type: "country", value: "DE" },
        ],
        opens: [
          [
            { id: courseId, type: "course", title: "Nephrology" },
            { id: folderId, type: "folder", title: "Week 1" },
          ],
        ],
      },
    });
    expect(await seesSlide(learner, slide.id)).toBe(true);
    expect((await sendCall(server, getFolder, on(learner, folderId))).status).toBe(200);
    expect(await membersOf(teacher, groupId)).toEqual([learner.id]);
    const courses = (await sendCall(server, listCourses, { as: learner })).answer;
    expect(courses.filter(({ isVirtual }) => isVirtual).map(({ title }) => title)).toEqual(["Semester 3"]);
  });

  it("opens a closed course from an open one", async () => {
    const { site, courseId, teacher, learner } = await buildSchool();
    const closedId = await buildCourse(site, { title: "Closed" });
    const slide = await buildSlide(site, { parentId: closedId });
    const groupId = await buildUserGroup(site, { resourceIds: [closedId], createdBy: teacher });
    const formId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: groupId, fields: [] });
    expect(await seesSlide(learner, slide.id)).toBe(false);
    const { answer } = await register(learner, formId, []);
    expect(answer.registration?.opens).toEqual([[{ id: closedId, type: "course", title: "Closed" }]]);
    expect(await seesSlide(learner, slide.id)).toBe(true);
  });

  const times: [dates: object, time: string][] = [
    [{ dateStart: "2090-01-01 00:00:00" }, "later"],
    [{ dateEnd: "2020-01-01 00:00:00" }, "over"],
  ];
  for (const [dates, time] of times)
    it(`into a group whose time is ${time} says so, and opens nothing`, async () => {
      const { site, courseId, folderId, learner } = await buildSchool();
      const userGroupId = await buildUserGroup(site, { resourceIds: [folderId], ...dates });
      const formId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId, fields: [] });
      const { answer } = await register(learner, formId, []);
      expect(answer.registration).toMatchObject({ group: { ...dates, time }, opens: [] });
    });

  const wrong: [what: string, fields: object[], message: string | RegExp][] = [
    ["nothing", [], "Please fill out all fields"],
    ["a field that is left out", TEST_ANSWERS.slice(1), "Please fill out all fields"],
    ["an answer of blanks", [{ id: "number", value: " " }, ...TEST_ANSWERS.slice(1)], "Please fill out all fields"],
    [
      "no option",
      [...TEST_ANSWERS.slice(0, 1), { id: "semester", value: "9" }, ...TEST_ANSWERS.slice(2)],
      /“Semester”/,
    ],
    ["no country", [...TEST_ANSWERS.slice(0, 2), { id: "country", value: "Atlantis" }], /“Country”/],
    ["what is not asked", [...TEST_ANSWERS, { id: "colour", value: "red" }], /was changed meanwhile/],
    ["an answer twice", [...TEST_ANSWERS, TEST_ANSWERS[0] as object], /was changed meanwhile/],
  ];
  for (const [what, fields, message] of wrong)
    it(`with ${what}: 400, and nothing is kept`, async () => {
      const { formId, groupId, teacher, learner } = await buildSchool();
      const { status, failure } = await register(learner, formId, fields);
      expect(status).toBe(400);
      if (typeof message === "string") expect(failure.message).toBe(message);
      else expect(failure.message).toMatch(message);
      expect((await read(learner, formId)).answer.registration).toBeNull();
      expect(await membersOf(teacher, groupId)).toEqual([]);
    });

  it("names the form twice, and both times the same", async () => {
    const { formId, learner } = await buildSchool();
    const body = { enrollmentFormId: formId + 1, fields: TEST_ANSWERS };
    expect((await sendCall(server, enroll, { ...on(learner, formId), body })).status).toBe(400);
    const right = { enrollmentFormId: formId, fields: TEST_ANSWERS };
    expect((await sendCall(server, enroll, { ...on(learner, formId), body: right })).status).toBe(200);
  });

  it("a second time changes nothing, whatever is answered then", async () => {
    const { formId, learner } = await buildSchool();
    const { answer: first } = await register(learner, formId);
    for (const fields of [TEST_ANSWERS, [{ id: "number", value: "other" }], []]) {
      const { status, answer } = await register(learner, formId, fields);
      expect(status).toBe(200);
      expect(answer).toEqual({ ...first, wasRegistered: true });
    }
  });

  it("ten times at once registers once", async () => {
    const { formId, groupId, teacher, learner } = await buildSchool();
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(learner, formId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ answer }) => !answer.wasRegistered)).toHaveLength(1);
    expect((await list(teacher, formId)).answer.total).toBe(1);
    expect(await membersOf(teacher, groupId)).toEqual([learner.id]);
  });

  it("does not bring back who was taken out of the group", async () => {
    const { formId, groupId, slide, teacher, learner } = await buildSchool();
    await register(learner, formId);
    await sendCall(server, removeGroupUser, {
      as: teacher,
      params: { id: String(groupId), userId: String(learner.id) },
    });
    const { answer } = await register(learner, formId);
    expect(answer.registration).toMatchObject({ group: { isMember: false }, opens: [] });
    expect(await seesSlide(learner, slide.id)).toBe(false);
  });

  it("is for those who have signed in; a guest of a public site reads the form", async () => {
    const { site, formId } = await buildSchool({ isContentPublic: true });
    const { status, answer } = await read(null, formId, site.id);
    expect([status, answer.registration, answer.userGroupId]).toEqual([200, null, null]);
    expect(answer.fields).toHaveLength(3);
    expect((await register(null, formId, TEST_ANSWERS, site.id)).status).toBe(401);
  });
});

describe("a form that has registrations", () => {
  it("asks something else: what was answered stays, and is listed as not asked any more", async () => {
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
    expect(answer.fields.map(({ id, isAsked }) => [id, isAsked])).toEqual([
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
    // Asked again, it is the same field.
    await update(teacher, formId, { fields: [number] });
    expect((await list(teacher, formId)).answer.registrations.map(({ answers }) => answers[0])).toEqual([null, "4711"]);
  });

  it("keeps the type of a field; without registrations it may change", async () => {
    const { formId, teacher, learner } = await buildSchool();
    const retyped = [{ id: "number", title: "Country", type: "country", options: [] }];
    await register(learner, formId);
    const { status, failure } = await update(teacher, formId, { fields: retyped });
    expect([status, failure.data]).toEqual([400, ["fields", "retyped", "number"]]);
    await takeBack(teacher, formId, learner.id, "false");
    expect((await update(teacher, formId, { fields: retyped })).status).toBe(200);
  });

  it("leads into another group: who has registered stays where they are", async () => {
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

  it("is removed and put back with them; the group stays for it meanwhile", async () => {
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

  it("is copied with its folder as a form of its own, without them", async () => {
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
  it("are found by name, e-mail address, answer and a country in either language, and come in pages", async () => {
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

  it("are saved as a table of which nothing is a formula", async () => {
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
    ["who came by it leaves the group if that is wished", false, "true", false],
    ["and stays if not", false, "false", true],
    ["who was in the group before stays", true, "true", true],
  ];
  for (const [what, wasMember, leavesGroup, isMember] of leaving)
    it(`are taken back with their answers: ${what}`, async () => {
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

  it("of two forms into one group: who has taken one back stays until both are", async () => {
    const { site, courseId, formId, groupId, teacher, learner } = await buildSchool();
    const secondId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: groupId });
    await register(learner, formId);
    await register(learner, secondId);
    await takeBack(teacher, formId, learner.id, "true");
    expect(await membersOf(teacher, groupId)).toEqual([learner.id]);
    await takeBack(teacher, secondId, learner.id, "true");
    expect(await membersOf(teacher, groupId)).toEqual([]);
  });

  it("of somebody who is deleted are gone with them", async () => {
    const { formId, teacher, learner } = await buildSchool();
    await register(learner, formId);
    await server.owner.deleteFrom("site_user").where("id", "=", learner.id).execute();
    expect((await list(teacher, formId)).answer.total).toBe(0);
  });
});
