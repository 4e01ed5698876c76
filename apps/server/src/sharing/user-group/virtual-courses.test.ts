import { getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { listVirtualCourses } from "@parfocal/core/course/virtual-course.contract.ts";
import { createFolder, getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getVirtualFolder } from "@parfocal/core/folder/virtual-folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import {
  copyFolder,
  deleteCourse,
  getTree,
  moveFolder,
  orderFolders,
  removeItems,
} from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { deleteGroupMember, insertGroupMember } from "./user-group.queries.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A closed course, with a folder that is open to the learner's group. */
async function buildSchool() {
  const site = await buildSite(server);
  const learner = await buildUser(site, { role: "learner" });
  const courseId = await buildCourse(site, { title: "Closed course" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const slide = await buildSlide(site, { parentId: folderId, title: "Glomerulus" });
  await buildUserGroup(site, { resourceIds: [courseId] });
  const groupId = await buildUserGroup(site, { title: "Semester 3", members: [learner], resourceIds: [folderId] });
  return { site, learner, courseId, folderId, slide, groupId };
}

const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });

describe("a virtual course", () => {
  it("is listed among the courses, belongs to a group, and contains the folders assigned to it", async () => {
    const { learner, folderId, slide, groupId } = await buildSchool();
    const { answer: courses } = await sendCall(server, listCourses, { as: learner });
    expect(courses).toEqual([
      {
        id: groupId,
        title: "Semester 3",
        description: "",
        thumbnail: expect.stringContaining(`/tiles/${slide.id}/`),
        colour: null,
        isVirtual: true,
        isVisible: true,
        folderCount: 1,
        itemCount: 0,
        progress: { opened: 0, total: 1 },
      },
    ]);
    expect((await sendCall(server, listVirtualCourses, { as: learner })).answer).toEqual(courses);
    const { answer } = await sendCall(server, getCourse, on(learner, groupId));
    expect(answer).toMatchObject({ id: groupId, isVirtual: true, userCanEdit: false, items: [] });
    expect(answer.folders).toMatchObject([{ id: folderId, title: "Kidney", isAssignedFolder: true, itemCount: 1 }]);
  });

  it("is the path to the items in it: no closed item is named in the path", async () => {
    const { learner, folderId, slide, groupId } = await buildSchool();
    const way = [
      { id: groupId, type: "course", title: "Semester 3" },
      { id: folderId, type: "folder", title: "Kidney" },
    ];
    const folder = await sendCall(server, getFolder, on(learner, folderId));
    expect(folder.answer.path).toEqual(way);
    const image = await sendCall(server, getImage, on(learner, slide.id));
    expect(image.answer.path).toEqual([...way, { id: slide.id, type: "image", title: "Glomerulus" }]);
    const asVirtual = await sendCall(server, getVirtualFolder, on(learner, folderId));
    expect(asVirtual.answer).toMatchObject({ path: way, isVirtual: true, isAssignedFolder: true, userCanEdit: false });
    for (const { raw } of [folder, image, asVirtual]) expect(raw.body).not.toContain("Closed course");
  });

  it("is visible to its members only, and ends with the membership, the dates, or when the folder is hidden", async () => {
    const { site, learner, folderId, groupId } = await buildSchool();
    const other = await buildUser(site, { role: "learner" });
    const teacher = await buildUser(site, { role: "teacher" });
    for (const user of [other, teacher]) {
      expect((await sendCall(server, getCourse, on(user, groupId))).status).toBe(404);
      expect((await sendCall(server, getVirtualFolder, on(user, folderId))).status).toBe(404);
    }
    const rest = async () => (await sendCall(server, listVirtualCourses, { as: learner })).answer.length;
    const setEnd = (date: Date | null) =>
      server.owner.updateTable("user_group").set({ date_end: date }).where("id", "=", groupId).execute();
    expect(await rest()).toBe(1);
    await setEnd(new Date(Date.now() - 60_000));
    expect(await rest()).toBe(0);
    await setEnd(null);
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", folderId).execute();
    expect(await rest()).toBe(0);
    await server.owner.updateTable("placement").set({ is_active: true }).where("item_id", "=", folderId).execute();
    expect(await rest()).toBe(1);
    await withSite(server.platform.database, site.id, (db) =>
      deleteGroupMember(db, site.id, { groupId, userId: learner.id }),
    );
    expect(await rest()).toBe(0);
  });

  it("does not exist without folders: assigning a course or a slide creates none", async () => {
    const site = await buildSite(server);
    const learner = await buildUser(site, { role: "learner" });
    const courseId = await buildCourse(site);
    const slide = await buildSlide(site, { parentId: courseId });
    await buildUserGroup(site, { members: [learner], resourceIds: [courseId, slide.id] });
    expect((await sendCall(server, listVirtualCourses, { as: learner })).answer).toEqual([]);
    expect((await sendCall(server, listCourses, { as: learner })).answer.map(({ id }) => id)).toEqual([courseId]);
  });

  it("accepts no items", async () => {
    const { site, groupId } = await buildSchool();
    const administrator = await buildUser(site, { role: "administrator" });
    const body = { title: "Mine", parentId: groupId };
    expect((await sendCall(server, createFolder, { as: administrator, body })).status).toBe(400);
  });

  it("is in no tree, and items are not moved to it, sorted in it, copied or removed from it", async () => {
    const { site, courseId, folderId, groupId } = await buildSchool();
    const as = await buildUser(site, { role: "teacher" });
    await withSite(server.platform.database, site.id, (db) =>
      insertGroupMember(db, site.id, { groupId, userId: as.id }),
    );
    expect((await sendCall(server, listVirtualCourses, { as })).answer).toMatchObject([{ id: groupId }]);
    const { answer: before } = await sendCall(server, getTree, { as });
    expect([...before.nodes, ...before.parents].filter(({ id }) => id === groupId)).toEqual([]);
    const into = { folderId, fromParentId: courseId, toParentId: groupId };
    const outOf = { folderId, fromParentId: groupId, toParentId: courseId };
    const removal = { params: { parentType: "course" as const, parentId: String(groupId) } };
    const rejected = [
      await sendCall(server, moveFolder, { as, body: into }),
      await sendCall(server, moveFolder, { as, body: outOf }),
      await sendCall(server, orderFolders, { as, body: { parentId: groupId, folderIds: [folderId] } }),
      await sendCall(server, copyFolder, { as, body: { id: folderId, parentId: groupId } }),
      await sendCall(server, removeItems, { as, ...removal, body: { itemIds: [folderId] } }),
      await sendCall(server, deleteCourse, { as, params: { id: String(groupId) } }),
    ];
    expect(rejected.map(({ status }) => status)).toEqual(rejected.map(() => 404));
    const { answer: after } = await sendCall(server, getTree, { as });
    expect([after.nodes, after.parents]).toEqual([before.nodes, before.parents]);
  });
});

it("all groups of one person are listed beside the courses, each once", async () => {
  const site = await buildSite(server);
  const learner = await buildUser(site, { role: "learner" });
  for (let made = 0; made < 4; made += 1) {
    const courseId = await buildCourse(site);
    for (let folder = 0; folder < 5; folder += 1) {
      const folderId = await buildFolder(site, { parentId: courseId });
      await buildUserGroup(site, { members: [learner], resourceIds: [folderId] });
    }
  }
  const { answer } = await sendCall(server, listCourses, { as: learner });
  expect(answer.filter(({ isVirtual }) => isVirtual)).toHaveLength(20);
  expect(answer).toHaveLength(24);
});
