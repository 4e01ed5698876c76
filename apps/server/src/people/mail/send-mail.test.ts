/**
 * Emails: written in the transaction of their cause, sent by a job, kept if no server accepts them, shown to
 * administrators.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listUnsentMails } from "@parfocal/core/mail/mail.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { withSite } from "#platform/db/database.ts";
import type { MailTransport, OutgoingMail } from "#platform/mail-transport.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { RETRY_DELAYS_MS } from "./send-mail.ts";
import { tidyMails } from "./tidy-mails.ts";
import { writeMail } from "./write-mail.ts";

let server: TestServer;
afterEach(() => server.close());

const sentences = {
  subject: "Your account\r\nBcc: all@example.test",
  greeting: "Hello Lena <Learner>,",
  paragraphs: ["Somebody asked for it & more."],
  action: { label: "Choose", url: 'https://slides.example.test/s1/reset?token=secret-token"' },
  closing: "Ignore it.",
};
const write = (site: TestSite) =>
  withSite(server.platform.database, site.id, (db) =>
    writeMail(
      db,
      site.id,
      { to: { name: 'Lena\r\n"L"', address: "lena@example.test" }, language: "en", sentences },
      server.platform,
    ),
  );
const rowsOf = (site: TestSite) =>
  server.owner.selectFrom("mail").selectAll().where("site_id", "=", site.id).orderBy("id").execute();
const isSettled = async (site: TestSite) => {
  const rows = await rowsOf(site);
  expect(rows.map(({ state }) => state)).not.toContain("waiting");
  return rows;
};
const passRetryDelay = (site: TestSite) =>
  sql`UPDATE job SET not_before = now() WHERE site_id = ${site.id}`.execute(server.owner);

/** @param answers what each attempt throws; undefined: accepted. */
function fakeMailServer(answers: readonly unknown[]): MailTransport & { readonly seen: OutgoingMail[] } {
  const seen: OutgoingMail[] = [];
  return {
    delivers: true,
    seen,
    async send(mail) {
      seen.push(mail);
      const answer = answers[seen.length - 1];
      if (answer !== undefined) throw answer;
    },
    forget: async () => {},
    close() {},
  };
}

describe("without a mail server", () => {
  it("an email is a file in the data folder, and administrators see that it was not sent", async () => {
    server = await createTestServer();
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    await write(site);
    await server.startJobs();
    const [mail] = await vi.waitFor(() => isSettled(site));
    expect(mail).toMatchObject({ state: "unsent", sealed_content: null });
    const text = await readFile(join(server.dataFolder, "mails", String(site.id), `${mail?.id}.eml`), "utf8");
    const [head = ""] = text.split("\r\n\r\n");
    expect(head).not.toMatch(/^bcc:/im);
    expect(head).toContain("<lena@example.test>");
    const { answer } = await sendCall(server, listUnsentMails, { as: administrator });
    expect(answer).toMatchObject({
      isServerConfigured: false,
      total: 1,
      mails: [{ recipient: "lena@example.test", subject: "Your account Bcc: all@example.test", reason: "noServer" }],
    });
  });
});

describe("with a mail server", () => {
  it("an email is sent once, from the sender of the site, with its HTML escaped", async () => {
    const mail = fakeMailServer([]);
    server = await createTestServer({ mail });
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    await sendCall(server, putSiteOptions, {
      as: administrator,
      body: { mailSender: { value: "Anatomy <slides@example.edu>" } },
    });
    await write(site);
    const [waiting] = await rowsOf(site);
    expect(waiting?.sealed_content?.toString("latin1")).not.toContain("secret-token");
    await server.startJobs();
    const [settled] = await vi.waitFor(() => isSettled(site));
    expect(settled).toMatchObject({ state: "sent", sealed_content: null, attempts: 1 });
    expect(mail.seen).toHaveLength(1);
    const [sent] = mail.seen;
    expect(sent?.from).toEqual({ name: "Anatomy", address: "slides@example.edu" });
    expect(sent?.to).toEqual({ name: 'Lena "L"', address: "lena@example.test" });
    expect(sent?.html).toContain("Lena &lt;Learner&gt;");
    expect(sent?.html).toContain("token=secret-token&quot;");
    expect(sent?.text).toContain("Somebody asked for it & more.");
  });

  it("that is unavailable, the email waits and is sent with the same message ID", async () => {
    const mail = fakeMailServer([Object.assign(new Error("connect"), { code: "ECONNREFUSED" })]);
    server = await createTestServer({ mail });
    const site = await buildSite(server);
    await write(site);
    await server.startJobs();
    await vi.waitFor(async () => {
      const job = await server.owner.selectFrom("job").selectAll().where("site_id", "=", site.id).executeTakeFirst();
      expect(job).toMatchObject({ state: "queued", not_before: expect.any(Date), is_quiet: true });
    });
    expect((await rowsOf(site))[0]).toMatchObject({ state: "waiting", attempts: 1 });
    await passRetryDelay(site);
    server.platform.jobs.look();
    expect((await vi.waitFor(() => isSettled(site)))[0]).toMatchObject({ state: "sent", attempts: 2 });
    expect(new Set(mail.seen.map(({ messageId }) => messageId)).size).toBe(1);
  });

  const failures: [what: string, error: object, before: number, reason: string][] = [
    ["that refuses the recipient", { code: "EENVELOPE", responseCode: 550 }, 0, "refused"],
    ["that stays away", { code: "ETIMEDOUT" }, RETRY_DELAYS_MS.length, "unreachable"],
  ];
  for (const [what, error, before, reason] of failures) {
    it(`${what}, the email is abandoned and shown to administrators`, async () => {
      server = await createTestServer({ mail: fakeMailServer([Object.assign(new Error("no"), error)]) });
      const site = await buildSite(server);
      const administrator = await buildUser(site, { role: "administrator" });
      await write(site);
      await sql`UPDATE mail SET attempts = ${before} WHERE site_id = ${site.id}`.execute(server.owner);
      await server.startJobs();
      expect((await vi.waitFor(() => isSettled(site)))[0]).toMatchObject({ state: "failed", reason });
      const { answer } = await sendCall(server, listUnsentMails, { as: administrator });
      expect(answer).toMatchObject({ isServerConfigured: true, mails: [{ reason }] });
      expect(server.logLines.join("")).not.toContain("lena@example.test");
    });
  }
});

it("old emails are deleted with their files, and one that has waited for days is abandoned", async () => {
  server = await createTestServer();
  const site = await buildSite(server);
  await write(site);
  await write(site);
  const [first, second] = await rowsOf(site);
  await sql`UPDATE mail SET state = 'sent', created_at = now() - interval '31 days' WHERE id = ${first?.id}`.execute(
    server.owner,
  );
  await sql`UPDATE mail SET created_at = now() - interval '4 days' WHERE id = ${second?.id}`.execute(server.owner);
  const folder = join(server.dataFolder, "mails", String(site.id));
  await mkdir(folder, { recursive: true });
  for (const { id } of await rowsOf(site)) await writeFile(join(folder, `${id}.eml`), "To: Lena");
  await tidyMails(server.platform, site.id);
  expect(await rowsOf(site)).toMatchObject([{ id: second?.id, state: "failed", sealed_content: null }]);
  expect(await readdir(folder)).toEqual([`${second?.id}.eml`]);
});
