import { createCourse, getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { createFolder, getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildSchool() {
  const site = await buildSite(server);
  return {
    site,
    teacher: await buildUser(site, { role: "teacher" }),
    learner: await buildUser(site, { role: "learner" }),
  };
}

describe("a new course", () => {
  it("is visible, unless it is created as a draft, which learners do not see", async () => {
    const { teacher, learner } = await buildSchool();
    const open = await sendCall(server, createCourse, { as: teacher, body: { title: "Open" } });
    const draft = await sendCall(server, createCourse, { as: teacher, body: { title: "Draft", isVisible: false } });
    expect([open.answer.isVisible, draft.answer.isVisible]).toEqual([true, false]);
    const { answer } = await sendCall(server, listCourses, { as: learner });
    expect(answer.map(({ id }) => id)).toEqual([open.answer.id]);
    const read = await sendCall(server, getCourse, { as: learner, params: { id: String(draft.answer.id) } });
    expect(read.status).toBe(404);
  });
});

describe("the list of courses", () => {
  it("is in order of creation, with what each course contains", async () => {
    const { site, learner } = await buildSchool();
    const [first, second] = [await buildCourse(site, { title: "First" }), await buildCourse(site, { title: "Second" })];
    await buildFolder(site, { parentId: second });
    const slide = await buildSlide(site, { parentId: second });
    const { answer } = await sendCall(server, listCourses, { as: learner });
    expect(answer).toEqual([
      {
        id: first,
        title: "First",
        description: "",
        thumbnail: null,
        colour: null,
        isVirtual: false,
        isVisible: true,
        folderCount: 0,
        itemCount: 0,
        progress: { opened: 0, total: 0 },
      },
      {
        id: second,
        title: "Second",
        description: "",
        thumbnail: expect.stringContaining(`/tiles/${slide.id}/${slide.version}/thumbnail`),
        colour: null,
        isVirtual: false,
        isVisible: true,
        folderCount: 1,
        itemCount: 1,
        progress: { opened: 0, total: 1 },
      },
    ]);
  });

  it("hides hidden courses and inactive items from a learner, and shows them to a teacher", async () => {
    const { site, teacher, learner } = await buildSchool();
    const hidden = await buildCourse(site, { title: "Hidden", isVisible: false });
    const open = await buildCourse(site, { title: "Open" });
    await buildSlide(site, { parentId: open, isActive: false });
    await buildFolder(site, { parentId: open, isActive: false });
    const forLearner = (await sendCall(server, listCourses, { as: learner })).answer;
    expect(forLearner.map(({ id, folderCount, itemCount }) => ({ id, folderCount, itemCount }))).toEqual([
      { id: open, folderCount: 0, itemCount: 0 },
    ]);
    expect(forLearner[0]?.thumbnail).toBeNull();
    const forTeacher = (await sendCall(server, listCourses, { as: teacher })).answer;
    expect(forTeacher.map(({ id, isVisible, itemCount }) => ({ id, isVisible, itemCount }))).toEqual([
      { id: hidden, isVisible: false, itemCount: 0 },
      { id: open, isVisible: true, itemCount: 1 },
    ]);
    expect((await sendCall(server, getCourse, { as: learner, params: { id: String(hidden) } })).status).toBe(404);
    expect((await sendCall(server, getCourse, { as: teacher, params: { id: String(hidden) } })).status).toBe(200);
  });

  it("is visible to guests if the site's content is public, and only there", async () => {
    const site = await buildSite(server, { isContentPublic: true });
    const id = await buildCourse(site);
    const hidden = await buildCourse(site, { isVisible: false });
    const asGuest = await sendCall(server, listCourses, { siteId: site.id });
    expect(asGuest.answer.map((course) => course.id)).toEqual([id]);
    const hiddenToGuest = await sendCall(server, getCourse, { siteId: site.id, params: { id: String(hidden) } });
    expect(hiddenToGuest.status).toBe(404);
    expect((await sendCall(server, createCourse, { siteId: site.id, body: { title: "Mine" } })).status).toBe(401);
  });
});

describe("a new course", () => {
  it("is placed last, visible, empty, and its title is trimmed", async () => {
    const { site, teacher } = await buildSchool();
    await buildCourse(site);
    const { answer } = await sendCall(server, createCourse, {
      as: teacher,
      body: { title: "  Pathology ", description: "Of organs" },
    });
    expect(answer).toMatchObject({
      title: "Pathology",
      description: "Of organs",
      isVisible: true,
      folders: [],
      items: [],
      userCanEdit: true,
    });
    const listed = (await sendCall(server, listCourses, { as: teacher })).answer;
    expect(listed.at(-1)?.id).toBe(answer.id);
  });

  it("created twenty times concurrently gets twenty positions", async () => {
    const { site, teacher } = await buildSchool();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sendCall(server, createCourse, { as: teacher, body: { title: `Course ${index}` } }),
      ),
    );
    const rows = await server.owner.selectFrom("course").select("position").where("site_id", "=", site.id).execute();
    expect(rows.map(({ position }) => Number(position)).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  for (const title of ["", "   ", "x".repeat(201)]) {
    it(`with a title of ${title.length} characters${title.trim() ? "" : ", none of them visible,"} is rejected`, async () => {
      const { teacher } = await buildSchool();
      expect((await sendCall(server, createCourse, { as: teacher, body: { title } })).status).toBe(400);
    });
  }
});

describe("a folder", () => {
  it("returns its path, and its folders and items separately, each in order", async () => {
    const { site, learner } = await buildSchool();
    const course = await buildCourse(site, { title: "Histology" });
    const outer = await buildFolder(site, { parentId: course, title: "Urinary" });
    const inner = await buildFolder(site, { parentId: outer, title: "Kidney" });
    const slides = [
      await buildSlide(site, { parentId: inner, title: "A" }),
      await buildSlide(site, { parentId: inner, title: "B" }),
    ];
    const deepest = await buildFolder(site, { parentId: inner, title: "Details" });
    const { answer } = await sendCall(server, getFolder, { as: learner, params: { id: String(inner) } });
    expect(answer.path).toEqual([
      { id: course, type: "course", title: "Histology" },
      { id: outer, type: "folder", title: "Urinary" },
      { id: inner, type: "folder", title: "Kidney" },
    ]);
    expect(answer.folders.map(({ id }) => id)).toEqual([deepest]);
    expect(answer.items.map(({ id, title, parent }) => ({ id, title, parent }))).toEqual([
      { id: slides[0]?.id, title: "A", parent: inner },
      { id: slides[1]?.id, title: "B", parent: inner },
    ]);
    expect(answer.userCanEdit).toBe(false);
  });

  const hiding: [
    what: string,
    courseIsVisible: boolean,
    outerIsActive: boolean,
    innerIsActive: boolean,
    status: number,
  ][] = [
    ["everything on its path is active", true, true, true, 200],
    ["it is inactive itself", true, true, false, 404],
    ["a folder above it is inactive", true, false, true, 404],
    ["its course is hidden", false, true, true, 404],
  ];
  for (const [what, isVisible, outerIsActive, innerIsActive, status] of hiding) {
    it(`is ${status === 200 ? "" : "not "}found by a learner when ${what}`, async () => {
      const { site, teacher, learner } = await buildSchool();
      const course = await buildCourse(site, { isVisible });
      const outer = await buildFolder(site, { parentId: course, isActive: outerIsActive });
      const inner = await buildFolder(site, { parentId: outer, isActive: innerIsActive });
      const params = { id: String(inner) };
      expect((await sendCall(server, getFolder, { as: learner, params })).status).toBe(status);
      expect((await sendCall(server, getFolder, { as: teacher, params })).status).toBe(200);
    });
  }

  it("is appended to its parent when created", async () => {
    const { site, teacher } = await buildSchool();
    const parentId = await buildCourse(site);
    await buildFolder(site, { parentId });
    const { answer } = await sendCall(server, createFolder, { as: teacher, body: { title: "Skin", parentId } });
    expect(answer.path.map(({ id }) => id)).toEqual([parentId, answer.id]);
    const course = (await sendCall(server, getCourse, { as: teacher, params: { id: String(parentId) } })).answer;
    expect(course.folders.at(-1)?.id).toBe(answer.id);
  });

  it("created twenty times concurrently keeps the order consistent (invariant I9)", async () => {
    const { site, teacher } = await buildSchool();
    const parentId = await buildCourse(site);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        sendCall(server, createFolder, { as: teacher, body: { title: "Skin", parentId } }),
      ),
    );
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
    const course = (await sendCall(server, getCourse, { as: teacher, params: { id: String(parentId) } })).answer;
    expect(course.folders).toHaveLength(20);
  });

  it("cannot be placed in an image or a parent that does not exist", async () => {
    const { site, teacher } = await buildSchool();
    const slide = await buildSlide(site);
    for (const parentId of [slide.id, 987_654_321]) {
      const { status, failure } = await sendCall(server, createFolder, {
        as: teacher,
        body: { title: "Skin", parentId },
      });
      expect(status).toBe(400);
      expect(failure.data).toEqual(["parentId"]);
    }
  });

  it("is not found by the ID of a course or an image", async () => {
    const { site, teacher } = await buildSchool();
    const slide = await buildSlide(site);
    for (const id of [slide.id, slide.parentId])
      expect((await sendCall(server, getFolder, { as: teacher, params: { id: String(id) } })).status).toBe(404);
  });
});
