/** What the page of a shared folder or course reads with its token. */
import { listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import { getCase } from "@parfocal/core/case/case.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getPage } from "@parfocal/core/page/page.contract.ts";
import { listSharedItems, SHARED_ITEMS_PAGE_SIZE } from "@parfocal/core/share/shared-items.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { mediaPath } from "#item/item-appearance.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder, buildItem, place } from "#testing/build-content.ts";
import { addressOfMedia, buildMedia } from "#testing/build-media.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildAttempt, buildQuiz } from "#testing/build-quiz.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const courseId = await buildCourse(site, { title: "Pathology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  return { site, teacher, learner, courseId, folderId };
}

const statusOf = async (url: string | null | undefined) => (await server.app.inject({ url: url ?? "/" })).statusCode;

it("lists the active items of a course and of the folders in it, with the path from the shared item", async () => {
  const { site, teacher, courseId, folderId } = await buildWorld();
  const innerId = await buildFolder(site, { parentId: folderId, title: "Cortex" });
  const slide = await buildSlide(site, { parentId: innerId, title: "Glomerulus" });
  const caseId = await buildCase(site, { parentId: innerId, title: "Nephritis", items: [{ id: slide.id }] });
  const { quizId } = await buildQuiz(site, { parentId: innerId, title: "Week 1", imageId: slide.id });
  await buildFolder(site, { parentId: innerId, title: "Later", isActive: false });
  const { token } = await buildShare(site, { createdBy: teacher, itemId: courseId, shareType: "course" });
  const read = async (parent?: number) => {
    const query = parent === undefined ? {} : { parent: String(parent) };
    const { status, answer } = await sendCall(server, listSharedItems, { params: { token }, query });
    expect(status).toBe(200);
    return answer;
  };
  const top = await read();
  expect(top.parent).toEqual({ id: courseId, type: "course", title: "Pathology" });
  expect(top.path.map(({ title }) => title)).toEqual(["Pathology"]);
  expect(top.items).toMatchObject([{ id: folderId, type: "folder", title: "Kidney", itemCount: 1, isShown: true }]);
  expect(await statusOf(top.items[0]?.thumbnail)).toBe(200);
  const inner = await read(innerId);
  expect(inner.path.map(({ id }) => id)).toEqual([courseId, folderId, innerId]);
  expect(inner.items.map(({ id, isShown }) => [id, isShown])).toEqual([
    [slide.id, true],
    [caseId, true],
    [quizId, false],
  ]);
  expect(inner.total).toBe(3);
  for (const { thumbnail } of inner.items.slice(0, 2)) expect(await statusOf(thumbnail)).toBe(200);
  const ofQuiz = await sendCall(server, listSharedItems, { params: { token }, query: { parent: String(quizId) } });
  expect(ofQuiz.status).toBe(404);
});

it("is paged", async () => {
  const { site, teacher, folderId } = await buildWorld();
  for (let index = 0; index <= SHARED_ITEMS_PAGE_SIZE; index += 1)
    await buildItem(site, { kind: "page", parentId: folderId, title: `Page ${index}` });
  const { token } = await buildShare(site, { createdBy: teacher, itemId: folderId, shareType: "folder" });
  const titlesOf = async (page: string) => {
    const { answer } = await sendCall(server, listSharedItems, { params: { token }, query: { page } });
    expect(answer.total).toBe(SHARED_ITEMS_PAGE_SIZE + 1);
    return answer.items.map(({ title }) => title);
  };
  expect(await titlesOf("1")).toHaveLength(SHARED_ITEMS_PAGE_SIZE);
  expect(await titlesOf("2")).toEqual([`Page ${SHARED_ITEMS_PAGE_SIZE}`]);
  expect(await titlesOf("3")).toEqual([]);
});

it("contains only what the creator can see, and no path around a closed folder", async () => {
  const { site, learner, teacher, folderId } = await buildWorld();
  const openId = await buildFolder(site, { parentId: folderId, title: "Open" });
  const closedId = await buildFolder(site, { parentId: folderId, title: "Closed" });
  await buildUserGroup(site, { resourceIds: [closedId] });
  const slide = await buildSlide(site, { parentId: closedId });
  const idsFor = async (createdBy: typeof learner) => {
    const { token } = await buildShare(site, { createdBy, itemId: folderId, shareType: "folder" });
    const { answer } = await sendCall(server, listSharedItems, { params: { token } });
    const image = await sendCall(server, getImage, { params: { id: String(slide.id) }, query: { share: token } });
    return [answer.items.map(({ id }) => id), image.status];
  };
  expect(await idsFor(learner)).toEqual([[openId], 404]);
  expect(await idsFor(teacher)).toEqual([[openId, closedId], 200]);
  // The same slide in an open folder is visible, only through that folder.
  await place(site, { parentId: openId, itemId: slide.id });
  expect(await idsFor(learner)).toEqual([[openId], 200]);
});

it("a slide has its neighbours and its path within the link, and nobody can edit it, signed in or not", async () => {
  const { site, teacher, folderId } = await buildWorld();
  const first = await buildSlide(site, { parentId: folderId, title: "First" });
  const second = await buildSlide(site, { parentId: folderId, title: "Second" });
  await buildSlide(site, { parentId: folderId, isActive: false });
  // It cannot be opened below the link, which only names it.
  await buildQuiz(site, { parentId: folderId });
  const { token } = await buildShare(site, { createdBy: teacher, itemId: folderId, shareType: "folder" });
  for (const as of [null, teacher]) {
    const params = { id: String(second.id) };
    const { answer } = await sendCall(server, getImage, { as, params, query: { share: token } });
    expect(answer).toMatchObject({ userCanAnnotate: false, userCanEdit: false, next: null, originalFilename: "" });
    expect(answer.previous).toEqual({ id: first.id, type: "image", title: "First" });
    expect(answer.path.map(({ id }) => id)).toEqual([folderId, second.id]);
    const tile = answer.slideInformation?.tilesMapUrl?.replace("{z}/{x}/{y}", "0/0/0");
    for (const url of [tile, answer.thumbnail]) expect(await statusOf(url), url ?? "").toBe(200);
  }
  const alone = await buildShare(site, { createdBy: teacher, itemId: second.id });
  const { answer } = await sendCall(server, getImage, {
    params: { id: String(second.id) },
    query: { share: alone.token },
  });
  expect([answer.previous, answer.path.map(({ id }) => id)]).toEqual([null, [second.id]]);
});

it("a page and a case show images of the media library by the token, and only with their keys", async () => {
  const { site, teacher, folderId } = await buildWorld();
  const media = await addressOfMedia(site, await buildMedia(site));
  const src = mediaPath({ id: Number(media.id), key: media.key }, "file");
  const content = `<p><img src="${src}" alt="x"> and <a href="${src}">text</a></p>`;
  const pageId = await buildPage(site, { parentId: folderId, content });
  const caseId = await buildCase(site, { parentId: folderId, diagnosis: content });
  const { token } = await buildShare(site, { createdBy: teacher, itemId: folderId, shareType: "folder" });
  const page = await sendCall(server, getPage, { params: { id: String(pageId) }, query: { share: token } });
  const shared = await sendCall(server, getCase, { params: { id: String(caseId) }, query: { share: token } });
  for (const text of [page.answer.content, shared.answer.diagnosis]) {
    expect(text).toContain(`src="${src}?share=${token}"`);
    expect(text).toContain(`href="${src}"`);
  }
  expect(await statusOf(`${src}?share=${token}`)).toBe(200);
  expect(await statusOf(src)).toBe(401);
  const otherKey = src.replace(media.key, "0".repeat(media.key.length));
  expect(await statusOf(`${otherKey}?share=${token}`)).toBe(404);
  expect(await statusOf(`${src}?share=${site.id}.${"A".repeat(32)}`)).toBe(404);
});

it("shows expert annotations without their authors if the placement shows them, and none during a quiz of its creator", async () => {
  const { site, teacher, learner, folderId } = await buildWorld();
  const slide = await buildSlide(site, { parentId: folderId });
  const silent = await buildSlide(site, { parentId: folderId, annotationsActive: false });
  for (const annotated of [slide, silent]) await buildAnnotation(site, { slide: annotated, author: teacher });
  await buildAnnotation(site, { slide, author: learner });
  const listed = async (createdBy: typeof learner, { id } = slide, query: "all" | "mine" = "all") => {
    const { token } = await buildShare(site, { createdBy, itemId: folderId, shareType: "folder" });
    const params = { itemId: String(id) };
    const { answer } = await sendCall(server, listAnnotations, { params, query: { query, share: token } });
    return answer.map(({ author, isUserOwner, userCanEdit }) => ({ author, isUserOwner, userCanEdit }));
  };
  const ofExpert = { author: "", isUserOwner: false, userCanEdit: false };
  expect(await listed(teacher)).toEqual([ofExpert]);
  expect(await listed(learner)).toEqual([ofExpert]);
  expect(await listed(learner, slide, "mine")).toEqual([]);
  expect(await listed(teacher, silent)).toEqual([]);
  const { quizId } = await buildQuiz(site, { imageId: slide.id });
  const attemptId = await buildAttempt(site, { quizId, userId: learner.id });
  await withSite(server.platform.database, site.id, (db) =>
    db
      .insertInto("quiz_attempt_image")
      .values({ site_id: site.id, attempt_id: attemptId, image_id: slide.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  expect(await listed(learner)).toEqual([]);
  expect(await listed(teacher)).toEqual([ofExpert]);
});
