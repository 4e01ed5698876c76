/**
 * Registration by email: who can register, what the email opens, and responses that do not reveal which accounts
 * exist.
 */
import { enroll } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { completeRegistration, requestRegistration } from "@parfocal/core/registration/registration.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_ANSWERS } from "#testing/build-enrollment.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildEnrollmentSchool } from "#testing/enrollment-school.ts";
import { readMails, tokenIn } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";
import { ANSWER_REGISTRATION, MAX_REGISTRATION_REQUESTS, registrationJobHandlers } from "./register-by-email.ts";

const PASSWORD = "correct horse battery";
const ADA = "ada@example.edu";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const setOptions = (administrator: TestUser, values: Readonly<Record<string, unknown>>) => {
  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return sendCall(server, putSiteOptions, { as: administrator, body: body as never });
};

async function buildOpenSite(values: Readonly<Record<string, unknown>> = {}) {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  expect((await setOptions(administrator, { registrationOpen: true, ...values })).status).toBe(200);
  return { site, administrator };
}

const ask = ({ id }: TestSite, options: object = {}, address?: string) =>
  sendCall(server, requestRegistration, {
    siteId: id,
    body: { displayName: "Ada Lovelace", email: ADA, ...options },
    headers: { "accept-language": "de-AT,de;q=0.9", ...(address ? { "x-forwarded-for": address } : {}) },
  });
const finish = ({ id }: TestSite, token: string, password = PASSWORD) =>
  sendCall(server, completeRegistration, { siteId: id, body: { token, password } });
const signIn = ({ id }: TestSite, login: string) =>
  sendCall(server, openSession, { siteId: id, body: { login, password: PASSWORD } });
const rowsOf = ({ id }: TestSite) =>
  server.owner.selectFrom("registration_request").selectAll().where("site_id", "=", id).execute();

/** Runs the jobs, including the emails. */
async function answerRequests(site: TestSite): Promise<void> {
  const handler = registrationJobHandlers(server.platform)[ANSWER_REGISTRATION];
  for (const { id } of await rowsOf(site))
    await handler?.({
      siteId: site.id,
      subjectId: id,
      signal: new AbortController().signal,
      report: () => {},
      assertOwned: async () => {},
    });
}

async function requestToken(site: TestSite, options: object = {}): Promise<string> {
  expect((await ask(site, options)).status).toBe(204);
  await answerRequests(site);
  return tokenIn((await readMails(site)).at(-1) ?? { text: "" });
}

describe("open registration", () => {
  it("creates a learner when the link in the email is opened: once, with the usual password rules", async () => {
    const { site } = await buildOpenSite({ origins: ["https://slides.example.test"] });
    expect((await sendCall(server, getSession, { siteId: site.id })).answer.site.isRegistrationOpen).toBe(true);
    const token = await requestToken(site, { next: `/s${site.id}/course2/` });
    const [mail] = await readMails(site);
    expect(mail).toMatchObject({ to: ADA, subject: "Registrierung bei Test site abschließen" });
    expect(mail?.text).toContain(`https://slides.example.test/s${site.id}/registration?token=`);
    expect(mail?.text).not.toContain("Ada");
    expect(JSON.stringify(await rowsOf(site))).not.toContain(token);
    expect((await signIn(site, ADA)).status).toBe(401);

    expect((await finish(site, token, "short")).failure.data).toEqual(["passwordTooShort"]);
    expect((await finish(site, token, "Ada Lovelace")).failure.data).toEqual(["passwordTooObvious"]);
    expect((await finish(site, token)).answer).toEqual({ email: ADA, next: `/s${site.id}/course2/` });
    expect((await signIn(site, ADA)).answer.user).toMatchObject({ displayName: "Ada Lovelace", role: "learner" });
    expect(await finish(site, token, "another password")).toMatchObject({
      status: 400,
      failure: { data: ["linkInvalid"] },
    });
    expect(await rowsOf(site)).toEqual([]);
    expect(server.logLines.join("")).not.toContain(token);
  });

  it("the same link used simultaneously creates one account", async () => {
    const { site } = await buildOpenSite();
    const token = await requestToken(site);
    const answers = await Promise.all(
      ["one", "two", "three"].map((word) => finish(site, token, `sentence ${word} 12`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it("of an address with an account: the same answer and row, and its owner is notified", async () => {
    const { site } = await buildOpenSite();
    const user = await buildUser(site, { password: PASSWORD });
    const [known, unknown] = [await ask(site, { email: user.email.toUpperCase() }), await ask(site)];
    expect([known.status, known.raw.body]).toEqual([unknown.status, unknown.raw.body]);
    expect(await rowsOf(site)).toHaveLength(2);
    await answerRequests(site);
    const mails = await readMails(site);
    expect(mails.map(({ to }) => to)).toEqual([user.email, ADA]);
    expect(mails[0]?.text).not.toContain("token");
    expect((await signIn(site, user.email)).status).toBe(200);
  });

  it("of an address that got an account after the email is rejected at the end", async () => {
    const { site } = await buildOpenSite();
    const [first, second] = [await requestToken(site), await requestToken(site)];
    expect((await finish(site, first)).status).toBe(200);
    expect((await finish(site, second)).failure.data).toEqual(["linkInvalid"]);
    const third = await requestToken(site, { email: "grace@example.edu" });
    await server.owner
      .updateTable("site_user")
      .set({ email: "grace@example.edu" })
      .where("site_id", "=", site.id)
      .where("email", "=", ADA)
      .execute();
    expect((await finish(site, third)).failure.data).toEqual(["emailTaken"]);
  });

  it("an expired link, another site and a site that has closed registration since: the link is rejected", async () => {
    const { site, administrator } = await buildOpenSite();
    const token = await requestToken(site);
    expect((await finish((await buildOpenSite()).site, token)).failure.data).toEqual(["linkInvalid"]);
    await setOptions(administrator, { registrationOpen: false });
    expect(await finish(site, token)).toMatchObject({ status: 403, failure: { data: ["registrationClosed"] } });
    await setOptions(administrator, { registrationOpen: true });
    await sql`UPDATE registration_request SET expires_at = now() - interval '1 second' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    expect((await finish(site, token)).failure.data).toEqual(["linkInvalid"]);
    await clearAway(server.platform);
    expect(await rowsOf(site)).toEqual([]);
  });

  it("is closed at a new site, and for domains that are not listed", async () => {
    expect(await ask(await buildSite(server))).toMatchObject({
      status: 403,
      failure: { data: ["registrationClosed"] },
    });
    const { site } = await buildOpenSite({ allowedEmailDomains: ["Student.Example.edu"] });
    expect(await ask(site)).toMatchObject({ status: 403, failure: { data: ["emailDomain"] } });
    expect((await ask(site, { email: "ada@student.example.edu" })).status).toBe(204);
    expect(await rowsOf(site)).toHaveLength(1);
  });

  it("rejects a page of another site as the next page", async () => {
    const { site } = await buildOpenSite();
    for (const next of ["https://evil.test/", "//evil.test/", "/\\evil.test"])
      expect((await ask(site, { next })).status, next).toBe(400);
  });

  it("writes nothing more for one address, and throttles a network with too many requests", async () => {
    const { site } = await buildOpenSite();
    const { email, network } = MAX_REGISTRATION_REQUESTS;
    for (let count = 0; count <= email.count; count += 1) expect((await ask(site)).status).toBe(204);
    expect(await rowsOf(site)).toHaveLength(email.count);
    await sql`INSERT INTO sign_in_failure (site_id, subject) SELECT site_id, subject FROM sign_in_failure
      CROSS JOIN generate_series(1, ${network.count}) WHERE site_id = ${site.id}`.execute(server.owner);
    expect((await ask(site, { email: "grace@example.edu" })).status).toBe(429);
  });
});

describe("registration through an enrollment form", () => {
  it("works if guests see the form, leads back to it, and adds to its group", async () => {
    const { site, formId, courseId } = await buildEnrollmentSchool(server, { isContentPublic: true });
    const next = `/s${site.id}/course${courseId}/enroll${formId}/`;
    const token = await requestToken(site, { enrollmentFormId: formId, next });
    expect((await finish(site, token)).answer.next).toBe(next);
    const { token: session } = (await signIn(site, ADA)).answer;
    const enrolled = await sendCall(server, enroll, {
      as: { token: session } as TestUser,
      params: { id: String(formId) },
      body: { fields: TEST_ANSWERS } as never,
    });
    expect(enrolled).toMatchObject({ status: 200, answer: { wasRegistered: false } });
  });

  it("is closed if guests do not see the form, and for anything that is not a form", async () => {
    const hidden = await buildEnrollmentSchool(server);
    const open = await buildEnrollmentSchool(server, { isContentPublic: true });
    const tries: [TestSite, number][] = [
      [hidden.site, hidden.formId],
      [open.site, hidden.formId],
      [open.site, open.courseId],
      [open.site, 987_654_321],
    ];
    for (const [site, enrollmentFormId] of tries) expect((await ask(site, { enrollmentFormId })).status).toBe(404);
  });
});
