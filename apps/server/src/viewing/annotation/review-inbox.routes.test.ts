import { declineAnnotation } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  countReviews,
  findReviewNeighbours,
  listReviewSlides,
  REVIEW_SLIDES_PAGE_SIZE,
} from "@parfocal/core/annotation/review-inbox.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { removeItems } from "#structure/remove-items.ts";
import { buildAnnotation, buildDeletedAnnotation } from "#testing/build-annotation.ts";
import { buildCourse, buildFolder, buildItem } from "#testing/build-content.ts";
import { buildLooseSlide } from "#testing/build-loose-slide.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildSchool() {
  const site = await buildSite(server);
  const learner = await buildUser(site, { role: "learner", displayName: "Leo" });
  const expert = await buildUser(site, { role: "expert" });
  const teacher = await buildUser(site, { role: "teacher" });
  const draw = (slide: TestSlide, author: TestUser = learner) => buildAnnotation(site, { slide, author });
  return { site, learner, expert, teacher, draw };
}

const list = async (as: TestUser, page = 1) =>
  (await sendCall(server, listReviewSlides, { as, query: { page: String(page) } })).answer;
const count = async (as: TestUser) => (await sendCall(server, countReviews, { as })).answer;
const titles = async (as: TestUser) => (await list(as)).list.map(({ title }) => title);
const neighbours = async (as: TestUser, { id }: { id: number }, since?: string) => {
  const query = since === undefined ? {} : { since };
  const params = { itemId: String(id) };
  const { previous, next, others } = (await sendCall(server, findReviewNeighbours, { as, params, query })).answer;
  return [previous?.title ?? null, next?.title ?? null, others];
};

describe("the list of slides to review", () => {
  it("is sorted by course order, within a course by longest waiting, with counts", async () => {
    const { site, expert, teacher, draw } = await buildSchool();
    const [first, second] = [await buildCourse(site, { title: "First" }), await buildCourse(site, { title: "Second" })];
    const folder = await buildFolder(site, { parentId: first, title: "Kidney" });
    const inSecond = await buildSlide(site, { parentId: second, title: "In second" });
    const younger = await buildSlide(site, { parentId: first, title: "Younger" });
    const older = await buildSlide(site, { parentId: folder, title: "Older" });
    await buildSlide(site, { parentId: first, title: "Nothing drawn" });
    await draw(inSecond);
    const [firstId, lastId] = [await draw(older), await draw(older)];
    await draw(younger);
    for (const as of [expert, teacher]) {
      const { list: slides, ...counts } = await list(as);
      expect(slides.map(({ title, open }) => [title, open])).toEqual([
        ["Older", 2],
        ["Younger", 1],
        ["In second", 1],
      ]);
      expect(slides[0]).toMatchObject({ imageId: older.id, firstId, lastId });
      expect(slides[0]?.path.map(({ title }) => title)).toEqual(["First", "Kidney", "Older"]);
      expect(counts).toEqual({ annotations: 4, slides: 3 });
      expect(await count(as)).toEqual({ annotations: 4, slides: 3 });
    }
  });

  it("excludes annotations that are reviewed, deleted, by an expert or in a work group", async () => {
    const { site, learner, expert, draw } = await buildSchool();
    const slide = await buildSlide(site);
    const workGroupId = await buildWorkGroup(site, { owner: learner, members: [learner] });
    await draw(slide, expert);
    await buildDeletedAnnotation(site, { slide, author: learner });
    await buildAnnotation(site, { slide, author: learner, workGroupId });
    const id = await draw(slide);
    expect(await count(expert)).toEqual({ annotations: 1, slides: 1 });
    await sendCall(server, declineAnnotation, { as: expert, params: { id: String(id) }, body: {} });
    expect(await count(expert)).toEqual({ annotations: 0, slides: 0 });
    expect(await list(expert)).toEqual({ annotations: 0, slides: 0, list: [] });
  });

  it("contains only what experts can see; for content managers also hidden slides and slides without a course", async () => {
    const { site, learner, expert, teacher, draw } = await buildSchool();
    const open = await buildCourse(site);
    const hidden = await buildCourse(site, { isVisible: false });
    const closed = await buildCourse(site);
    await buildUserGroup(site, { members: [learner], resourceIds: [closed] });
    const places = { Seen: { parentId: open }, Hidden: { parentId: hidden }, Closed: { parentId: closed } };
    for (const [title, place] of Object.entries(places)) await draw(await buildSlide(site, { title, ...place }));
    await draw(await buildSlide(site, { title: "Inactive", parentId: open, isActive: false }));
    await draw(await buildLooseSlide(site, { title: "Loose" }));
    expect(await titles(expert)).toEqual(["Seen"]);
    expect(await count(expert)).toEqual({ annotations: 1, slides: 1 });
    expect(new Set(await titles(teacher))).toEqual(new Set(["Seen", "Hidden", "Closed", "Inactive", "Loose"]));
    const member = await buildUser(site, { role: "expert" });
    await buildUserGroup(site, { members: [member], resourceIds: [closed] });
    expect(await titles(member)).toEqual(["Seen", "Closed"]);
  });

  it("excludes removed folders and other sites", async () => {
    const [{ site, teacher, expert, draw }, other] = [await buildSchool(), await buildSchool()];
    const courseId = await buildCourse(site);
    const folderId = await buildFolder(site, { parentId: courseId });
    await draw(await buildSlide(site, { parentId: folderId }));
    await other.draw(await buildSlide(other.site));
    expect((await count(expert)).slides).toBe(1);
    await withSite(server.platform.database, site.id, (db) =>
      removeItems(db, site.id, { parentId: courseId, itemIds: [folderId], removedBy: teacher.id }),
    );
    for (const as of [teacher, expert]) expect(await count(as)).toEqual({ annotations: 0, slides: 0 });
  });

  it("is returned in pages", async () => {
    const { site, learner, expert } = await buildSchool();
    const parentId = await buildCourse(site);
    for (let index = 0; index <= REVIEW_SLIDES_PAGE_SIZE; index += 1) {
      const id = await buildItem(site, { kind: "image", parentId, title: `Slide ${index}` });
      await buildAnnotation(site, { slide: { id } as TestSlide, author: learner });
    }
    const [first, second] = [await list(expert), await list(expert, 2)];
    expect(first.list).toHaveLength(REVIEW_SLIDES_PAGE_SIZE);
    expect(second.list.map(({ title }) => title)).toEqual([`Slide ${REVIEW_SLIDES_PAGE_SIZE}`]);
    expect([first.slides, second.slides]).toEqual([REVIEW_SLIDES_PAGE_SIZE + 1, REVIEW_SLIDES_PAGE_SIZE + 1]);
  });
});

describe("neighbours in the review list", () => {
  it("follow the list, and wrap around at its ends", async () => {
    const { site, expert, draw } = await buildSchool();
    const parentId = await buildCourse(site);
    const [a, b, c] = [
      await buildSlide(site, { parentId, title: "A" }),
      await buildSlide(site, { parentId, title: "B" }),
      await buildSlide(site, { parentId, title: "C" }),
    ];
    for (const slide of [a, b, c]) await draw(slide);
    expect(await neighbours(expert, a)).toEqual(["C", "B", 2]);
    expect(await neighbours(expert, b)).toEqual(["A", "C", 2]);
    expect(await neighbours(expert, c)).toEqual(["B", "A", 2]);
  });

  it("of a completely reviewed slide are those of its former position", async () => {
    const { site, expert, draw } = await buildSchool();
    const parentId = await buildCourse(site);
    const [a, b, c] = [
      await buildSlide(site, { parentId, title: "A" }),
      await buildSlide(site, { parentId, title: "B" }),
      await buildSlide(site, { parentId, title: "C" }),
    ];
    await draw(a);
    const id = await draw(b);
    await draw(c);
    const since = (await list(expert)).list[1]?.oldestAt;
    await sendCall(server, declineAnnotation, { as: expert, params: { id: String(id) }, body: {} });
    expect(await neighbours(expert, b, since)).toEqual(["A", "C", 2]);
  });

  it("do not exist for the only slide; a hidden slide is not found", async () => {
    const { site, expert, draw } = await buildSchool();
    const slide = await buildSlide(site);
    await draw(slide);
    expect(await neighbours(expert, slide)).toEqual([null, null, 0]);
    const hidden = await buildSlide(site, { isActive: false });
    const params = { itemId: String(hidden.id) };
    expect((await sendCall(server, findReviewNeighbours, { as: expert, params })).status).toBe(404);
  });
});
