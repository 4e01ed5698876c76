/** Adding a tag to several items, and removing it. */
import { getFolder, updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import { countTags, setTag } from "@parfocal/core/tag/tag.contract.ts";
import { TAGS_MAX } from "@parfocal/core/tag/tag-limits.ts";
import { beforeAll, expect, it } from "vitest";
import { buildAttachment } from "#testing/build-attachment.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
let site: TestSite;
let as: TestUser;
let courseId: number;
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  as = await buildUser(site, { role: "teacher" });
  courseId = await buildCourse(site);
});

async function buildTagged(tags: string[]): Promise<number> {
  const id = await buildFolder(site, { parentId: courseId });
  await sendCall(server, updateFolder, { as, params: { id: String(id) }, body: { tags } });
  return id;
}
const tagsOf = async (id: number) =>
  (await sendCall(server, getFolder, { as, params: { id: String(id) } })).answer.tags;
const set = (itemIds: number[], tag: string, isOn: boolean) =>
  sendCall(server, setTag, { as, body: { itemIds, tag, isOn } });

it("tags of several items are counted, the most frequent first", async () => {
  const itemIds = [await buildTagged(["HE", "kidney"]), await buildTagged(["kidney"]), await buildTagged([])];
  const { answer } = await sendCall(server, countTags, { as, body: { itemIds } });
  expect(answer).toEqual([
    { tag: "kidney", count: 2 },
    { tag: "HE", count: 1 },
  ]);
});

it("a tag is added to items that lack it, and can be removed from only those", async () => {
  const [had, lacked] = [await buildTagged(["kidney", "HE"]), await buildTagged(["PAS"])];
  const given = await set([had, lacked], " kidney ", true);
  expect(given.answer).toEqual({ changedIds: [lacked] });
  expect([await tagsOf(had), await tagsOf(lacked)]).toEqual([
    ["kidney", "HE"],
    ["PAS", "kidney"],
  ]);
  expect((await set([lacked], "kidney", false)).answer).toEqual({ changedIds: [lacked] });
  expect([await tagsOf(had), await tagsOf(lacked)]).toEqual([["kidney", "HE"], ["PAS"]]);
});

it("a tag is set on all items or none: one that is full, of a type without tags, or missing rejects the request", async () => {
  const [free, full] = [
    await buildTagged([]),
    await buildTagged(Array.from({ length: TAGS_MAX }, (_, index) => `tag ${index}`)),
  ];
  const attachment = await buildAttachment(site, { imageId: free });
  for (const [other, status] of [
    [full, 400],
    [attachment, 400],
    [987_654_321, 404],
  ] as const)
    expect((await set([free, other], "kidney", true)).status).toBe(status);
  expect(await tagsOf(free)).toEqual([]);
  expect((await set([free, full], "tag 0", false)).answer).toEqual({ changedIds: [full] });
});

it("a blank tag, or an empty list of items, is rejected", async () => {
  expect((await set([courseId], "  ", true)).status).toBe(400);
  expect((await set([], "kidney", true)).status).toBe(400);
});
