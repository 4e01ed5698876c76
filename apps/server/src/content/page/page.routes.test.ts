import { copyPage, createPage, getPage, updatePage } from "@parfocal/core/page/page.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import { HOSTILE_TEXTS } from "@parfocal/core/rich-text/testing/hostile-texts.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Nephrology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Week 1" });
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, courseId, folderId, teacher, learner: await buildUser(site) };
}

const read = (as: TestUser, id: number, query: { parent?: string } = {}) =>
  sendCall(server, getPage, { as, params: { id: String(id) }, query });
const update = (as: TestUser, id: number, body: object) =>
  sendCall(server, updatePage, { as, params: { id: String(id) }, body: body as never });
const create = (as: TestUser, body: object) => sendCall(server, createPage, { as, body: body as never });

describe("a static page", () => {
  it("is added to a folder, with its text, and a learner reads it", async () => {
    const { courseId, folderId, teacher, learner } = await buildWorld();
    const { status, answer } = await create(teacher, {
      title: " About ",
      parentId: folderId,
      subtitle: "What this is",
      content: "<p>Read <strong>this</strong>.</p>",
    });
    expect(status).toBe(200);
    expect(answer).toEqual({
      id: answer.id,
      itemId: answer.id,
      title: "About",
      subtitle: "What this is",
      content: "<p>Read <strong>this</strong>.</p>",
      tags: [],
      thumbnail: null,
      thumbnailMediaId: null,
      path: [
        { id: courseId, type: "course", title: "Nephrology" },
        { id: folderId, type: "folder", title: "Week 1" },
        { id: answer.id, type: "page", title: "About" },
      ],
      previous: null,
      next: null,
      userCanEdit: true,
    });
    expect((await read(learner, answer.id)).answer).toEqual({ ...answer, userCanEdit: false });
  });

  it("omitted fields are unchanged", async () => {
    const { site, folderId, teacher } = await buildWorld();
    const id = await buildPage(site, { parentId: folderId, title: "About", content: "<p>Old</p>" });
    expect((await update(teacher, id, { subtitle: "New", tags: ["b", "a", "b"] })).status).toBe(200);
    await update(teacher, id, { content: "<p>New</p>" });
    expect((await read(teacher, id)).answer).toMatchObject({
      title: "About",
      subtitle: "New",
      content: "<p>New</p>",
      tags: ["b", "a"],
    });
  });

  it("is sanitized when it is saved", async () => {
    const { folderId, teacher } = await buildWorld();
    const { answer } = await create(teacher, { title: "x", parentId: folderId });
    for (const content of HOSTILE_TEXTS) {
      const changed = await update(teacher, answer.id, { content });
      expect(changed.answer.content, content).toBe(sanitiseRichText(content));
    }
  });

  it("is copied with its text to another location; the copy is a separate page", async () => {
    const { site, courseId, folderId, teacher } = await buildWorld();
    const id = await buildPage(site, { parentId: folderId, title: "About", content: "<p>Text</p>" });
    const { answer: copy } = await sendCall(server, copyPage, { as: teacher, body: { id, parentId: courseId } });
    expect(copy).toMatchObject({ title: "About", content: "<p>Text</p>" });
    expect(copy.id).not.toBe(id);
    expect(copy.path.map((crumb) => crumb.id)).toEqual([courseId, copy.id]);
    await update(teacher, copy.id, { content: "<p>Other</p>" });
    expect((await read(teacher, id)).answer.content).toBe("<p>Text</p>");
  });

  it("created twice with one key is created once", async () => {
    const { folderId, teacher } = await buildWorld();
    const send = () =>
      sendCall(server, createPage, {
        as: teacher,
        body: { title: "Once", parentId: folderId },
        headers: { "idempotency-key": "one-page-0123456789" },
      });
    expect((await send()).answer.id).toBe((await send()).answer.id);
  });

  it("that is inactive, or not a page, is not found", async () => {
    const { site, folderId, teacher, learner } = await buildWorld();
    const hidden = await buildPage(site, { parentId: folderId, isActive: false });
    expect((await read(learner, hidden)).status).toBe(404);
    expect((await read(teacher, hidden)).status).toBe(200);
    expect((await read(teacher, folderId)).status).toBe(404);
    expect((await update(teacher, folderId, { title: "x" })).status).toBe(404);
  });

  it("returns its neighbours: the previous and next item with a page of its own", async () => {
    const { site, courseId, learner } = await buildWorld();
    const slide = await buildSlide(site, { title: "HE", parentId: courseId });
    const id = await buildPage(site, { parentId: courseId });
    await buildPage(site, { parentId: courseId, title: "Hidden", isActive: false });
    const last = await buildPage(site, { parentId: courseId, title: "Last" });
    expect((await read(learner, id)).answer).toMatchObject({
      previous: { id: slide.id, type: "image", title: "HE" },
      next: { id: last, type: "page", title: "Last" },
    });
  });

  it("has cases and quizzes among its neighbours", async () => {
    const { site, courseId, learner } = await buildWorld();
    const caseId = await buildCase(site, { parentId: courseId, title: "Lupus" });
    const id = await buildPage(site, { parentId: courseId });
    const { quizId } = await buildQuiz(site, { parentId: courseId, title: "What is it?" });
    expect((await read(learner, id)).answer).toMatchObject({
      previous: { id: caseId, type: "case", title: "Lupus" },
      next: { id: quizId, type: "quiz", title: "What is it?" },
    });
  });
});

const rejected: [what: string, body: object][] = [
  ["without a title", { title: " " }],
  ["with a title that is too long", { title: "a".repeat(1_000) }],
  ["with a text that is too long", { title: "x", content: "a".repeat(RICH_TEXT_MAX_CHARACTERS + 1) }],
  ["with an unknown field", { title: "x", colour: "red" }],
];
describe("a page is rejected", () => {
  for (const [what, body] of rejected)
    it(what, async () => {
      const { folderId, teacher } = await buildWorld();
      const { status, answer } = await create(teacher, { parentId: folderId, ...body });
      expect([status, (answer as unknown as { message: string }).message.length > 20]).toEqual([400, true]);
    });

  it("in a slide, and in a parent that does not exist", async () => {
    const { site, folderId, teacher } = await buildWorld();
    const slide = await buildSlide(site, { parentId: folderId });
    for (const parentId of [slide.id, 999_999_999])
      expect((await create(teacher, { title: "x", parentId })).status).toBe(400);
  });
});
