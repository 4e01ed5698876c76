/** Sign-in behind a proxy: forged client addresses have no effect, and other people cannot lock an account for long. */
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { getUser } from "@parfocal/core/user/user.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, openTestSession, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { MAX_FAILURES } from "./sign-in.ts";

const PASSWORD = "correct horse battery";

/** Behind one proxy on this machine: tests send from 127.0.0.1. */
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ trustedProxies: { hops: 1 } });
});
afterAll(() => server.close());

async function buildTeacher(): Promise<{ site: TestSite; teacher: TestUser }> {
  const site = await buildSite(server);
  return { site, teacher: await buildUser(site, { role: "teacher", password: PASSWORD }) };
}

interface Guess {
  readonly password?: string;
  /** As the client sends it; the proxy adds `from`. */
  readonly forwarded?: string;
  readonly from?: string;
  readonly headers?: Record<string, string>;
}

const guess = (
  { site, teacher }: { site: TestSite; teacher: TestUser },
  { password = "wrong", forwarded, from = "203.0.113.7", headers = {} }: Guess = {},
) =>
  sendCall(server, openSession, {
    siteId: site.id,
    body: { login: teacher.email, password },
    headers: { "x-forwarded-for": forwarded === undefined ? from : `${forwarded}, ${from}`, ...headers },
  });

/** Wrong guesses by other people, from many addresses. */
async function fillAccount(at: { site: TestSite; teacher: TestUser }, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    expect((await guess(at, { from: `198.51.100.${index}` })).status).toBe(401);
}

describe("wrong guesses behind a proxy", () => {
  it("are counted by the address that the proxy reports, whatever the client claims before it", async () => {
    const at = await buildTeacher();
    const statuses = [];
    for (let index = 0; index < MAX_FAILURES.accountAndAddress + 4; index += 1)
      statuses.push((await guess(at, { forwarded: `192.0.2.${index}` })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES.accountAndAddress);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await guess(at, { from: "203.0.113.8", password: PASSWORD })).status).toBe(200);
  });

  it("from one IPv6 network are counted together", async () => {
    const at = await buildTeacher();
    for (let index = 0; index < MAX_FAILURES.accountAndAddress; index += 1)
      expect((await guess(at, { from: `2001:db8:1:2::${index}` })).status).toBe(401);
    expect((await guess(at, { from: "2001:db8:1:2:ffff::1" })).status).toBe(429);
    expect((await guess(at, { from: "2001:db8:1:3::1" })).status).toBe(401);
  });

  it(`from many addresses: ${MAX_FAILURES.account} per hour for an account, known or not`, async () => {
    const at = await buildTeacher();
    await fillAccount(at, MAX_FAILURES.account);
    const blocked = await guess(at, { password: PASSWORD });
    expect([blocked.status, blocked.failure.data]).toEqual([429, ["tooManyAttempts", "unknownDevice"]]);
    await sql`
      UPDATE sign_in_failure SET failed_at = failed_at - interval '61 minutes' WHERE site_id = ${at.site.id}
    `.execute(server.owner);
    expect((await guess(at, { password: PASSWORD })).status).toBe(200);
  });

  it("from many addresses at once are as many as sequential ones", async () => {
    const at = await buildTeacher();
    await fillAccount(at, MAX_FAILURES.account - 2);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => guess(at, { from: `198.51.100.${200 + index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([401, 401, 429, 429, 429, 429]);
  });
});

describe("a known device of the account", () => {
  async function knownDevice(at: { site: TestSite; teacher: TestUser }, headers: Record<string, string> = {}) {
    const { raw } = await guess(at, { password: PASSWORD, headers });
    const { name, value } = raw.cookies.find((cookie) => cookie.name.endsWith("device")) as never as Record<
      "name" | "value",
      string
    >;
    return { cookie: `${name}=${value}` };
  }

  it("can sign in after other people have used up the account's guesses", async () => {
    const at = await buildTeacher();
    const device = await knownDevice(at);
    await fillAccount(at, MAX_FAILURES.account);
    expect((await guess(at, { password: PASSWORD })).status).toBe(429);
    expect((await guess(at, { password: PASSWORD, headers: device })).status).toBe(200);
  });

  it(`has ${MAX_FAILURES.device} wrong guesses of its own, from any address`, async () => {
    const at = await buildTeacher();
    const device = await knownDevice(at);
    for (let index = 0; index < MAX_FAILURES.device; index += 1)
      expect((await guess(at, { from: `203.0.113.${index}`, headers: device })).status).toBe(401);
    expect((await guess(at, { password: PASSWORD, headers: device })).status).toBe(429);
  });

  it("is valid only for that account, and only as it was signed", async () => {
    const at = await buildTeacher();
    const other = { site: at.site, teacher: await buildUser(at.site, { password: PASSWORD }) };
    const ofOther = await knownDevice(other);
    const device = await knownDevice(at);
    const forged = { cookie: device.cookie.replace(/=./, (text) => (text === "=A" ? "=B" : "=A")) };
    await fillAccount(at, MAX_FAILURES.account);
    for (const headers of [ofOther, forged, { cookie: "device=x" }])
      expect((await guess(at, { password: PASSWORD, headers })).status).toBe(429);
  });
});

describe("over https", () => {
  const HTTPS = { "x-forwarded-proto": "https" };
  const asks = (headers: Record<string, string>) =>
    sendCall(server, getSession, { headers: { "x-forwarded-for": "203.0.113.7", ...headers } });

  it("a plain cookie opens no session; the prefixed one does", async () => {
    const { teacher } = await buildTeacher();
    expect((await asks({ ...HTTPS, cookie: `sid=${teacher.token}` })).answer.user).toBeNull();
    expect((await asks({ ...HTTPS, cookie: `__Host-sid=${teacher.token}` })).answer.user?.id).toBe(teacher.id);
    expect((await asks({ cookie: `sid=${teacher.token}` })).answer.user?.id).toBe(teacher.id);
  });

  it("both cookies are prefixed and secure", async () => {
    const { raw } = await guess(await buildTeacher(), { password: PASSWORD, headers: HTTPS });
    expect(raw.cookies.map(({ name, secure }) => [name, secure])).toEqual([
      ["__Host-sid", true],
      ["__Host-device", true],
    ]);
  });
});

describe("a new sign-in", () => {
  it("ends the session of the cookie sent with it, and no other", async () => {
    const at = await buildTeacher();
    const elsewhere = await openTestSession(at.site, at.teacher.id);
    const former = { cookie: `sid=${at.teacher.token}` };
    expect((await guess(at, { headers: former })).status).toBe(401);
    expect((await sendCall(server, getUser, { as: at.teacher })).status).toBe(200);
    expect((await guess(at, { password: PASSWORD, headers: former })).status).toBe(200);
    expect((await sendCall(server, getUser, { as: at.teacher })).status).toBe(401);
    expect((await sendCall(server, getUser, { headers: { "x-site-token": elsewhere } })).status).toBe(200);
  });
});
