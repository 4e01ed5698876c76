import { getBox, getBoxByPost, saveBox } from "@parfocal/core/box/box.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildPost } from "#testing/build-post.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const page = (title: string, isActive = true) => ({ title, content: `<p>${title}</p>`, isActive });

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const { id } = await buildSlide(site);
  return { site, teacher, learner, id, params: { id: String(id), type: "image" } };
}

it("an item without boxes has none", async () => {
  const { learner, params } = await buildWorld();
  expect((await sendCall(server, getBox, { as: learner, params })).answer).toEqual({ tabs: [] });
});

it("tabs and their pages are stored as saved, and each save replaces the previous one", async () => {
  const { teacher: as, params } = await buildWorld();
  const tabs = [
    { title: "Anatomy", contentPages: [page("Cortex"), page("Medulla")] },
    { title: "Stain", contentPages: [page("PAS")] },
  ];
  const saved = await sendCall(server, saveBox, { as, params, body: { tabs } });
  expect(saved.answer).toEqual({ tabs, version: expect.any(String) });
  expect((await sendCall(server, getBox, { as, params })).answer).toEqual(saved.answer);
  await sendCall(server, saveBox, { as, params, body: { tabs: tabs.slice(1) } });
  expect((await sendCall(server, getBox, { as, params })).answer.tabs).toEqual(tabs.slice(1));
});

it("learners get only active pages, and no tab without active pages", async () => {
  const { teacher, learner, params } = await buildWorld();
  const tabs = [
    { title: "Anatomy", contentPages: [page("Cortex"), page("Draft", false)] },
    { title: "Not yet", contentPages: [page("Draft", false)] },
  ];
  await sendCall(server, saveBox, { as: teacher, params, body: { tabs } });
  const ofLearner = await sendCall(server, getBox, { as: learner, params });
  expect(ofLearner.answer).toEqual({ tabs: [{ title: "Anatomy", contentPages: [page("Cortex")] }] });
  expect(ofLearner.raw.body).not.toContain("Draft");
  expect((await sendCall(server, getBox, { as: teacher, params })).answer.tabs).toEqual(tabs);
});

it("a save based on an outdated version is rejected: the changes of others are kept", async () => {
  const { teacher: as, params } = await buildWorld();
  const save = (title: string, version?: string) =>
    sendCall(server, saveBox, {
      as,
      params,
      body: { tabs: [{ title, contentPages: [page(title)] }], ...(version === undefined ? {} : { version }) },
    });
  const { answer: empty } = await sendCall(server, getBox, { as, params });
  const both = await Promise.all([save("One", empty.version), save("Other", empty.version)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const first = both.find(({ status }) => status === 200)?.answer;
  expect((await sendCall(server, getBox, { as, params })).answer).toEqual(first);
  const second = await save("Second", first?.version);
  expect(second.status).toBe(200);
  expect((await save("Second", first?.version)).answer).toEqual(second.answer);
  const late = await save("Late", first?.version);
  expect(late.failure.message).toMatch(/^Someone else changed these content boxes/);
  expect((await sendCall(server, getBox, { as, params })).answer).toEqual(second.answer);
  expect((await save("Whatever is there")).status).toBe(200);
});

it("forbidden markup is not stored", async () => {
  const { teacher: as, params } = await buildWorld();
  const content = '<p onclick="alert(1)">a<script>alert(1)</script><a href="javascript:alert(1)">b</a></p>';
  const tabs = [{ title: "Anatomy", contentPages: [{ title: "", content, isActive: true }] }];
  const { answer } = await sendCall(server, saveBox, { as, params, body: { tabs } });
  expect(answer.tabs[0]?.contentPages[0]?.content).toBe("<p>a<a>b</a></p>");
});

it("boxes are found by the ID of the item's page in the host site", async () => {
  const { site, teacher: as, id, params } = await buildWorld();
  await buildPost(site, { postId: 4711_000, itemId: id });
  const tabs = [{ title: "Anatomy", contentPages: [page("Cortex")] }];
  await sendCall(server, saveBox, { as, params, body: { tabs } });
  const byPost = await sendCall(server, getBoxByPost, { as, params: { id: "4711000", type: "sz-image" } });
  expect(byPost.answer.tabs).toEqual(tabs);
  expect((await sendCall(server, getBoxByPost, { as, params })).status).toBe(404);
  const other = await buildSlide(site);
  const byOwnId = await sendCall(server, getBoxByPost, { as, params: { id: String(other.id), type: "image" } });
  expect(byOwnId.status).toBe(200);
});

it("boxes belong to an item of the given type that is visible to the caller", async () => {
  const { site, teacher, learner, params } = await buildWorld();
  const otherType = { ...params, type: "case" };
  expect((await sendCall(server, getBox, { as: teacher, params: otherType })).status).toBe(404);
  expect((await sendCall(server, saveBox, { as: teacher, params: otherType, body: { tabs: [] } })).status).toBe(404);
  const hidden = await buildSlide(site, { isActive: false });
  const hiddenParams = { id: String(hidden.id), type: "image" };
  expect((await sendCall(server, getBox, { as: learner, params: hiddenParams })).status).toBe(404);
  const course = { id: String(await buildCourse(site)), type: "course" };
  expect((await sendCall(server, getBox, { as: learner, params: course })).status).toBe(200);
});

it("a course and a case have boxes too, each its own", async () => {
  const { site, teacher, learner } = await buildWorld();
  const courseId = await buildCourse(site);
  const caseId = await buildCase(site, { parentId: courseId });
  for (const [id, type] of [
    [courseId, "course"],
    [caseId, "case"],
  ] as const) {
    const params = { id: String(id), type };
    const tabs = [{ title: type, contentPages: [page(`Of the ${type}`)] }];
    await sendCall(server, saveBox, { as: teacher, params, body: { tabs } });
    expect((await sendCall(server, getBox, { as: learner, params })).answer).toEqual({ tabs });
  }
});
