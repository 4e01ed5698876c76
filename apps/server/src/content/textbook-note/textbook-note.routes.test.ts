import {
  TEXTBOOK_NOTE_RESTORE_DAYS,
  TEXTBOOK_NOTES_MAX,
  TEXTBOOK_NOTES_MAX_BYTES,
} from "@parfocal/core/textbook-note/note-rules.ts";
import {
  createTextbookNote,
  deleteTextbookNote,
  listTextbookNotes,
  restoreTextbookNote,
  updateTextbookNote,
} from "@parfocal/core/textbook-note/textbook-note.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildTextbook } from "#testing/build-embed.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildTextbookNote } from "#testing/build-textbook-note.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const DAY_MS = 24 * 60 * 60 * 1000;

async function buildWorld() {
  const site = await buildSite(server);
  const textbookId = await buildTextbook(site, { parentId: await buildCourse(site) });
  const learner = await buildUser(site);
  const params = { id: String(textbookId) };
  const list = async (as: TestUser = learner) => (await sendCall(server, listTextbookNotes, { as, params })).answer;
  const create = (kind: "bookmark" | "note", pageIndex: number, content?: string) =>
    sendCall(server, createTextbookNote, { as: learner, params, body: { kind, pageIndex, content } });
  const at = (noteId: number) => ({ as: learner, params: { ...params, noteId: String(noteId) } });
  const update = (noteId: number, content: string, version: number) =>
    sendCall(server, updateTextbookNote, { ...at(noteId), body: { content, version } });
  return { site, textbookId, learner, list, create, at, update };
}

it("bookmarks and notes are listed by page, only for their author", async () => {
  const { site, list, create } = await buildWorld();
  await create("note", 7, "  Compare with PAS \n");
  await create("bookmark", 2);
  expect((await list()).map(({ kind, pageIndex, content, version }) => [kind, pageIndex, content, version])).toEqual([
    ["bookmark", 2, "", 1],
    ["note", 7, "Compare with PAS", 1],
  ]);
  for (const role of ["learner", "teacher", "administrator"] as const)
    expect(await list(await buildUser(site, { role }))).toEqual([]);
});

it("a page has one bookmark per reader, and any number of notes", async () => {
  const { list, create } = await buildWorld();
  const first = await create("bookmark", 2, "Glomerulus");
  expect((await create("bookmark", 2)).answer).toEqual(first.answer);
  await create("note", 2, "One");
  await create("note", 2, "Two");
  expect((await list()).map(({ content }) => content)).toEqual(["Glomerulus", "One", "Two"]);
});

it("a note without a text is rejected, also as an update; a bookmark needs no title", async () => {
  const { create, update } = await buildWorld();
  expect((await create("note", 1, " ")).status).toBe(400);
  const note = (await create("note", 1, "Text")).answer;
  const bookmark = (await create("bookmark", 1, "Title")).answer;
  expect((await update(note.id, " ", 1)).status).toBe(400);
  expect((await update(bookmark.id, "x".repeat(121), 1)).status).toBe(400);
  expect((await update(bookmark.id, "", 1)).answer).toMatchObject({ content: "", version: 2 });
});

it("an update of an older version is rejected with 409, and the later text stays", async () => {
  const { list, create, update } = await buildWorld();
  const { id } = (await create("note", 1, "First")).answer;
  expect((await update(id, "Second", 1)).answer).toMatchObject({ content: "Second", version: 2 });
  const late = await update(id, "Other", 1);
  expect([late.status, late.failure.data]).toEqual([409, ["versionChanged"]]);
  expect((await list()).map(({ content }) => content)).toEqual(["Second"]);
  const both = await Promise.all([update(id, "Left", 2), update(id, "Right", 2)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it(`a deleted one can be restored for ${TEXTBOOK_NOTE_RESTORE_DAYS} days`, async () => {
  const { list, create, at } = await buildWorld();
  const note = (await create("note", 1, "Text")).answer;
  const remove = () => sendCall(server, deleteTextbookNote, at(note.id));
  const restore = () => sendCall(server, restoreTextbookNote, at(note.id));
  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect(await list()).toEqual([]);
  expect((await restore()).answer).toEqual(note);
  expect(await list()).toEqual([note]);
  await remove();
  await clearAway(server.platform, Date.now() + (TEXTBOOK_NOTE_RESTORE_DAYS + 1) * DAY_MS);
  expect((await restore()).status).toBe(404);
});

it("restoring a bookmark of a page that has a newer one returns the newer one", async () => {
  const { list, create, at } = await buildWorld();
  const first = (await create("bookmark", 3, "Old")).answer;
  await sendCall(server, deleteTextbookNote, at(first.id));
  const second = (await create("bookmark", 3, "New")).answer;
  expect((await sendCall(server, restoreTextbookNote, at(first.id))).answer).toEqual(second);
  expect(await list()).toEqual([second]);
});

it("the bookmarks and notes of a reader in a textbook are limited in number and bytes", async () => {
  const { site, textbookId, learner, create, update } = await buildWorld();
  const id = await buildTextbookNote(site, { textbookId, author: learner, content: "Short" });
  const fill = (count: number, content: string) =>
    sql`
      INSERT INTO textbook_note (site_id, item_id, author_id, kind, page_index, content)
      SELECT ${site.id}, ${textbookId}, ${learner.id}, 'note', 0, ${content} FROM generate_series(1, ${count}::int)
    `.execute(server.owner);
  const bytes = 20_000;
  await fill(TEXTBOOK_NOTES_MAX_BYTES / bytes - 1, "x".repeat(bytes));
  const tooMuch = await update(id, "y".repeat(bytes + 1 - 1), 1);
  expect(tooMuch.status).toBe(200);
  expect((await create("note", 0, "z")).failure.data).toEqual(["tooManyNotes"]);
  await sql`DELETE FROM textbook_note WHERE item_id = ${textbookId}`.execute(server.owner);
  await fill(TEXTBOOK_NOTES_MAX, "x");
  expect((await create("bookmark", 0)).failure.data).toEqual(["tooManyNotes"]);
});
