import { updateCourse } from "@parfocal/core/course/course.contract.ts";
import { updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import { searchTags } from "@parfocal/core/tag/tag.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
let teacher: TestUser;
beforeAll(async () => {
  server = await sharedTestServer();
  const site = await buildSite(server);
  teacher = await buildUser(site, { role: "teacher" });
  const course = await buildCourse(site);
  const tagged: [tags: string[]][] = [[["Stain HE", "kidney"]], [["kidney", "100% new"]], [["HE"]]];
  for (const [tags] of tagged) {
    const folder = await buildFolder(site, { parentId: course });
    await sendCall(server, updateFolder, { as: teacher, params: { id: String(folder) }, body: { tags } });
  }
  await sendCall(server, updateCourse, { as: teacher, params: { id: String(course) }, body: { tags: ["Heart"] } });
  const other = await buildSite(server);
  const stranger = await buildUser(other, { role: "teacher" });
  const foreign = await buildCourse(other);
  const body = { tags: ["Heliotrope"] };
  await sendCall(server, updateCourse, { as: stranger, params: { id: String(foreign) }, body });
});

const rows: [what: string, query: { q?: string; type?: string }, tags: string[]][] = [
  ["starting with it first, case-insensitive", { q: "he" }, ["HE", "Heart", "Stain HE"]],
  ["only of folders", { q: "he", type: "folder" }, ["HE", "Stain HE"]],
  ["of folders by the type that assignments use", { q: "he", type: "sz-folder" }, ["HE", "Stain HE"]],
  ["of a content type without matching tags", { q: "he", type: "image" }, []],
  ["with a pattern character", { q: "100%" }, ["100% new"]],
  ["a pattern character alone is literal", { q: "%" }, ["100% new"]],
  ["all, the most frequent first", {}, ["kidney", "100% new", "HE", "Heart", "Stain HE"]],
];
for (const [what, query, tags] of rows) {
  it(what, async () => expect((await sendCall(server, searchTags, { as: teacher, query })).answer).toEqual(tags));
}

it("an unknown content type is rejected", async () =>
  expect((await sendCall(server, searchTags, { as: teacher, query: { type: "king" } })).status).toBe(400));
