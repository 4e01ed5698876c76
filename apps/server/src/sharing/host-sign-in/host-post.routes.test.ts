import { getCaseByPost } from "@parfocal/core/case/case.contract.ts";
import { getEnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { sendHostEvent } from "@parfocal/core/host-sign-in/host-event.contract.ts";
import { findPostPath } from "@parfocal/core/host-sign-in/host-post.contract.ts";
import { getImage, getImageByPost } from "@parfocal/core/image/image.contract.ts";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { deleteEmptyPosts } from "#item/item-post.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildEnrollmentForm } from "#testing/build-enrollment.ts";
import { buildHost } from "#testing/build-host.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const POST = 900_000_001;
const OTHER_POST = 900_000_002;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const host = await buildHost(site);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const slide = await buildSlide(site, { parentId: folderId });
  const learner = await buildUser(site);
  const path = `/s${site.id}/course${courseId}/f${folderId}/i${slide.id}/`;
  const sendPosts = (posts: unknown, claims: object = {}) =>
    sendCall(server, sendHostEvent, {
      siteId: site.id,
      body: { token: host.event({ "posts.changed": posts }, claims) },
    });
  const publish = (id: number, shown: string, claims: object = {}) =>
    sendPosts([{ id: String(id), path: shown }], claims);
  const byPost = (id: number) => sendCall(server, getImageByPost, { as: learner, params: { id: String(id) } });
  const pathOf = (id: number, as: object = { as: learner }) =>
    sendCall(server, findPostPath, { ...as, params: { id: String(id) } });
  const postIdOfSlide = async () =>
    (await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } })).answer.postId;
  return { site, host, courseId, folderId, slide, learner, path, sendPosts, publish, byPost, pathOf, postIdOfSlide };
}

describe("a post of the host", () => {
  it("that is published gives its ID to the item that it shows, by which the item and its page are found", async () => {
    const { slide, path, publish, byPost, pathOf, postIdOfSlide } = await buildWorld();
    expect((await byPost(POST)).status).toBe(404);
    expect((await publish(POST, `${path}?view=1,2,3,0`)).status).toBe(204);
    expect((await byPost(POST)).answer).toMatchObject({ id: slide.id, postId: POST });
    expect((await pathOf(POST)).answer).toEqual({ path });
    expect(await postIdOfSlide()).toBe(POST);
    // Its own ID is no longer its post ID.
    expect((await byPost(slide.id)).status).toBe(404);
  });

  it("that shows another item, or none, or is removed, no longer leads to the first", async () => {
    const { site, courseId, slide, path, publish, byPost, pathOf, postIdOfSlide } = await buildWorld();
    await publish(POST, path);
    const course = `/s${site.id}/course${courseId}/`;
    await publish(POST, course);
    expect((await byPost(POST)).status).toBe(404);
    expect((await pathOf(POST)).answer).toEqual({ path: course });
    expect(await postIdOfSlide()).toBe(slide.id);
    for (const none of ["", "/share/1.abc", `/s${site.id}/`, `/s${site.id + 1}/i${slide.id}/`, `/s${site.id}/i1/`]) {
      await publish(POST, path);
      expect((await byPost(POST)).status).toBe(200);
      await publish(POST, none);
      expect((await byPost(POST)).status, none).toBe(404);
      expect((await pathOf(POST)).status).toBe(404);
    }
    expect((await byPost(slide.id)).answer.id).toBe(slide.id);
  });

  it("is one of several for an item: each leads to it, the lowest ID is the item's", async () => {
    const { slide, path, sendPosts, publish, byPost, postIdOfSlide } = await buildWorld();
    await sendPosts([
      { id: String(OTHER_POST), path },
      { id: String(POST), path },
    ]);
    for (const id of [POST, OTHER_POST])
      expect((await byPost(id)).answer).toMatchObject({ id: slide.id, postId: POST });
    await publish(POST, "");
    expect(await postIdOfSlide()).toBe(OTHER_POST);
  });

  it("takes precedence over the item whose own ID is the same", async () => {
    const { slide, folderId, site, path, publish, byPost, pathOf } = await buildWorld();
    const other = await buildSlide(site, { parentId: folderId });
    await publish(other.id, path);
    expect((await byPost(other.id)).answer.id).toBe(slide.id);
    expect((await pathOf(other.id)).answer).toEqual({ path });
  });

  it("is not recreated by a message signed before its removal", async () => {
    const { site, path, publish, byPost } = await buildWorld();
    const now = Math.floor(Date.now() / 1000);
    await publish(POST, "");
    expect((await publish(POST, path, { iat: now - 20, exp: now + 90 })).status).toBe(204);
    expect((await byPost(POST)).status).toBe(404);
    const rows = () => server.owner.selectFrom("item_post").selectAll().where("site_id", "=", site.id).execute();
    const cleanUp = () => withSite(server.platform.database, site.id, (db) => deleteEmptyPosts(db, site.id));
    await cleanUp();
    expect(await rows()).toHaveLength(1);
    const past = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await server.owner.updateTable("item_post").set({ signed_at: past }).where("site_id", "=", site.id).execute();
    await cleanUp();
    expect(await rows()).toEqual([]);
    await publish(POST, path);
    await server.owner.updateTable("item_post").set({ signed_at: past }).where("site_id", "=", site.id).execute();
    await cleanUp();
    expect(await rows()).toHaveLength(1);
  });

  it("is valid only for the site's current host, and only within its site", async () => {
    const { site, path, publish, byPost } = await buildWorld();
    const elsewhere = await buildWorld();
    await publish(POST, path);
    expect((await elsewhere.byPost(POST)).status).toBe(404);
    const setIssuer = (issuer: string) =>
      server.owner.updateTable("site").set({ host_issuer: issuer }).where("id", "=", site.id).execute();
    await setIssuer("https://another.example");
    expect((await byPost(POST)).status).toBe(404);
    await setIssuer(`https://school-${site.id}.example/`);
    expect((await byPost(POST)).status).toBe(200);
  });

  it("gives no access to hidden content", async () => {
    const { site, courseId, path, publish, byPost, pathOf } = await buildWorld();
    await publish(POST, path);
    const isPublic = (is: boolean) =>
      server.owner.updateTable("site").set({ is_content_public: is }).where("id", "=", site.id).execute();
    await isPublic(false);
    expect((await pathOf(POST, { siteId: site.id })).status).toBe(401);
    await isPublic(true);
    expect((await pathOf(POST, { siteId: site.id })).answer).toEqual({ path });
    await server.owner.updateTable("course").set({ is_visible: false }).where("item_id", "=", courseId).execute();
    expect([(await byPost(POST)).status, (await pathOf(POST)).status]).toEqual([404, 404]);
  });

  it("is reported by the host only, in the specified form", async () => {
    const { site, path, sendPosts, publish, byPost, host } = await buildWorld();
    const foreign = await buildHost(await buildSite(server));
    const posts = [{ id: String(POST), path }];
    const forged = foreign.event({ "posts.changed": posts }, { site: String(site.id) });
    for (const token of [forged, host.token({ events: { "posts.changed": posts } })])
      expect((await sendCall(server, sendHostEvent, { siteId: site.id, body: { token } })).status).toBe(401);
    const malformed = [
      ...["1", {}, null, [null], [{ id: POST, path }], [{ id: "0", path }], [{ id: "1e3", path }]],
      ...[[{ id: String(POST) }], [{ id: String(POST), path: { toString: path } }], [...posts, { id: "-1", path }]],
    ];
    for (const sent of malformed) {
      const { failure } = await sendPosts(sent);
      expect(failure?.data, JSON.stringify(sent)).toEqual(["siteToken.malformed"]);
    }
    expect((await byPost(POST)).status).toBe(404);
    await publish(POST, path);
    expect((await byPost(POST)).status).toBe(200);
  });

  it("gives its ID to quizzes and enrollment forms too; parts of a quiz have no page", async () => {
    const { site, courseId, slide, learner, sendPosts, pathOf } = await buildWorld();
    const { quizId, slideId } = await buildQuiz(site, { parentId: courseId, imageId: slide.id });
    const groupId = await buildUserGroup(site);
    const formId = await buildEnrollmentForm(site, { parentId: courseId, userGroupId: groupId });
    await sendPosts([
      { id: String(POST), path: `/s${site.id}/q${quizId}/` },
      { id: String(OTHER_POST), path: `/s${site.id}/enroll${formId}/` },
    ]);
    const quiz = await sendCall(server, getQuiz, { as: learner, params: { id: String(quizId) } });
    expect(quiz.answer.postId).toBe(POST);
    const form = await sendCall(server, getEnrollmentForm, { as: learner, params: { id: String(formId) } });
    expect(form.answer.postId).toBe(OTHER_POST);
    expect((await pathOf(OTHER_POST)).answer.path).toBe(`/s${site.id}/course${courseId}/enroll${formId}/`);
    expect((await pathOf(slideId ?? 0)).status).toBe(404);
    const asCase = await sendCall(server, getCaseByPost, { as: learner, params: { id: String(POST) } });
    expect(asCase.status).toBe(404);
  });
});
