import { listAnnotationsInView } from "@parfocal/core/annotation/annotation.contract.ts";
import { startPreview } from "@parfocal/core/assignment/preview.contract.ts";
import { createCourse, getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { markOpened } from "@parfocal/core/progress/progress.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildPage } from "#testing/build-page.ts";
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

const start = (as: TestUser, itemId: number, userId: number | null) =>
  sendCall(server, startPreview, { as, body: { itemId, userId } });
const withToken = (as: TestUser, token: string) => ({ as, headers: { "x-preview": token } });
const withTokenAt = (as: TestUser, token: string, id: number) => ({
  ...withToken(as, token),
  params: { id: String(id) },
});

async function buildSchool() {
  const site = await buildSite(server);
  const [teacher, other] = [await buildUser(site, { role: "teacher" }), await buildUser(site, { role: "teacher" })];
  const member = await buildUser(site, { role: "learner", displayName: "Leo" });
  const course = await buildCourse(site, { title: "Histology" });
  const closed = await buildFolder(site, { parentId: course, title: "For the group" });
  const later = await buildFolder(site, { parentId: course, title: "Later" });
  await buildFolder(site, { parentId: course, title: "Hidden", isActive: false });
  const page = await buildPage(site, { parentId: closed, title: "Reading" });
  await buildUserGroup(site, { members: [member], resourceIds: [closed] });
  await buildUserGroup(site, { members: [member], resourceIds: [later], dateStart: "2999-01-01 00:00:00" });
  return { site, teacher, other, member, course, closed, later, page };
}

describe("a preview", () => {
  it("shows what a learner without groups sees, and what a person sees with their groups and dates", async () => {
    const { teacher, member, course, closed, later, page } = await buildSchool();
    const asLearner = (await start(teacher, course, null)).answer;
    expect(asLearner).toMatchObject({ name: null, isSeen: true });
    const asMember = (await start(teacher, page, member.id)).answer;
    expect(asMember).toMatchObject({ name: "Leo", isSeen: true });
    expect(asMember.path.map(({ id }) => id)).toEqual([course, closed, page]);
    expect((await start(teacher, closed, null)).answer).toMatchObject({ isSeen: false, path: [] });
    expect((await start(teacher, later, member.id)).answer).toMatchObject({ isSeen: false });

    const foldersOf = async (token: string) =>
      (await sendCall(server, getCourse, withTokenAt(teacher, token, course))).answer.folders.map(({ title }) => title);
    expect(await foldersOf(asLearner.token)).toEqual([]);
    expect(await foldersOf(asMember.token)).toEqual(["For the group"]);
    // The same as the responses to the person's own calls.
    const own = (await sendCall(server, getCourse, { as: member, params: { id: String(course) } })).answer;
    expect(own.folders.map(({ title }) => title)).toEqual(["For the group"]);
    const listed = async (as: TestUser, token?: string) =>
      (await sendCall(server, listCourses, token === undefined ? { as } : withToken(as, token))).answer.map(
        ({ id, title, isVirtual }) => [id, title, isVirtual],
      );
    expect(await listed(teacher, asMember.token)).toEqual(await listed(member));
    expect((await sendCall(server, getFolder, withTokenAt(teacher, asLearner.token, closed))).status).toBe(404);
    expect(
      (await sendCall(server, getCourse, { as: teacher, params: { id: String(course) } })).answer.folders,
    ).toHaveLength(3);
  });

  it("reveals nothing of the person but their name: viewed items are those of the caller", async () => {
    const { teacher, member, closed, page } = await buildSchool();
    await sendCall(server, markOpened, { as: member, params: { id: String(page) }, body: {} });
    const { token } = (await start(teacher, page, member.id)).answer;
    const folder = (await sendCall(server, getFolder, withTokenAt(teacher, token, closed))).answer;
    expect(folder.progress).toEqual({ opened: 0, total: 1 });
    const session = (await sendCall(server, getSession, withToken(teacher, token))).answer;
    expect(session.user).toMatchObject({ id: teacher.id });
    expect(session.user?.capabilities).not.toContain("manageContent");
  });

  it("is read-only: changes are rejected, and administration is not available", async () => {
    const { site, teacher, member, course, page } = await buildSchool();
    const { token } = (await start(teacher, course, member.id)).answer;
    const opened = await sendCall(server, markOpened, { ...withTokenAt(teacher, token, page), body: {} });
    expect([opened.status, opened.answer]).toMatchObject([403, { data: ["previewReadOnly"] }]);
    const slide = await buildSlide(site, { parentId: course });
    const box = { minX: 0, minY: 0, maxX: 100, maxY: 100 };
    const shapes = await sendCall(server, listAnnotationsInView, {
      ...withTokenAt(teacher, token, slide.id),
      query: {},
      body: { bounds: box, resolution: 1 },
    });
    expect(shapes.status).toBe(200);
    const created = await sendCall(server, createCourse, { ...withToken(teacher, token), body: { title: "New" } });
    expect(created.status).toBe(403);
  });

  it("ends with the session, and with the permissions of the caller", async () => {
    const { site, teacher, other, member, course } = await buildSchool();
    const { token } = (await start(teacher, course, member.id)).answer;
    const ofOther = await sendCall(server, getCourse, withTokenAt(other, token, course));
    expect([ofOther.status, ofOther.answer]).toMatchObject([403, { data: ["previewEnded"] }]);
    expect((await sendCall(server, getCourse, withTokenAt(teacher, `x${token}`, course))).status).toBe(403);
    await server.owner.updateTable("site_user").set({ is_suspended: true }).where("id", "=", member.id).execute();
    expect((await sendCall(server, getCourse, withTokenAt(teacher, token, course))).status).toBe(403);
    await server.owner.updateTable("site_user").set({ role: "learner" }).where("id", "=", teacher.id).execute();
    const asLearner = await buildUser(site, { role: "learner" });
    expect((await start(asLearner, course, null)).status).toBe(403);
    expect((await sendCall(server, getCourse, withTokenAt(teacher, token, course))).status).toBe(403);
  });

  it("is rejected for content managers and for unknown people; that of a person is in the audit log", async () => {
    const { site, teacher, other, member, course } = await buildSchool();
    expect((await start(teacher, course, other.id)).answer).toMatchObject({ data: ["seesEverything"] });
    expect([(await start(teacher, course, 999_999)).status, (await start(teacher, 999_999, null)).status]).toEqual([
      404, 404,
    ]);
    await start(teacher, course, null);
    await start(teacher, course, member.id);
    const entries = await server.owner
      .selectFrom("audit_entry")
      .select(["action", "actor_id", "person_id", "object_id"])
      .where("site_id", "=", site.id)
      .where("action", "=", "accessPreviewed")
      .execute();
    expect(entries).toEqual([
      { action: "accessPreviewed", actor_id: teacher.id, person_id: member.id, object_id: course },
    ]);
  });
});
