import {
  type Case,
  copyCase,
  createCase,
  getCase,
  getCaseByPost,
  listCases,
  unbindCase,
  updateCase,
} from "@parfocal/core/case/case.contract.ts";
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { searchImages } from "@parfocal/core/image/search-images.contract.ts";
import { getThumbnail } from "@parfocal/core/tile/tile.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCaseWorld } from "#testing/build-case-world.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildPost } from "#testing/build-post.ts";
import type { TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { addressOf, sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const read = (as: TestUser, id: number, query: { parent?: string } = {}) =>
  sendCall(server, getCase, { as, params: { id: String(id) }, query });
const update = (as: TestUser, id: number, body: object) =>
  sendCall(server, updateCase, { as, params: { id: String(id) }, body: body as never });
const idsOf = ({ items }: Case) => items.map(({ id }) => id);

async function expectNoViolations(site: TestSite): Promise<void> {
  const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
  expect(violations.filter(({ count }) => count > 0)).toEqual([]);
}

describe("a new case", () => {
  it("has a title and a parent; the rest is empty, two slides side by side", async () => {
    const { folderId, courseId, silver, teacher } = await buildCaseWorld(server);
    const { status, answer } = await sendCall(server, createCase, {
      as: teacher,
      body: { title: " Lupus ", parentId: folderId },
    });
    expect(status).toBe(200);
    expect(answer).toEqual({
      id: answer.id,
      itemId: answer.id,
      postId: answer.id,
      title: "Lupus",
      subtitle: "",
      summary: "",
      description: "",
      diagnosis: "",
      // Collapsed until it is opened.
      collapseDiagnosis: true,
      layout: { columns: 2, rows: 1 },
      thumbnail: null,
      thumbnailMediaId: null,
      items: [],
      isBound: false,
      tags: [],
      path: [
        { id: courseId, type: "course", title: "Nephrology" },
        { id: folderId, type: "folder", title: "Week 1" },
        { id: answer.id, type: "case", title: "Lupus" },
      ],
      previous: { id: silver.id, type: "image", title: "Silver" },
      next: null,
      userCanEdit: true,
    });
  });

  it("title and subtitle are trimmed, both in a new and in a changed case", async () => {
    const { folderId, teacher } = await buildCaseWorld(server);
    const body = { title: " Lupus ", subtitle: " Class IV ", parentId: folderId };
    const { answer } = await sendCall(server, createCase, { as: teacher, body });
    expect(answer).toMatchObject({ title: "Lupus", subtitle: "Class IV" });
    expect((await update(teacher, answer.id, { subtitle: "  " })).answer.subtitle).toBe("");
    expect((await update(teacher, answer.id, { title: " Nephritis ", subtitle: " Class V" })).answer).toMatchObject({
      title: "Nephritis",
      subtitle: "Class V",
    });
  });

  it("contains the given slides, in order; they stay in their other parents too", async () => {
    const { site, folderId, he, pas, teacher, learner } = await buildCaseWorld(server);
    const { answer } = await sendCall(server, createCase, {
      as: teacher,
      body: {
        title: "Lupus",
        parentId: folderId,
        diagnosis: "Class IV",
        collapseDiagnosis: true,
        layout: { columns: 1, rows: 2 },
        imageIds: [pas.id, he.id],
      },
    });
    const { answer: seen } = await read(learner, answer.id);
    expect(seen).toMatchObject({
      diagnosis: "Class IV",
      collapseDiagnosis: true,
      layout: { columns: 1, rows: 2 },
      userCanEdit: false,
      isBound: false,
    });
    expect(seen.items.map(({ title }) => title)).toEqual(["PAS", "HE"]);
    expect(seen.items[0]).toMatchObject({
      id: pas.id,
      itemId: pas.id,
      isActive: true,
      annotationsActive: true,
      center: null,
      zoom: null,
      rotation: 0,
      boundPoints: [],
      slideInformation: { width: 700, height: 500, micronsPerPixel: 0.25 },
    });
    const { answer: folder } = await sendCall(server, getFolder, { as: learner, params: { id: String(folderId) } });
    expect(folder.items.map(({ id }) => id)).toEqual([he.id, pas.id, expect.any(Number), answer.id]);
    await expectNoViolations(site);
  });

  const rejected: [name: string, body: (world: Awaited<ReturnType<typeof buildCaseWorld>>) => object, says: string][] =
    [
      ["without a title", ({ folderId }) => ({ title: "  ", parentId: folderId }), "title"],
      ["in a slide", ({ he }) => ({ title: "Lupus", parentId: he.id }), "course or folder"],
      ["in a parent that does not exist", () => ({ title: "Lupus", parentId: 987_654 }), "course or folder"],
      [
        "with a folder as a slide",
        ({ folderId, courseId }) => ({ title: "Lupus", parentId: courseId, imageIds: [folderId] }),
        " not found.",
      ],
      [
        "with a slide twice",
        ({ folderId, he }) => ({ title: "Lupus", parentId: folderId, imageIds: [he.id, he.id] }),
        "listed twice",
      ],
      [
        "with a layout too large",
        ({ folderId }) => ({ title: "L", parentId: folderId, layout: { columns: 5, rows: 1 } }),
        "layout",
      ],
    ];
  for (const [name, body, says] of rejected) {
    it(`is rejected ${name}, and not created`, async () => {
      const world = await buildCaseWorld(server);
      const { status, failure } = await sendCall(server, createCase, { as: world.teacher, body: body(world) as never });
      expect(status).toBe(400);
      expect(failure.message).toContain(says);
      expect((await sendCall(server, listCases, { as: world.teacher })).answer).toEqual([]);
    });
  }

  it("with another site's slide is rejected like one that does not exist", async () => {
    const { folderId, teacher } = await buildCaseWorld(server);
    const foreign = await buildCaseWorld(server);
    const bodyWith = (id: number) => ({ title: "Lupus", parentId: folderId, imageIds: [id] });
    for (const id of [foreign.he.id, 987_654]) {
      const { status, failure } = await sendCall(server, createCase, { as: teacher, body: bodyWith(id) });
      expect([status, failure.message]).toEqual([400, `Slide ${id} not found.`]);
    }
  });
});

describe("access to a case", () => {
  it("returns active slides to learners, and all slides with their state to content managers", async () => {
    const { site, folderId, he, pas, silver, teacher, learner } = await buildCaseWorld(server);
    const id = await buildCase(site, {
      parentId: folderId,
      items: [{ id: he.id, isActive: false }, { id: pas.id, annotationsActive: false }, { id: silver.id }],
    });
    const { answer: ofLearner } = await read(learner, id);
    expect(idsOf(ofLearner)).toEqual([pas.id, silver.id]);
    expect(ofLearner.items[0]).toMatchObject({ isActive: true, annotationsActive: false });
    const { answer: ofTeacher } = await read(teacher, id);
    expect(ofTeacher.items.map(({ isActive }) => isActive)).toEqual([false, true, true]);
    expect(ofTeacher.thumbnail).toBe(addressOf(getThumbnail, { imageId: pas.id, version: pas.version }));
  });

  it("it is bound if any slide visible to the caller has a centre", async () => {
    const { site, folderId, he, pas, teacher, learner } = await buildCaseWorld(server);
    const items = [{ id: he.id, isActive: false, center: [10, 20] as [number, number] }, { id: pas.id }];
    const id = await buildCase(site, { parentId: folderId, items });
    expect((await read(teacher, id)).answer.isBound).toBe(true);
    expect((await read(learner, id)).answer.isBound).toBe(false);
  });

  it("a slide opened in it reports whether it is bound, by the visible slides; outside a case it is not", async () => {
    const { site, folderId, he, pas, teacher, learner } = await buildCaseWorld(server);
    const free = await buildCase(site, { parentId: folderId, items: [{ id: he.id }, { id: pas.id }] });
    const center: [number, number] = [10, 20];
    const bound = await buildCase(site, { parentId: folderId, items: [{ id: he.id }, { id: pas.id, center }] });
    const hidden = [{ id: he.id, isActive: false, center }, { id: pas.id }];
    const toTeachers = await buildCase(site, { parentId: folderId, items: hidden });
    const isBoundIn = async (as: typeof teacher, parent: number) => {
      const question = { as, params: { id: String(pas.id) }, query: { parent: String(parent) } };
      const { status, answer } = await sendCall(server, getImage, question);
      expect(status).toBe(200);
      return answer.isBound;
    };
    expect([await isBoundIn(learner, free), await isBoundIn(learner, bound)]).toEqual([false, true]);
    expect([await isBoundIn(learner, toTeachers), await isBoundIn(teacher, toTeachers)]).toEqual([false, true]);
    expect(await isBoundIn(learner, folderId)).toBe(false);
  });

  it("a case that is inactive, or in a hidden course, is not found by learners", async () => {
    const { site, folderId, teacher, learner } = await buildCaseWorld(server);
    const hidden = await buildCase(site, { parentId: await buildCourse(site, { isVisible: false }) });
    const inactive = await buildCase(site, { parentId: folderId });
    expect((await read(learner, inactive)).status).toBe(200);
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", inactive).execute();
    for (const id of [hidden, inactive]) {
      expect((await read(learner, id)).status).toBe(404);
      expect((await read(teacher, id)).status).toBe(200);
    }
  });

  it("a slide that is inactive in its folders is marked for teachers: learners of the case see it", async () => {
    const { site, folderId, courseId, teacher, learner } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: courseId });
    const hidden = await buildSlide(site, { parentId: folderId });
    const open = await buildSlide(site, { parentId: folderId });
    const only = await buildSlide(site, { parentId: id });
    const place = (isActive: boolean) => ({ is_active: isActive });
    await server.owner.updateTable("placement").set(place(false)).where("item_id", "=", hidden.id).execute();
    await update(teacher, id, { items: [hidden, open, only].map((slide) => ({ id: slide.id })) });
    const marksFor = async (who: TestUser) =>
      (await read(who, id)).answer.items.map((item) => [item.id, item.isHiddenElsewhere]);
    expect(await marksFor(teacher)).toEqual([
      [hidden.id, true],
      [open.id, false],
      [only.id, false],
    ]);
    expect(await marksFor(learner)).toEqual([hidden, open, only].map((slide) => [slide.id, undefined]));
    const found = await sendCall(server, searchImages, { as: teacher, body: { folder: folderId } });
    const isActive = new Map(found.answer.map((card) => [card.id, card.isActive]));
    expect([isActive.get(open.id), isActive.get(hidden.id)]).toEqual([true, false]);
  });

  it("a slide that is only in a case opens through it, with its position there", async () => {
    const { site, courseId, teacher, learner } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: courseId, title: "Lupus" });
    const only = await buildSlide(site, { title: "IgG", parentId: id, annotationsActive: false });
    const next = await buildSlide(site, { title: "C3", parentId: id });
    for (const query of [{ parent: String(id) }, {}]) {
      const { status, answer } = await sendCall(server, getImage, {
        as: learner,
        params: { id: String(only.id) },
        query,
      });
      expect(status).toBe(200);
      expect(answer).toMatchObject({ parentId: id, parentType: "case", annotationsActive: false, previous: null });
      expect(answer.path.map(({ title }) => title)).toEqual(["Nephrology", "Lupus", "IgG"]);
      expect(answer.next).toEqual({ id: next.id, type: "image", title: "C3" });
    }
    await update(teacher, id, { items: [{ id: only.id, isActive: false }, { id: next.id }] });
    const gone = await sendCall(server, getImage, { as: learner, params: { id: String(only.id) } });
    expect(gone.status).toBe(404);
  });

  it("its neighbours are the items of the same folder that have a page, of any type except folders", async () => {
    const { site, folderId, courseId, learner } = await buildCaseWorld(server);
    const [first, second, third] = [
      await buildCase(site, { parentId: folderId, title: "A" }),
      await buildCase(site, { parentId: folderId, title: "B" }),
      await buildCase(site, { parentId: folderId, title: "C" }),
    ];
    await buildFolder(site, { parentId: folderId });
    const slide = await buildSlide(site, { parentId: folderId, title: "A slide" });
    await buildSlide(site, { parentId: folderId, isActive: false });
    await buildCase(site, { parentId: courseId, title: "D" });
    const { answer } = await read(learner, second);
    expect([answer.previous?.id, answer.next?.id]).toEqual([first, third]);
    const { next } = (await read(learner, third, { parent: String(folderId) })).answer;
    expect(next).toEqual({ id: slide.id, type: "image", title: "A slide" });
    const ofSlide = await sendCall(server, getImage, { as: learner, params: { id: String(slide.id) } });
    expect(ofSlide.answer.previous).toEqual({ id: third, type: "case", title: "C" });
    expect(ofSlide.answer.next).toBeNull();
  });

  it("it is found by the ID of its page in the host site", async () => {
    const { site, folderId, learner } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: folderId });
    const byPost = (postId: number) => sendCall(server, getCaseByPost, { as: learner, params: { id: String(postId) } });
    expect((await byPost(id)).answer.id).toBe(id);
    await buildPost(site, { postId: 4711, itemId: id });
    expect((await byPost(4711)).answer).toMatchObject({ id, postId: 4711 });
    expect((await byPost(id)).status).toBe(404);
    expect((await byPost(folderId)).status).toBe(404);
  });

  it("a folder, or a case in the bin, is not found", async () => {
    const { site, folderId, teacher } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: folderId });
    expect((await read(teacher, folderId)).status).toBe(404);
    await server.owner.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", id).execute();
    for (const status of [
      (await read(teacher, id)).status,
      (await sendCall(server, getCaseByPost, { as: teacher, params: { id: String(id) } })).status,
      (await update(teacher, id, { title: "X" })).status,
      (await sendCall(server, unbindCase, { as: teacher, params: { id: String(id) } })).status,
      (await sendCall(server, copyCase, { as: teacher, body: { id, parentId: folderId } })).status,
    ])
      expect(status).toBe(404);
  });
});

describe("changing a case", () => {
  it("keeps omitted fields", async () => {
    const { site, folderId, he, teacher } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: folderId, diagnosis: "Class IV", items: [{ id: he.id }] });
    const { status, answer } = await update(teacher, id, { summary: "A woman of 30", layout: { columns: 2, rows: 2 } });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      title: "Lupus nephritis",
      summary: "A woman of 30",
      diagnosis: "Class IV",
      layout: { columns: 2, rows: 2 },
    });
    expect(idsOf(answer)).toEqual([he.id]);
    expect((await read(teacher, id)).answer).toEqual(answer);
    const texts = { title: "T", subtitle: "S", description: "D", diagnosis: "G", collapseDiagnosis: true };
    expect((await update(teacher, id, { id, ...texts })).answer).toMatchObject(texts);
  });

  const layouts: [columns: number, rows: number, status: number][] = [
    [1, 1, 200],
    [1, 4, 200],
    [4, 4, 200],
    [5, 1, 400],
    [1, 5, 400],
    [0, 1, 400],
    [1.5, 1, 400],
  ];
  for (const [columns, rows, status] of layouts) {
    it(`to a matrix of ${columns} x ${rows} is answered with ${status}`, async () => {
      const { site, folderId, teacher } = await buildCaseWorld(server);
      const id = await buildCase(site, { parentId: folderId });
      expect((await update(teacher, id, { layout: { columns, rows } })).status).toBe(status);
      const { layout } = (await read(teacher, id)).answer;
      expect(layout).toEqual(status === 200 ? { columns, rows } : { columns: 2, rows: 1 });
    });
  }

  it("with the ID of another case in the body is rejected", async () => {
    const { site, folderId, teacher } = await buildCaseWorld(server);
    const id = await buildCase(site, { parentId: folderId });
    const { status, failure } = await update(teacher, id, { id: folderId, title: "X" });
    expect([status, failure.data]).toEqual([400, ["id"]]);
  });

  it("keeps concurrent changes of different fields", async () => {
    const { site, folderId, he, pas, teacher } = await buildCaseWorld(server);
    const colleague = await buildUser(site, { role: "teacher" });
    const id = await buildCase(site, { parentId: folderId, items: [{ id: he.id }, { id: pas.id }] });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_unused, turn) => [
        update(teacher, id, { description: `description ${turn}` }),
        update(colleague, id, { items: [{ id: pas.id, zoom: turn }, { id: he.id }] }),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { answer } = await read(teacher, id);
    expect(answer.description).toMatch(/^description \d$/);
    expect(idsOf(answer)).toEqual([pas.id, he.id]);
    expect(answer.items[0]?.zoom).toBeTypeOf("number");
    await expectNoViolations(site);
  });
});

it("in courses and folders a case is a card, with its first active slide as its thumbnail", async () => {
  const { site, courseId, folderId, he, pas, silver, teacher, learner } = await buildCaseWorld(server);
  const items = [{ id: he.id, isActive: false }, { id: pas.id }, { id: silver.id }];
  const inCourse = await buildCase(site, { parentId: courseId, title: "Lupus", items });
  const inFolder = await buildCase(site, { parentId: folderId, title: "Lupus", items });
  const thumbnail = addressOf(getThumbnail, { imageId: pas.id, version: pas.version });
  for (const [as, itemCount] of [
    [learner, 2],
    [teacher, 3],
  ] as const) {
    const { answer: course } = await sendCall(server, getCourse, { as, params: { id: String(courseId) } });
    expect(course.items).toMatchObject([{ id: inCourse, type: "case", title: "Lupus", thumbnail, itemCount }]);
    const { answer: folder } = await sendCall(server, getFolder, { as, params: { id: String(folderId) } });
    expect(folder.items.find(({ id }) => id === inFolder)).toMatchObject({ type: "case", thumbnail, itemCount });
  }
});
