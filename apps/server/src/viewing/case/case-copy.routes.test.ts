import { copyCase, getCase, listCases, updateCase } from "@parfocal/core/case/case.contract.ts";
import { getThumbnail } from "@parfocal/core/tile/tile.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCaseWorld } from "#testing/build-case-world.ts";
import type { TestSite } from "#testing/build-site.ts";
import type { TestUser } from "#testing/build-user.ts";
import { addressOf, sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const read = (as: TestUser, id: number) => sendCall(server, getCase, { as, params: { id: String(id) } });
const update = (as: TestUser, id: number, body: object) =>
  sendCall(server, updateCase, { as, params: { id: String(id) }, body: body as never });

async function expectNoViolations(site: TestSite): Promise<void> {
  const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
  expect(violations.filter(({ count }) => count > 0)).toEqual([]);
}

it("cases are listed for copying: newest first, found by title, in one folder, 30 per page", async () => {
  const { site, folderId, courseId, he, pas, teacher } = await buildCaseWorld(server);
  const first = await buildCase(site, {
    parentId: folderId,
    title: "Lupus, class IV",
    items: [{ id: he.id }, { id: pas.id }],
  });
  const second = await buildCase(site, { parentId: courseId, title: "100 % necrosis" });
  const foreign = await buildCaseWorld(server);
  await buildCase(foreign.site, { parentId: foreign.folderId, title: "Lupus of others" });
  const listed = async (query: object) =>
    (await sendCall(server, listCases, { as: teacher, query: query as never })).answer.map(({ id }) => id);
  expect(await listed({})).toEqual([second, first]);
  expect(await listed({ q: "lupus" })).toEqual([first]);
  expect(await listed({ q: "0 %" })).toEqual([second]);
  expect(await listed({ q: "%" })).toEqual([second]);
  // Including its subfolders.
  expect(await listed({ folder: String(courseId) })).toEqual([second, first]);
  expect(await listed({ folder: String(folderId) })).toEqual([first]);
  expect(await listed({ folder: String(foreign.folderId) })).toEqual([]);
  expect(await listed({ page: "2" })).toEqual([]);
  for (let count = 2; count <= 30; count += 1) await buildCase(site, { parentId: folderId });
  expect(await listed({})).toHaveLength(30);
  expect(await listed({ page: "2" })).toEqual([first]);
  const [card] = (await sendCall(server, listCases, { as: teacher, query: { q: "class IV" } })).answer;
  expect(card).toMatchObject({
    type: "case",
    itemCount: 2,
    thumbnail: addressOf(getThumbnail, { imageId: he.id, version: he.version }),
  });
});

describe("a copy of a case", () => {
  it("is a new case with the same texts, slides and binding, in another location; the slides are the same", async () => {
    const { site, folderId, courseId, he, pas, teacher } = await buildCaseWorld(server);
    const id = await buildCase(site, {
      parentId: folderId,
      diagnosis: "Class IV",
      layout: { columns: 3, rows: 1 },
      items: [
        { id: pas.id, center: [100, 200], zoom: 2, rotation: 90, boundPoints: [[1, 2], null] },
        { id: he.id, isActive: false, annotationsActive: false },
      ],
    });
    const { answer: original } = await update(teacher, id, {
      subtitle: "Kidney",
      summary: "S",
      collapseDiagnosis: true,
    });
    const { status, answer: copy } = await sendCall(server, copyCase, {
      as: teacher,
      body: { id, parentId: courseId },
    });
    expect(status).toBe(200);
    expect(copy.id).not.toBe(id);
    const { id: _id, itemId: _itemId, postId: _postId, path, previous: _previous, ...same } = original;
    expect(copy).toMatchObject(same);
    expect(copy.path.map((crumb) => crumb.id)).toEqual([courseId, copy.id]);
    expect(path).toHaveLength(3);
    await update(teacher, copy.id, { title: "Another", items: [{ id: he.id }] });
    expect((await read(teacher, id)).answer).toEqual(original);
    await expectNoViolations(site);
  });

  it("is rejected in a parent that does not allow cases, and for an item that is not a case", async () => {
    const { site, folderId, he, teacher } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: folderId });
    const copyTo = (body: { id: number; parentId: number }) => sendCall(server, copyCase, { as: teacher, body });
    expect((await copyTo({ id, parentId: he.id })).status).toBe(400);
    expect((await copyTo({ id, parentId: id })).status).toBe(400);
    expect((await copyTo({ id: folderId, parentId: folderId })).status).toBe(404);
  });
});
