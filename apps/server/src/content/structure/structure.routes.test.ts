import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import {
  deleteCourse,
  deleteFolder,
  moveItem,
  orderFolders,
  orderItems,
  removeItems,
  renameItem,
  setItemAnnotations,
  setItemState,
} from "@parfocal/core/structure/structure.contract.ts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import type { TestSite } from "#testing/build-site.ts";
import { buildTwoFolders } from "#testing/build-two-folders.ts";
import { readTreeAs, settledVersion, violationsOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
const sites: TestSite[] = [];
beforeAll(async () => {
  server = await sharedTestServer();
});
afterEach(async () => {
  for (const site of sites.splice(0)) expect(await violationsOf(site)).toEqual([]);
});

async function buildWorld() {
  const world = await buildTwoFolders(server);
  sites.push(world.site);
  return world;
}

describe("the tree", () => {
  it("returns the complete tree: each item once, lists in order, inactive items marked inactive", async () => {
    const { site, as, courseId, kidney, liver, item } = await buildWorld();
    const one = await item(kidney, "One");
    const page = await item(kidney, "Page", "page");
    await place(site, { parentId: liver, itemId: one, isActive: false, annotationsActive: false });
    const hidden = await buildCourse(site, { title: "Hidden", isVisible: false });
    const tree = await readTreeAs(as, site);
    expect(tree.isWhole).toBe(true);
    expect(tree.nodes.toSorted((a, b) => a.id - b.id).map(({ id, type, title }) => [id, type, title])).toEqual([
      [courseId, "course", "Histology"],
      [kidney, "folder", "Kidney"],
      [liver, "folder", "Liver"],
      [one, "image", "One"],
      [page, "page", "Page"],
      [hidden, "course", "Hidden"],
    ]);
    const listOf = (id: number | null) => tree.parents.find((parent) => parent.id === id)?.children;
    expect(listOf(null)).toEqual([
      { id: courseId, isActive: true, annotationsActive: true },
      { id: hidden, isActive: false, annotationsActive: true },
    ]);
    expect(listOf(kidney)?.map(({ id }) => id)).toEqual([one, page]);
    expect(listOf(liver)).toEqual([{ id: one, isActive: false, annotationsActive: false }]);
  });

  it("returns only changes since the given version", async () => {
    const { site, as, courseId, kidney, liver, item } = await buildWorld();
    const first = await settledVersion(as, site);
    const one = await item(kidney, "One");
    const second = await readTreeAs(as, site, first);
    expect(second).toMatchObject({ isWhole: false, gone: [] });
    expect(second.nodes.map(({ id }) => id)).toEqual([one]);
    expect(second.parents.find(({ id }) => id === kidney)?.children.map(({ id }) => id)).toEqual([one]);
    expect(second.parents.some(({ id }) => id === courseId)).toBe(false);
    await sendCall(server, renameItem, { as, params: { id: String(liver) }, body: { title: "Hepar" } });
    const third = await readTreeAs(as, site, second.version);
    expect(third.nodes).toContainEqual(expect.objectContaining({ id: liver, title: "Hepar" }));
    await sendCall(server, deleteFolder, { as, params: { id: String(kidney) }, body: {} });
    const fourth = await readTreeAs(as, site, third.version);
    expect(fourth.gone).toContain(kidney);
    expect(fourth.parents.find(({ id }) => id === courseId)?.children.map(({ id }) => id)).toEqual([liver]);
    expect((await readTreeAs(as, site, await settledVersion(as, site))).gone).not.toContain(one);
  });

  it("returns everything to clients with a version of another database", async () => {
    const { site, as } = await buildWorld();
    expect((await readTreeAs(as, site, 9_000_000_000_000)).isWhole).toBe(true);
  });

  it("misses nothing of a transaction that was still running at the time of the request", async () => {
    const { site, as, kidney } = await buildWorld();
    let before = 0;
    await server.owner.transaction().execute(async (db) => {
      const { id } = await db
        .insertInto("item")
        .values({ site_id: site.id, kind: "image", title: "Late", created_by: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("placement")
        .values({ site_id: site.id, parent_id: kidney, item_id: id, position: 1 })
        .execute();
      // Others commit in the meantime, so newer transactions than this one have already been reported.
      await buildCourse(site, { title: "Added by another teacher" });
      const received = await readTreeAs(as, site);
      expect(received.nodes.map(({ title }) => title)).toContain("Added by another teacher");
      expect(received.nodes.map(({ title }) => title)).not.toContain("Late");
      before = received.version;
    });
    const after = await readTreeAs(as, site, before);
    expect(after.nodes.map(({ title }) => title)).toContain("Late");
    expect(after.parents.map(({ id }) => id)).toContain(kidney);
  });

  it("has a greater version of a list after each change, in whichever order the transactions began", async () => {
    const { site, as, courseId, kidney, item } = await buildWorld();
    const listIn = ({ parents }: Awaited<ReturnType<typeof readTreeAs>>, id: number | null) =>
      parents.find((parent) => parent.id === id);
    let before = await readTreeAs(as, site);
    let first = 0;
    let second = 0;
    await server.owner.transaction().execute(async (db) => {
      ({ id: first } = await db
        .insertInto("item")
        .values({ site_id: site.id, kind: "image", title: "Began first", created_by: null })
        .returning("id")
        .executeTakeFirstOrThrow());
      second = await item(kidney);
      await buildCourse(site);
      before = await readTreeAs(as, site);
      await db
        .insertInto("placement")
        .values({ site_id: site.id, parent_id: kidney, item_id: first, position: 2 })
        .execute();
      await db.updateTable("course").set({ is_visible: false }).where("item_id", "=", courseId).execute();
    });
    const after = await readTreeAs(as, site, before.version);
    for (const id of [kidney, null])
      expect(listIn(after, id)?.version).toBeGreaterThan(listIn(before, id)?.version ?? Number.POSITIVE_INFINITY);
    expect(listIn(after, kidney)?.children.map(({ id }) => id)).toEqual([second, first]);
  });
});

describe("an order", () => {
  it("of folders fills the positions of folders, that of items the positions of items", async () => {
    const { site, as, courseId, kidney, liver, item, childrenIn } = await buildWorld();
    const [a, b] = [await item(courseId), await item(courseId)];
    const lung = await buildFolder(site, { parentId: courseId, title: "Lung" });
    const folders = { parentId: courseId, folderIds: [lung, kidney, liver] };
    const { answer } = await sendCall(server, orderFolders, { as, body: folders });
    expect(answer.isMerged).toBe(false);
    expect(await childrenIn(courseId)).toEqual([lung, kidney, a, b, liver]);
    await sendCall(server, orderItems, { as, body: { parentId: courseId, itemIds: [b, a] } });
    expect(await childrenIn(courseId)).toEqual([lung, kidney, b, a, liver]);
  });

  it("of courses", async () => {
    const { site, as, courseId, childrenIn } = await buildWorld();
    const second = await buildCourse(site, { title: "Pathology" });
    await sendCall(server, orderFolders, { as, body: { parentId: null, folderIds: [second, courseId] } });
    expect(await childrenIn(null)).toEqual([second, courseId]);
  });

  it("based on an older list keeps added items, omits removed ones, and reports the merge", async () => {
    const { as, kidney, liver, item, childrenIn } = await buildWorld();
    const [a, b, c] = [await item(kidney), await item(kidney), await item(kidney)];
    const { answer: first } = await sendCall(server, orderItems, {
      as,
      body: { parentId: kidney, itemIds: [a, b, c] },
    });
    const d = await item(kidney);
    await sendCall(server, moveItem, { as, body: { itemId: b, fromParentId: kidney, toParentId: liver } });
    const { answer } = await sendCall(server, orderItems, {
      as,
      body: { parentId: kidney, itemIds: [c, b, a], version: first.version },
    });
    expect(answer.isMerged).toBe(true);
    expect(answer.children.map(({ id }) => id)).toEqual([c, d, a]);
    expect(await childrenIn(kidney)).toEqual([c, d, a]);
    const again = { parentId: kidney, itemIds: [a, c, d], version: answer.version };
    expect((await sendCall(server, orderItems, { as, body: again })).answer.isMerged).toBe(false);
  });

  it("names the ID of the wrong type, and rejects duplicates", async () => {
    const { as, courseId, kidney, liver } = await buildWorld();
    const wrong = await sendCall(server, orderItems, { as, body: { parentId: courseId, itemIds: [kidney] } });
    expect([wrong.status, wrong.failure.message]).toEqual([400, "“Kidney” is a folder."]);
    const twice = { parentId: courseId, folderIds: [kidney, liver, kidney] };
    expect((await sendCall(server, orderFolders, { as, body: twice })).status).toBe(400);
  });
});

describe("a state", () => {
  it("of an item applies only in that parent; of its annotations in one parent, or in all", async () => {
    const { site, as, kidney, liver, item } = await buildWorld();
    const slide = await item(kidney, "Slide");
    await place(site, { parentId: liver, itemId: slide });
    const stateIn = async (parentId: number) =>
      (await readTreeAs(as, site)).parents.find(({ id }) => id === parentId)?.children[0];
    const params = { id: String(slide) };
    await sendCall(server, setItemState, { as, params, body: { parentId: kidney, state: false, type: "image" } });
    expect([(await stateIn(kidney))?.isActive, (await stateIn(liver))?.isActive]).toEqual([false, true]);
    await sendCall(server, setItemAnnotations, { as, params, body: { state: false, itemType: "image" } });
    expect([(await stateIn(kidney))?.annotationsActive, (await stateIn(liver))?.annotationsActive]).toEqual([
      false,
      false,
    ]);
    await sendCall(server, setItemAnnotations, {
      as,
      params,
      body: { parentId: liver, state: true, itemType: "image" },
    });
    expect([(await stateIn(kidney))?.annotationsActive, (await stateIn(liver))?.annotationsActive]).toEqual([
      false,
      true,
    ]);
  });

  it("of a course hides it from learners", async () => {
    const { as, courseId, site } = await buildWorld();
    const params = { id: String(courseId) };
    const { answer } = await sendCall(server, setItemState, { as, params, body: { state: false, type: "course" } });
    expect(answer.parents).toMatchObject([{ id: null, children: [{ id: courseId, isActive: false }] }]);
    const course = await server.owner
      .selectFrom("course")
      .select("is_visible")
      .where("site_id", "=", site.id)
      .executeTakeFirstOrThrow();
    expect(course.is_visible).toBe(false);
  });

  it("is rejected if something is missing or does not match", async () => {
    const { as, courseId, kidney, liver, item } = await buildWorld();
    const slide = await item(kidney, "Slide");
    const params = { id: String(slide) };
    const state = async (body: { parentId?: number; state: boolean; type: ItemKind }) =>
      (await sendCall(server, setItemState, { as, params, body })).status;
    expect(await state({ state: false, type: "image" })).toBe(400);
    expect(await state({ parentId: liver, state: false, type: "image" })).toBe(409);
    expect(await state({ parentId: kidney, state: false, type: "page" })).toBe(404);
    const ofCourse = { params: { id: String(courseId) }, body: { state: true, itemType: "course" as const } };
    expect((await sendCall(server, setItemAnnotations, { as, ...ofCourse })).status).toBe(400);
  });
});

it("a title is changed in place, and is never empty", async () => {
  const { as, kidney } = await buildWorld();
  const params = { id: String(kidney) };
  const { answer } = await sendCall(server, renameItem, { as, params, body: { title: " Ren " } });
  expect(answer).toEqual({ id: kidney, type: "folder", title: "Ren", quizType: null, subjectId: null });
  expect((await sendCall(server, renameItem, { as, params, body: { title: " " } })).status).toBe(400);
  expect((await sendCall(server, renameItem, { as, params: { id: "999999" }, body: { title: "x" } })).status).toBe(404);
});

describe("removing", () => {
  it("closes the gap, and returns what is needed to restore", async () => {
    const { as, kidney, item, childrenIn } = await buildWorld();
    const [a, b, c] = [await item(kidney), await item(kidney), await item(kidney)];
    const { answer } = await sendCall(server, removeItems, {
      as,
      params: { parentType: "folder", parentId: String(kidney) },
      body: { itemIds: [a, b] },
    });
    expect(answer.removals.map(({ itemId }) => itemId)).toEqual([a, b]);
    expect(await childrenIn(kidney)).toEqual([c]);
  });

  it("keeps the item in its other parents", async () => {
    const { site, as, kidney, liver, item, childrenIn } = await buildWorld();
    const slide = await item(kidney);
    await place(site, { parentId: liver, itemId: slide });
    await sendCall(server, removeItems, {
      as,
      params: { parentType: "folder", parentId: String(kidney) },
      body: { itemIds: [slide] },
    });
    expect(await childrenIn(liver)).toEqual([slide]);
  });

  it("is rejected in a quiz, for another type of parent, and a second time", async () => {
    const { as, kidney, item } = await buildWorld();
    const quiz = await item(kidney, "Quiz", "quiz");
    const question = await item(quiz, "Question", "quizQuestion");
    const slide = await item(kidney, "Slide");
    const remove = async (parentType: ItemKind, parentId: number, id: number) =>
      (
        await sendCall(server, removeItems, {
          as,
          params: { parentType, parentId: String(parentId) },
          body: { itemIds: [id] },
        })
      ).status;
    expect(await remove("quiz", quiz, question)).toBe(400);
    expect(await remove("course", kidney, slide)).toBe(404);
    expect(await remove("folder", kidney, slide)).toBe(200);
    expect(await remove("folder", kidney, slide)).toBe(409);
  });

  it("a course closes the gap among the courses", async () => {
    const { site, as, courseId, childrenIn } = await buildWorld();
    const second = await buildCourse(site, { title: "Pathology" });
    const third = await buildCourse(site, { title: "Cytology" });
    const { answer } = await sendCall(server, deleteCourse, { as, params: { id: String(second) } });
    expect(answer.parents.map(({ id }) => id)).toEqual([null]);
    expect(await childrenIn(null)).toEqual([courseId, third]);
    expect((await sendCall(server, deleteCourse, { as, params: { id: String(second) } })).status).toBe(404);
  });
});
