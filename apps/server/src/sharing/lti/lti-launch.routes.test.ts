/** Launches from a simulated learning platform, over HTTP as in a browser. */

import { createLtiPlatform, deleteLtiPlatform, listLtiPlatforms } from "@parfocal/core/lti/lti-platform.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { claim, INSTRUCTOR, startLtiPlatform, type TestLtiPlatform } from "#testing/lti-platform.ts";
import { securityEventsOf } from "#testing/security-events.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { listGroupsOfUser } from "#user-group/user-group.queries.ts";
import { readPublicKeys } from "./lti-keys.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };

let platform: TestLtiPlatform;
let server: TestServer;
beforeAll(async () => {
  platform = await startLtiPlatform();
  server = await createTestServer({ hostNetworks: ["127.0.0.0/8"], trustedProxies: { hops: 1 } });
});
afterAll(async () => {
  await server.close();
  await platform.close();
});

let site: TestSite;
let administrator: TestUser;
let registeredId: number;
beforeEach(async () => {
  site = await buildSite(server);
  administrator = await buildUser(site, { role: "administrator" });
  const { answer } = await sendCall(server, createLtiPlatform, { as: administrator, body: platform.settings });
  registeredId = answer.id;
});

interface Options {
  readonly claims?: JWTPayload;
  /** Instead of one signed by the platform. */
  readonly token?: (nonce: string) => Promise<string> | string;
  readonly isFramed?: boolean;
  readonly hasCookie?: boolean;
  readonly language?: string;
}

const login = () => ({
  iss: platform.settings.issuer,
  login_hint: "42",
  target_link_uri: `http://localhost/s${site.id}/`,
  lti_message_hint: "7",
});

async function begin({ isFramed = true }: Options = {}) {
  const dest = { "sec-fetch-dest": isFramed ? "iframe" : "document" };
  const start = await server.app.inject({ url: `/api/v2/lti/site/${site.id}/login`, query: login(), headers: dest });
  expect(start.statusCode).toBe(303);
  const authorizationUrl = new URL(start.headers.location as string);
  const { state = "", nonce = "" } = Object.fromEntries(authorizationUrl.searchParams);
  const cookie = start.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return { authorizationUrl, state, nonce, cookie, dest, cookies: start.cookies };
}

type Pending = Awaited<ReturnType<typeof begin>>;

const finish = ({ state, cookie, dest }: Pending, idToken: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: "POST",
    url: `/api/v2/lti/site/${site.id}/launch`,
    headers: { ...FORM, ...dest, cookie, ...headers },
    payload: new URLSearchParams({ state, id_token: idToken, session_state: "of Canvas" }).toString(),
  });

async function launch({ claims, token, hasCookie = true, language = "en", ...options }: Options = {}) {
  const pending = await begin(options);
  const idToken = await (token ? token(pending.nonce) : platform.sign(pending.nonce, claims));
  return finish(hasCookie ? pending : { ...pending, cookie: "" }, idToken, { "accept-language": language });
}

const sessionOf = ({ cookies }: Awaited<ReturnType<typeof launch>>) =>
  cookies.find(({ name, value }) => name === "sid" && value !== "")?.value ?? null;

async function whoIs(answer: Awaited<ReturnType<typeof launch>>) {
  const token = sessionOf(answer);
  if (token === null) throw new Error(`no session: ${answer.statusCode} ${answer.body}`);
  return (await sendCall(server, getSession, { headers: { "x-site-token": token } })).answer.user;
}

const groupsOf = (userId: number) =>
  withSite(server.platform.database, site.id, (db) => listGroupsOfUser(db, site.id, userId));

describe("a launch", () => {
  it("asks the platform, signs the learner in, and opens the content in the frame", async () => {
    const pending = await begin();
    expect(`${pending.authorizationUrl.origin}${pending.authorizationUrl.pathname}`).toBe(
      platform.settings.authorizationUrl,
    );
    expect(Object.fromEntries(pending.authorizationUrl.searchParams)).toMatchObject({
      ...{ scope: "openid", response_type: "id_token", response_mode: "form_post", prompt: "none" },
      ...{ client_id: "parfocal-1", login_hint: "42", lti_message_hint: "7" },
      redirect_uri: `http://localhost/api/v2/lti/site/${site.id}/launch`,
    });
    const target = claim("target_link_uri", `http://localhost/s${site.id}/course2/i9/`);
    const answer = await finish(pending, await platform.sign(pending.nonce, target));
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/s${site.id}/course2/i9/?embed=1`]);
    expect(await whoIs(answer)).toMatchObject({ displayName: "Ada L.", email: "ada@example.test", role: "learner" });
  });

  it("the custom parameter takes precedence over the address; in a window the whole page is shown", async () => {
    const claims = claim("custom", { path: `/s${site.id}/q4/` });
    const answer = await launch({ claims, isFramed: false });
    expect(answer.headers.location).toBe(`/s${site.id}/q4/`);
  });

  it("opens only content of this site", async () => {
    for (const address of ["https://evil.test/s1/i9/", `http://localhost/s${site.id + 1}/i9/`, "//evil.test/"]) {
      const claims = { ...claim("target_link_uri", address), ...claim("custom", { path: address }) };
      const window = await launch({ claims, isFramed: false });
      expect(window.headers.location).toBe(`/s${site.id}/`);
      const frame = await launch({ claims });
      expect([frame.statusCode, frame.body]).toEqual([200, expect.stringContaining("No content has been chosen")]);
    }
  });

  it("over https cookies are partitioned in frames; a window gets an ordinary one", async () => {
    for (const isFramed of [true, false]) {
      const dest = { "sec-fetch-dest": isFramed ? "iframe" : "document", "x-forwarded-proto": "https" };
      const start = await server.app.inject({
        ...{ url: `/api/v2/lti/site/${site.id}/login`, query: login(), headers: dest },
      });
      const authorizationParams = new URL(start.headers.location as string).searchParams;
      const [launchCookie] = start.cookies;
      expect(launchCookie?.name).toMatch(/^__Host-lti-/);
      expect(launchCookie).toMatchObject({ secure: true, httpOnly: true, sameSite: "None" });
      const cookie = `${launchCookie?.name}=${launchCookie?.value}`;
      const pending = { ...(await begin()), state: authorizationParams.get("state") ?? "", cookie };
      const answer = await finish(pending, await platform.sign(authorizationParams.get("nonce") ?? ""), dest);
      const session = answer.cookies.find(({ name }) => name === "__Host-sid");
      expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: isFramed ? "None" : "Lax" });
      expect(String(answer.headers["set-cookie"]).includes("Partitioned")).toBe(isFramed);
    }
  });
});

it("a login sent as a form works the same, with any additional fields", async () => {
  const answer = await server.app.inject({
    ...{ method: "POST", url: `/api/v2/lti/site/${site.id}/login`, headers: FORM },
    payload: new URLSearchParams({ ...login(), client_id: "parfocal-1", lti_storage_target: "_parent" }).toString(),
  });
  expect([answer.statusCode, answer.headers.location]).toEqual([
    ...[303, expect.stringContaining(platform.settings.authorizationUrl)],
  ]);
});

describe("the account", () => {
  it("stays the same at the next launch, even with a new email address; a used address does not merge accounts", async () => {
    const local = await buildUser(site, { role: "administrator" });
    const email = local.email;
    const first = await whoIs(await launch({ claims: { email } }));
    expect(first?.id).not.toBe(local.id);
    expect(first?.email).toMatch(/@host-site\.invalid$/);
    const second = await whoIs(await launch({ claims: { email: "other@example.test" } }));
    expect(second?.id).toBe(first?.id);
    const another = await whoIs(await launch({ claims: { sub: "person-2", email } }));
    expect(another?.id).not.toBe(first?.id);
  });

  it("gets the role of the table, at most teacher; a launch can raise it but not lower it", async () => {
    const administers = claim("roles", ["http://purl.imsglobal.org/vocab/lis/v2/system/person#Administrator"]);
    expect((await whoIs(await launch({ claims: { ...administers, sub: "root" } })))?.role).toBe("teacher");
    expect((await whoIs(await launch()))?.role).toBe("learner");
    expect((await whoIs(await launch({ claims: claim("roles", [INSTRUCTOR]) })))?.role).toBe("teacher");
    expect((await whoIs(await launch()))?.role).toBe("teacher");
  });

  it("a role that an administrator removed is not granted again", async () => {
    const claims = claim("roles", [INSTRUCTOR]);
    const user = await whoIs(await launch({ claims }));
    await server.owner
      .updateTable("site_user")
      .set({ role: "learner" })
      .where("id", "=", user?.id ?? 0)
      .execute();
    expect((await whoIs(await launch({ claims })))?.role).toBe("learner");
  });

  it("is in the user group of the course, which is created once", async () => {
    await buildUserGroup(site, { title: "histology 2026" });
    const answers = await Promise.all([launch(), launch({ claims: { sub: "person-2", email: "b@example.test" } })]);
    const groups = await Promise.all(answers.map(async (answer) => groupsOf((await whoIs(answer))?.id ?? 0)));
    expect(groups[0]).toEqual([{ id: expect.any(Number), title: "Histology 2026 (2)" }]);
    expect(groups[1]).toEqual(groups[0]);
  });

  it("is rejected while suspended", async () => {
    const user = await whoIs(await launch());
    await server.owner
      .updateTable("site_user")
      .set({ is_suspended: true })
      .where("id", "=", user?.id ?? 0)
      .execute();
    const answer = await launch();
    expect([answer.statusCode, sessionOf(answer)]).toEqual([403, null]);
  });
});

describe("rejected, with an explanation and without a session:", () => {
  const now = () => Math.floor(Date.now() / 1000);
  const cases: readonly [what: string, options: Options, status: number, says: string][] = [
    ["another audience", { claims: { aud: "another-tool" } }, 401, "meant for another tool"],
    ["several audiences without us as party", { claims: { aud: ["parfocal-1", "x"] } }, 401, "meant for another tool"],
    ["another party", { claims: { azp: "another-tool" } }, 401, "meant for another tool"],
    ["another issuer", { claims: { iss: "https://evil.test" } }, 401, "meant for another tool"],
    ["another nonce", { claims: { nonce: "another" } }, 401, "meant for another tool"],
    ["another version", { claims: claim("version", "1.1") }, 401, "meant for another tool"],
    ["another kind of message", { claims: claim("message_type", "LtiEulaRequest") }, 401, "meant for another tool"],
    ["another deployment", { claims: claim("deployment_id", "d2") }, 403, "deployment"],
    ["an expired token", { claims: { iat: now() - 600, exp: now() - 300 } }, 401, "took too long"],
    ["an old token that expires late", { claims: { iat: now() - 7200, exp: now() + 7200 } }, 401, "took too long"],
    ["nobody's launch", { claims: { sub: undefined } as unknown as JWTPayload }, 403, "not said who you are"],
    ["no token", { token: () => "" }, 401, "signature"],
    ["a browser that has not started it", { hasCookie: false }, 403, "Open in a new window"],
    [
      "no signature",
      { token: (nonce) => new UnsecuredJWT({ nonce, sub: "x" }).setIssuer(platform.settings.issuer).encode() },
      401,
      "signature",
    ],
    [
      "a signature with a shared secret",
      {
        token: (nonce) =>
          new SignJWT({ nonce, sub: "x", aud: "parfocal-1" })
            .setProtectedHeader({ alg: "HS256", kid: "1" })
            .sign(new TextEncoder().encode("x".repeat(64))),
      },
      401,
      "signature",
    ],
    [
      "a changed token",
      {
        async token(nonce) {
          const [head, body = "", signature] = (await platform.sign(nonce)).split(".");
          const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
          const forged = Buffer.from(JSON.stringify({ ...claims, sub: "somebody else" })).toString("base64url");
          return `${head}.${forged}.${signature}`;
        },
      },
      401,
      "signature",
    ],
  ];
  for (const [what, options, status, says] of cases)
    it(what, async () => {
      const answer = await launch(options);
      expect([answer.statusCode, answer.body]).toEqual([status, expect.stringContaining(says)]);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(sessionOf(answer)).toBeNull();
    });

  it("the same message twice, also with the cookie of the first time", async () => {
    const pending = await begin();
    const idToken = await platform.sign(pending.nonce);
    expect(sessionOf(await finish(pending, idToken))).not.toBeNull();
    const again = await finish(pending, idToken);
    expect([again.statusCode, again.body]).toEqual([401, expect.stringContaining("used already")]);
    expect(sessionOf(again)).toBeNull();
  });

  it("is in the log of security events, as a launch that signs in is", async () => {
    const pending = await begin();
    const idToken = await platform.sign(pending.nonce);
    const person = await whoIs(await finish(pending, idToken));
    await finish(pending, idToken);
    await finish(pending, idToken, { accept: "application/json" });
    expect(securityEventsOf(server, site.id)).toMatchObject([
      { event: "signedIn", way: "learningPlatform", userId: person?.id },
      { event: "signInFailed", way: "learningPlatform", reason: "lti.replayed" },
    ]);
    expect(securityEventsOf(server).at(-1)).toMatchObject({ event: "signInFailed", reason: "lti.replayed" });
  });

  it("a state of another site, a forged one, and none", async () => {
    const pending = await begin();
    const idToken = await platform.sign(pending.nonce);
    const other = await buildSite(server);
    const elsewhere = await server.app.inject({
      ...{ method: "POST", url: `/api/v2/lti/site/${other.id}/launch`, headers: { ...FORM, cookie: pending.cookie } },
      payload: new URLSearchParams({ state: pending.state, id_token: idToken }).toString(),
    });
    const forged = await finish({ ...pending, state: `${pending.state.slice(0, -4)}AAAA` }, idToken);
    const none = await finish({ ...pending, state: "" }, idToken);
    for (const answer of [elsewhere, forged, none]) {
      expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining("not started here")]);
      expect(sessionOf(answer)).toBeNull();
    }
  });

  it("a platform that is not or no longer registered; in German too", async () => {
    const headers = { accept: "text/html", "accept-language": "de-AT,de" };
    const url = `/api/v2/lti/site/${site.id}/login`;
    const unknown = await server.app.inject({ url, query: { ...login(), iss: "https://evil.test" }, headers });
    expect([unknown.statusCode, unknown.body]).toEqual([403, expect.stringContaining("ist hier nicht eingetragen")]);
    const incomplete = await server.app.inject({ url, query: { iss: "x" }, headers });
    expect([incomplete.statusCode, incomplete.body]).toEqual([400, expect.stringContaining("unvollständig")]);
    const pending = await begin();
    await sendCall(server, deleteLtiPlatform, { as: administrator, params: { id: String(registeredId) } });
    const removed = await finish(pending, await platform.sign(pending.nonce));
    expect([removed.statusCode, sessionOf(removed)]).toEqual([403, null]);
  });
});

it("a new window starts again with the message of the platform", async () => {
  const answer = await launch({ hasCookie: false });
  const [, address = ""] = /href="([^"]+)" target="_blank"/.exec(answer.body) ?? [];
  const again = await server.app.inject({ url: address.replaceAll("&amp;", "&").replace("http://localhost", "") });
  expect(again.statusCode).toBe(303);
  expect(new URL(again.headers.location as string).searchParams.get("login_hint")).toBe("42");
});

it("a changed key of the platform is fetched immediately, but not for each token with an unknown key ID", async () => {
  await launch();
  await platform.rotate();
  const before = platform.keyReads();
  expect((await launch()).statusCode).toBe(200);
  expect(platform.keyReads() - before).toBe(1);
  await platform.rotate();
  expect((await launch()).statusCode).toBe(401);
  expect(platform.keyReads() - before).toBe(1);
});

describe("the tool's own keys", () => {
  const keysOf = (id: number) => server.app.inject({ url: `/api/v2/lti/site/${id}/keys` });

  it("are published once a platform is registered; private keys are stored encrypted", async () => {
    const other = await buildSite(server);
    expect((await keysOf(other.id)).statusCode).toBe(404);
    const [first, again] = [await keysOf(site.id), await keysOf(site.id)];
    expect(first.json()).toEqual(again.json());
    const [key] = first.json().keys as { n: string }[];
    expect(Buffer.from(key?.n ?? "", "base64url")).toHaveLength(3072 / 8);
    expect(Object.keys(key ?? {}).toSorted()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    const row = await server.owner.selectFrom("lti_key").selectAll().where("site_id", "=", site.id).execute();
    expect(row.map((one) => one.sealed_private_key.toString("latin1").includes("PRIVATE"))).toEqual([false]);
  });

  it("get a successor that is published before the old one is removed", async () => {
    const kids = async (days: number) =>
      (await readPublicKeys(server.platform, site.id, Date.now() + days * DAY_MS)).map(({ kid }) => kid);
    const [old] = await kids(0);
    const both = await kids(91);
    expect(both).toHaveLength(2);
    expect(both[0]).toBe(old);
  });
});

it("administrators see the addresses to enter at the platform, and register no platform twice", async () => {
  const { answer } = await sendCall(server, listLtiPlatforms, { as: administrator });
  const strange = await sendCall(server, listLtiPlatforms, { as: administrator, headers: { host: "[::1" } });
  expect(strange).toMatchObject({ status: 400, failure: { data: ["host"] } });
  expect(answer.platforms).toEqual([{ id: registeredId, ...platform.settings }]);
  const at = `http://localhost/api/v2/lti/site/${site.id}`;
  expect(answer.tool).toEqual({
    ...{ toolUrl: `http://localhost/s${site.id}/`, loginUrl: `${at}/login` },
    ...{ launchUrl: `${at}/launch`, keysUrl: `${at}/keys` },
  });
  const again = await sendCall(server, createLtiPlatform, { as: administrator, body: platform.settings });
  expect([again.status, again.failure.data]).toEqual([409, ["platformTaken"]]);
});
