import {
  createNote,
  deleteNote,
  listDeletedNotes,
  listOwnNotes,
  listWorkGroupNotes,
  NOTE_RESTORE_DAYS,
  restoreNote,
  updateNote,
} from "@parfocal/core/note/note.contract.ts";
import {
  DELETED_NOTES_MAX,
  NOTE_MAX_CHARACTERS,
  NOTES_MAX,
  NOTES_MAX_BYTES,
} from "@parfocal/core/note/note-content.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildNote } from "#testing/build-note.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { deleteMember } from "#work-group/work-group.queries.ts";
import { clearAway } from "../../janitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildTeam() {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const lea = await buildUser(site, { displayName: "Lea" });
  const leo = await buildUser(site, { displayName: "Leo" });
  const teacher = await buildUser(site, { role: "teacher" });
  const groupId = await buildWorkGroup(site, { owner: lea, members: [leo] });
  const kickLeo = () => withSite(server.platform.database, site.id, (db) => deleteMember(db, site.id, groupId, leo.id));
  return { site, slide, lea, leo, teacher, groupId, kickLeo };
}

const on = (as: TestUser, { id }: { id: number }) => ({ as, params: { id: String(id) } });
const own = async (as: TestUser, slide: { id: number }) =>
  (await sendCall(server, listOwnNotes, on(as, slide))).answer.map(({ content }) => content);
const ofGroup = (as: TestUser, slide: { id: number }, gid: number) =>
  sendCall(server, listWorkGroupNotes, { as, params: { id: String(slide.id), gid: String(gid) } });
const change = (as: TestUser, id: number, content: string) =>
  sendCall(server, updateNote, { ...on(as, { id }), body: { content } });

describe("a person's own note", () => {
  it("is stored as written, trimmed, and belongs to its author", async () => {
    const { slide, lea } = await buildTeam();
    const body = { imageId: slide.id, content: "\n Macula densa\n  at 3 o'clock \n" };
    const { status, answer } = await sendCall(server, createNote, { as: lea, body });
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      content: "Macula densa\n  at 3 o'clock",
      imageId: slide.id,
      slideId: slide.id,
      workGroupId: null,
      isUserOwner: true,
      author: "Lea",
    });
  });

  it("is listed only for its author, oldest first, per image", async () => {
    const { site, slide, lea, leo, teacher, groupId } = await buildTeam();
    const otherSlide = await buildSlide(site);
    for (const content of ["First", "Second"]) await buildNote(site, { slide, author: lea, content });
    await buildNote(site, { slide: otherSlide, author: lea, content: "Elsewhere" });
    await buildNote(site, { slide, author: lea, content: "The group's", workGroupId: groupId });
    expect(await own(lea, slide)).toEqual(["First", "Second"]);
    for (const other of [leo, teacher]) expect(await own(other, slide)).toEqual([]);
  });

  it("is not found by others, even teachers", async () => {
    const { site, slide, lea, leo, teacher } = await buildTeam();
    const id = await buildNote(site, { slide, author: lea, content: "Mine" });
    for (const other of [leo, teacher]) {
      expect((await change(other, id, "Yours")).status).toBe(404);
      expect((await sendCall(server, deleteNote, on(other, { id }))).status).toBe(404);
    }
    expect(await own(lea, slide)).toEqual(["Mine"]);
  });

  it("identifies the slide by imageId or slideId, but not by two different ones", async () => {
    const { site, slide, lea } = await buildTeam();
    const other = await buildSlide(site);
    const send = (body: object) =>
      sendCall(server, createNote, { as: lea, body: { content: "Here", ...body } as never });
    expect((await send({ slideId: slide.id })).answer.imageId).toBe(slide.id);
    expect((await send({ slideId: slide.id, imageId: other.id })).status).toBe(400);
    expect((await send({})).status).toBe(400);
  });
});

describe("a note needs some text", () => {
  for (const content of ["", "  \n\t "])
    it(`${JSON.stringify(content)} can neither be added nor replace one`, async () => {
      const { site, slide, lea, groupId } = await buildTeam();
      const id = await buildNote(site, { slide, author: lea, content: "Kept", workGroupId: groupId });
      for (const workGroupId of [null, groupId]) {
        const body = { imageId: slide.id, content, workGroupId };
        const { status, failure } = await sendCall(server, createNote, { as: lea, body });
        expect([status, failure.message]).toEqual([
          400,
          "Invalid request. content: enter a note of 1 to 20000 characters",
        ]);
      }
      expect((await change(lea, id, content)).status).toBe(400);
      expect((await ofGroup(lea, slide, groupId)).answer.map((note) => note.content)).toEqual(["Kept"]);
    });
});

describe("a work group's note", () => {
  it("is read by all members, and names its author", async () => {
    const { site, slide, lea, leo, teacher, groupId } = await buildTeam();
    const body = { imageId: slide.id, content: "Ours", workGroupId: groupId };
    expect((await sendCall(server, createNote, { as: leo, body })).answer.workGroupId).toBe(groupId);
    expect((await ofGroup(lea, slide, groupId)).answer).toMatchObject([
      { content: "Ours", author: "Leo", isUserOwner: false, workGroupId: groupId },
    ]);
    expect((await ofGroup(teacher, slide, groupId)).status).toBe(404);
    const otherGroup = await buildWorkGroup(site, { owner: lea });
    expect((await ofGroup(lea, slide, otherGroup)).answer).toEqual([]);
  });

  it("is changed and deleted only by its author, not by other members", async () => {
    const { site, slide, lea, leo, groupId } = await buildTeam();
    const id = await buildNote(site, { slide, author: leo, workGroupId: groupId });
    expect((await change(lea, id, "Better")).status).toBe(403);
    expect((await sendCall(server, deleteNote, on(lea, { id }))).status).toBe(403);
    expect((await change(leo, id, "Better")).answer.content).toBe("Better");
    expect((await sendCall(server, deleteNote, on(leo, { id }))).status).toBe(204);
    expect((await ofGroup(lea, slide, groupId)).answer).toEqual([]);
  });

  it("is added only by members", async () => {
    const { slide, teacher, groupId } = await buildTeam();
    const body = { imageId: slide.id, content: "Well done", workGroupId: groupId };
    expect((await sendCall(server, createNote, { as: teacher, body })).status).toBe(404);
  });

  it("stays in the group when its author is removed, who then can neither read nor change it", async () => {
    const { site, slide, lea, leo, groupId, kickLeo } = await buildTeam();
    const id = await buildNote(site, { slide, author: leo, workGroupId: groupId, content: "Leo's" });
    const deletedId = await buildNote(site, { slide, author: leo, workGroupId: groupId, isDeleted: true });
    await kickLeo();
    expect((await ofGroup(leo, slide, groupId)).status).toBe(404);
    expect((await change(leo, id, "Mine!")).status).toBe(404);
    expect((await sendCall(server, deleteNote, on(leo, { id }))).status).toBe(404);
    expect((await sendCall(server, listDeletedNotes, on(leo, slide))).answer).toEqual([]);
    expect((await sendCall(server, restoreNote, on(leo, { id: deletedId }))).status).toBe(404);
    expect((await ofGroup(lea, slide, groupId)).answer).toMatchObject([{ content: "Leo's", author: "Leo" }]);
  });
});

describe("a deleted note", () => {
  it("is listed for its author, the last deleted first, and can be restored", async () => {
    const { slide, lea, leo } = await buildTeam();
    for (const content of ["First", "Second"])
      await sendCall(server, createNote, { as: lea, body: { imageId: slide.id, content } });
    const notes = (await sendCall(server, listOwnNotes, on(lea, slide))).answer;
    for (const note of notes) await sendCall(server, deleteNote, on(lea, note));
    expect(await own(lea, slide)).toEqual([]);
    const { answer } = await sendCall(server, listDeletedNotes, on(lea, slide));
    expect(answer.map(({ note }) => note.content)).toEqual(["Second", "First"]);
    expect((await sendCall(server, listDeletedNotes, on(leo, slide))).answer).toEqual([]);
    const [first] = notes;
    expect((await sendCall(server, restoreNote, on(leo, first!))).status).toBe(404);
    expect((await sendCall(server, restoreNote, on(lea, first!))).answer).toEqual(first);
    expect(await own(lea, slide)).toEqual(["First"]);
    expect((await sendCall(server, restoreNote, on(lea, first!))).status).toBe(404);
  });

  it(`is permanently deleted after ${NOTE_RESTORE_DAYS} days`, async () => {
    const { site, slide, lea } = await buildTeam();
    await buildNote(site, { slide, author: lea, isDeleted: true });
    const id = await buildNote(site, { slide, author: lea, content: "Kept" });
    await clearAway(server.platform, Date.now() + (NOTE_RESTORE_DAYS - 1) * DAY_MS);
    expect((await sendCall(server, listDeletedNotes, on(lea, slide))).answer).toHaveLength(1);
    await clearAway(server.platform, Date.now() + (NOTE_RESTORE_DAYS + 1) * DAY_MS);
    expect((await sendCall(server, listDeletedNotes, on(lea, slide))).answer).toHaveLength(0);
    expect((await sendCall(server, listOwnNotes, on(lea, slide))).answer.map((note) => note.id)).toEqual([id]);
  });
});

describe("a list of notes", () => {
  const fill = (
    { site, slide, lea }: Awaited<ReturnType<typeof buildTeam>>,
    {
      count,
      content = "A note",
      workGroupId = null,
      isDeleted = false,
    }: {
      count: number;
      content?: string;
      workGroupId?: number | null;
      isDeleted?: boolean;
    },
  ) =>
    withSite(server.platform.database, site.id, (db) =>
      sql`
        INSERT INTO note (site_id, image_id, author_id, work_group_id, content, deleted_at)
        SELECT ${site.id}, ${slide.id}, ${lea.id}, ${workGroupId}, ${content}, ${isDeleted ? sql`now()` : sql`NULL`}
        FROM generate_series(1, ${count}::int)
      `.execute(db),
    );
  const add = (as: TestUser, imageId: number, workGroupId: number | null = null, content = "One more") =>
    sendCall(server, createNote, { as, body: { imageId, content, workGroupId } });

  it(`has up to ${NOTES_MAX} notes of a person on a slide; another slide and a work group have separate limits`, async () => {
    const team = await buildTeam();
    const { site, slide, lea, groupId } = team;
    await fill(team, { count: NOTES_MAX - 1 });
    const last = await add(lea, slide.id);
    expect(last.status).toBe(200);
    const rejected = await add(lea, slide.id);
    expect(rejected.status).toBe(400);
    expect(rejected.failure).toMatchObject({ data: ["tooManyNotes"], message: expect.stringContaining("Delete") });
    expect(await own(lea, slide)).toHaveLength(NOTES_MAX);
    expect((await add(lea, (await buildSlide(site)).id)).status).toBe(200);
    expect((await add(lea, slide.id, groupId)).status).toBe(200);
    expect((await change(lea, last.answer.id, "Changed, no more of them")).status).toBe(200);
    await sendCall(server, deleteNote, on(lea, last.answer));
    expect((await add(lea, slide.id)).status).toBe(200);
    expect((await sendCall(server, restoreNote, on(lea, last.answer))).status).toBe(400);
  });

  it(`has up to ${NOTES_MAX} notes of a work group on a slide, of all authors together`, async () => {
    const team = await buildTeam();
    const { slide, leo, groupId } = team;
    await fill(team, { count: NOTES_MAX, workGroupId: groupId });
    expect((await add(leo, slide.id, groupId)).failure.data).toEqual(["tooManyNotes"]);
    expect((await add(leo, slide.id)).status).toBe(200);
  });

  it("has a limit in bytes: a note can neither be added nor made longer beyond it", async () => {
    const team = await buildTeam();
    const { slide, lea } = team;
    const content = "ä".repeat(NOTE_MAX_CHARACTERS);
    await fill(team, { count: NOTES_MAX_BYTES / Buffer.byteLength(content) - 1, content });
    const short = await add(lea, slide.id);
    expect(short.status).toBe(200);
    expect((await add(lea, slide.id, null, content)).failure.data).toEqual(["tooManyNotes"]);
    expect((await change(lea, short.answer.id, `${content.slice(1)}a`)).status).toBe(200);
    expect((await add(lea, slide.id)).failure.data).toEqual(["tooManyNotes"]);
  });

  it(`of deleted notes has the last ${DELETED_NOTES_MAX}, within the same limit in bytes`, async () => {
    const team = await buildTeam();
    const { slide, lea } = team;
    await fill(team, { count: DELETED_NOTES_MAX + 5, isDeleted: true });
    const listed = () => sendCall(server, listDeletedNotes, on(lea, slide));
    expect((await listed()).answer).toHaveLength(DELETED_NOTES_MAX);
    const content = "a".repeat(NOTE_MAX_CHARACTERS);
    await fill(team, { count: 50, content, isDeleted: true });
    expect((await listed()).answer).toHaveLength(NOTES_MAX_BYTES / NOTE_MAX_CHARACTERS);
  });
});
