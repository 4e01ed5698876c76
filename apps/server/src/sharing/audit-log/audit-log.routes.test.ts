import { changePassword } from "@parfocal/core/account/account.contract.ts";
import { confirmEmailChange, requestEmailChange } from "@parfocal/core/account/recovery.contract.ts";
import { addGroupUser } from "@parfocal/core/assignment/assignment.contract.ts";
import { AUDIT_PAGE_SIZE, exportAudit, listAudit } from "@parfocal/core/audit-log/audit-log.contract.ts";
import {
  confirmSecondFactor,
  endSecondFactor,
  resetSecondFactor,
  startSecondFactor,
} from "@parfocal/core/second-factor/second-factor.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { updateUser } from "@parfocal/core/user/manage-users.contract.ts";
import { importGroupUsers } from "@parfocal/core/user-import/user-import.contract.ts";
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteOldAuditEntries } from "#audit/delete-old-entries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { withSite } from "#platform/db/database.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { addAccount, changeAccount } from "../../people/account/manage-accounts.ts";

const PASSWORD = "correct horse battery";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildAdministration() {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator", displayName: "Zoe" });
  return { site, administrator, read: readerOf(administrator) };
}

const readerOf =
  (as: TestUser) =>
  async (query: Record<string, string> = {}) =>
    (await sendCall(server, listAudit, { as, query })).answer.entries;

const record = (site: TestSite, entry: Parameters<typeof recordAudit>[2]) =>
  withSite(server.platform.database, site.id, (db) => recordAudit(db, site.id, entry));

describe("an entry", () => {
  it("records who did what to whom, with their present names", async () => {
    const { site, administrator, read } = await buildAdministration();
    const ada = await buildUser(site, { displayName: "Ada" });
    const groupId = await buildUserGroup(site, { title: "Semester 1", createdBy: administrator });
    const params = { id: String(groupId), userId: String(ada.id) };
    await sendCall(server, addGroupUser, { as: administrator, params });
    await sendCall(server, updateUser, {
      as: administrator,
      params: { id: String(ada.id) },
      body: { displayName: "Ada Lovelace", role: "expert" },
    });
    expect(await read()).toMatchObject([
      {
        action: "roleChanged",
        actor: { id: administrator.id, name: "Zoe" },
        person: { id: ada.id, name: "Ada Lovelace" },
        object: null,
        facts: { formerRole: "learner", role: "expert" },
      },
      { action: "userChanged", facts: { names: ["displayName"] } },
      {
        action: "memberAdded",
        person: { id: ada.id, name: "Ada Lovelace" },
        object: { kind: "userGroup", id: groupId, name: "Semester 1" },
      },
    ]);
  });

  it("is not added by a call that fails or changes nothing", async () => {
    const { site, administrator, read } = await buildAdministration();
    const ada = await buildUser(site, { displayName: "Ada" });
    const change = (body: object) =>
      sendCall(server, updateUser, { as: administrator, params: { id: String(ada.id) }, body });
    expect((await change({ displayName: "Ada", role: "learner" })).status).toBe(200);
    expect((await change({ displayName: "Eve", email: administrator.email })).status).toBe(409);
    const rejected = await sendCall(server, updateUser, {
      as: administrator,
      params: { id: String(administrator.id) },
      body: { role: "learner" },
    });
    expect(rejected.status).toBe(409);
    expect(await read()).toEqual([]);
  });

  it("is kept after the objects it names are deleted", async () => {
    const { site, administrator, read } = await buildAdministration();
    await record(site, { action: "memberAdded", actorId: 999_999, personId: 888_888, objectId: 777_777 });
    expect(await read()).toMatchObject([
      {
        actor: { id: 999_999, name: null },
        person: { id: 888_888, name: null },
        object: { kind: "userGroup", id: 777_777, name: null },
      },
    ]);
    expect(administrator.id).not.toBe(999_999);
  });

  it("contains names of options, not their values", async () => {
    const { administrator, read } = await buildAdministration();
    const body = { imprintUrl: { value: "https://secret.example/imprint" }, title: { value: "New title" } };
    expect((await sendCall(server, putSiteOptions, { as: administrator, body })).status).toBe(200);
    expect((await sendCall(server, putSiteOptions, { as: administrator, body })).status).toBe(200);
    const entries = await read();
    expect(entries.map(({ facts }) => facts.names)).toEqual([["title", "imprintUrl"]]);
    expect(JSON.stringify(entries)).not.toContain("secret.example");
  });

  it("cannot contain a text entered by a person", async () => {
    const { site } = await buildAdministration();
    await expect(record(site, { action: "optionsChanged", actorId: 1, facts: { names: ["a b@c"] } })).rejects.toThrow();
  });
});

describe("actions on one's own account and at the console", () => {
  it("include password, email address, second factor and sign-in of an administrator", async () => {
    const { site, administrator, read } = await buildAdministration();
    const ada = await buildUser(site, { role: "administrator", password: PASSWORD });
    const of = async () => (await read({ person: String(ada.id) })).map(({ action }) => action).toReversed();
    const { secret } = (await sendCall(server, startSecondFactor, { as: ada, body: { currentPassword: PASSWORD } }))
      .answer;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await sendCall(server, confirmSecondFactor, { as: ada, body: { code } });
    await sendCall(server, endSecondFactor, { as: ada, body: { currentPassword: PASSWORD } });
    await sendCall(server, openSession, { siteId: site.id, body: { login: ada.email, password: PASSWORD } });
    await sendCall(server, requestEmailChange, {
      as: ada,
      body: { email: `new-${ada.email}`, currentPassword: PASSWORD },
    });
    const token = (await readMails(site)).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? [])[0] ?? "";
    await sendCall(server, confirmEmailChange, { siteId: site.id, body: { token } });
    const newPassword = "another horse battery";
    await sendCall(server, changePassword, {
      as: ada,
      body: { currentPassword: PASSWORD, newPassword, newPasswordRepeated: newPassword },
    });
    expect(await of()).toEqual([
      "secondFactorOn",
      "secondFactorOff",
      "administratorSignedIn",
      "emailChanged",
      "passwordChanged",
    ]);
    expect((await read({ person: String(administrator.id) })).length).toBe(0);
  });

  it("include a second factor reset by an administrator, once", async () => {
    const { site, administrator, read } = await buildAdministration();
    const ada = await buildUser(site, { password: PASSWORD });
    const { secret } = (await sendCall(server, startSecondFactor, { as: ada, body: { currentPassword: PASSWORD } }))
      .answer;
    await sendCall(server, confirmSecondFactor, {
      as: ada,
      body: { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() },
    });
    for (const _ of [1, 2])
      await sendCall(server, resetSecondFactor, { as: administrator, params: { id: String(ada.id) } });
    const entries = await read({ person: String(administrator.id) });
    expect(entries).toMatchObject([{ action: "secondFactorReset", person: { id: ada.id } }]);
  });

  it("include accounts, passwords and roles set at the console", async () => {
    const { site, read } = await buildAdministration();
    const { platform } = server;
    const account = { email: `console-${site.id}@example.test`, displayName: "Con", password: PASSWORD };
    await addAccount(platform.database, site.id, { ...account, role: "teacher" });
    await changeAccount(platform, site.id, { email: account.email, role: "expert", password: "another horse battery" });
    const entries = await read();
    expect(entries.map(({ action, actor, facts }) => [action, actor, facts.way])).toEqual([
      ["passwordSet", null, "console"],
      ["roleChanged", null, "console"],
      ["userCreated", null, "console"],
    ]);
  });

  it("include imported people: one entry each", async () => {
    const { site, administrator, read } = await buildAdministration();
    const groupId = await buildUserGroup(site, { createdBy: administrator });
    const values = ["a@example.test", "b@example.test"];
    const { answer } = await sendCall(server, importGroupUsers, {
      as: administrator,
      params: { id: String(groupId) },
      body: { field: "email", values, createsAccounts: true },
    });
    const [first] = answer.rows;
    const entries = await read({ person: String(first?.userId) });
    expect(entries.map(({ action, facts }) => [action, facts.way])).toEqual([
      ["memberAdded", "import"],
      ["userCreated", "import"],
    ]);
    expect(await read()).toHaveLength(4);
  });
});

describe("the log", () => {
  it("is filtered by person, area and days of the site's time zone, and paged", async () => {
    const { site, administrator, read } = await buildAdministration();
    const actorId = administrator.id;
    await sql`UPDATE site SET time_zone = 'Pacific/Auckland' WHERE id = ${site.id}`.execute(server.owner);
    for (let n = 0; n < AUDIT_PAGE_SIZE + 1; n += 1)
      await record(site, { action: "voucherDeleted", actorId, objectId: n + 1 });
    await record(site, { action: "userCreated", actorId: null, personId: 4711 });
    // 11:30 in UTC is 23:30 in Auckland in June, and 12:30 the next day.
    const at = (id: number, text: string) =>
      sql`UPDATE audit_entry SET at = ${text} WHERE site_id = ${site.id} AND person_id = ${id}`.execute(server.owner);
    await at(4711, "2026-06-10T11:30:00Z");
    expect(await read({ person: "4711" })).toHaveLength(1);
    expect(await read({ area: "people" })).toHaveLength(1);
    expect(await read({ area: "people", from: "2026-06-10", until: "2026-06-10" })).toHaveLength(1);
    await at(4711, "2026-06-10T12:30:00Z");
    expect(await read({ area: "people", from: "2026-06-10", until: "2026-06-10" })).toHaveLength(0);
    expect(await read({ area: "people", from: "2026-06-11" })).toHaveLength(1);

    const first = (await sendCall(server, listAudit, { as: administrator, query: { area: "codes" } })).answer;
    expect([first.entries.length, first.hasMore]).toEqual([AUDIT_PAGE_SIZE, true]);
    const before = String(first.entries.at(-1)?.id);
    const next = (await sendCall(server, listAudit, { as: administrator, query: { area: "codes", before } })).answer;
    expect([next.entries.map(({ object }) => object?.id), next.hasMore]).toEqual([[1], false]);
  });

  it("contains nothing of another site", async () => {
    const { site } = await buildAdministration();
    await record(site, { action: "auditExported", actorId: null });
    const { read } = await buildAdministration();
    expect(await read()).toEqual([]);
  });

  it("is exported as CSV without formulas; the export is an entry", async () => {
    const { site, administrator, read } = await buildAdministration();
    const eve = await buildUser(site, { displayName: "=cmd()" });
    await record(site, { action: "userSuspended", actorId: administrator.id, personId: eve.id });
    const { raw } = await sendCall(server, exportAudit, { as: administrator });
    expect(raw.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [heading, line, ...rest] = raw.body.split("\r\n");
    expect(heading).toContain("time (UTC),action,actor id");
    expect(line).toContain(`userSuspended,${administrator.id},Zoe,${eve.id},'=cmd()`);
    expect(rest).toEqual([""]);
    expect(await read()).toMatchObject([{ action: "auditExported", facts: { count: 1 } }, { action: "userSuspended" }]);
  });

  it("cannot be changed or deleted by the application", async () => {
    const { site } = await buildAdministration();
    await record(site, { action: "auditExported", actorId: null });
    const attempt = (statement: string) =>
      withSite(server.platform.database, site.id, (db) => sql.raw(statement).execute(db));
    await expect(attempt("UPDATE audit_entry SET actor_id = 1")).rejects.toThrow("permission denied");
    await expect(attempt("DELETE FROM audit_entry")).rejects.toThrow("permission denied");
    await expect(attempt("TRUNCATE audit_entry")).rejects.toThrow("permission denied");
  });

  it("keeps its entries for the number of days set by the site", async () => {
    const { site, administrator, read } = await buildAdministration();
    const other = await buildAdministration();
    for (const each of [site, other.site]) {
      await record(each, { action: "auditExported", actorId: null });
      await record(each, { action: "voucherCodesExported", actorId: null });
    }
    await sql`UPDATE audit_entry SET at = now() - interval '40 days' WHERE action = 'auditExported'`.execute(
      server.owner,
    );
    const tidy = () => withSite(server.platform.database, site.id, (db) => deleteOldAuditEntries(db));
    expect(await tidy()).toBe(0);
    await sendCall(server, putSiteOptions, { as: administrator, body: { auditDays: { value: 30 } } });
    expect(await tidy()).toBe(1);
    expect((await read()).map(({ action }) => action)).toEqual(["optionsChanged", "voucherCodesExported"]);
    expect(await other.read()).toHaveLength(2);
  });
});
