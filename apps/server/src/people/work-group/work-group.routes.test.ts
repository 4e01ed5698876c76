import { createNote, listWorkGroupNotes } from "@parfocal/core/note/note.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import {
  addToWorkGroup,
  createWorkGroup,
  deleteWorkGroup,
  getWorkGroup,
  keepWorkGroup,
  kickFromWorkGroup,
  listAllWorkGroups,
  listWorkGroups,
  restoreWorkGroup,
  updateWorkGroup,
} from "@parfocal/core/work-group/work-group.contract.ts";
import {
  NEW_MEMBERSHIPS_AT_ONCE,
  UNKNOWN_EMAILS_PER_HOUR,
  WORK_GROUP_RESTORE_DAYS,
} from "@parfocal/core/work-group/work-group-limits.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildNote } from "#testing/build-note.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildTeam() {
  const site = await buildSite(server);
  const lea = await buildUser(site, { displayName: "Lea" });
  const ada = await buildUser(site, { displayName: "Ada" });
  const leo = await buildUser(site, { displayName: "Leo" });
  const groupId = await buildWorkGroup(site, { owner: lea, members: [ada] });
  return { site, lea, ada, leo, groupId };
}

const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });
const add = (as: TestUser, groupId: number, email: string) =>
  sendCall(server, addToWorkGroup, { as, body: { groupId, email } });
const kick = (as: TestUser, id: number, user: TestUser) =>
  sendCall(server, kickFromWorkGroup, { as, params: { id: String(id), userId: String(user.id) } });
const titlesOf = async (as: TestUser) =>
  (await sendCall(server, listWorkGroups, { as })).answer.map(({ title }) => title);

describe("a work group", () => {
  it("is created by any learner, with a title, and is owned by its creator", async () => {
    const { lea } = await buildTeam();
    const { status, answer } = await sendCall(server, createWorkGroup, { as: lea, body: { title: "  Liver team " } });
    expect(status).toBe(200);
    expect(answer).toEqual({
      id: expect.any(Number),
      title: "Liver team",
      users: [{ id: lea.id, displayName: "Lea", isOwner: true }],
      isUserOwner: true,
      userCanEdit: true,
    });
    expect(await titlesOf(lea)).toEqual(["Kidney team", "Liver team"]);
  });

  for (const title of ["", "   ", "x".repeat(201)])
    it(`is rejected with the title "${title.slice(0, 5)}" (${title.length} characters)`, async () => {
      const { lea, groupId } = await buildTeam();
      expect((await sendCall(server, createWorkGroup, { as: lea, body: { title } })).status).toBe(400);
      expect((await sendCall(server, updateWorkGroup, { ...on(lea, groupId), body: { title } })).status).toBe(400);
    });

  it("is visible only to its members: owner first, then by name, without email addresses", async () => {
    const { lea, ada, leo, groupId } = await buildTeam();
    const { answer, raw } = await sendCall(server, getWorkGroup, on(ada, groupId));
    expect(answer.users).toEqual([
      { id: lea.id, displayName: "Lea", isOwner: true },
      { id: ada.id, displayName: "Ada", isOwner: false },
    ]);
    expect(answer.isUserOwner).toBe(false);
    expect(raw.body).not.toContain("@");
    expect(await titlesOf(leo)).toEqual([]);
    expect((await sendCall(server, getWorkGroup, on(leo, groupId))).status).toBe(404);
  });

  it("belongs to one site", async () => {
    const { groupId } = await buildTeam();
    const other = await buildSite(server);
    const stranger = await buildUser(other, { role: "administrator" });
    expect((await sendCall(server, getWorkGroup, on(stranger, groupId))).status).toBe(404);
    expect((await add(stranger, groupId, stranger.email)).status).toBe(404);
  });

  it("is renamed and deleted by its owner, and by no other member", async () => {
    const { lea, ada, groupId } = await buildTeam();
    const body = { title: "Nephrons" };
    expect((await sendCall(server, updateWorkGroup, { ...on(ada, groupId), body })).status).toBe(403);
    expect((await sendCall(server, updateWorkGroup, { ...on(lea, groupId), body })).answer.title).toBe("Nephrons");
    expect((await sendCall(server, deleteWorkGroup, on(ada, groupId))).status).toBe(403);
    expect((await sendCall(server, deleteWorkGroup, on(lea, groupId))).status).toBe(204);
    expect([await titlesOf(lea), await titlesOf(ada)]).toEqual([[], []]);
  });

  it("that is deleted can be restored by its owner, with its members and notes", async () => {
    const { site, lea, ada, groupId } = await buildTeam();
    const slide = await buildSlide(site);
    await buildNote(site, { slide, author: ada, workGroupId: groupId, content: "Ours" });
    const notes = () =>
      sendCall(server, listWorkGroupNotes, { as: ada, params: { id: String(slide.id), gid: String(groupId) } });
    await sendCall(server, deleteWorkGroup, on(lea, groupId));
    expect((await notes()).status).toBe(404);
    expect((await sendCall(server, restoreWorkGroup, on(ada, groupId))).status).toBe(404);
    const { answer } = await sendCall(server, restoreWorkGroup, on(lea, groupId));
    expect(answer.users.map(({ displayName }) => displayName)).toEqual(["Lea", "Ada"]);
    expect((await notes()).answer.map(({ content }) => content)).toEqual(["Ours"]);
    expect((await sendCall(server, restoreWorkGroup, on(lea, groupId))).status).toBe(404);
  });

  it(`is deleted permanently ${WORK_GROUP_RESTORE_DAYS} days later, with its notes and annotations`, async () => {
    const { site, lea, groupId } = await buildTeam();
    const slide = await buildSlide(site);
    await buildNote(site, { slide, author: lea, workGroupId: groupId });
    await buildAnnotation(site, { slide, author: lea, workGroupId: groupId });
    await buildNote(site, { slide, author: lea });
    await sendCall(server, deleteWorkGroup, on(lea, groupId));
    const left = async () => {
      const { rows } = await sql<{ groups: number; notes: number; annotations: number }>`
        SELECT (SELECT count(*) FROM work_group WHERE site_id = ${site.id}) AS groups,
          (SELECT count(*) FROM note WHERE site_id = ${site.id}) AS notes,
          (SELECT count(*) FROM annotation WHERE site_id = ${site.id}) AS annotations
      `.execute(server.owner);
      return rows[0];
    };
    await clearAway(server.platform, Date.now() + (WORK_GROUP_RESTORE_DAYS - 1) * DAY_MS);
    expect(await left()).toEqual({ groups: 1, notes: 2, annotations: 1 });
    await clearAway(server.platform, Date.now() + (WORK_GROUP_RESTORE_DAYS + 1) * DAY_MS);
    expect(await left()).toEqual({ groups: 0, notes: 1, annotations: 0 });
  });
});

describe("a member", () => {
  it("is added by email address, in any case, and stays when added again", async () => {
    const { lea, leo, groupId } = await buildTeam();
    for (const email of [leo.email, ` ${leo.email.toUpperCase()} `]) {
      const { answer } = await add(lea, groupId, email);
      expect(answer.users.map(({ displayName }) => displayName)).toEqual(["Lea", "Ada", "Leo"]);
    }
    expect(await titlesOf(leo)).toEqual(["Kidney team"]);
  });

  it("cannot add others: only the owner of the group can", async () => {
    const { ada, leo, groupId } = await buildTeam();
    expect((await add(ada, groupId, leo.email)).status).toBe(403);
    expect((await add(leo, groupId, leo.email)).status).toBe(404);
  });

  it("must have a valid email address", async () => {
    const { lea, groupId } = await buildTeam();
    const { status, failure } = await add(lea, groupId, "leo at example");
    expect([status, failure.message]).toEqual([400, "Invalid request. email: this is not an email address"]);
  });

  it('must be an active user of this site: "Error. User not found"', async () => {
    const { site, lea, groupId } = await buildTeam();
    const elsewhere = await buildUser(await buildSite(server));
    const suspended = await buildUser(site, { isSuspended: true });
    for (const email of ["nobody@example.org", elsewhere.email, suspended.email]) {
      const { status, failure } = await add(lea, groupId, email);
      expect([status, failure.message, failure.data]).toEqual([404, "Error. User not found", ["userNotFound"]]);
    }
  });

  it(`cannot be found by guessing: after ${UNKNOWN_EMAILS_PER_HOUR} unknown addresses within an hour each is rejected`, async () => {
    const { site, lea, ada, leo, groupId } = await buildTeam();
    await sql`
      INSERT INTO unknown_email (site_id, user_id) SELECT ${site.id}, ${lea.id}
      FROM generate_series(2, ${UNKNOWN_EMAILS_PER_HOUR})
    `.execute(server.owner);
    expect((await add(lea, groupId, "nobody@example.org")).status).toBe(404);
    expect((await add(lea, groupId, "nobody@example.org")).status).toBe(429);
    expect((await add(lea, groupId, leo.email)).status).toBe(429);
    const other = await buildWorkGroup(site, { owner: ada });
    expect((await add(ada, other, "nobody@example.org")).status).toBe(404);
    await sql`UPDATE unknown_email SET asked_at = asked_at - interval '61 minutes' WHERE user_id = ${lea.id}`.execute(
      server.owner,
    );
    expect((await add(lea, groupId, leo.email)).status).toBe(200);
  });

  it("cannot be found by many simultaneous guesses", async () => {
    const { lea, groupId } = await buildTeam();
    const tries = Array.from({ length: UNKNOWN_EMAILS_PER_HOUR + 5 }, (_, index) =>
      add(lea, groupId, `nobody${index}@example.org`),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(UNKNOWN_EMAILS_PER_HOUR);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it("that is removed immediately loses access to the group (actor A13)", async () => {
    const { site, lea, ada, groupId } = await buildTeam();
    const slide = await buildSlide(site);
    const params = { id: String(slide.id), gid: String(groupId) };
    expect((await kick(lea, groupId, ada)).status).toBe(204);
    expect(await titlesOf(ada)).toEqual([]);
    expect((await sendCall(server, getWorkGroup, on(ada, groupId))).status).toBe(404);
    expect((await sendCall(server, listWorkGroupNotes, { as: ada, params })).status).toBe(404);
    const body = { imageId: slide.id, content: "Still here?", workGroupId: groupId };
    expect((await sendCall(server, createNote, { as: ada, body })).status).toBe(404);
    expect((await kick(lea, groupId, ada)).status).toBe(404);
  });

  it("can leave, and cannot remove others", async () => {
    const { lea, ada, leo, groupId } = await buildTeam();
    await add(lea, groupId, leo.email);
    expect((await kick(ada, groupId, leo)).status).toBe(403);
    expect((await kick(ada, groupId, ada)).status).toBe(204);
    expect([await titlesOf(ada), await titlesOf(leo)]).toEqual([[], ["Kidney team"]]);
  });

  it("that created the group stays in it", async () => {
    const { lea, ada, groupId } = await buildTeam();
    for (const as of [lea, ada]) expect((await kick(as, groupId, lea)).status).toBe(409);
    expect(await titlesOf(lea)).toEqual(["Kidney team"]);
  });
});

describe("a person who is added", () => {
  const noticesOf = async (as: TestUser) => (await sendCall(server, getSession, { as })).answer.newMemberships;
  const keep = (as: TestUser, id: number) => sendCall(server, keepWorkGroup, on(as, id));

  it("is notified on each page until they stay", async () => {
    const { lea, leo, groupId } = await buildTeam();
    expect(await noticesOf(leo)).toEqual([]);
    await add(lea, groupId, leo.email);
    expect(await noticesOf(leo)).toEqual([{ id: groupId, title: "Kidney team", addedBy: "Lea" }]);
    // Adding a member again does not repeat the notice.
    expect((await keep(leo, groupId)).status).toBe(204);
    await add(lea, groupId, leo.email);
    expect(await noticesOf(leo)).toEqual([]);
    expect(await titlesOf(leo)).toEqual(["Kidney team"]);
  });

  it("is notified until they leave, or the group is deleted", async () => {
    const { lea, leo, groupId } = await buildTeam();
    await add(lea, groupId, leo.email);
    await kick(leo, groupId, leo);
    expect([await noticesOf(leo), await titlesOf(leo)]).toEqual([[], []]);
    await add(lea, groupId, leo.email);
    await sendCall(server, deleteWorkGroup, on(lea, groupId));
    expect(await noticesOf(leo)).toEqual([]);
    expect((await keep(leo, groupId)).status).toBe(404);
  });

  it("is not notified of their own groups, and does not confirm the membership of others", async () => {
    const { lea, ada, leo, groupId } = await buildTeam();
    await sendCall(server, createWorkGroup, { as: lea, body: { title: "Own" } });
    expect(await noticesOf(lea)).toEqual([]);
    await add(lea, groupId, leo.email);
    expect((await keep(ada, groupId)).status).toBe(204);
    expect(await noticesOf(leo)).toHaveLength(1);
  });

  it(`reads ${NEW_MEMBERSHIPS_AT_ONCE} notices at once, the rest afterwards`, async () => {
    const { site, lea, leo } = await buildTeam();
    for (let count = 0; count < NEW_MEMBERSHIPS_AT_ONCE + 2; count += 1)
      await add(lea, await buildWorkGroup(site, { owner: lea, title: `Group ${count}` }), leo.email);
    const first = await noticesOf(leo);
    expect(first).toHaveLength(NEW_MEMBERSHIPS_AT_ONCE);
    for (const { id } of first) await keep(leo, id);
    expect((await noticesOf(leo)).map(({ title }) => title)).toEqual(["Group 1", "Group 0"]);
  });
});

describe("an administrator", () => {
  const all = async (as: TestUser, query: { q?: string; page?: string } = {}) =>
    (await sendCall(server, listAllWorkGroups, { as, query })).answer;

  it("lists all work groups of the site by title, finds them by title and owner; others cannot", async () => {
    const { site, lea, ada, groupId } = await buildTeam();
    const admin = await buildUser(site, { role: "administrator" });
    await buildWorkGroup(site, { owner: ada, title: "Brain team" });
    const deleted = await buildWorkGroup(site, { owner: ada, title: "Deleted team" });
    await sendCall(server, deleteWorkGroup, on(ada, deleted));
    await buildTeam();
    const { groups, total } = await all(admin);
    expect([total, groups.map(({ title }) => title)]).toEqual([2, ["Brain team", "Kidney team"]]);
    expect(groups[1]).toEqual({ id: groupId, title: "Kidney team", ownerName: "Lea", memberCount: 2 });
    expect((await all(admin, { q: "lea" })).groups.map(({ id }) => id)).toEqual([groupId]);
    expect((await all(admin, { q: "%" })).total).toBe(0);
    for (const as of [lea, await buildUser(site, { role: "teacher" })])
      expect((await sendCall(server, listAllWorkGroups, { as })).status).toBe(403);
  });

  it("renames, adds, removes, deletes and restores without being a member", async () => {
    const { site, lea, ada, leo, groupId } = await buildTeam();
    const admin = await buildUser(site, { role: "administrator" });
    expect((await sendCall(server, getWorkGroup, on(admin, groupId))).answer).toMatchObject({
      isUserOwner: false,
      userCanEdit: true,
    });
    await sendCall(server, updateWorkGroup, { ...on(admin, groupId), body: { title: "Renal team" } });
    expect((await add(admin, groupId, leo.email)).status).toBe(200);
    expect((await kick(admin, groupId, ada)).status).toBe(204);
    expect((await kick(admin, groupId, lea)).status).toBe(409);
    const { users, title } = (await sendCall(server, getWorkGroup, on(lea, groupId))).answer;
    expect([title, users.map(({ displayName }) => displayName)]).toEqual(["Renal team", ["Lea", "Leo"]]);
    expect((await sendCall(server, deleteWorkGroup, on(admin, groupId))).status).toBe(204);
    expect(await titlesOf(lea)).toEqual([]);
    expect((await sendCall(server, restoreWorkGroup, on(admin, groupId))).status).toBe(200);
    expect(await titlesOf(lea)).toEqual(["Renal team"]);
    expect(await titlesOf(admin)).toEqual([]);
  });

  it("does not see its members' notes", async () => {
    const { site, groupId } = await buildTeam();
    const admin = await buildUser(site, { role: "administrator" });
    const slide = await buildSlide(site);
    const params = { id: String(slide.id), gid: String(groupId) };
    expect((await sendCall(server, listWorkGroupNotes, { as: admin, params })).status).toBe(404);
  });
});
