import {
  deleteFolder,
  moveFolder,
  moveItem,
  moveMany,
  removeItems,
  setItemState,
} from "@parfocal/core/structure/structure.contract.ts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildCase } from "#testing/build-case.ts";
import { buildFolder, place } from "#testing/build-content.ts";
import type { TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildTwoFolders } from "#testing/build-two-folders.ts";
import { readTreeAs, violationsOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { BIN_MS } from "./bin-time.ts";
import { emptyBin } from "./empty-bin.ts";

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

describe("moving", () => {
  it("takes an item to a position in another parent, with its state, and closes the gap", async () => {
    const { site, as, kidney, liver, item, childrenIn } = await buildWorld();
    const [a, b] = [await item(kidney, "a"), await item(kidney, "b")];
    const [c, d] = [await item(liver, "c"), await item(liver, "d")];
    await sendCall(server, setItemState, {
      as,
      params: { id: String(a) },
      body: { parentId: kidney, state: false, type: "image" },
    });
    const body = { itemId: a, fromParentId: kidney, toParentId: liver, position: 2 };
    const { status, answer } = await sendCall(server, moveItem, { as, body });
    expect(status).toBe(200);
    expect(answer.parents.map(({ id }) => id)).toEqual([kidney, liver]);
    expect(await childrenIn(kidney)).toEqual([b]);
    expect(await childrenIn(liver)).toEqual([c, a, d]);
    const { parents } = await readTreeAs(as, site);
    expect(parents.find(({ id }) => id === liver)?.children[1]).toEqual({
      id: a,
      isActive: false,
      annotationsActive: true,
    });
  });

  it("takes a folder with its whole content", async () => {
    const { as, courseId, kidney, liver, item, childrenIn } = await buildWorld();
    const slide = await item(kidney);
    const body = { folderId: kidney, fromParentId: courseId, toParentId: liver };
    expect((await sendCall(server, moveFolder, { as, body })).status).toBe(200);
    expect([await childrenIn(courseId), await childrenIn(liver), await childrenIn(kidney)]).toEqual([
      [liver],
      [kidney],
      [slide],
    ]);
  });

  it("keeps the position of a slide that is moved from one case to another", async () => {
    const { site, as, courseId } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    const from = await buildCase(site, { parentId: courseId, items: [{ id: slide.id, center: [20, 30] }] });
    const to = await buildCase(site, { parentId: courseId, title: "Another" });
    await sendCall(server, moveItem, { as, body: { itemId: slide.id, fromParentId: from, toParentId: to } });
    const rows = await server.owner.selectFrom("case_item").selectAll().where("image_id", "=", slide.id).execute();
    expect(rows).toMatchObject([{ case_id: to, center_x: 20, center_y: 30 }]);
  });

  it("a slide out of a case and back restores its view in the case", async () => {
    const { site, as, courseId, kidney } = await buildWorld();
    const slide = await buildSlide(site, { parentId: courseId });
    const view = { center: [20, 30] as [number, number], zoom: 4, boundPoints: [[1, 2] as [number, number]] };
    const from = await buildCase(site, { parentId: courseId, items: [{ id: slide.id, ...view }] });
    const other = await buildCase(site, { parentId: courseId, title: "Another", items: [] });
    const rows = () => server.owner.selectFrom("case_item").selectAll().where("image_id", "=", slide.id).execute();
    const move = async (fromParentId: number, toParentId: number) => {
      const body = { itemId: slide.id, fromParentId, toParentId };
      expect((await sendCall(server, moveItem, { as, body })).status).toBe(200);
    };
    await sendCall(server, removeItems, {
      as,
      params: { parentType: "course", parentId: String(courseId) },
      body: { itemIds: [slide.id] },
    });
    const [before] = await rows();
    expect(before).toMatchObject({ case_id: from, center_x: 20, center_y: 30, zoom: 4, bound_points: [[1, 2]] });
    await move(from, kidney);
    expect(await rows()).toEqual([]);
    await move(kidney, from);
    expect(await rows()).toEqual([before]);

    // In another case its zoom may be changed: that stays there.
    await move(from, other);
    await server.owner.updateTable("case_item").set({ zoom: 1 }).where("image_id", "=", slide.id).execute();
    await move(other, from);
    expect(await rows()).toEqual([before]);
    await move(from, other);
    expect(await rows()).toMatchObject([{ case_id: other, zoom: 1 }]);
  });

  it("keeps the view of a slide in a case that it has left for 30 days", async () => {
    const { site, as, courseId, kidney } = await buildWorld();
    const slide = await buildSlide(site, { parentId: kidney });
    const from = await buildCase(site, { parentId: courseId, items: [{ id: slide.id, center: [20, 30] }] });
    const body = { itemId: slide.id, fromParentId: from, toParentId: courseId };
    expect((await sendCall(server, moveItem, { as, body })).status).toBe(200);
    const stored = () => server.owner.selectFrom("left_place").selectAll().where("item_id", "=", slide.id).execute();
    await emptyBin(server.platform, site.id, Date.now() + BIN_MS - 60_000);
    expect(await stored()).toHaveLength(1);
    await emptyBin(server.platform, site.id, Date.now() + BIN_MS + 60_000);
    expect(await stored()).toEqual([]);
  });

  it("takes several items in the given order, from several parents, all or none", async () => {
    const { as, courseId, kidney, liver, item, childrenIn } = await buildWorld();
    const [a, b, c] = [await item(kidney), await item(liver), await item(courseId)];
    const items = [
      { itemId: c, fromParentId: courseId },
      { itemId: a, fromParentId: kidney },
    ];
    expect((await sendCall(server, moveMany, { as, body: { items, toParentId: liver, position: 1 } })).status).toBe(
      200,
    );
    expect(await childrenIn(liver)).toEqual([c, a, b]);
    const again = [
      { itemId: b, fromParentId: liver },
      { itemId: a, fromParentId: kidney },
    ];
    expect((await sendCall(server, moveMany, { as, body: { items: again, toParentId: courseId } })).status).toBe(409);
    expect(await childrenIn(liver)).toEqual([c, a, b]);
  });

  it("within a parent places the item at that position of the new order", async () => {
    const { as, kidney, item, childrenIn } = await buildWorld();
    const [a, b, c] = [await item(kidney), await item(kidney), await item(kidney)];
    const move = (position?: number) =>
      sendCall(server, moveItem, {
        as,
        body: { itemId: a, fromParentId: kidney, toParentId: kidney, ...(position ? { position } : {}) },
      });
    expect((await move(2)).answer.parents).toHaveLength(1);
    expect(await childrenIn(kidney)).toEqual([b, a, c]);
    await move();
    expect(await childrenIn(kidney)).toEqual([b, c, a]);
  });

  it("is rejected with a message where a content type is not allowed", async () => {
    const { as, kidney, item, courseId } = await buildWorld();
    const slide = await item(kidney, "Slide");
    const page = await item(kidney, "Page", "page");
    const body = { itemId: page, fromParentId: kidney, toParentId: slide };
    const { status, failure } = await sendCall(server, moveItem, { as, body });
    expect([status, failure.message]).toEqual([
      400,
      "“Page” cannot be placed in “Slide”: this content type is not allowed there.",
    ]);
    const course = { itemId: courseId, fromParentId: kidney, toParentId: kidney };
    expect((await sendCall(server, moveItem, { as, body: course })).status).toBe(409);
  });

  it("never places a folder in itself or below itself", async () => {
    const { site, as, courseId, kidney } = await buildWorld();
    const glomeruli = await buildFolder(site, { parentId: kidney, title: "Glomeruli" });
    for (const toParentId of [kidney, glomeruli]) {
      const body = { folderId: kidney, fromParentId: courseId, toParentId };
      const { status, failure } = await sendCall(server, moveFolder, { as, body });
      expect([status, failure.message]).toEqual([400, "“Kidney” cannot be moved into itself."]);
    }
  });

  it("keeps folders at most 32 deep", async () => {
    const { site, as, courseId, kidney, liver } = await buildWorld();
    let deepest = kidney;
    for (let depth = 3; depth <= 32; depth += 1) deepest = await buildFolder(site, { parentId: deepest });
    const body = { folderId: liver, fromParentId: courseId, toParentId: deepest };
    const { status, failure } = await sendCall(server, moveFolder, { as, body });
    expect([status, failure.message]).toEqual([400, "Folders can be nested up to 32 levels deep."]);
  });

  it("reports that the item is already there, or no longer in its old parent", async () => {
    const { site, as, courseId, kidney, liver, item } = await buildWorld();
    const slide = await item(kidney, "Slide");
    await place(site, { parentId: liver, itemId: slide });
    const move = (fromParentId: number, toParentId: number) =>
      sendCall(server, moveItem, { as, body: { itemId: slide, fromParentId, toParentId } });
    const there = await move(kidney, liver);
    expect([there.status, there.failure.message]).toEqual([409, "“Slide” is already in “Liver”."]);
    const gone = await move(courseId, liver);
    expect(gone.status).toBe(409);
    const away = await sendCall(server, moveItem, {
      as,
      body: { itemId: kidney, fromParentId: liver, toParentId: courseId },
    });
    expect(away.status).toBe(409);
  });

  it("rejects an item that is named twice", async () => {
    const { as, kidney, liver, item } = await buildWorld();
    const one = { itemId: await item(kidney), fromParentId: kidney };
    const { status } = await sendCall(server, moveMany, { as, body: { items: [one, one], toParentId: liver } });
    expect(status).toBe(400);
  });

  it("into a parent in the bin names what to restore first", async () => {
    const { site, as, courseId, kidney, liver, item } = await buildWorld();
    const glomeruli = await buildFolder(site, { parentId: kidney, title: "Glomeruli" });
    const slide = await item(liver, "Slide");
    await sendCall(server, deleteFolder, { as, params: { id: String(kidney) }, body: {} });
    const body = { itemId: slide, fromParentId: liver, toParentId: glomeruli };
    const { status, failure } = await sendCall(server, moveItem, { as, body });
    expect([status, failure.message]).toEqual([409, "“Glomeruli” is in the bin. Restore “Kidney” first."]);
    const gone = await sendCall(server, moveItem, { as, body: { ...body, toParentId: kidney } });
    expect(gone.status).toBe(404);
    expect(courseId).toBeGreaterThan(0);
  });
});
