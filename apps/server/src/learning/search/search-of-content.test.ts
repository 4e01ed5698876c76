/** Texts of pages, textbooks and quizzes; user groups limit the results, also for a corrected word. */
import { saveBox } from "@parfocal/core/box/box.contract.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
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

async function ask(as: TestUser, query: string) {
  const { status, answer } = await sendCall(server, search, { as, query: { query } });
  expect(status, query).toBe(200);
  return answer;
}

const idsFor = async (as: TestUser, query: string) => (await ask(as, query)).results.map(({ itemId }) => itemId);

describe("text in", () => {
  it("a page, a textbook and a quiz is found; a question and its answers are not", async () => {
    const site = await buildSite(server);
    const [teacher, learner] = [await buildUser(site, { role: "teacher" }), await buildUser(site)];
    const parentId = await buildCourse(site);
    const pageId = await buildPage(site, { parentId, content: "<p>On <b>axolotls</b> &amp; newts</p>" });
    const { quizId } = await buildQuiz(site, {
      parentId,
      title: "Test",
      questions: [{ title: "Salamander?", content: "<p>Basilisk</p>" }],
    });
    const textbookId = await withSite(server.platform.database, site.id, async (db) => {
      const { id } = await insertItem(db, site.id, { kind: "textbook", title: "Book", createdBy: null });
      await db
        .insertInto("textbook")
        .values({ item_id: id, site_id: site.id, diagnosis: "<p>Amyloidosis</p>" })
        .execute();
      await db
        .updateTable("quiz")
        .set({ content: "<p>Chameleons</p>" })
        .where("site_id", "=", site.id)
        .where("item_id", "=", quizId)
        .execute();
      return id;
    });
    await place(site, { parentId, itemId: textbookId });
    const found: [word: string, ids: number[]][] = [
      ["axolotls", [pageId]],
      ["newts", [pageId]],
      ["amyloidosis", [textbookId]],
      ["chameleons", [quizId]],
      ["salamander", []],
      ["basilisk", []],
      ["spleen", []],
    ];
    for (const [word, ids] of found)
      for (const person of [teacher, learner]) expect(await idsFor(person, word), word).toEqual(ids);
  });

  it("content boxes is found; boxes hidden from learners, and titles of tabs without them, by teachers only", async () => {
    const site = await buildSite(server);
    const [teacher, learner] = [await buildUser(site, { role: "teacher" }), await buildUser(site)];
    const { id } = await buildSlide(site);
    const page = (title: string, isActive: boolean) => ({ title, content: "", isActive });
    await sendCall(server, saveBox, {
      as: teacher,
      params: { id: String(id), type: "image" },
      body: {
        tabs: [
          { title: "History", contentPages: [page("Anamnesis", true), page("Outcome", false)] },
          { title: "Sarcoidosis", contentPages: [page("Granuloma", false)] },
          { title: "Empty", contentPages: [] },
        ],
      },
    });
    for (const word of ["history", "anamnesis"])
      for (const person of [teacher, learner]) expect(await idsFor(person, word), word).toEqual([id]);
    for (const word of ["outcome", "sarcoidosis", "granuloma", "empty"]) {
      expect(await idsFor(teacher, word), word).toEqual([id]);
      expect(await idsFor(learner, word), word).toEqual([]);
    }
  });

  it("a changed page is found only by its present text", async () => {
    const site = await buildSite(server);
    const learner = await buildUser(site);
    const pageId = await buildPage(site, { parentId: await buildCourse(site), content: "<p>Färbung before</p>" });
    expect(await idsFor(learner, "faerbung")).toEqual([pageId]);
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("static_page")
        .set({ content: "<p>after</p>" })
        .where("site_id", "=", site.id)
        .where("item_id", "=", pageId)
        .execute(),
    );
    for (const gone of ["faerbung", "farbung", "before"]) expect(await idsFor(learner, gone), gone).toEqual([]);
    expect(await idsFor(learner, "after")).toEqual([pageId]);
  });
});

describe("user groups", () => {
  it("limit results to members: slides, annotations, and misspelled words", async () => {
    const site = await buildSite(server);
    const member = await buildUser(site);
    const outsider = await buildUser(site);
    const teacher = await buildUser(site, { role: "teacher" });
    const folder = await buildFolder(site, { parentId: await buildCourse(site) });
    const slide = await buildSlide(site, { title: "Zebrafish", parentId: folder });
    await buildAnnotation(site, { slide, author: teacher, title: "Notochord" });
    await buildUserGroup(site, { members: [member], resourceIds: [folder] });
    for (const query of ["zebrafish", "zebrafihs", "notochord"]) {
      expect(await idsFor(member, query), `member: ${query}`).toEqual([slide.id]);
      expect(await idsFor(teacher, query), `teacher: ${query}`).toEqual([slide.id]);
      expect(await ask(outsider, query), `outsider: ${query}`).toMatchObject({ total: 0, correctedTo: null });
    }
  });

  it("that are closed, or deny the content type, exclude results", async () => {
    const site = await buildSite(server);
    const member = await buildUser(site);
    const parentId = await buildCourse(site);
    const slide = await buildSlide(site, { title: "Zebrafish", parentId });
    const closed = await buildFolder(site, { parentId });
    await buildSlide(site, { title: "Axolotl", parentId: closed });
    await buildUserGroup(site, { members: [member], resourceIds: [closed], dateEnd: "2001-01-01T00:00:00Z" });
    expect(await idsFor(member, "axolotl")).toEqual([]);
    expect(await idsFor(member, "zebrafish")).toEqual([slide.id]);
    await buildUserGroup(site, { members: [member], resourceIds: [parentId], deniedKinds: ["image"] });
    expect(await idsFor(member, "zebrafish")).toEqual([]);
  });
});
