import { updateImage } from "@parfocal/core/image/edit-image.contract.ts";
import { listRelatedItems } from "@parfocal/core/related/related.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
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
  const learner = await buildUser(site, { role: "learner" });
  const courseId = await buildCourse(site);
  const kidneyId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const otherId = await buildFolder(site, { parentId: courseId, title: "Others" });
  const slide = await buildSlide(site, { parentId: kidneyId, title: "Kidney, HE" });
  const related = async (as: TestUser) =>
    (await sendCall(server, listRelatedItems, { as, params: { id: String(slide.id) } })).answer.map(
      ({ title, reason, because }) => [title, reason, because],
    );
  const tag = (id: number, tags: string[]) =>
    sendCall(server, updateImage, { as: teacher, params: { id: String(id) }, body: { tags } });
  return { site, teacher, learner, courseId, kidneyId, otherId, slide, related, tag };
}

async function buildCaseOf(site: TestSite, { parentId, imageId }: { parentId: number; imageId: number }) {
  const item = await withSite(server.platform.database, site.id, (db) =>
    insertItem(db, site.id, { kind: "case", title: "A case of lupus", createdBy: null }),
  );
  await place(site, { parentId, itemId: item.id });
  await place(site, { parentId: item.id, itemId: imageId });
  return item.id;
}

it("lists cases with the slide, then the same primary value, the same tag, the same folder; each once, with its reason", async () => {
  const { site, learner, courseId, kidneyId, otherId, slide, related, tag } = await buildWorld();
  await buildCaseOf(site, { parentId: courseId, imageId: slide.id });
  const sameValue = await buildSlide(site, { parentId: otherId, title: "By value" });
  const sameTag = await buildSlide(site, { parentId: otherId, title: "By tag" });
  await buildSlide(site, { parentId: kidneyId, title: "By folder" });
  const several = await buildSlide(site, { parentId: kidneyId, title: "By all" });
  await buildSlide(site, { parentId: otherId, title: "By nothing" });
  await buildCustomField(site, {
    isPrimary: true,
    values: { [slide.id]: "Glomerulus", [sameValue.id]: "Glomerulus", [several.id]: "Glomerulus" },
  });
  await buildCustomField(site, { title: "Other", values: { [slide.id]: "x", [sameTag.id]: "x" } });
  for (const id of [slide.id, sameTag.id, several.id]) await tag(id, ["PAS"]);
  expect(await related(learner)).toEqual([
    ["A case of lupus", "case", "A case of lupus"],
    ["By all", "primaryField", "Glomerulus"],
    ["By value", "primaryField", "Glomerulus"],
    ["By tag", "tag", "PAS"],
    ["By folder", "folder", "Kidney"],
  ]);
});

it("lists only what the caller may see", async () => {
  const { site, teacher, learner, kidneyId, otherId, slide, related, tag } = await buildWorld();
  await buildSlide(site, { parentId: kidneyId, title: "Hidden", isActive: false });
  const hiddenTag = await buildSlide(site, { parentId: otherId, title: "Hidden too", isActive: false });
  for (const id of [slide.id, hiddenTag.id]) await tag(id, ["PAS"]);
  expect(await related(learner)).toEqual([]);
  expect((await related(teacher)).map(([title]) => title)).toEqual(["Hidden too", "Hidden"]);
});

it("does not use cases or folders hidden from the caller: their titles are not returned", async () => {
  const { site, teacher, learner, courseId, kidneyId, otherId, slide, related } = await buildWorld();
  const closedId = await buildFolder(site, { parentId: courseId, title: "Exam 2026" });
  const other = await buildSlide(site, { parentId: kidneyId, title: "Kidney, PAS" });
  for (const id of [slide.id, other.id]) await place(site, { parentId: closedId, itemId: id });
  await buildUserGroup(site, { resourceIds: [closedId] });
  const caseId = await buildCaseOf(site, { parentId: otherId, imageId: slide.id });
  await place(site, { parentId: caseId, itemId: other.id });
  await buildUserGroup(site, { resourceIds: [otherId] });
  expect(await related(learner)).toEqual([["Kidney, PAS", "folder", "Kidney"]]);
  expect((await related(teacher)).map(([title, , because]) => [title, because])).toEqual([
    ["A case of lupus", "A case of lupus"],
    ["Kidney, PAS", "Exam 2026"],
  ]);
});

it("lists at most twelve", async () => {
  const { site, learner, kidneyId, related } = await buildWorld();
  for (let number = 1; number <= 14; number += 1)
    await buildSlide(site, { parentId: kidneyId, title: `Slide ${number}` });
  expect(await related(learner)).toHaveLength(12);
});
