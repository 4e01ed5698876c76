import { getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { forgetOpened, getOverview, markOpened } from "@parfocal/core/progress/progress.contract.ts";
import { type KyselyPlugin, sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { accessScopeOfUser } from "#item/access-scope.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { listCards } from "#structure/present-cards.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder, buildItem, place } from "#testing/build-content.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildAttempt, buildQuiz, submitAttempt } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const on = (as: TestUser | null, id: number) => ({ as, params: { id: String(id) } });

async function open(as: TestUser, id: number, parentId?: number): Promise<number> {
  const body = parentId === undefined ? {} : { parentId };
  return (await sendCall(server, markOpened, { ...on(as, id), body })).status;
}

const courseOf = async (as: TestUser, id: number) => (await sendCall(server, getCourse, on(as, id))).answer;
const folderOf = async (as: TestUser, id: number) => (await sendCall(server, getFolder, on(as, id))).answer;
const lastOf = async (as: TestUser) => (await sendCall(server, getOverview, { as })).answer.last;

/** A course with a page, a folder with a slide, and a folder with another page. */
async function buildSchool({ isContentPublic = false } = {}) {
  const site = await buildSite(server, { isContentPublic });
  const learner = await buildUser(site, { role: "learner" });
  const course = await buildCourse(site, { title: "Histology" });
  const intro = await buildPage(site, { parentId: course, title: "Intro" });
  const folder = await buildFolder(site, { parentId: course, title: "Kidney" });
  const slide = await buildSlide(site, { parentId: folder });
  const inner = await buildFolder(site, { parentId: folder, title: "Tubules" });
  const page = await buildPage(site, { parentId: inner, title: "Reading" });
  return { site, learner, course, intro, folder, slide, inner, page };
}

describe("items that a learner has viewed", () => {
  it("are ticked in their list and counted in every folder and course above", async () => {
    const { learner, course, intro, folder, slide, inner, page } = await buildSchool();
    expect((await courseOf(learner, course)).progress).toEqual({ opened: 0, total: 3 });
    expect([await open(learner, slide.id, folder), await open(learner, intro)]).toEqual([204, 204]);
    const answer = await courseOf(learner, course);
    expect(answer.progress).toEqual({ opened: 2, total: 3 });
    expect(answer.items.map(({ id, isOpened }) => [id, isOpened])).toEqual([[intro, true]]);
    expect(answer.folders).toMatchObject([{ id: folder, progress: { opened: 1, total: 2 } }]);
    const inFolder = await folderOf(learner, folder);
    expect(inFolder.progress).toEqual({ opened: 1, total: 2 });
    expect(inFolder.items).toMatchObject([{ id: slide.id, isOpened: true }]);
    expect(inFolder.folders).toMatchObject([{ id: inner, progress: { opened: 0, total: 1 } }]);
    await open(learner, page);
    const courses = (await sendCall(server, listCourses, { as: learner })).answer;
    expect(courses).toMatchObject([{ id: course, progress: { opened: 3, total: 3 } }]);
  });

  it("are private to the learner", async () => {
    const { site, learner, course, intro } = await buildSchool();
    const other = await buildUser(site, { role: "learner" });
    await open(learner, intro);
    expect((await courseOf(other, course)).progress).toEqual({ opened: 0, total: 3 });
    expect(await lastOf(other)).toBeNull();
  });

  it("are counted among visible active items, each once; the items of a case are viewed with it", async () => {
    const { site, learner, course, folder, slide } = await buildSchool();
    await place(site, { parentId: course, itemId: slide.id });
    await buildPage(site, { parentId: folder, title: "Off", isActive: false });
    const off = await buildFolder(site, { parentId: course, title: "Off", isActive: false });
    await buildPage(site, { parentId: off, title: "In what is off" });
    const closed = await buildFolder(site, { parentId: course, title: "Closed" });
    await buildPage(site, { parentId: closed, title: "In what is closed" });
    await buildUserGroup(site, { resourceIds: [closed] });
    const caseId = await buildCase(site, { parentId: course, items: [{ id: slide.id }] });
    await open(learner, slide.id);
    expect((await courseOf(learner, course)).progress).toEqual({ opened: 1, total: 4 });
    expect(await open(learner, caseId)).toBe(204);
    expect((await courseOf(learner, course)).progress).toEqual({ opened: 2, total: 4 });
    // Content managers see more, but inactive items do not count for them either.
    const teacher = await buildUser(site, { role: "teacher" });
    expect((await courseOf(teacher, course)).progress).toEqual({ opened: 0, total: 5 });
  });

  it("are recorded once, and again on the next visit", async () => {
    const { learner, intro } = await buildSchool();
    const row = () =>
      server.owner.selectFrom("item_opened").selectAll().where("user_id", "=", learner.id).executeTakeFirstOrThrow();
    await open(learner, intro);
    const first = await row();
    await open(learner, intro);
    const second = await row();
    expect(second.first_opened_at).toEqual(first.first_opened_at);
    expect(second.last_opened_at.getTime()).toBeGreaterThan(first.last_opened_at.getTime());
  });

  it("exclude items that are not visible, folders and courses", async () => {
    const { site, learner, course, folder } = await buildSchool();
    const hidden = await buildPage(site, { parentId: folder, title: "Off", isActive: false });
    const foreign = (await buildSchool()).intro;
    expect([await open(learner, hidden), await open(learner, foreign), await open(learner, 999_999)]).toEqual([
      404, 404, 404,
    ]);
    expect([await open(learner, course), await open(learner, folder)]).toEqual([400, 400]);
  });

  it("in a virtual course are those of all its folders, each item once", async () => {
    const { site, learner, course, folder, slide, page } = await buildSchool();
    const closedCourse = await buildCourse(site, { title: "Closed" });
    const second = await buildFolder(site, { parentId: closedCourse, title: "Liver" });
    await place(site, { parentId: second, itemId: slide.id });
    const groupId = await buildUserGroup(site, { members: [learner], resourceIds: [folder, second] });
    await open(learner, page);
    const answer = await courseOf(learner, groupId);
    expect(answer.progress).toEqual({ opened: 1, total: 2 });
    expect(answer.folders.map(({ id, progress }) => [id, progress])).toEqual([
      [folder, { opened: 1, total: 2 }],
      [second, { opened: 0, total: 1 }],
    ]);
    const courses = (await sendCall(server, listCourses, { as: learner })).answer;
    expect(courses.find(({ id }) => id === groupId)?.progress).toEqual({ opened: 1, total: 2 });
    expect(courses.find(({ id }) => id === course)?.progress).toEqual({ opened: 1, total: 3 });
  });

  it("are neither returned to guests nor recorded for them", async () => {
    const { site, course, intro } = await buildSchool({ isContentPublic: true });
    const siteId = site.id;
    const { answer } = await sendCall(server, getCourse, { siteId, params: { id: String(course) } });
    expect(answer).not.toHaveProperty("progress");
    expect(answer.items[0]).not.toHaveProperty("isOpened");
    expect(answer.folders[0]).not.toHaveProperty("progress");
    const marking = await sendCall(server, markOpened, { siteId, params: { id: String(intro) }, body: {} });
    expect(marking.status).toBe(401);
  });

  it("are deleted with the account", async () => {
    const { site, learner, intro } = await buildSchool();
    await open(learner, intro);
    await server.owner.deleteFrom("site_user").where("id", "=", learner.id).execute();
    expect(await server.owner.selectFrom("item_opened").selectAll().where("site_id", "=", site.id).execute()).toEqual(
      [],
    );
  });
});

describe("resetting progress", () => {
  it("removes the caller's tick from one item, or from all items of a folder or course", async () => {
    const { site, learner, course, intro, folder, slide, page } = await buildSchool();
    const other = await buildUser(site, { role: "learner" });
    for (const id of [intro, slide.id, page])
      expect([await open(learner, id), await open(other, id)]).toEqual([204, 204]);
    expect((await sendCall(server, forgetOpened, on(learner, slide.id))).status).toBe(204);
    expect((await courseOf(learner, course)).progress?.opened).toBe(2);
    expect((await sendCall(server, forgetOpened, on(learner, folder))).status).toBe(204);
    expect((await courseOf(learner, course)).progress?.opened).toBe(1);
    expect((await sendCall(server, forgetOpened, on(learner, course))).status).toBe(204);
    expect((await courseOf(learner, course)).progress?.opened).toBe(0);
    expect(await lastOf(learner)).toBeNull();
    expect((await courseOf(other, course)).progress?.opened).toBe(3);
  });

  it("is rejected for items that are not visible", async () => {
    const { learner } = await buildSchool();
    const foreign = await buildSchool();
    expect((await sendCall(server, forgetOpened, on(learner, foreign.course))).status).toBe(404);
  });
});

describe("the item to continue with", () => {
  it("is the last one opened, with its image and the path through which it was opened", async () => {
    const { site, learner, course, intro, folder, slide } = await buildSchool();
    const second = await buildFolder(site, { parentId: course, title: "Liver" });
    await place(site, { parentId: second, itemId: slide.id });
    await open(learner, intro);
    await open(learner, slide.id, second);
    const last = await lastOf(learner);
    expect(last).toMatchObject({ id: slide.id, type: "image", title: "Kidney, HE" });
    expect(last?.thumbnail).toContain(`/tiles/${slide.id}/`);
    expect(last?.path.map(({ id }) => id)).toEqual([course, second, slide.id]);
    await open(learner, slide.id, folder);
    expect((await lastOf(learner))?.path.map(({ id }) => id)).toEqual([course, folder, slide.id]);
    // A location that is not a parent of the item is not a path.
    await open(learner, slide.id, intro);
    expect((await lastOf(learner))?.path.map(({ id }) => id)).toEqual([course, folder, slide.id]);
    await open(learner, intro);
    expect((await lastOf(learner))?.id).toBe(intro);
  });

  it("skips items that are no longer accessible", async () => {
    const { site, learner, intro, page } = await buildSchool();
    await open(learner, intro);
    await open(learner, page);
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", page).execute();
    expect((await lastOf(learner))?.id).toBe(intro);
    await server.owner.updateTable("course").set({ is_visible: false }).where("site_id", "=", site.id).execute();
    expect(await lastOf(learner)).toBeNull();
  });
});

describe("the start page of a learner", () => {
  const overviewOf = async (as: TestUser) => (await sendCall(server, getOverview, { as })).answer;
  const dueOf = async (as: TestUser) => (await overviewOf(as)).due.map(({ id, isStarted }) => [id, isStarted]);
  const newOf = async (as: TestUser) => (await overviewOf(as)).added.map(({ id }) => id);
  const closeIn = (siteId: number, quizId: number, days: number, opensInDays: number | null = null) =>
    sql`
      INSERT INTO quiz_access (site_id, quiz_id, opens_at, closes_at)
      VALUES (${siteId}, ${quizId}, now() + make_interval(days => ${opensInDays}::integer), now() + make_interval(days => ${days}))
    `.execute(server.owner);

  it("lists quizzes that close within 30 days as due until they are submitted, the first to close first", async () => {
    const { site, learner, course, folder } = await buildSchool();
    const [soon, sooner, far, over, later, open] = await Promise.all(
      ["Soon", "Sooner", "Far", "Over", "Not yet open", "Open"].map(
        async (title) => (await buildQuiz(site, { parentId: folder, title })).quizId,
      ),
    );
    const all = [soon, sooner, far, over, later, open].map(Number);
    const [soonId = 0, soonerId = 0, farId = 0, overId = 0, laterId = 0, openId = 0] = all;
    await closeIn(site.id, soonId, 20);
    await closeIn(site.id, soonerId, 2);
    await closeIn(site.id, farId, 31);
    await closeIn(site.id, overId, -1);
    await closeIn(site.id, laterId, 5, 3);
    expect(await dueOf(learner)).toEqual([
      [soonerId, false],
      [soonId, false],
    ]);
    // A quiz without an end counts while an attempt is running.
    await buildAttempt(site, { quizId: openId, userId: learner.id });
    const attemptId = await buildAttempt(site, { quizId: soonerId, userId: learner.id });
    expect(await dueOf(learner)).toEqual([
      [soonerId, true],
      [soonId, false],
      [openId, true],
    ]);
    await submitAttempt(site, attemptId);
    expect(await dueOf(learner)).toEqual([
      [soonId, false],
      [openId, true],
    ]);
    const { due } = await overviewOf(learner);
    expect(due[0]?.path.map(({ id }) => id)).toEqual([course, folder, soonId]);
    expect(due[0]?.closesAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", soonId).execute();
    expect(await dueOf(learner)).toEqual([[openId, true]]);
    expect(await dueOf(await buildUser(site, { role: "learner" }))).toEqual([[soonerId, false]]);
  });

  it("lists items that others added after the learner began as new, until viewed or for 30 days", async () => {
    const { site, learner, course, intro, folder } = await buildSchool();
    expect(await newOf(learner)).toEqual([]);
    await open(learner, intro);
    const first = await buildPage(site, { parentId: folder, title: "First" });
    const second = await buildPage(site, { parentId: folder, title: "Second" });
    await buildFolder(site, { parentId: course, title: "No item" });
    await buildPage(site, { parentId: folder, title: "Off", isActive: false });
    const other = await buildSchool();
    await buildPage(other.site, { parentId: other.folder, title: "Foreign" });
    const own = await buildPage(site, { parentId: folder, title: "Own" });
    await server.owner.updateTable("item").set({ created_by: learner.id }).where("id", "=", own).execute();
    expect(await newOf(learner)).toEqual([second, first]);
    expect((await overviewOf(learner)).added[0]?.path.map(({ id }) => id)).toEqual([course, folder, second]);
    await open(learner, second);
    expect(await newOf(learner)).toEqual([first]);
    await sql`
      WITH began AS (UPDATE item_opened SET first_opened_at = now() - interval '60 days' WHERE user_id = ${learner.id})
      UPDATE item SET created_at = now() - interval '31 days' WHERE id = ${first}
    `.execute(server.owner);
    expect(await newOf(learner)).not.toContain(first);
  });

  it("has at most five entries in each list", async () => {
    const { site, learner, intro, folder } = await buildSchool();
    await open(learner, intro);
    for (let number = 1; number <= 7; number += 1) {
      await buildPage(site, { parentId: folder, title: `Page ${number}` });
      await closeIn(site.id, (await buildQuiz(site, { parentId: folder, title: `Quiz ${number}` })).quizId, number);
    }
    const { due, added } = await overviewOf(learner);
    expect(due.map(({ title }) => title)).toEqual(["Quiz 1", "Quiz 2", "Quiz 3", "Quiz 4", "Quiz 5"]);
    expect(added.map(({ title }) => title)).toEqual(["Quiz 7", "Page 7", "Quiz 6", "Page 6", "Page 5"]);
  });
});

it("takes the same number of database queries for many folders as for few", async () => {
  const { site, learner, course } = await buildSchool();
  let questions = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      questions += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const count = async () => {
    questions = 0;
    await withSite(server.platform.database, site.id, (db) =>
      listCards(
        db.withPlugin(counting) as SiteDb,
        site.id,
        course,
        accessScopeOfUser({ id: learner.id, role: "learner" }),
      ),
    );
    return questions;
  };
  const few = await count();
  for (let number = 0; number < 12; number += 1) {
    const folder = await buildFolder(site, { parentId: course, title: `Folder ${number}` });
    await buildItem(site, { kind: "page", parentId: folder });
    await buildItem(site, { kind: "page", parentId: course });
  }
  expect(few).toBeGreaterThan(3);
  expect(await count()).toBe(few);
});
