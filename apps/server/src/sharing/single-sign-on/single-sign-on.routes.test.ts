/** Signing in at an institution's own page, with a real OpenID Connect provider. */
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSingleSignOn } from "#platform/access/single-sign-on-settings.ts";
import { withSite } from "#platform/db/database.ts";
import { insertSite } from "#site/site.queries.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { signInAtProvider, startIdentityProvider, type TestIdentityProvider } from "#testing/identity-provider.ts";
import { securityEventsOf } from "#testing/security-events.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { listGroupsOfUser } from "#user-group/user-group.queries.ts";

/** Address for requests of tests without a network. */
const OWN_ORIGIN = "http://localhost";
const SITE_ID = 1;

let provider: TestIdentityProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startIdentityProvider(`${OWN_ORIGIN}/api/single-sign-on/callback`);
  const singleSignOn = readSingleSignOn({
    PARFOCAL_OIDC_ISSUER: provider.issuer.href,
    PARFOCAL_OIDC_CLIENT_ID: provider.clientId,
    PARFOCAL_OIDC_CLIENT_SECRET: provider.clientSecret,
    PARFOCAL_OIDC_NAME: "Test University",
    PARFOCAL_OIDC_ROLES: "pathology-staff=teacher;it=administrator",
    PARFOCAL_OIDC_GROUPS: "histology-2026=Histology 2026;nowhere=No such group",
  });
  if (!singleSignOn) throw new Error("not configured");
  server = await createTestServer({ singleSignOn });
  await insertSite(server.owner, { id: SITE_ID, title: "Test site", origins: [] });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const site = () => ({ id: SITE_ID, server });
const cookiesOf = (cookies: readonly { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** As in a browser: from the button to the final page. */
async function signIn(login: string | null, { next = "/s1/course5/", headers = {} as Record<string, string> } = {}) {
  const start = await server.app.inject({
    url: "/api/single-sign-on/start",
    query: { site: String(SITE_ID), next },
  });
  expect(start.statusCode).toBe(303);
  const answer = await signInAtProvider(start.headers.location as string, login);
  const finish = await server.app.inject({
    url: `${answer.pathname}${answer.search}`,
    headers: { cookie: cookiesOf(start.cookies), ...headers },
  });
  const session = finish.cookies.find(({ name }) => name === "sid");
  return { start, answer, finish, location: finish.headers.location, token: session?.value ?? null };
}

const whoIs = async (token: string | null) =>
  (await sendCall(server, getSession, { headers: token === null ? {} : { "x-site-token": token } })).answer.user;

describe("a new person", () => {
  it("gets an account as learner, a session, and the requested page", async () => {
    provider.people.set("ada", { email: "ada@example.test", email_verified: true, name: "Ada L." });
    const { location, token } = await signIn("ada");
    expect(location).toBe("/s1/course5/");
    expect(await whoIs(token)).toMatchObject({ email: "ada@example.test", displayName: "Ada L.", role: "learner" });
  });

  it("gets the role and the groups assigned to the claims; the account is the same the next time", async () => {
    const groupId = await buildUserGroup(site(), { title: "Histology 2026" });
    const groups = ["pathology-staff", "histology-2026", "nowhere", "unknown"];
    provider.people.set("tim", { email: "tim@example.test", email_verified: true, name: "Tim", groups });
    const first = await whoIs((await signIn("tim")).token);
    expect(first?.role).toBe("teacher");
    const memberships = await withSite(server.platform.database, SITE_ID, (db) =>
      listGroupsOfUser(db, SITE_ID, first?.id ?? 0),
    );
    expect(memberships).toEqual([{ id: groupId, title: "Histology 2026" }]);
    provider.people.set("tim", { email: "new@example.test", email_verified: true, name: "Tim", groups: ["it"] });
    const second = await whoIs((await signIn("tim")).token);
    expect(second).toEqual(first);
  });

  it("gets no account without an email address", async () => {
    provider.people.set("nomail", { name: "Nobody" });
    const { location, token } = await signIn("nomail");
    expect(location).toBe("/sign-in?next=%2Fs1%2Fcourse5%2F&failed=noEmail");
    expect(token).toBeNull();
  });

  it("gets one account from several simultaneous sign-ins", async () => {
    provider.people.set("eve", { email: "eve@example.test", email_verified: true, name: "Eve" });
    const tokens = await Promise.all(Array.from({ length: 4 }, async () => (await signIn("eve")).token));
    const ids = await Promise.all(tokens.map(async (token) => (await whoIs(token))?.id));
    expect(new Set(ids).size).toBe(1);
  });
});

describe("an account with the same email address", () => {
  it("uses it if the provider vouches for the address", async () => {
    const teacher = await buildUser(site(), { role: "teacher" });
    provider.people.set("known", { email: teacher.email.toUpperCase(), email_verified: true, name: "Other name" });
    expect((await whoIs((await signIn("known")).token))?.id).toBe(teacher.id);
  });

  it("does not use it otherwise", async () => {
    const teacher = await buildUser(site(), { role: "teacher" });
    provider.people.set("unverified", { email: teacher.email, email_verified: false, name: "Mallory" });
    const { location, token } = await signIn("unverified");
    expect(location).toContain("failed=emailUnverified");
    expect(token).toBeNull();
  });

  it("opens no session if it is suspended", async () => {
    const user = await buildUser(site(), { isSuspended: true });
    provider.people.set("suspended", { email: user.email, email_verified: true });
    expect((await signIn("suspended")).location).toContain("failed=closed");
  });
});

describe("forgery", () => {
  it("a response without the cookie of its start, or with a changed one, opens no session", async () => {
    provider.people.set("ada", { email: "ada@example.test", email_verified: true, name: "Ada L." });
    expect(await signIn("ada", { headers: { cookie: "" } })).toMatchObject({
      location: "/sign-in?next=%2F&failed=expired",
      token: null,
    });
    const { start, answer } = await signIn("ada");
    const [cookie] = start.cookies;
    const [text = "", signature = ""] = cookie?.value.split(".") ?? [];
    const changed = JSON.parse(Buffer.from(text, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...changed, next: "/s1/other/" })).toString("base64url");
    const finish = await server.app.inject({
      url: `${answer.pathname}${answer.search}`,
      headers: { cookie: `sso=${forged}.${signature}` },
    });
    expect(finish.headers.location).toContain("failed=expired");
  });

  it("a code is used once, and another state is rejected", async () => {
    provider.people.set("ada", { email: "ada@example.test", email_verified: true, name: "Ada L." });
    const { start, answer } = await signIn("ada");
    const again = await server.app.inject({
      url: `${answer.pathname}${answer.search}`,
      headers: { cookie: cookiesOf(start.cookies) },
    });
    expect(again.headers.location).toContain("failed=failed");
    answer.searchParams.set("state", "another");
    const other = await server.app.inject({
      url: `${answer.pathname}${answer.search}`,
      headers: { cookie: cookiesOf(start.cookies) },
    });
    expect(other.headers.location).toContain("failed=failed");
  });

  it.each(["cross-site", "same-site"])(
    "a link from another page (%s) starts nothing: the sign-in page asks first",
    async (from) => {
      const start = await server.app.inject({
        url: "/api/single-sign-on/start",
        query: { site: String(SITE_ID), next: "/s1/course5/" },
        headers: { "sec-fetch-site": from },
      });
      expect([start.statusCode, start.headers.location]).toEqual([303, "/sign-in?next=%2Fs1%2Fcourse5%2F"]);
      expect(start.cookies).toEqual([]);
    },
  );

  it.each(["same-origin", "none"])("a start from %s leads to the provider", async (from) => {
    const start = await server.app.inject({
      url: "/api/single-sign-on/start",
      query: { site: String(SITE_ID) },
      headers: { "sec-fetch-site": from },
    });
    expect(start.headers.location).not.toMatch(/^\//);
  });

  it("redirects to no other server afterwards", async () => {
    provider.people.set("ada", { email: "ada@example.test", email_verified: true, name: "Ada L." });
    for (const next of ["https://elsewhere.test/", "//elsewhere.test", "/\\elsewhere.test"])
      expect((await signIn("ada", { next })).location).toBe("/s1/");
  });
});

it("a person who cancels at the provider returns to the local sign-in page", async () => {
  expect((await signIn(null)).location).toBe("/sign-in?next=%2Fs1%2Fcourse5%2F&failed=denied");
});

it("success and failure are in the log of security events", async () => {
  provider.people.set("ada", { email: "ada@example.test", email_verified: true, name: "Ada L." });
  const before = securityEventsOf(server).length;
  const person = await whoIs((await signIn("ada")).token);
  await signIn(null);
  await server.app.inject({ url: "/api/single-sign-on/callback?code=1&state=2" });
  expect(securityEventsOf(server).slice(before)).toMatchObject([
    { event: "signedIn", way: "singleSignOn", siteId: SITE_ID, userId: person?.id },
    { event: "signInFailed", way: "singleSignOn", siteId: SITE_ID, reason: "denied" },
    { event: "signInFailed", way: "singleSignOn", siteId: SITE_ID, reason: "expired" },
  ]);
});

it("a session that is open in the browser ends", async () => {
  provider.people.set("ada", { email: "ada@example.test", email_verified: true, name: "Ada L." });
  const { token } = await signIn("ada");
  const start = await server.app.inject({ url: "/api/single-sign-on/start", query: { site: "1" } });
  const answer = await signInAtProvider(start.headers.location as string, "ada");
  await server.app.inject({
    url: `${answer.pathname}${answer.search}`,
    headers: { cookie: `${cookiesOf(start.cookies)}; sid=${token}` },
  });
  expect(await whoIs(token)).toBeNull();
});

it("a site without a provider has no such page, and its sign-in page does not offer it", async () => {
  const other = await insertSite(server.owner, { id: null, title: "Other", origins: [] });
  const start = await server.app.inject({ url: "/api/single-sign-on/start", query: { site: String(other) } });
  expect(start.headers.location).toBe(`/sign-in?next=%2Fs${other}%2F&failed=failed`);
  expect((await sendCall(server, getSession, { siteId: other })).answer.singleSignOn).toBeNull();
  expect((await sendCall(server, getSession, { siteId: SITE_ID })).answer.singleSignOn).toBe("Test University");
});
