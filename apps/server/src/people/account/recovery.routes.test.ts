/**
 * A forgotten password and a new email address: links that work once, and responses that do not reveal which accounts
 * exist.
 */
import {
  confirmEmailChange,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
} from "@parfocal/core/account/recovery.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { updateUser } from "@parfocal/core/user/manage-users.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { readMails, tokenIn } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { accountJobHandlers, MAX_RESET_REQUESTS, RESET_PASSWORD } from "./reset-password.ts";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a new sentence to remember";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const ask = (site: TestSite, email: string, remoteAddress?: string) =>
  sendCall(server, requestPasswordReset, {
    siteId: site.id,
    body: { email },
    headers: { "accept-language": "de-AT,de;q=0.9", ...(remoteAddress ? { "x-forwarded-for": remoteAddress } : {}) },
  });
const choose = (site: TestSite, token: string, newPassword = NEW_PASSWORD, newPasswordRepeated = newPassword) =>
  sendCall(server, resetPassword, { siteId: site.id, body: { token, newPassword, newPasswordRepeated } });
const signIn = async (site: TestSite, login: string, password: string) =>
  (await sendCall(server, openSession, { siteId: site.id, body: { login, password } })).status;

/** Runs the jobs, including the emails. */
async function answerRequests(site: TestSite): Promise<void> {
  const rows = await server.owner
    .selectFrom("password_reset_request")
    .select("id")
    .where("site_id", "=", site.id)
    .execute();
  const handler = accountJobHandlers(server.platform)[RESET_PASSWORD];
  for (const { id } of rows)
    await handler?.({
      siteId: site.id,
      subjectId: id,
      signal: new AbortController().signal,
      report: () => {},
      assertOwned: async () => {},
    });
}

async function requestLink(site: TestSite, email: string): Promise<string> {
  await ask(site, email);
  await answerRequests(site);
  const mail = (await readMails(site)).at(-1);
  return tokenIn(mail ?? { text: "" });
}

describe("a forgotten password", () => {
  it("is replaced through the link of an email in the visitor's language: once, and all sessions end", async () => {
    const site = await buildSite(server, { origins: ["https://slides.example.test"] });
    const user = await buildUser(site, { password: PASSWORD });
    expect((await ask(site, user.email.toUpperCase())).status).toBe(204);
    await answerRequests(site);
    const [mail] = await readMails(site);
    expect(mail).toMatchObject({ to: user.email, subject: "Passwort für Test site zurücksetzen" });
    expect(mail?.text).toContain(`https://slides.example.test/s${site.id}/reset?token=`);
    const token = tokenIn(mail ?? { text: "" });
    const links = await server.owner.selectFrom("account_link").selectAll().where("site_id", "=", site.id).execute();
    expect(JSON.stringify(links)).not.toContain(token);

    expect(await choose(site, token)).toMatchObject({ status: 200, answer: { email: user.email } });
    expect((await sendCall(server, getSession, { as: user })).answer.user).toBeNull();
    expect(await signIn(site, user.email, PASSWORD)).toBe(401);
    expect(await signIn(site, user.email, NEW_PASSWORD)).toBe(200);
    expect((await readMails(site)).map(({ to, subject }) => [to, subject]).at(-1)).toEqual([
      user.email,
      "Your password for Test site was changed",
    ]);
    expect(await choose(site, token, "another sentence to remember")).toMatchObject({
      status: 400,
      failure: { data: ["linkInvalid"] },
    });
    expect(server.logLines.join("")).not.toContain(token);
  });

  it("the same link used twice at once works once", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const token = await requestLink(site, user.email);
    const answers = await Promise.all(
      ["one", "two", "three"].map((word) => choose(site, token, `sentence number ${word}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("an unknown, suspended or other site's account: the same answer, the same rows, no email", async () => {
    const site = await buildSite(server);
    const known = await buildUser(site, { password: PASSWORD });
    const suspended = await buildUser(site, { password: PASSWORD, isSuspended: true });
    const foreign = await buildUser(await buildSite(server), { password: PASSWORD });
    const answers = [];
    for (const email of [known.email, suspended.email, foreign.email, "nobody@example.test"])
      answers.push(await ask(site, email));
    for (const { status, raw } of answers) expect([status, raw.body]).toEqual([204, ""]);
    const requests = await server.owner
      .selectFrom("password_reset_request")
      .select("email")
      .where("site_id", "=", site.id)
      .execute();
    expect(requests).toHaveLength(4);
    await answerRequests(site);
    expect((await readMails(site)).map(({ to }) => to)).toEqual([known.email]);
  });

  it("an expired link, a newer request and another site: the link is rejected", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const first = await requestLink(site, user.email);
    const second = await requestLink(site, user.email);
    expect((await choose(site, first)).failure.data).toEqual(["linkInvalid"]);
    expect((await choose(await buildSite(server), second)).failure.data).toEqual(["linkInvalid"]);
    await sql`UPDATE account_link SET expires_at = now() - interval '1 second' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    expect((await choose(site, second)).failure.data).toEqual(["linkInvalid"]);
  });

  it("an email address or password changed by an administrator: the link is rejected", async () => {
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    for (const change of [{ email: "moved@example.test" }, { password: "set by an administrator" }]) {
      const user = await buildUser(site, { password: PASSWORD });
      const token = await requestLink(site, user.email);
      const params = { id: String(user.id) };
      expect((await sendCall(server, updateUser, { as: administrator, params, body: change })).status).toBe(200);
      expect((await choose(site, token)).failure.data).toEqual(["linkInvalid"]);
    }
  });

  it("an unusable password does not use the link up", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const token = await requestLink(site, user.email);
    expect((await choose(site, token, "short")).failure.data).toEqual(["passwordTooShort"]);
    expect((await choose(site, token, NEW_PASSWORD, "something else")).failure.data).toEqual(["newPasswordDoNotMatch"]);
    expect((await choose(site, token)).status).toBe(200);
  });

  it("further requests for one email address have the same answer and write nothing", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const most = MAX_RESET_REQUESTS.email.count;
    for (let count = 0; count < most + 2; count += 1) expect((await ask(site, user.email)).status).toBe(204);
    await answerRequests(site);
    expect(await readMails(site)).toHaveLength(most);
  });

  it("a network with too many requests is throttled", async () => {
    const site = await buildSite(server);
    const statuses = [];
    for (let count = 0; count <= MAX_RESET_REQUESTS.network.count; count += 1)
      statuses.push((await ask(site, `nobody-${count}@example.test`)).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(MAX_RESET_REQUESTS.network.count);
    expect(statuses.at(-1)).toBe(429);
  });

  it("with a mail server but without a site address no link is created", async () => {
    const delivering = await createTestServer({
      mail: { delivers: true, send: async () => {}, forget: async () => {}, close() {} },
    });
    try {
      const site = await buildSite(delivering);
      const user = await buildUser(site, { password: PASSWORD });
      await sendCall(delivering, requestPasswordReset, {
        siteId: site.id,
        body: { email: user.email },
        headers: { host: "evil.example" },
      });
      await delivering.startJobs();
      await expect
        .poll(() => delivering.owner.selectFrom("mail").select(["state", "reason"]).execute())
        .toEqual([{ state: "unsent", reason: "noAddress" }]);
      expect(await delivering.owner.selectFrom("account_link").selectAll().execute()).toEqual([]);
    } finally {
      await delivering.close();
    }
  });
});

describe("a new email address", () => {
  const request = (user: Awaited<ReturnType<typeof buildUser>>, email: string, currentPassword = PASSWORD) =>
    sendCall(server, requestEmailChange, { as: user, body: { email, currentPassword } });
  const confirm = (site: TestSite, token: string) =>
    sendCall(server, confirmEmailChange, { siteId: site.id, body: { token } });

  it("applies after confirmation; the former address gets an email", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const email = `new-${user.email}`;
    expect((await request(user, email)).status).toBe(204);
    const [toNew, toFormer] = await readMails(site);
    expect([toNew?.to, toFormer?.to]).toEqual([email, user.email]);
    expect(toFormer?.text).toContain(email);
    expect(toFormer?.text).not.toContain("token=");
    expect(await signIn(site, email, PASSWORD)).toBe(401);
    const token = tokenIn(toNew ?? { text: "" });
    expect(await confirm(site, token)).toMatchObject({ status: 200, answer: { email } });
    expect(await signIn(site, email, PASSWORD)).toBe(200);
    expect((await confirm(site, token)).failure.data).toEqual(["linkInvalid"]);
  });

  it("requires the password", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    expect((await request(user, "x@example.test", "wrong")).failure.data).toEqual(["currentPasswordIncorrect"]);
    expect(await readMails(site)).toEqual([]);
  });

  it("of another person is rejected, also if they took it before it was confirmed", async () => {
    const site = await buildSite(server);
    const [user, other] = [await buildUser(site, { password: PASSWORD }), await buildUser(site)];
    expect((await request(user, other.email.toUpperCase())).failure.data).toEqual(["emailTaken"]);
    expect((await request(user, "soon@example.test")).status).toBe(204);
    const token = tokenIn((await readMails(site))[0] ?? { text: "" });
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("site_user")
        .set({ email: "soon@example.test" })
        .where("site_id", "=", site.id)
        .where("id", "=", other.id)
        .execute(),
    );
    expect((await confirm(site, token)).failure.data).toEqual(["emailTaken"]);
  });

  it("of a suspended account is not confirmed", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    await request(user, "next@example.test");
    const token = tokenIn((await readMails(site))[0] ?? { text: "" });
    await sql`UPDATE site_user SET is_suspended = true WHERE id = ${user.id}`.execute(server.owner);
    expect((await confirm(site, token)).failure.data).toEqual(["linkInvalid"]);
  });
});
