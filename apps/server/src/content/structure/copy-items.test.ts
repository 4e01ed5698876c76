import { randomUUID } from "node:crypto";
import { copyCase } from "@parfocal/core/case/case.contract.ts";
import { copyPage, getPage } from "@parfocal/core/page/page.contract.ts";
import { copyQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import {
  copyAttachment,
  copyFolder,
  copyImage,
  deleteFolder,
  getCopyRun,
  moveFolder,
  setItemState,
  stopCopyRun,
} from "@parfocal/core/structure/structure.contract.ts";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { writeTabs } from "#box/box.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAttachment } from "#testing/build-attachment.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder, buildItem } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { childrenOf, shapeOf, violationsOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { untilWaiting } from "#testing/until-waiting.ts";

let server: SharedTestServer;
const sites: TestSite[] = [];
beforeAll(async () => {
  server = await sharedTestServer();
});
afterEach(async () => {
  for (const site of sites.splice(0)) expect(await violationsOf(site)).toEqual([]);
});

async function buildWorld() {
  const site = await buildSite(server);
  sites.push(site);
  const as = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site, { title: "Histology" });
  const kidney = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const slide = await buildSlide(site, { parentId: kidney, title: "HE" });
  const childrenIn = (parentId: number) => childrenOf(as, site, parentId);
  return { site, as, courseId, kidney, slide, childrenIn };
}

describe("a copied folder", () => {
  it("does not block others in the tree while it is copied, and has each list as it was read", async () => {
    const { site, as, courseId, kidney, slide, childrenIn } = await buildWorld();
    const inner = await buildFolder(site, { parentId: kidney, title: "Glomeruli" });
    const other = await buildFolder(site, { parentId: courseId, title: "Liver" });
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    // The copy places the slide last in its folder: it waits there like a long-running copy.
    const holding = server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom("item").select("id").where("id", "=", slide.id).forUpdate().execute();
      lock();
      await isReleased;
    });
    await isLocked;
    const copying = sendCall(server, copyFolder, { as, body: { id: kidney, parentId: courseId } });
    await untilWaiting(server);
    const move = { folderId: inner, fromParentId: kidney, toParentId: other };
    const moved = await Promise.race([
      sendCall(server, moveFolder, { as, body: move }).then(({ status }) => status),
      new Promise((resolve) => setTimeout(() => resolve("still waiting"), 5_000)),
    ]);
    release();
    await holding;
    const { status, answer } = await copying;
    expect([moved, status]).toEqual([200, 200]);
    expect(await childrenIn(courseId)).toEqual([kidney, other, answer.id]);
    expect(await childrenIn(kidney)).toEqual([slide.id]);
    expect((await childrenIn(answer.id)).length).toBe(2);
  });

  it("reports its progress, and can be stopped: then nothing is left, and another attempt completes", async () => {
    const { site, as, courseId, kidney, slide, childrenIn } = await buildWorld();
    const pages = Array.from({ length: 20 }, (_, index) => index);
    for (const index of pages) await buildItem(site, { kind: "page", parentId: kidney, title: `Page ${index}` });
    const countItems = async () => {
      const rows = server.owner.selectFrom("item").select("id").where("site_id", "=", site.id);
      return (await rows.execute()).length;
    };
    const before = await countItems();
    const runKey = randomUUID();
    const params = { key: runKey };
    const runOf = async () => (await sendCall(server, getCopyRun, { as, params })).answer.run;
    expect(await runOf()).toBeNull();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    // The copy places the slide last in its folder: it waits there like a long-running copy.
    const holding = server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom("item").select("id").where("id", "=", slide.id).forUpdate().execute();
      lock();
      await isReleased;
    });
    await isLocked;
    const copying = sendCall(server, copyFolder, { as, body: { id: kidney, parentId: courseId, runKey } });
    await untilWaiting(server);
    await vi.waitFor(async () => expect((await runOf())?.total).toBe(22), { timeout: 5_000 });
    expect((await runOf())?.done).toBeGreaterThan(0);
    expect((await sendCall(server, stopCopyRun, { as, params })).status).toBe(200);
    release();
    await holding;
    const { status, failure } = await copying;
    expect([status, failure.data]).toEqual([409, ["copyStopped"]]);
    expect(await countItems()).toBe(before);
    expect(await childrenIn(courseId)).toEqual([kidney]);
    await vi.waitFor(async () => expect(await runOf()).toBeNull(), { timeout: 5_000 });
    const body = { id: kidney, parentId: courseId, runKey: randomUUID() };
    const again = await sendCall(server, copyFolder, { as, body });
    expect((await childrenIn(again.answer.id)).length).toBe(21);
  });

  it("is new with its whole content; slides are the same, the rest is copied", async () => {
    const { site, as, courseId, kidney, slide, childrenIn } = await buildWorld();
    const inner = await buildFolder(site, { parentId: kidney, title: "Glomeruli" });
    const page = await buildItem(site, { kind: "page", parentId: inner, title: "Text", isActive: false });
    const caseId = await buildCase(site, {
      parentId: kidney,
      diagnosis: "Lupus",
      items: [{ id: slide.id, center: [20, 30] }],
    });
    const { status, answer } = await sendCall(server, copyFolder, { as, body: { id: kidney, parentId: courseId } });
    expect(status).toBe(200);
    expect(await childrenIn(courseId)).toEqual([kidney, answer.id]);
    const [original, copy] = [await shapeOf(as, site, kidney), await shapeOf(as, site, answer.id)];
    expect(copy).toEqual({ ...original, title: "Kidney (copy)" });
    const ids = [answer.id, ...(await childrenIn(answer.id))];
    expect(ids.filter((id) => [kidney, inner, caseId, page].includes(id))).toEqual([]);
    expect(ids).toContain(slide.id);
    const cases = await server.owner.selectFrom("slide_case").selectAll().where("site_id", "=", site.id).execute();
    expect(cases.map(({ diagnosis }) => diagnosis)).toEqual(["Lupus", "Lupus"]);
    const caseItems = await server.owner.selectFrom("case_item").selectAll().where("site_id", "=", site.id).execute();
    expect(caseItems.map(({ center_x: x, center_y: y }) => [x, y])).toEqual([
      [20, 30],
      [20, 30],
    ]);
    const [copiedInner] = (await childrenIn(answer.id)).slice(1);
    const places = await server.owner
      .selectFrom("placement")
      .select("is_active")
      .where("parent_id", "=", copiedInner as number)
      .execute();
    expect(places).toEqual([{ is_active: false }]);
  });

  it("keeps its title in another parent, and is placed at the requested position", async () => {
    const { site, as, courseId, kidney, childrenIn } = await buildWorld();
    const other = await buildCourse(site, { title: "Pathology" });
    const last = await buildFolder(site, { parentId: other, title: "Liver" });
    const body = { id: kidney, parentId: other, position: 1 };
    const { answer } = await sendCall(server, copyFolder, { as, body });
    expect(await childrenIn(other)).toEqual([answer.id, last]);
    expect((await shapeOf(as, site, answer.id)).title).toBe("Kidney");
    expect(await childrenIn(courseId)).toEqual([kidney]);
  });

  it("has a title within the length limit", async () => {
    const { site, as, courseId } = await buildWorld();
    const long = await buildFolder(site, { parentId: courseId, title: "x".repeat(200) });
    const { answer } = await sendCall(server, copyFolder, { as, body: { id: long, parentId: courseId } });
    const { title } = await shapeOf(as, site, answer.id);
    expect(title.endsWith("x (copy)")).toBe(true);
    expect(title.length).toBeLessThanOrEqual(200);
  });

  it("cannot be placed in itself", async () => {
    const { site, as, kidney } = await buildWorld();
    const inner = await buildFolder(site, { parentId: kidney });
    for (const parentId of [kidney, inner]) {
      const { status, failure } = await sendCall(server, copyFolder, { as, body: { id: kidney, parentId } });
      expect([status, failure.message]).toEqual([400, "“Kidney” cannot be moved into itself."]);
    }
  });

  it("is created once, even if requested repeatedly with the same key", async () => {
    const { as, courseId, kidney, childrenIn } = await buildWorld();
    const input = { as, body: { id: kidney, parentId: courseId }, headers: { "idempotency-key": "copy-once" } };
    const [first, second] = [await sendCall(server, copyFolder, input), await sendCall(server, copyFolder, input)];
    expect(second.answer.id).toBe(first.answer.id);
    expect(await childrenIn(courseId)).toHaveLength(2);
  });
});

describe("a slide", () => {
  it("is placed again: the same slide in another parent", async () => {
    const { as, courseId, slide, childrenIn, kidney } = await buildWorld();
    const body = { id: slide.id, parentId: courseId, position: 1 };
    expect((await sendCall(server, copyImage, { as, body })).answer.id).toBe(slide.id);
    expect(await childrenIn(courseId)).toEqual([slide.id, kidney]);
  });

  it("can be in a parent only once, and not in a page", async () => {
    const { site, as, kidney, slide } = await buildWorld();
    const again = await sendCall(server, copyImage, { as, body: { id: slide.id, parentId: kidney } });
    expect([again.status, again.failure.message]).toEqual([409, "“HE” is already in “Kidney”."]);
    const page = await buildItem(site, { kind: "page", parentId: kidney, title: "Text" });
    const { status, failure } = await sendCall(server, copyImage, { as, body: { id: slide.id, parentId: page } });
    expect([status, failure.message]).toEqual([
      400,
      "“HE” cannot be placed in “Text”: this content type is not allowed there.",
    ]);
  });

  it("that is in the bin with its folder must be restored before it is copied", async () => {
    const { as, courseId, kidney, slide } = await buildWorld();
    await sendCall(server, deleteFolder, { as, params: { id: String(kidney) }, body: {} });
    const { status, failure } = await sendCall(server, copyImage, { as, body: { id: slide.id, parentId: courseId } });
    expect([status, failure.message]).toEqual([409, "“HE” is in the bin. Restore “Kidney” first."]);
  });
});

it("an attachment is placed again, a folder cannot be copied as one", async () => {
  const { site, as, courseId, slide, kidney, childrenIn } = await buildWorld();
  const id = await buildAttachment(site, { imageId: slide.id });
  const other = await buildSlide(site, { parentId: courseId });
  const { answer } = await sendCall(server, copyAttachment, { as, body: { id, parentId: other.id } });
  expect(answer.id).toBe(id);
  expect(await childrenIn(other.id)).toEqual([id]);
  const wrong = await sendCall(server, copyAttachment, { as, body: { id: kidney, parentId: other.id } });
  expect(wrong.status).toBe(404);
});

describe("a copy", () => {
  const placeOf = (parentId: number, itemId: number) =>
    server.owner
      .selectFrom("placement")
      .select(["is_active as isActive", "annotations_active as annotationsActive"])
      .where("parent_id", "=", parentId)
      .where("item_id", "=", itemId)
      .executeTakeFirstOrThrow();

  it("is inactive if the original is active nowhere, and has its annotation state", async () => {
    const { site, as, courseId } = await buildWorld();
    const exam = await buildFolder(site, { parentId: courseId, title: "Exam", isActive: false });
    const hidden = { isActive: false, annotationsActive: false };
    const slide = await buildSlide(site, { parentId: courseId });
    await buildCase(site, { parentId: exam, items: [{ id: slide.id }] });
    const { answer: copy } = await sendCall(server, copyFolder, { as, body: { id: exam, parentId: courseId } });
    expect(await placeOf(courseId, copy.id)).toEqual({ isActive: false, annotationsActive: true });
    const shy = await buildItem(site, { kind: "image", parentId: courseId, ...hidden });
    await sendCall(server, copyImage, { as, body: { id: shy, parentId: exam } });
    expect(await placeOf(exam, shy)).toEqual(hidden);
  });

  it("is active if the original is active somewhere", async () => {
    const { as, courseId, kidney, slide, site } = await buildWorld();
    const other = await buildFolder(site, { parentId: courseId });
    await sendCall(server, copyImage, { as, body: { id: slide.id, parentId: courseId } });
    const body = { parentId: kidney, state: false, type: "image" as const };
    await sendCall(server, setItemState, { as, params: { id: String(slide.id) }, body });
    await sendCall(server, copyImage, { as, body: { id: slide.id, parentId: other } });
    expect(await placeOf(other, slide.id)).toEqual({ isActive: true, annotationsActive: true });
  });

  it("is inactive if the original is: a page, a quiz and a case", async () => {
    const { site, as, courseId, kidney } = await buildWorld();
    const page = await buildPage(site, { parentId: kidney });
    const { quizId } = await buildQuiz(site, { parentId: kidney });
    const caseId = await buildCase(site, { parentId: kidney });
    await server.owner.updateTable("placement").set({ is_active: false }).where("parent_id", "=", kidney).execute();
    const copies = [
      await sendCall(server, copyPage, { as, body: { id: page, parentId: courseId } }),
      await sendCall(server, copyQuiz, { as, body: { id: quizId, parentId: courseId } }),
      await sendCall(server, copyCase, { as, body: { id: caseId, parentId: courseId } }),
    ];
    for (const { answer } of copies) expect((await placeOf(courseId, answer.id)).isActive).toBe(false);
  });

  it("has the user groups of each level and who assigned them, hidden from learners outside those groups", async () => {
    const { site, as, courseId, kidney } = await buildWorld();
    const [outside, member] = [await buildUser(site), await buildUser(site)];
    const exam = await buildFolder(site, { parentId: kidney, title: "Exam" });
    const page = await buildPage(site, { parentId: exam });
    const group = await buildUserGroup(site, { resourceIds: [exam, page], members: [member] });
    const ofExam = server.owner.updateTable("assignment").where("resource_id", "=", exam);
    await ofExam.set({ by_administrator: false }).execute();
    const { answer: copy } = await sendCall(server, copyFolder, { as, body: { id: kidney, parentId: courseId } });
    const [, copiedExam] = await childrenOf(as, site, copy.id);
    const [copiedPage] = await childrenOf(as, site, copiedExam as number);
    const rows = await server.owner
      .selectFrom("assignment")
      .select(["resource_id", "by_administrator"])
      .where("user_group_id", "=", group)
      .execute();
    expect(new Map(rows.map((row) => [row.resource_id, row.by_administrator]))).toEqual(
      new Map([
        [exam, false],
        [page, true],
        [copiedExam, false],
        [copiedPage, true],
      ]),
    );
    const params = { id: String(copiedPage) };
    expect((await sendCall(server, getPage, { as: outside, params, query: {} })).status).toBe(404);
    expect((await sendCall(server, getPage, { as: member, params, query: {} })).status).toBe(200);
  });
});

describe("content boxes and custom fields", () => {
  it("are copied with a page, a quiz and a case, to any location", async () => {
    const { site, as, courseId, kidney } = await buildWorld();
    const page = await buildPage(site, { parentId: kidney });
    const { quizId } = await buildQuiz(site, { parentId: kidney });
    const caseId = await buildCase(site, { parentId: kidney });
    const tabs = [{ title: "Staining", contentPages: [] }];
    for (const [postType, id] of Object.entries({ "sz-page": page, "sz-quiz": quizId, "sz-case": caseId })) {
      await buildCustomField(site, { postType, values: { [id]: "Kidney" } });
      await withSite(server.platform.database, site.id, (db) => writeTabs(db, site.id, id, tabs));
    }
    const copies = [
      await sendCall(server, copyPage, { as, body: { id: page, parentId: courseId } }),
      await sendCall(server, copyQuiz, { as, body: { id: quizId, parentId: courseId } }),
      await sendCall(server, copyCase, { as, body: { id: caseId, parentId: courseId } }),
    ];
    for (const { answer } of copies) {
      const rowsOf = (table: "content_box" | "custom_field_value") =>
        server.owner.selectFrom(table).selectAll().where("item_id", "=", answer.id).execute();
      expect([await rowsOf("content_box"), await rowsOf("custom_field_value")]).toMatchObject([
        [{ tabs }],
        [{ value: "Kidney" }],
      ]);
    }
  });
});
