import { copyFolder, removeItems, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { MARK_RESTORE_DAYS, MARKS_MAX } from "@parfocal/core/textbook-mark/mark-rules.ts";
import {
  createTextbookMark,
  deleteTextbookMark,
  listTextbookMarks,
  restoreTextbookMark,
  updateTextbookMark,
} from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildTextbook } from "#testing/build-embed.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildTextbookMark } from "#testing/build-textbook-note.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { childrenOf } from "#testing/read-content.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const AREA = { left: 0.25, top: 0.5, width: 0.5, height: 0.125 };
const VIEW = { center: [1024.5, 2048] as [number, number], zoom: 5.25, rotationDeg: 90 };

async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const slide = await buildSlide(site, { parentId: folderId, title: "Kidney, HE" });
  const textbookId = await buildTextbook(site, { parentId: folderId });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const params = { id: String(textbookId) };
  const list = async (as: TestUser, id = textbookId) =>
    (await sendCall(server, listTextbookMarks, { as, params: { id: String(id) } })).answer;
  const create = (target: object, more: object = {}) =>
    sendCall(server, createTextbookMark, {
      as: teacher,
      params,
      body: { pageIndex: 2, area: AREA, label: " Figure 3 ", target, ...more } as never,
    });
  const removeFromFolder = (id: number) =>
    sendCall(server, removeItems, {
      as: teacher,
      params: { parentType: "folder", parentId: String(folderId) },
      body: { itemIds: [id] },
    });
  return { site, courseId, folderId, slide, textbookId, teacher, learner, list, create, removeFromFolder };
}
type World = Awaited<ReturnType<typeof buildWorld>>;

const markParams = ({ textbookId }: World, markId: number) => ({ id: String(textbookId), markId: String(markId) });
const onlyOf = <Item>(items: readonly Item[]): Item => {
  expect(items).toHaveLength(1);
  return items[0] as Item;
};

it("a mark leads a learner to a slide at its view, on a path visible to the learner", async () => {
  const { courseId, folderId, slide, learner, list, create } = await buildWorld();
  const { status, answer } = await create({ itemId: slide.id, view: VIEW });
  expect(status).toBe(200);
  expect(await list(learner)).toEqual([answer]);
  expect(answer).toMatchObject({
    ...{ pageIndex: 2, area: AREA, label: "Figure 3" },
    target: {
      ...{ itemId: slide.id, type: "image", title: "Kidney, HE", view: VIEW, pageIndex: null },
      steps: [
        { id: courseId, type: "course" },
        { id: folderId, type: "folder" },
        { id: slide.id, type: "image" },
      ],
    },
  });
});

it("marks are listed by page, then from top to bottom", async () => {
  const { learner, list, create } = await buildWorld();
  const at = (pageIndex: number, top: number) =>
    create({ itemId: null, pageIndex: 0 }, { pageIndex, area: { ...AREA, top }, label: `${pageIndex}/${top}` });
  for (const [pageIndex, top] of [
    [4, 0.1],
    [1, 0.5],
    [1, 0.25],
  ] as const)
    await at(pageIndex, top);
  expect((await list(learner)).map(({ label }) => label)).toEqual(["1/0.25", "1/0.5", "4/0.1"]);
});

it("a target hidden from the learner looks like a deleted one", async () => {
  const { site, slide, folderId, teacher, learner, list, create, removeFromFolder } = await buildWorld();
  const hidden = await buildSlide(site, { parentId: folderId, title: "Exam", isActive: false });
  await create({ itemId: hidden.id, view: VIEW });
  await create({ itemId: slide.id });
  const targets = async (as: TestUser) => (await list(as)).map(({ target }) => target?.title ?? null);
  expect(await targets(learner)).toEqual([null, "Kidney, HE"]);
  expect(await targets(teacher)).toEqual(["Exam", "Kidney, HE"]);
  await removeFromFolder(slide.id);
  expect(await targets(learner)).toEqual([null, null]);
});

it("the mark of a deleted slide stays, and leads to it again once it is restored; a purged target is gone for everyone", async () => {
  const { slide, teacher, list, create, removeFromFolder } = await buildWorld();
  await create({ itemId: slide.id, view: VIEW });
  const title = async () => onlyOf(await list(teacher)).target?.title ?? null;
  const { binId } = onlyOf((await removeFromFolder(slide.id)).answer.removals);
  expect(await title()).toBeNull();
  await sendCall(server, restoreRemoved, { as: teacher, params: { id: String(binId) }, body: {} });
  expect(await title()).toBe("Kidney, HE");
  await sql`DELETE FROM item WHERE id = ${slide.id}`.execute(server.owner);
  expect(await title()).toBeNull();
});

it("an invalid target or mark is rejected", async () => {
  const world = await buildWorld();
  const { folderId, slide, textbookId, create } = world;
  const view = await create({ itemId: folderId, view: VIEW });
  expect([view.status, view.failure.message]).toEqual([400, "Only a slide can be opened at a view."]);
  expect((await create({ itemId: slide.id, pageIndex: 4 })).failure.data).toEqual(["target"]);
  expect((await create({ itemId: null })).status).toBe(400);
  expect((await create({ itemId: 999_999_999 })).status).toBe(404);
  expect((await create({ itemId: slide.id }, { area: { ...AREA, left: 0.75 } })).status).toBe(400);
  expect((await create({ itemId: slide.id }, { label: "  " })).status).toBe(400);
  const itself = await create({ itemId: textbookId, pageIndex: 7 });
  expect(itself.answer.target).toMatchObject({ itemId: null, pageIndex: 7 });
});

it("an update changes only the given fields; a new target replaces the old one completely", async () => {
  const world = await buildWorld();
  const { slide, teacher, create } = world;
  const { answer } = await create({ itemId: slide.id, view: VIEW });
  const update = async (body: object) =>
    (await sendCall(server, updateTextbookMark, { as: teacher, params: markParams(world, answer.id), body })).answer;
  expect(await update({ label: "Figure 4" })).toEqual({ ...answer, label: "Figure 4" });
  expect(await update({})).toEqual({ ...answer, label: "Figure 4" });
  const moved = await update({ pageIndex: 3, area: { ...AREA, top: 0 }, target: { itemId: slide.id } });
  expect(moved).toMatchObject({ pageIndex: 3, area: { ...AREA, top: 0 }, label: "Figure 4", target: { view: null } });
});

it(`a deleted mark can be restored for ${MARK_RESTORE_DAYS} days`, async () => {
  const world = await buildWorld();
  const { slide, teacher, list, create } = world;
  const { answer } = await create({ itemId: slide.id, view: VIEW });
  const params = markParams(world, answer.id);
  const remove = () => sendCall(server, deleteTextbookMark, { as: teacher, params });
  const restore = () => sendCall(server, restoreTextbookMark, { as: teacher, params });
  expect((await remove()).status).toBe(204);
  expect(await list(teacher)).toEqual([]);
  expect((await remove()).status).toBe(404);
  expect((await restore()).answer).toEqual(answer);
  expect((await restore()).status).toBe(404);
  await remove();
  await clearAway(server.platform, Date.now() + (MARK_RESTORE_DAYS + 1) * DAY_MS);
  expect((await restore()).status).toBe(404);
});

it("a mark is found only in its own textbook", async () => {
  const world = await buildWorld();
  const other = await buildTextbook(world.site, { parentId: world.folderId });
  const markId = await buildTextbookMark(world.site, { textbookId: other });
  const params = markParams(world, markId);
  expect((await sendCall(server, deleteTextbookMark, { as: world.teacher, params })).status).toBe(404);
});

it(`a textbook has up to ${MARKS_MAX} marks`, async () => {
  const world = await buildWorld();
  await sql`
    INSERT INTO textbook_mark (site_id, item_id, page_index, area_left, area_top, area_width, area_height, label,
      target_page_index, is_page_of_textbook)
    SELECT ${world.site.id}, ${world.textbookId}, 0, 0, 0, 0, 0, 'Mark', 0, true FROM generate_series(1, ${MARKS_MAX})
  `.execute(server.owner);
  const { status, failure } = await world.create({ itemId: null, pageIndex: 0 });
  expect([status, failure.data]).toEqual([400, ["tooManyMarks"]]);
});

it("a copied textbook has its marks, except deleted ones; also those that lead to its own pages", async () => {
  const world = await buildWorld();
  const { site, courseId, folderId, slide, textbookId, teacher, list, create } = world;
  await create({ itemId: slide.id, view: VIEW });
  await create({ itemId: null, pageIndex: 9 });
  await buildTextbookMark(site, { textbookId, isDeleted: true });
  const copied = await sendCall(server, copyFolder, { as: teacher, body: { id: folderId, parentId: courseId } });
  const [, copyId = 0] = await childrenOf(teacher, site, copied.answer.id);
  expect(copyId).not.toBe(textbookId);
  const withoutIds = (marks: Awaited<ReturnType<typeof list>>) => marks.map(({ id: _, ...mark }) => mark);
  expect(withoutIds(await list(teacher, copyId))).toEqual(withoutIds(await list(teacher)));
});
