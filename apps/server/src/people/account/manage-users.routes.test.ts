import { changeProfile } from "@parfocal/core/account/account.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { createUser, listUsers, USERS_A_PAGE, updateUser } from "@parfocal/core/user/manage-users.contract.ts";
import { getUser } from "@parfocal/core/user/user.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildAdministration(): Promise<{ site: TestSite; administrator: TestUser }> {
  const site = await buildSite(server);
  return { site, administrator: await buildUser(site, { role: "administrator", displayName: "Zoe" }) };
}

const newUser = (email: string) => ({ displayName: "Ada", email, role: "teacher" as const, password: PASSWORD });

describe("the list of accounts", () => {
  it("is searched by part of name and email address, filtered by role and state, sorted, and paged", async () => {
    const { site, administrator } = await buildAdministration();
    await sql`INSERT INTO site_user (site_id, email, display_name, role, password_hash)
      SELECT ${site.id}, 'p' || n || '@example.test', 'Person ' || lpad(n::text, 3, '0'), 'learner', 'none'
      FROM generate_series(1, 60) AS n`.execute(server.owner);
    await buildUser(site, { displayName: "100% Ünal", isSuspended: true });
    await buildUser(site, { displayName: "Old", expiresAt: new Date(Date.now() - 1000) });
    const list = async (query: Record<string, string>) =>
      (await sendCall(server, listUsers, { as: administrator, query })).answer;
    const namesOf = async (query: Record<string, string>) =>
      (await list(query)).users.map(({ displayName }) => displayName);

    const first = await list({});
    expect([first.total, first.users.length, first.users[0]?.displayName]).toEqual([63, USERS_A_PAGE, "100% Ünal"]);
    expect(await namesOf({ page: "2", order: "email" })).toHaveLength(13);
    const beyond = await list({ page: "3" });
    expect([beyond.total, beyond.users]).toEqual([63, []]);
    expect(await namesOf({ q: "PERSON 03" })).toHaveLength(10);
    expect(await namesOf({ q: "p7@" })).toEqual(["Person 007"]);
    expect(await namesOf({ q: "0%" })).toEqual(["100% Ünal"]);
    expect(await namesOf({ state: "suspended" })).toEqual(["100% Ünal"]);
    expect(await namesOf({ state: "expired" })).toEqual(["Old"]);
    expect(await namesOf({ role: "administrator" })).toEqual(["Zoe"]);
    expect((await namesOf({ order: "role" }))[0]).toBe("Zoe");
  });

  it("is filtered by members of a user group of the site", async () => {
    const { site, administrator } = await buildAdministration();
    const [ann, bob] = [await buildUser(site, { displayName: "Ann" }), await buildUser(site, { displayName: "Bob" })];
    const group = String(await buildUserGroup(site, { members: [ann, bob], resourceIds: [] }));
    await buildUserGroup(site, { members: [administrator], resourceIds: [] });
    const list = async (as: TestUser, query: Record<string, string>) =>
      (await sendCall(server, listUsers, { as, query })).answer.users.map(({ displayName }) => displayName);
    expect(await list(administrator, { group })).toEqual(["Ann", "Bob"]);
    expect(await list(administrator, { group, q: "bob" })).toEqual(["Bob"]);
    expect(await list(administrator, { group: "999999999" })).toEqual([]);
    const elsewhere = await buildAdministration();
    expect(await list(elsewhere.administrator, { group })).toEqual([]);
    expect((await sendCall(server, listUsers, { as: administrator, query: { group: "0" } })).status).toBe(400);
  });

  it("contains nobody from another site", async () => {
    const { administrator } = await buildAdministration();
    await buildUser(await buildSite(server), { displayName: "Elsewhere" });
    const { answer } = await sendCall(server, listUsers, { as: administrator });
    expect(answer.users.map(({ id }) => id)).toEqual([administrator.id]);
  });
});

describe("an account", () => {
  it("that was created can sign in until its expiration date has passed", async () => {
    const { site, administrator } = await buildAdministration();
    const signIn = () =>
      sendCall(server, openSession, { siteId: site.id, body: { login: "ada@example.test", password: PASSWORD } });
    const body = { ...newUser("ada@example.test"), validUntil: "2999-12-31 23:59:59" };
    const { status, answer } = await sendCall(server, createUser, { as: administrator, body });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ email: "ada@example.test", state: "active", validUntil: "2999-12-31 23:59:59" });
    expect((await signIn()).status).toBe(200);

    const past = { validUntil: "2020-01-01 00:00:00" };
    const changed = await sendCall(server, updateUser, {
      as: administrator,
      params: { id: String(answer.id) },
      body: past,
    });
    expect(changed.answer.state).toBe("expired");
    expect((await signIn()).status).toBe(401);
    const back = { validUntil: null };
    await sendCall(server, updateUser, { as: administrator, params: { id: String(answer.id) }, body: back });
    expect((await signIn()).status).toBe(200);
  });

  const changes: [what: string, change: object, ends: boolean][] = [
    ["a new role", { role: "expert" }, true],
    ["a new password", { password: "another long password" }, true],
    ["a suspension", { isSuspended: true }, true],
    ["a new name", { displayName: "Grace" }, false],
    ["a new address", { email: "grace@example.test" }, false],
  ];
  for (const [what, change, ends] of changes) {
    it(`${what} ${ends ? "ends its sessions" : "leaves its sessions open"}`, async () => {
      const { site, administrator } = await buildAdministration();
      const user = await buildUser(site, { role: "learner" });
      const { status } = await sendCall(server, updateUser, {
        as: administrator,
        params: { id: String(user.id) },
        body: change,
      });
      expect(status).toBe(200);
      expect((await sendCall(server, getUser, { as: user })).status).toBe(ends ? 401 : 200);
      expect((await sendCall(server, getUser, { as: administrator })).status).toBe(200);
    });
  }

  it("with a new password gets an email about it in its language, without the password; other changes send none", async () => {
    const site = await buildSite(server);
    const admin = await buildUser(site, { role: "administrator" });
    const user = await buildUser(site, { displayName: "Lea" });
    await sendCall(server, changeProfile, { as: user, body: { language: "de" } });
    const update = (body: object) => sendCall(server, updateUser, { as: admin, params: { id: String(user.id) }, body });
    await update({ displayName: "Lea M." });
    expect(await readMails(site)).toEqual([]);
    await update({ password: "another long password" });
    const mails = await readMails(site);
    expect(mails.map(({ to }) => to)).toEqual([user.email]);
    expect(mails[0]?.text).toContain("Guten Tag Lea M.,");
    expect(mails[0]?.text).not.toContain("another long password");
  });

  it.each(["email", "displayName"] as const)("a password equal to its %s is rejected", async (field) => {
    const { site, administrator } = await buildAdministration();
    const user = await buildUser(site, { displayName: "Ada Lovelace" });
    const params = { id: String(user.id) };
    const body = { password: user[field].toUpperCase() };
    const { status, failure } = await sendCall(server, updateUser, { as: administrator, params, body });
    expect([status, failure.data]).toEqual([400, ["passwordTooObvious"]]);
  });

  it("of one's own can neither be suspended nor lose its role, nor expire", async () => {
    const { site, administrator } = await buildAdministration();
    await buildUser(site, { role: "administrator" });
    for (const body of [{ isSuspended: true }, { role: "teacher" as const }, { validUntil: "2020-01-01 00:00:00" }]) {
      const answer = await sendCall(server, updateUser, {
        as: administrator,
        params: { id: String(administrator.id) },
        body,
      });
      expect([answer.status, answer.failure.data]).toEqual([409, ["ownAccount"]]);
    }
    expect((await sendCall(server, getUser, { as: administrator })).answer.role).toBe("administrator");
  });

  it("of two administrators who demote each other at once, one stays administrator", async () => {
    const { site, administrator } = await buildAdministration();
    const other = await buildUser(site, { role: "administrator" });
    const demote = (as: TestUser, id: number) =>
      sendCall(server, updateUser, { as, params: { id: String(id) }, body: { role: "learner" } });
    const answers = await Promise.all([demote(administrator, other.id), demote(other, administrator.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`SELECT count(*) FROM site_user
      WHERE site_id = ${site.id} AND role = 'administrator'`.execute(server.owner);
    expect(Number(rows[0]?.count)).toBe(1);
  });

  const rejected: [what: string, change: object, status: number, codes: string[] | null][] = [
    ["an address that is taken, in capitals", { email: "TAKEN@example.test" }, 409, ["emailTaken"]],
    ["no address", { email: "ada" }, 400, null],
    ["markup for an address", { email: "<b>@example.test" }, 400, null],
    ["an empty name", { displayName: " " }, 400, null],
    ["a short password", { password: "short" }, 400, ["passwordTooShort"]],
    ["an unknown role", { role: "owner" }, 400, null],
    ["an invalid date", { validUntil: "2026-02-30 00:00:00" }, 400, null],
  ];
  for (const [what, change, status, codes] of rejected) {
    it(`with ${what} is neither created nor changed`, async () => {
      const { site, administrator } = await buildAdministration();
      await sendCall(server, createUser, { as: administrator, body: newUser("taken@example.test") });
      const user = await buildUser(site, { displayName: "Before" });
      const made = await sendCall(server, createUser, {
        as: administrator,
        body: { ...newUser("ada@example.test"), ...change } as never,
      });
      const changed = await sendCall(server, updateUser, {
        as: administrator,
        params: { id: String(user.id) },
        body: { displayName: "After", ...change } as never,
      });
      for (const answer of [made, changed]) {
        expect(answer.status).toBe(status);
        if (codes) expect(answer.failure.data).toEqual(codes);
      }
      const { answer } = await sendCall(server, listUsers, { as: administrator });
      expect(answer.users.map(({ displayName }) => displayName).toSorted()).toEqual(["Ada", "Before", "Zoe"]);
    });
  }
});
