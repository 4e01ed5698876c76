import { existsSync } from "node:fs";
import { deleteAttachment, listAttachments } from "@parfocal/core/attachment/attachment.contract.ts";
import {
  deleteCourse,
  deleteFolder,
  listBin,
  moveItem,
  removeItems,
  restoreRemoved,
} from "@parfocal/core/structure/structure.contract.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildAttachment } from "#testing/build-attachment.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder, buildItem, place } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser } from "#testing/build-user.ts";
import { childrenOf, readTreeAs, settledVersion, violationsOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { BIN_MS } from "./bin-time.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
const sites: TestSite[] = [];
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const site of sites.splice(0)) expect(await violationsOf(site)).toEqual([]);
});

async function buildWorld() {
  const site = await buildSite(server);
  sites.push(site);
  const as = await buildUser(site, { role: "teacher", displayName: "Theo Teacher" });
  const courseId = await buildCourse(site, { title: "Histology" });
  const kidney = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const item = (parentId: number, title = "Page") => buildItem(site, { kind: "page", parentId, title });
  const childrenIn = (parentId: number | null) => childrenOf(as, site, parentId);
  const remove = async (
    parentType: "course" | "folder" | "case" | "textbook",
    parentId: number,
    ...itemIds: number[]
  ) =>
    (
      await sendCall(server, removeItems, {
        as,
        params: { parentType, parentId: String(parentId) },
        body: { itemIds },
      })
    ).answer.removals.map(({ binId }) => binId);
  const restore = (binId: number | undefined, parentId?: number) =>
    sendCall(server, restoreRemoved, {
      as,
      params: { id: String(binId) },
      body: parentId === undefined ? {} : { parentId },
    });
  const bin = async (q = "") => (await sendCall(server, listBin, { as, query: { q } })).answer;
  const removeFolder = async (id: number) =>
    (await sendCall(server, deleteFolder, { as, params: { id: String(id) }, body: {} })).answer.removals[0]?.binId;
  return { site, as, courseId, kidney, item, childrenIn, remove, restore, bin, removeFolder };
}

describe("the bin", () => {
  it("returns what was removed, from where and by whom, newest first, and is searchable by title", async () => {
    const { courseId, kidney, item, remove, bin } = await buildWorld();
    const [a, b] = [await item(kidney, "Alpha"), await item(courseId, "Beta")];
    await remove("folder", kidney, a);
    await remove("course", courseId, b);
    const { entries, total } = await bin();
    expect(total).toBe(2);
    expect(entries).toMatchObject([
      { itemId: b, type: "page", title: "Beta", parentId: courseId, parentTitle: "Histology", isParentInBin: false },
      { itemId: a, title: "Alpha", parentTitle: "Kidney", removedBy: "Theo Teacher" },
    ]);
    const [{ removedAt, endsAt } = { removedAt: "", endsAt: "" }] = entries;
    expect(Date.parse(endsAt) - Date.parse(removedAt)).toBe(30 * DAY_MS);
    expect((await bin("alph")).entries.map(({ itemId }) => itemId)).toEqual([a]);
  });

  it("restores the position and the state of an item", async () => {
    const { site, as, kidney, item, remove, restore, childrenIn, bin } = await buildWorld();
    const [a, c] = [await item(kidney, "a"), 0];
    const b = await buildItem(site, { kind: "page", parentId: kidney, isActive: false, annotationsActive: false });
    const last = await item(kidney, "c");
    const [binId] = await remove("folder", kidney, b);
    expect(await childrenIn(kidney)).toEqual([a, last]);
    const before = await readTreeAs(as, site);
    const { status, answer } = await restore(binId);
    expect([status, answer.itemId]).toEqual([200, b]);
    const list = answer.parents.find(({ id }) => id === kidney);
    expect(list?.children).toEqual([
      { id: a, isActive: true, annotationsActive: true },
      { id: b, isActive: false, annotationsActive: false },
      { id: last, isActive: true, annotationsActive: true },
    ]);
    expect((await readTreeAs(as, site, before.version)).nodes.map(({ id }) => id)).toContain(b);
    expect((await bin()).total).toBe(c);
    expect((await restore(binId)).status).toBe(404);
  });

  it("restores an item at the end if the list has become shorter", async () => {
    const { kidney, item, remove, restore, childrenIn } = await buildWorld();
    const [a, b, c] = [await item(kidney), await item(kidney), await item(kidney)];
    const [binId] = await remove("folder", kidney, c);
    await remove("folder", kidney, a);
    await restore(binId);
    expect(await childrenIn(kidney)).toEqual([b, c]);
  });

  it("restores a folder with its content, and reports it to clients that ask for changes", async () => {
    const { site, as, courseId, kidney, item, restore, removeFolder, childrenIn } = await buildWorld();
    const page = await item(kidney);
    const binId = await removeFolder(kidney);
    const { nodes } = await readTreeAs(as, site);
    const version = await settledVersion(as, site);
    expect(nodes.map(({ id }) => id)).toEqual([courseId]);
    await restore(binId);
    expect(await childrenIn(kidney)).toEqual([page]);
    const changes = await readTreeAs(as, site, version);
    expect(changes.nodes.map(({ id }) => id).toSorted()).toEqual([kidney, page].toSorted());
    expect(changes.parents.map(({ id }) => id)).toContain(kidney);
  });

  it("names the folder to restore first, or accepts another parent", async () => {
    const { courseId, kidney, item, remove, restore, removeFolder, bin, childrenIn } = await buildWorld();
    const [one, two] = [await item(kidney, "One"), await item(kidney, "Two")];
    const [first, second] = await remove("folder", kidney, one, two);
    const folder = await removeFolder(kidney);
    expect((await bin("One")).entries[0]?.isParentInBin).toBe(true);
    const rejected = await restore(first);
    expect([rejected.status, rejected.failure.message]).toEqual([
      409,
      "“Kidney” is also in the bin. Restore it first.",
    ]);
    expect((await restore(second, courseId)).status).toBe(200);
    expect(await childrenIn(courseId)).toEqual([two]);
    await restore(folder);
    expect((await restore(first)).status).toBe(200);
    expect(await childrenIn(kidney)).toEqual([one]);
  });

  it("drops the entry of an item that is already back in its parent", async () => {
    const { site, courseId, kidney, item, remove, restore, bin, childrenIn } = await buildWorld();
    const page = await item(kidney);
    await place(site, { parentId: courseId, itemId: page });
    const [binId] = await remove("course", courseId, page);
    await place(site, { parentId: courseId, itemId: page });
    expect((await restore(binId)).status).toBe(200);
    expect(await childrenIn(courseId)).toEqual([kidney, page]);
    expect((await bin()).total).toBe(0);
  });

  it("rejects a parent that does not allow the item", async () => {
    const { site, courseId, kidney, item, remove, restore } = await buildWorld();
    const image = await buildItem(site, { kind: "image", parentId: courseId });
    const [binId] = await remove("folder", kidney, await item(kidney));
    expect((await restore(binId, image)).status).toBe(400);
    expect((await restore(binId, 999_999)).status).toBe(404);
  });

  it("restores the view of a slide in a case", async () => {
    const { site, courseId, remove, restore } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    const items = [{ id: slide.id, center: [20, 30] as [number, number], boundPoints: [[1, 2] as [number, number]] }];
    const caseId = await buildCase(site, { parentId: courseId, items });
    const [binId] = await remove("case", caseId, slide.id);
    const rows = () => server.owner.selectFrom("case_item").selectAll().where("case_id", "=", caseId).execute();
    expect(await rows()).toEqual([]);
    await restore(binId);
    expect(await rows()).toMatchObject([{ image_id: slide.id, center_x: 20, center_y: 30, bound_points: [[1, 2]] }]);
  });

  it("restores a course at its position, and hidden if it was hidden", async () => {
    const { site, as, courseId, restore, childrenIn, bin } = await buildWorld();
    const hidden = await buildCourse(site, { title: "Hidden", isVisible: false });
    const last = await buildCourse(site, { title: "Last" });
    const { answer } = await sendCall(server, deleteCourse, { as, params: { id: String(hidden) } });
    expect((await bin()).entries).toMatchObject([
      { itemId: hidden, type: "course", parentId: null, parentTitle: null },
    ]);
    const restored = await restore(answer.removals[0]?.binId);
    expect(restored.answer.parents[0]?.children).toContainEqual({
      id: hidden,
      isActive: false,
      annotationsActive: true,
    });
    expect(await childrenIn(null)).toEqual([courseId, hidden, last]);
    expect((await restore(answer.removals[0]?.binId)).status).toBe(404);
  });

  it("restores the document of a textbook, which can also be moved out of it and back", async () => {
    const { site, as, courseId, remove, restore, childrenIn } = await buildWorld();
    const textbook = await buildItem(site, { kind: "textbook", parentId: courseId });
    const pdf = await buildItem(site, { kind: "attachment", parentId: textbook });
    const [binId] = await remove("textbook", textbook, pdf);
    expect(await childrenIn(textbook)).toEqual([]);
    expect((await restore(binId)).status).toBe(200);
    expect(await childrenIn(textbook)).toEqual([pdf]);
    const move = (fromParentId: number, toParentId: number) =>
      sendCall(server, moveItem, { as, body: { itemId: pdf, fromParentId, toParentId, position: 1 } });
    expect((await move(textbook, courseId)).status).toBe(200);
    expect((await move(courseId, textbook)).status).toBe(200);
    expect(await childrenIn(textbook)).toEqual([pdf]);
  });

  it("contains attachments removed from a slide, too", async () => {
    const { site, as, courseId, bin, restore } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    const [a, b] = [
      await buildAttachment(site, { imageId: slide.id }),
      await buildAttachment(site, { imageId: slide.id }),
    ];
    await sendCall(server, deleteAttachment, { as, params: { id: String(a) } });
    const { entries } = await bin();
    expect(entries).toMatchObject([{ itemId: a, type: "attachment", parentId: slide.id }]);
    await restore(entries[0]?.id);
    const list = await sendCall(server, listAttachments, { as, query: { item: String(slide.id) } });
    expect(list.answer.map(({ id }) => id).toSorted()).toEqual([a, b].toSorted());
  });
});

describe("after 30 days", () => {
  const later = (ms: number) => clearAway(server.platform, Date.now() + ms);
  const exists = async (id: number) =>
    (await server.owner.selectFrom("item").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

  it("permanently deletes removed items, with content that is in no other parent", async () => {
    const { site, courseId, kidney, item, removeFolder } = await buildWorld();
    const inner = await buildFolder(site, { parentId: kidney, title: "Glomeruli" });
    const only = await item(inner);
    const also = await item(inner);
    await place(site, { parentId: courseId, itemId: also });
    await removeFolder(kidney);
    await later(BIN_MS - DAY_MS);
    expect(await exists(kidney)).toBe(true);
    await later(BIN_MS + DAY_MS);
    expect(await Promise.all([kidney, inner, only, also].map(exists))).toEqual([false, false, false, true]);
  });

  it("deletes a slide's file with its last image, a day later", async () => {
    const { site, courseId, remove } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    const retained = await buildSlide(site, { parentId: courseId });
    await remove("course", courseId, slide.id);
    await later(BIN_MS + DAY_MS);
    expect(await exists(slide.id)).toBe(false);
    expect([existsSync(slide.path), existsSync(retained.path)]).toEqual([false, true]);
  });

  it("keeps an item that was removed separately and can still be restored", async () => {
    const { kidney, courseId, item, remove, removeFolder, restore } = await buildWorld();
    const page = await item(kidney);
    await removeFolder(kidney);
    const [entry] = await remove("course", courseId, await item(courseId));
    await server.owner
      .updateTable("item")
      .set({ deleted_at: new Date(Date.now() - BIN_MS) })
      .where("id", "=", kidney)
      .execute();
    await server.owner
      .updateTable("bin_entry")
      .set({ removed_at: new Date(Date.now() - BIN_MS) })
      .where("item_id", "=", kidney)
      .execute();
    await later(DAY_MS);
    expect([await exists(kidney), await exists(page)]).toEqual([false, false]);
    expect((await restore(entry)).status).toBe(200);
  });

  it("keeps a folder while an upload to it is open", async () => {
    const { site, as, kidney, removeFolder } = await buildWorld();
    const uploadId = await buildUpload(site, { owner: as });
    await server.owner.updateTable("upload").set({ parent_id: kidney }).where("id", "=", uploadId).execute();
    await removeFolder(kidney);
    const { emptyBin } = await import("./empty-bin.ts");
    await emptyBin(server.platform, site.id, Date.now() + BIN_MS + DAY_MS);
    expect(await exists(kidney)).toBe(true);
    await server.owner.updateTable("upload").set({ state: "failed" }).where("id", "=", uploadId).execute();
    await emptyBin(server.platform, site.id, Date.now() + BIN_MS + DAY_MS);
    expect(await exists(kidney)).toBe(false);
  });
});
