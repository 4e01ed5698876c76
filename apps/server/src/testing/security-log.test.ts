/** Security events in the log, over HTTP: what is logged, without personal data and without filling the disk. */
import { readdirSync, readFileSync } from "node:fs";
import { changePassword, endOtherSessions } from "@parfocal/core/account/account.contract.ts";
import { createCourse, getCourse } from "@parfocal/core/course/course.contract.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  signInWithPasskey,
} from "@parfocal/core/passkey/passkey.contract.ts";
import { confirmSecondFactor, startSecondFactor } from "@parfocal/core/second-factor/second-factor.contract.ts";
import { closeSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { listUsers } from "@parfocal/core/user/manage-users.contract.ts";
import type { FastifyRequest } from "fastify";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "#platform/log.ts";
import { createSecurityLog, MAX_LINES } from "#platform/security-log.ts";
import { MAX_FAILURES } from "#session/sign-in.ts";
import { Authenticator } from "./authenticator.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildUser, openTestSession, type TestUser } from "./build-user.ts";
import { securityEventsOf } from "./security-events.ts";
import { sendCall } from "./send-call.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const PASSWORD = "correct horse battery";
const CANARY = "a-canary-of-the-sender";
const ADDRESS = "203.0.113.77";
const ORIGIN = "http://localhost";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ trustedProxies: { hops: 1 } });
});
afterAll(() => server.close());

async function buildPerson(role: TestUser["role"] = "learner") {
  const site = await buildSite(server);
  return { site, user: await buildUser(site, { role, password: PASSWORD, displayName: "Lena Canary" }) };
}

const signIn = (site: TestSite, login: string, body: { password?: string; code?: string } = {}) =>
  sendCall(server, openSession, {
    siteId: site.id,
    body: { login, password: PASSWORD, ...body },
    headers: { "x-forwarded-for": ADDRESS },
  });

const eventsOf = (site: TestSite) => securityEventsOf(server, site.id);
const facts = (site: TestSite) =>
  eventsOf(site).map(({ event, way, reason, userId }) => [event, way ?? null, reason ?? null, userId ?? null]);

describe("a sign-in", () => {
  it("that succeeds or fails is logged with its method, account, route, request and a hash of the network", async () => {
    const { site, user } = await buildPerson();
    expect((await signIn(site, user.email)).status).toBe(200);
    const wrong = await signIn(site, user.email, { password: CANARY });
    await signIn(site, `${CANARY}@example.test`);
    expect(facts(site)).toEqual([
      ["signedIn", "password", null, user.id],
      ["signInFailed", "password", "signInFailed", user.id],
      ["signInFailed", "password", "signInFailed", null],
    ]);
    const [, failed] = eventsOf(site);
    expect(failed).toMatchObject({ method: "POST", route: `/api${openSession.path}`, reqId: wrong.failure.requestId });
    expect(failed?.network).toMatch(/^[\w-]{16}$/);
    expect(new Set(eventsOf(site).map(({ network }) => network)).size).toBe(1);
  });

  it("with a second factor records whether its code is missing, wrong, of the app or a recovery code", async () => {
    const { site, user } = await buildPerson();
    const { secret } = (await sendCall(server, startSecondFactor, { as: user, body: { currentPassword: PASSWORD } }))
      .answer;
    const codeOf = (timestamp: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const code = codeOf(Date.now());
    const { recoveryCodes } = (await sendCall(server, confirmSecondFactor, { as: user, body: { code } })).answer;
    await signIn(site, user.email);
    await signIn(site, user.email, { code: "aaaa-bbbb" });
    await signIn(site, user.email, { code: codeOf(Date.now() + 30_000) });
    await signIn(site, user.email, { code: recoveryCodes[0] ?? "" });
    expect(facts(site)).toEqual([
      ["passwordAccepted", "password", "secondFactorNeeded", user.id],
      ["signInFailed", "passwordAndCode", "secondFactorWrong", user.id],
      ["signedIn", "passwordAndCode", null, user.id],
      ["signedIn", "passwordAndRecoveryCode", null, user.id],
    ]);
    for (const text of [secret, ...recoveryCodes, "aaaa-bbbb"]) expect(server.logLines.join("")).not.toContain(text);
  });

  it("with a passkey is logged, with the account also if its signature is wrong", async () => {
    const { site, user } = await buildPerson();
    const phone = new Authenticator();
    const { challenge, rp } = (await sendCall(server, beginPasskey, { as: user, body: { currentPassword: PASSWORD } }))
      .answer;
    const credential = phone.create({ challenge, rpId: rp.id, origin: ORIGIN });
    await sendCall(server, addPasskey, { as: user, body: { name: "Phone", credential } });
    const use = async (origin: string) => {
      const passkeyOptions = (await sendCall(server, beginPasskeySignIn, { siteId: site.id })).answer;
      const used = phone.use({ challenge: passkeyOptions.challenge, rpId: passkeyOptions.rpId, origin });
      return sendCall(server, signInWithPasskey, { siteId: site.id, body: { credential: used } });
    };
    expect((await use("https://evil.example.test")).status).toBe(401);
    expect((await use(ORIGIN)).status).toBe(200);
    expect(facts(site)).toEqual([
      ["signInFailed", "passkey", "passkeyRefused", user.id],
      ["signedIn", "passkey", null, user.id],
    ]);
  });

  it("that is rejected after too many guesses is logged as a limit", async () => {
    const { site, user } = await buildPerson();
    for (let guess = 0; guess <= MAX_FAILURES.accountAndAddress; guess += 1)
      await signIn(site, user.email, { password: CANARY });
    expect(facts(site).at(-1)).toEqual(["limitReached", null, "tooManyAttempts", user.id]);
  });
});

describe("the end of sessions", () => {
  it("is logged with their account, reason and number", async () => {
    const { site, user } = await buildPerson();
    await openTestSession(site, user.id);
    await openTestSession(site, user.id);
    await sendCall(server, endOtherSessions, { as: user });
    const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2`, newPasswordRepeated: `${PASSWORD} 2` };
    const { token } = (await sendCall(server, changePassword, { as: user, body })).answer;
    await sendCall(server, closeSession, { as: { ...user, token } });
    expect(eventsOf(site).map(({ event, userId, reason, count }) => [event, userId, reason, count])).toEqual([
      ["sessionsEnded", user.id, "endedByOwner", 2],
      ["sessionsEnded", user.id, "passwordChanged", 1],
      ["signedOut", user.id, undefined, undefined],
    ]);
  });
});

describe("a rejected call", () => {
  it("for missing rights is logged with person and target: 401, 403, and 404 for hidden items", async () => {
    const { site, user } = await buildPerson();
    const ended = `${site.id}.${"a".repeat(43)}`;
    await sendCall(server, listUsers, { siteId: site.id });
    await sendCall(server, listUsers, { siteId: site.id, headers: { "x-site-token": ended } });
    await sendCall(server, listUsers, { as: user });
    await sendCall(server, getCourse, { as: user, params: { id: "999999" } as never });
    expect(facts(site)).toEqual([
      ["accessRefused", null, "signInNeeded", null],
      ["accessRefused", null, "sessionUnknown", null],
      ["accessRefused", null, "notAllowed", user.id],
      ["accessRefused", null, "notFound", user.id],
    ]);
    expect(eventsOf(site).at(-1)?.route).toContain(":");
    expect(server.logLines.join("")).not.toContain("999999");
  });

  it("as forged is logged: another site's page, and a cookie without its nonce", async () => {
    const { site, user } = await buildPerson("teacher");
    const send = (headers: Record<string, string>) =>
      sendCall(server, createCourse, { body: { title: CANARY }, headers: { cookie: `sid=${user.token}`, ...headers } });
    expect((await send({ "x-nonce": user.nonce, origin: "https://evil.example" })).status).toBe(403);
    expect((await send({ "x-nonce": "forged" })).status).toBe(401);
    expect(facts(site)).toEqual([
      ["requestForged", null, "foreignOrigin", user.id],
      ["requestForged", null, "nonce", null],
    ]);
  });

  it("for its input or a wrong secret is logged, without its content", async () => {
    const { site, user } = await buildPerson("teacher");
    await sendCall(server, createCourse, { as: user, body: { [CANARY]: CANARY } as never });
    const body = { currentPassword: CANARY, newPassword: `${CANARY} 2`, newPasswordRepeated: `${CANARY} 2` };
    await sendCall(server, changePassword, { as: user, body });
    expect(facts(site)).toEqual([
      ["inputRefused", null, "invalid", user.id],
      ["guessFailed", null, "currentPasswordIncorrect", user.id],
    ]);
  });
});

it("no line contains a name, an address of a person or of a machine, a password or a token", async () => {
  const { site, user } = await buildPerson("teacher");
  await signIn(site, user.email, { password: CANARY });
  const { token } = (await signIn(site, user.email)).answer;
  await sendCall(server, closeSession, { as: { ...user, token } });
  expect(eventsOf(site).length).toBe(3);
  const log = server.logLines.join("");
  for (const text of [CANARY, PASSWORD, ADDRESS, "127.0.0.1", "@example.test", "Canary", user.token, token, user.nonce])
    expect(log).not.toContain(text);
});

describe("log lines", () => {
  const request = (route: string) =>
    ({ id: "1", method: "GET", routeOptions: { url: route }, ip: ADDRESS }) as unknown as FastifyRequest;

  function open(level: string) {
    const logLines: string[] = [];
    let now = Date.UTC(2026, 10, 29);
    const log = createLog(level, { write: (line: string) => void logLines.push(line) });
    const securityLog = createSecurityLog(log, Buffer.alloc(32), () => now);
    const events = () => securityEventsOf({ logLines });
    return { securityLog, events, passMinute: () => (now += 60_000) };
  }

  it("are written at every log level, unless it is silent", () => {
    for (const [level, count] of [
      ["info", 2],
      ["warn", 2],
      ["error", 2],
      ["silent", 0],
    ] as const) {
      const { securityLog, events } = open(level);
      securityLog.note("signedIn", { siteId: 1, userId: 2, way: "password" });
      securityLog.rejected(notFound(), request("/a"));
      expect(events()).toHaveLength(count);
    }
  });

  it("of a flood are few, and its size is logged; other routes, reasons and sign-ins are logged beside it", () => {
    const { securityLog, events, passMinute } = open("warn");
    for (let call = 0; call < 10_000; call += 1) securityLog.rejected(notFound(), request("/a"));
    securityLog.rejected(notFound(), request("/b"));
    securityLog.rejected(new AppError("tooManyRequests", ""), request("/a"));
    for (let count = 0; count < 500; count += 1) securityLog.note("signedIn", { siteId: 1, userId: count });
    expect(events().filter(({ event, route }) => event === "accessRefused" && route === "/a")).toHaveLength(
      MAX_LINES.same,
    );
    expect(events()).toHaveLength(MAX_LINES.same + 2 + 500);
    passMinute();
    securityLog.rejected(notFound(), request("/a"));
    expect(events().slice(-2)).toMatchObject([
      { event: "accessRefused", reason: "notFound", route: "/a", omitted: 10_000 - MAX_LINES.same },
      { event: "accessRefused", route: "/a" },
    ]);
    expect(events().at(-1)).not.toHaveProperty("omitted");
  });

  it("of one event are few, whatever the number of its routes", () => {
    const { securityLog, events } = open("warn");
    for (let call = 0; call < 1_000; call += 1) securityLog.rejected(notFound(), request(`/${call}`));
    expect(events()).toHaveLength(MAX_LINES.event);
    securityLog.flush();
    expect(events().reduce((sum, { omitted = 0 }) => sum + omitted, 0)).toBe(1_000 - MAX_LINES.event);
  });

  it("identify a network by a hash that changes daily", () => {
    const { securityLog, events, passMinute } = open("warn");
    const note = () => securityLog.rejected(notFound(), request("/a"));
    note();
    note();
    for (let minute = 0; minute < 24 * 60; minute += 1) passMinute();
    note();
    const [first, second, third] = events().map(({ network }) => network);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });
});

const SOURCES = new URL("../", import.meta.url);

/** Product files, from `src`, that contain the text. */
const filesWith = (text: string) =>
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|^testing\//.test(path))
    .filter((path) => readFileSync(new URL(path, SOURCES), "utf8").includes(text))
    .sort();

it("each call that opens or ends sessions logs an event", () => {
  expect(filesWith("insertSession(")).toEqual([
    // With the current password; the former sessions are logged as ended.
    "people/account/change-password.ts",
    "people/passkey/open-session-by-passkey.ts",
    "people/session/session.queries.ts",
    "people/session/sign-in.ts",
    "sharing/host-sign-in/read-site-token.ts",
    "sharing/lti/admit-launch.ts",
    "sharing/single-sign-on/admit-identity.ts",
  ]);
  expect(filesWith("sessionHasEnded")).toEqual(["open-app.ts", "platform/access/session-end.ts"]);
});

it("each event is described", () => {
  const documented = readFileSync(new URL("../../../../docs/security/README.md", import.meta.url), "utf8");
  const source = readFileSync(new URL("platform/security-log.ts", SOURCES), "utf8");
  const [, always = "", bounded = ""] =
    /const ALWAYS = \[(.*?)\].*?const BOUNDED = \[(.*?)\] as const/s.exec(source) ?? [];
  const names = [...`${always}${bounded}`.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(documented).toContain(`\`${name}\``);
});
