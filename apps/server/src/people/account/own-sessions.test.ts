/** One's own sessions: what is listed, how one is ended, how long a kept one lives (threat T-18). */
import { endOwnSession, listOwnSessions } from "@parfocal/core/account/account.contract.ts";
import { getSession, openSession } from "@parfocal/core/session/session.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, openTestSession, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const PASSWORD = "correct horse battery";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

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

it("the list has the device in plain words and marks the session that asks", async () => {
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

it("one session is ended, and no other; somebody else's is not found", async () => {
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

it("a kept session lives for 30 days without use, others for 8 hours", async () => {
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

it("an administrator's session is not kept", async () => {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator", password: PASSWORD });
  const { answer } = await signIn(site, administrator, true);
  await age(site, "2 hours");
  expect(await isSignedIn(answer.token)).toBe(false);
});
