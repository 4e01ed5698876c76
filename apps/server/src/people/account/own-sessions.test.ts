/** One's own sessions: the list, ending one, the lifetime of a persistent one (threat T-18). */
import { endOwnSession, listOwnSessions } from "@parfocal/core/account/account.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, openTestSession, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const sessionsOf = async (as: TestUser) => (await sendCall(server, listOwnSessions, { as })).answer;
const signIn = (site: TestSite, user: TestUser, staySignedIn: boolean) =>
  sendCall(server, openSession, {
    siteId: site.id,
    body: { login: user.email, password: PASSWORD, staySignedIn },
    headers: { "user-agent": FIREFOX },
  });
const isSignedIn = async (token: string) =>
  (await sendCall(server, getSession, { headers: { "x-site-token": token } })).answer.user !== null;
const age = (site: TestSite, interval: string) =>
  sql`UPDATE user_session SET created_at = now() - ${interval}::interval, last_seen_at = now() - ${interval}::interval
      WHERE site_id = ${site.id}`.execute(server.owner);

async function setOptions(site: TestSite, values: Readonly<Record<string, number>>): Promise<void> {
  const as = await buildUser(site, { role: "administrator" });
  const body = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  expect((await sendCall(server, putSiteOptions, { as, body })).status).toBe(200);
}

it("the list describes each device in plain words and marks the current session", async () => {
  const site = await buildSite(server);
  const user = await buildUser(site, { password: PASSWORD });
  await buildUser(site);
  await signIn(site, user, true);
  const { sessions, total } = await sessionsOf(user);
  expect(total).toBe(2);
  expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({ browser: null, isKept: false });
  expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
    browser: "Firefox",
    system: "Linux",
    isKept: true,
  });
});

it("only the chosen session is ended; that of another person is not found", async () => {
  const site = await buildSite(server);
  const [user, other] = [await buildUser(site), await buildUser(site)];
  const [second, third] = [await openTestSession(site, user.id), await openTestSession(site, user.id)];
  const { sessions } = await sessionsOf({ ...user, token: second });
  const id = sessions.find(({ isCurrent }) => isCurrent)?.id ?? 0;
  expect((await sendCall(server, endOwnSession, { as: other, params: { id: String(id) } })).status).toBe(404);
  expect(await isSignedIn(second)).toBe(true);
  expect((await sendCall(server, endOwnSession, { as: user, params: { id: String(id) } })).status).toBe(204);
  expect([await isSignedIn(second), await isSignedIn(third), await isSignedIn(user.token)]).toEqual([
    false,
    true,
    true,
  ]);
});

it("a persistent session lasts 30 days without use, others 8 hours", async () => {
  const site = await buildSite(server);
  const user = await buildUser(site, { password: PASSWORD });
  const [kept, plain] = [await signIn(site, user, true), await signIn(site, user, false)];
  expect(kept.raw.cookies.find(({ name }) => name === "sid")).toMatchObject({ maxAge: 30 * 24 * 60 * 60 });
  expect(plain.raw.cookies.find(({ name }) => name === "sid")).not.toHaveProperty("maxAge");
  await age(site, "9 hours");
  expect([await isSignedIn(kept.answer.token), await isSignedIn(plain.answer.token)]).toEqual([true, false]);
  await age(site, "29 days");
  expect(await isSignedIn(kept.answer.token)).toBe(true);
  await age(site, "31 days");
  expect(await isSignedIn(kept.answer.token)).toBe(false);
});

describe("the session lengths set by a site", () => {
  it("end open sessions, and apply to the list of sessions", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const { answer } = await signIn(site, user, false);
    await age(site, "20 minutes");
    expect(await isSignedIn(answer.token)).toBe(true);
    await openTestSession(site, user.id);
    await age(site, "20 minutes");
    await setOptions(site, { sessionIdleMinutes: 15 });
    expect(await isSignedIn(answer.token)).toBe(false);
    const { token } = (await signIn(site, user, false)).answer;
    expect((await sessionsOf({ ...user, token })).total).toBe(1);
  });

  it("also count from sign-in, however much the session is used", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const { token } = (await signIn(site, user, false)).answer;
    await setOptions(site, { sessionHours: 2 });
    const signedInAgo = (interval: string) =>
      sql`UPDATE user_session SET created_at = now() - ${interval}::interval WHERE site_id = ${site.id}`.execute(
        server.owner,
      );
    await signedInAgo("119 minutes");
    expect(await isSignedIn(token)).toBe(true);
    await signedInAgo("121 minutes");
    expect(await isSignedIn(token)).toBe(false);
    await setOptions(site, { sessionHours: 168, sessionIdleMinutes: 1_440 });
    await signedInAgo("167 hours");
    expect(await isSignedIn(token)).toBe(true);
  });

  it("are at most one hour without use and twelve in total for administrators", async () => {
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator", password: PASSWORD });
    await setOptions(site, { sessionHours: 168, sessionIdleMinutes: 1_440, keptSessionDays: 90 });
    const { token } = (await signIn(site, administrator, true)).answer;
    await age(site, "59 minutes");
    expect(await isSignedIn(token)).toBe(true);
    await age(site, "61 minutes");
    expect(await isSignedIn(token)).toBe(false);
  });

  it("of zero days allow no persistent sessions, and end existing ones", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const kept = await signIn(site, user, true);
    await setOptions(site, { keptSessionDays: 0 });
    expect(kept.answer.site.canStaySignedIn).toBe(true);
    await age(site, "9 hours");
    expect(await isSignedIn(kept.answer.token)).toBe(false);
    const { raw, answer } = await signIn(site, user, true);
    expect(answer.site.canStaySignedIn).toBe(false);
    expect(raw.cookies.find(({ name }) => name === "sid")).not.toHaveProperty("maxAge");
    await setOptions(site, { keptSessionDays: 7 });
    const { raw: week } = await signIn(site, user, true);
    expect(week.cookies.find(({ name }) => name === "sid")).toMatchObject({ maxAge: 7 * 24 * 60 * 60 });
  });
});

it("an administrator's session is not persistent", async () => {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator", password: PASSWORD });
  const { answer } = await signIn(site, administrator, true);
  await age(site, "2 hours");
  expect(await isSignedIn(answer.token)).toBe(false);
});
