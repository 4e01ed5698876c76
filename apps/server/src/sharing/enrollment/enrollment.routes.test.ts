import { removeGroupUser } from "@parfocal/core/assignment/assignment.contract.ts";
import { listCourses } from "@parfocal/core/course/course.contract.ts";
import { enroll, exportRegistrations } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { HOSTILE_TEXTS } from "@parfocal/core/rich-text/testing/hostile-texts.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildEnrollmentForm, TEST_ANSWERS, TEST_FIELDS } from "#testing/build-enrollment.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildEnrollmentSchool, enrollmentCalls } from "#testing/enrollment-school.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const { on, read, create, update, register, list, takeBack, membersOf, seesSlide } = enrollmentCalls(() => server);
const buildSchool = (settings?: { isContentPublic: boolean }) => buildEnrollmentSchool(server, settings);

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

  it("changes only in the given fields", async () => {
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

  it("is sanitised when it is written", async () => {
    const { formId, teacher } = await buildSchool();
    for (const description of HOSTILE_TEXTS)
      expect((await update(teacher, formId, { description })).answer.description).toBe(sanitiseRichText(description));
  });

  it("is found by its title and its description, by everyone who sees it", async () => {
    const { formId, teacher, learner } = await buildSchool();
    await update(teacher, formId, { title: "Anmeldung", description: "<p>Zwerchfell</p>" });
    for (const q of ["Anmeldung", "Zwerchfell"]) {
      const { answer } = await sendCall(server, search, { as: learner, query: { query: q } });
      expect(answer.results.map(({ itemId }) => itemId)).toEqual([formId]);
    }
  });

  const rejected: [what: string, body: object, said: RegExp][] = [
    ["a select with one option", { fields: [{ ...TEST_FIELDS[1], options: ["1"] }] }, /“Semester”: .*at least 2/],
    ["the same option twice", { fields: [{ ...TEST_FIELDS[1], options: ["1", "1 "] }] }, /is listed twice/],
    ["a field without a title", { fields: [{ ...TEST_FIELDS[0], title: " " }] }, /Enter a label/],
    ["two fields of one id", { fields: [TEST_FIELDS[0], TEST_FIELDS[0]] }, /same id/],
    ["an id that is none", { fields: [{ ...TEST_FIELDS[0], id: "__proto__" }] }, /small letters/],
    ["a type that there is not", { fields: [{ ...TEST_FIELDS[0], type: "date" }] }, /./],
    [
      "too many fields",
      { fields: Array.from({ length: 51 }, (_, index) => ({ ...TEST_FIELDS[0], id: `f${index}` })) },
      /up to 50 fields/,
    ],
  ];
  for (const [what, body, said] of rejected)
    it(`is rejected with ${what}, when added and when changed`, async () => {
      const { courseId, formId, groupId, teacher } = await buildSchool();
      const input = { title: "x", parentId: courseId, userGroupId: groupId, ...body };
      for (const { status, failure } of [await create(teacher, input), await update(teacher, formId, body)]) {
        expect(status).toBe(400);
        expect(failure.message).toMatch(said);
      }
      expect((await read(teacher, formId)).answer.fields).toEqual(TEST_FIELDS);
    });

  it("leads into a group that the caller can change: a teacher's own, or an administrator's choice", async () => {
    const { site, courseId, formId, teacher, administrator } = await buildSchool();
    const theirs = await buildUserGroup(site, { createdBy: administrator });
    const input = { title: "x", parentId: courseId, userGroupId: theirs };
    expect((await create(teacher, input)).status).toBe(403);
    expect((await update(teacher, formId, { userGroupId: theirs })).status).toBe(403);
    expect((await create(teacher, { ...input, userGroupId: 987_654_321 })).status).toBe(404);
    expect((await create(administrator, input)).status).toBe(200);
  });

  it("of another person's group: cannot be redirected, and hides its registrations from the teacher", async () => {
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

  it("that is inactive, inaccessible or not a form is not found for a learner", async () => {
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
  it("adds a learner to the group, stores the answers, and opens the group's content immediately", async () => {
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
    it(`into a group whose time is ${time} reports that, and opens nothing`, async () => {
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
    ["what is not asked", [...TEST_ANSWERS, { id: "colour", value: "red" }], /form has changed/],
    ["an answer twice", [...TEST_ANSWERS, TEST_ANSWERS[0] as object], /form has changed/],
  ];
  for (const [what, fields, message] of wrong)
    it(`with ${what}: 400, and nothing is stored`, async () => {
      const { formId, groupId, teacher, learner } = await buildSchool();
      const { status, failure } = await register(learner, formId, fields);
      expect(status).toBe(400);
      if (typeof message === "string") expect(failure.message).toBe(message);
      else expect(failure.message).toMatch(message);
      expect((await read(learner, formId)).answer.registration).toBeNull();
      expect(await membersOf(teacher, groupId)).toEqual([]);
    });

  it("requires the same form ID in path and body", async () => {
    const { formId, learner } = await buildSchool();
    const body = { enrollmentFormId: formId + 1, fields: TEST_ANSWERS };
    expect((await sendCall(server, enroll, { ...on(learner, formId), body })).status).toBe(400);
    const right = { enrollmentFormId: formId, fields: TEST_ANSWERS };
    expect((await sendCall(server, enroll, { ...on(learner, formId), body: right })).status).toBe(200);
  });

  it("a second time changes nothing, whatever the answers", async () => {
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

  it("does not restore the membership of a removed person", async () => {
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

  it("requires signing in; a guest of a public site reads the form", async () => {
    const { site, formId } = await buildSchool({ isContentPublic: true });
    const { status, answer } = await read(null, formId, site.id);
    expect([status, answer.registration, answer.userGroupId]).toEqual([200, null, null]);
    expect(answer.fields).toHaveLength(3);
    expect((await register(null, formId, TEST_ANSWERS, site.id)).status).toBe(401);
  });
});
