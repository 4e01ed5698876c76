import { createCourse } from "@parfocal/core/course/course.contract.ts";
import { closeSession, getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { getUser } from "@parfocal/core/user/user.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NONCE_WINDOW_MS, nonceOf } from "#platform/http/origin.ts";
import { DEVICE_DAYS } from "#session/known-device.ts";
import { MAX_FAILURES } from "#session/sign-in.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, openTestSession } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";
/** What a browser sends with a request from the site's own page: the host that tests request. */
const OWN_ORIGIN = "http://localhost:80";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildTeacherWithPassword() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher", password: PASSWORD });
  return { site, teacher };
}

describe("signing in", () => {
  it("opens a session: user, site, nonce, token, and a cookie that pages cannot read", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const { status, answer, raw } = await sendCall(server, openSession, {
      siteId: site.id,
      body: { login: teacher.email.toUpperCase(), password: PASSWORD },
    });
    expect(status).toBe(200);
    expect(answer.user).toEqual({
      id: teacher.id,
      email: teacher.email,
      displayName: teacher.displayName,
      role: "teacher",
      language: null,
      colourScheme: null,
      capabilities: ["manageContent", "annotateAsExpert", "learn"],
    });
    expect(answer.site.id).toBe(site.id);
    const cookieAttributes = { path: "/", httpOnly: true, sameSite: "Lax" };
    expect(raw.cookies).toEqual([
      { name: "sid", value: answer.token, ...cookieAttributes },
      { name: "device", value: expect.any(String), ...cookieAttributes, maxAge: DEVICE_DAYS * 24 * 60 * 60 },
    ]);
    expect(raw.headers["cache-control"]).toBe("no-store");
    const response = await sendCall(server, getUser, { headers: { "x-site-token": answer.token } });
    expect(response.answer.id).toBe(teacher.id);
  });

  it("stores no token in the database, only its hash", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const { answer } = await sendCall(server, openSession, {
      siteId: site.id,
      body: { login: teacher.email, password: PASSWORD },
    });
    const rows = await server.owner.selectFrom("user_session").selectAll().where("site_id", "=", site.id).execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(answer.token.split(".")[1]);
  });

  it("accepts a password in any Unicode composition of its letters", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: "Z\u00fcrich" });
    const { status } = await sendCall(server, openSession, {
      siteId: site.id,
      body: { login: user.email, password: "Zu\u0308rich" },
    });
    expect(status).toBe(200);
  });

  it("gives the same answer for an unknown login, a wrong password, a suspended and an expired account", async () => {
    const site = await buildSite(server);
    const known = await buildUser(site, { password: PASSWORD });
    const suspended = await buildUser(site, { password: PASSWORD, isSuspended: true });
    const expired = await buildUser(site, { password: PASSWORD, expiresAt: new Date(Date.now() - 1000) });
    const foreign = await buildUser(await buildSite(server), { password: PASSWORD });
    const attempts = [
      { login: "nobody@example.test", password: PASSWORD },
      { login: known.email, password: "wrong" },
      { login: suspended.email, password: PASSWORD },
      { login: expired.email, password: PASSWORD },
      { login: foreign.email, password: PASSWORD },
    ];
    const answers = [];
    for (const body of attempts) {
      const { status, failure, raw } = await sendCall(server, openSession, { siteId: site.id, body });
      answers.push({ status, message: failure.message, data: failure.data, cookies: raw.cookies });
    }
    const [first] = answers;
    expect(first).toEqual({
      status: 401,
      message: "Incorrect username or password.",
      data: ["signInFailed"],
      cookies: [],
    });
    for (const answer of answers) expect(answer).toEqual(first);
  });

  it("is throttled after ten wrong guesses, even with the right password, for that person only", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const colleague = await buildUser(site, { role: "teacher", password: PASSWORD });
    const guess = (login: string, password: string) =>
      sendCall(server, openSession, { siteId: site.id, body: { login, password } });
    for (let count = 0; count < MAX_FAILURES.accountAndAddress; count += 1) {
      expect((await guess(teacher.email, `wrong ${count}`)).status).toBe(401);
    }
    const blocked = await guess(teacher.email, PASSWORD);
    expect(blocked.status).toBe(429);
    expect(blocked.failure.data).toEqual(["tooManyAttempts"]);
    expect(Number(blocked.raw.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guess(colleague.email, PASSWORD)).status).toBe(200);
  });

  it("answers no more than ten guesses, even if all are simultaneous", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        sendCall(server, openSession, { siteId: site.id, body: { login: teacher.email, password: `wrong ${index}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(MAX_FAILURES.accountAndAddress);
    expect(statuses.filter((status) => status === 429)).toHaveLength(24 - MAX_FAILURES.accountAndAddress);
  });

  it("resets the count of wrong guesses after the right password", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const guess = (password: string) =>
      sendCall(server, openSession, { siteId: site.id, body: { login: teacher.email, password } });
    for (let count = 0; count < MAX_FAILURES.accountAndAddress - 1; count += 1) await guess("wrong");
    expect((await guess(PASSWORD)).status).toBe(200);
    expect((await guess("wrong")).status).toBe(401);
    expect((await guess(PASSWORD)).status).toBe(200);
  });

  const unusable: [what: string, body: object][] = [
    ["no password", { login: "a@example.test" }],
    ["an empty password", { login: "a@example.test", password: "" }],
    ["a password of 257 characters", { login: "a@example.test", password: "x".repeat(257) }],
    ["a login of 255 characters", { login: "x".repeat(255), password: "x" }],
    ["a login that is an object", { login: { $ne: null }, password: "x" }],
    ["a role beside it", { login: "a@example.test", password: "x", role: "administrator" }],
  ];
  for (const [what, body] of unusable) {
    it(`rejects ${what}`, async () => {
      const site = await buildSite(server);
      expect((await sendCall(server, openSession, { siteId: site.id, body: body as never })).status).toBe(400);
    });
  }
});

describe("a cookie and its nonce", () => {
  const asCookie = (token: string) => ({ cookie: `sid=${token}` });

  it("allows reading with the cookie alone", async () => {
    const user = await buildUser(await buildSite(server));
    const { answer } = await sendCall(server, getSession, { headers: asCookie(user.token) });
    expect(answer.user?.id).toBe(user.id);
    expect(answer.nonce).toBe(user.nonce);
  });

  const now = Date.now();
  const nonces: [what: string, nonce: (token: string, other: string) => string | undefined, status: number][] = [
    ["no nonce", () => undefined, 401],
    ["the nonce of this session", (token) => nonceOf(token, server.platform.nonceKey, now), 200],
    ["the nonce of the last window", (token) => nonceOf(token, server.platform.nonceKey, now - NONCE_WINDOW_MS), 200],
    ["a nonce two windows old", (token) => nonceOf(token, server.platform.nonceKey, now - 2 * NONCE_WINDOW_MS), 401],
    ["the nonce of another session of the same user", (_, other) => nonceOf(other, server.platform.nonceKey, now), 401],
    ["a nonce made with another key", (token) => nonceOf(token, Buffer.alloc(32), now), 401],
    ["an empty nonce", () => "", 401],
    ["the token as nonce", (token) => token, 401],
  ];
  for (const [what, nonceFor, status] of nonces) {
    it(`a change with ${what}: ${status}`, async () => {
      const site = await buildSite(server);
      const teacher = await buildUser(site, { role: "teacher" });
      const nonce = nonceFor(teacher.token, await openTestSession(site, teacher.id));
      const changed = await sendCall(server, createCourse, {
        body: { title: "Histology" },
        headers: { ...asCookie(teacher.token), ...(nonce === undefined ? {} : { "x-nonce": nonce }) },
      });
      expect(changed.status).toBe(status);
      const courses = await server.owner.selectFrom("course").selectAll().where("site_id", "=", site.id).execute();
      expect(courses).toHaveLength(status === 200 ? 1 : 0);
    });
  }

  const origins: [what: string, headers: Record<string, string>, status: number][] = [
    ["our own origin", { origin: OWN_ORIGIN }, 200],
    ["an origin that the site lists", { origin: "https://school.example" }, 200],
    ["a foreign origin", { origin: "https://evil.example" }, 403],
    ["the null origin", { origin: "null" }, 403],
    ["a listed origin with another scheme", { origin: "http://school.example" }, 403],
    ["a listed origin with another port", { origin: "https://school.example:8443" }, 403],
    ["an origin that begins like a listed one", { origin: "https://school.example.evil.example" }, 403],
    ["an origin that ends like a listed one", { origin: "https://evil-school.example" }, 403],
    ["no origin, fetch site same-origin", { "sec-fetch-site": "same-origin" }, 200],
    ["no origin, fetch site none", { "sec-fetch-site": "none" }, 200],
    ["no origin, fetch site same-site", { "sec-fetch-site": "same-site" }, 403],
    ["no origin, fetch site cross-site", { "sec-fetch-site": "cross-site" }, 403],
    [
      "a foreign origin that claims fetch site same-origin",
      { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
      403,
    ],
  ];
  for (const [what, headers, status] of origins) {
    it(`a change from ${what}: ${status}`, async () => {
      const site = await buildSite(server, { origins: ["https://school.example"] });
      const teacher = await buildUser(site, { role: "teacher" });
      const { raw } = await sendCall(server, createCourse, {
        body: { title: "Histology" },
        headers: { host: "localhost:80", ...asCookie(teacher.token), "x-nonce": teacher.nonce, ...headers },
      });
      expect(raw.statusCode).toBe(status);
      expect(raw.headers["access-control-allow-origin"]).toBeUndefined();
    });
  }

  it("does not open a session for a page of another site", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const { status, raw } = await sendCall(server, openSession, {
      siteId: site.id,
      body: { login: teacher.email, password: PASSWORD },
      headers: { origin: "https://evil.example" },
    });
    expect(status).toBe(403);
    expect(raw.cookies).toEqual([]);
  });

  for (const type of ["text/plain", "multipart/form-data; boundary=x"]) {
    it(`does not read a body of type ${type}, which a form on any page can send`, async () => {
      const site = await buildSite(server);
      const teacher = await buildUser(site, { role: "teacher" });
      const raw = await server.app.inject({
        method: "POST",
        url: "/api/v2/course",
        headers: { "content-type": type, "x-site-token": teacher.token },
        payload: '{"title":"Histology"}',
      });
      expect(raw.statusCode).toBe(400);
      expect(await server.owner.selectFrom("course").selectAll().where("site_id", "=", site.id).execute()).toEqual([]);
    });
  }

  it("ignores a header for the scheme, unless a proxy is trusted", async () => {
    const { site, teacher } = await buildTeacherWithPassword();
    const { raw } = await sendCall(server, openSession, {
      siteId: site.id,
      body: { login: teacher.email, password: PASSWORD },
      headers: { "x-forwarded-proto": "https" },
    });
    // Over https its name would be `__Host-sid`.
    expect(raw.cookies.map(({ name }) => name)).toEqual(["sid", "device"]);
  });
});

describe("signing out", () => {
  it("ends the session and its image access immediately, and no other session", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site);
    const slide = await buildSlide(site);
    const elsewhere = await openTestSession(site, user.id);
    const picture = { imageId: String(slide.id), version: String(slide.version) };
    const thumbnail = (token: string) =>
      sendCall(server, getThumbnail, { params: picture, headers: { "x-site-token": token } });
    expect((await thumbnail(user.token)).status).toBe(200);
    expect((await thumbnail(elsewhere)).status).toBe(200);

    expect((await sendCall(server, closeSession, { as: user })).status).toBe(204);

    expect((await sendCall(server, getUser, { as: user })).status).toBe(401);
    expect((await thumbnail(user.token)).status).toBe(401);
    const tile = { ...picture, level: "0", x: "0", y: "0" };
    expect((await sendCall(server, getTile, { as: user, params: tile })).status).toBe(401);
    expect((await thumbnail(elsewhere)).status).toBe(200);
  });

  it("clears the cookie", async () => {
    const user = await buildUser(await buildSite(server));
    const { raw } = await sendCall(server, closeSession, {
      headers: { cookie: `sid=${user.token}`, "x-nonce": user.nonce },
    });
    const cleared = raw.cookies as unknown as { name: string; value: string; expires: Date }[];
    expect(cleared.map(({ name }) => name).sort()).toEqual(["__Host-sid", "sid"]);
    for (const { value, expires } of cleared) {
      expect(value).toBe("");
      expect(expires.getTime()).toBe(0);
    }
  });

  it("by a cookie without its nonce does not end the session", async () => {
    const user = await buildUser(await buildSite(server));
    await sendCall(server, closeSession, { headers: { cookie: `sid=${user.token}` } });
    expect((await sendCall(server, getUser, { as: user })).status).toBe(200);
  });
});

describe("a session", () => {
  const ages: [
    what: string,
    role: "administrator" | "learner",
    column: "created_at" | "last_seen_at",
    age: string,
    status: number,
  ][] = [
    ["59 minutes unused", "administrator", "last_seen_at", "59 minutes", 200],
    ["61 minutes unused", "administrator", "last_seen_at", "61 minutes", 401],
    ["11 hours 59 minutes old", "administrator", "created_at", "719 minutes", 200],
    ["12 hours 1 minute old", "administrator", "created_at", "721 minutes", 401],
    ["61 minutes unused", "learner", "last_seen_at", "61 minutes", 200],
    ["8 hours 1 minute unused", "learner", "last_seen_at", "481 minutes", 401],
    ["23 hours 59 minutes old", "learner", "created_at", "1439 minutes", 200],
    ["24 hours 1 minute old", "learner", "created_at", "1441 minutes", 401],
  ];
  for (const [what, role, column, age, status] of ages) {
    it(`of a user with role ${role}, ${what}: ${status}`, async () => {
      const user = await buildUser(await buildSite(server), { role });
      await sql`UPDATE user_session SET ${sql.ref(column)} = now() - ${age}::interval WHERE user_id = ${user.id}`.execute(
        server.owner,
      );
      expect((await sendCall(server, getUser, { as: user })).status).toBe(status);
    });
  }

  for (const token of [
    "",
    "x",
    "1.",
    "0.".padEnd(45, "a"),
    `1.${"a".repeat(42)}`,
    `99.${"a".repeat(43)}`,
    "1.'; DROP TABLE x",
  ]) {
    it(`named by "${token.slice(0, 20)}" does not exist`, async () => {
      const { status } = await sendCall(server, getUser, { headers: { "x-site-token": token } });
      expect([401, 404]).toContain(status);
    });
  }
});
