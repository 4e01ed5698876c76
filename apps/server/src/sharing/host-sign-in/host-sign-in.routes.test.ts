import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCourse } from "@parfocal/core/course/course.contract.ts";
import { sendHostEvent } from "@parfocal/core/host-sign-in/host-event.contract.ts";
import { closeSession, getSession } from "@parfocal/core/session/session.contract.ts";
import { putSiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildHost, signToken } from "#testing/build-host.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { securityEventsOf } from "#testing/security-events.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ hostNetworks: ["127.0.0.1"] });
});
afterAll(() => server.close());

const readSession = (site: TestSite, token: string) =>
  sendCall(server, getSession, { siteId: site.id, headers: { "x-site-token": token } });
const problemOf = async (site: TestSite, token: string) => {
  const { status, failure } = await readSession(site, token);
  return status === 200 ? "accepted" : `${status} ${failure?.data[0]}`;
};
const sendEvent = (site: TestSite, token: string) =>
  sendCall(server, sendHostEvent, { siteId: site.id, body: { token } });
const usersOf = (site: TestSite) =>
  server.owner.selectFrom("site_user").selectAll().where("site_id", "=", site.id).orderBy("id").execute();

describe("a token signed by the host", () => {
  it("signs in: the first creates an account, all others find it", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const first = await readSession(site, host.token());
    expect(first.answer?.user).toMatchObject({ displayName: "Ada Host", email: "ada@host.example", role: "learner" });
    const second = await readSession(site, host.token({ sid: "host-session-2" }));
    expect(second.answer?.user?.id).toBe(first.answer?.user?.id);
    expect(await usersOf(site)).toHaveLength(1);
  });

  it("creates one account and one session for many simultaneous first calls", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const token = host.token();
    const answers = await Promise.all(Array.from({ length: 6 }, () => readSession(site, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await usersOf(site)).toHaveLength(1);
    expect(
      await server.owner.selectFrom("user_session").select("id").where("site_id", "=", site.id).execute(),
    ).toHaveLength(1);
  });

  it("can make changes that its role allows, without a nonce, since no page of another site can send the header", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const create = (token: string) =>
      sendCall(server, createCourse, {
        siteId: site.id,
        body: { title: "Histology" },
        headers: { "x-site-token": token },
      });
    expect((await create(host.token({ roles: ["teacher"] }))).status).toBe(200);
    expect((await create(host.token({ roles: ["student"] }))).status).toBe(403);
  });

  it("never merges accounts by email address", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const { email, id } = await buildUser(site, { role: "administrator" });
    const { answer } = await readSession(site, host.token({ email }));
    expect(answer?.user?.id).not.toBe(id);
    expect(answer?.user?.email).toMatch(/@host-site\.invalid$/);
  });

  it("grants an administrator's role only if the site's options allow it", async () => {
    const careful = await buildSite(server);
    const trusting = await buildSite(server);
    const roleIn = async (site: TestSite, givesAdministrators: boolean) => {
      const host = await buildHost(site, { givesAdministrators });
      return (await readSession(site, host.token({ roles: ["admin"] }))).answer?.user?.role;
    };
    expect(await roleIn(careful, false)).toBe("teacher");
    expect(await roleIn(trusting, true)).toBe("administrator");
  });

  it("revokes the role of an administrator, but not of a site's last one", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site, { givesAdministrators: true });
    const roleWith = async (role: string) =>
      (await readSession(site, host.token({ roles: [role], name: `A ${role}` }))).answer?.user;
    expect((await roleWith("admin"))?.role).toBe("administrator");
    expect(await roleWith("teacher")).toMatchObject({ role: "administrator", displayName: "A teacher" });
    await buildUser(site, { role: "administrator" });
    expect((await roleWith("teacher"))?.role).toBe("teacher");
  });

  it("is rejected if it is forged, old, for another site or of another type", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const other = await buildHost(await buildSite(server));
    const now = Math.floor(Date.now() / 1000);
    const token = host.token();
    const [head, body, signature] = token.split(".") as [string, string, string];
    const changed = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(body, "base64url").toString()), sub: "1" }));
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT", kid: host.publicKey.kid })).toString(
      "base64url",
    );
    const stranger = generateKeyPairSync("ed25519").privateKey;
    const header = { alg: "EdDSA", typ: "JWT", kid: host.publicKey.kid };
    const tries: Readonly<Record<string, readonly [token: string, problem: string]>> = {
      "another person": [`${head}.${changed.toString("base64url")}.${signature}`, "signature"],
      "a cut signature": [`${head}.${body}.${signature.slice(0, -2)}`, "malformed"],
      "no algorithm": [`${none}.${body}.`, "malformed"],
      "no algorithm, with a signature": [`${none}.${body}.${signature}`, "malformed"],
      "another algorithm": [host.token({}, { alg: "HS256" }), "malformed"],
      "a critical header": [host.token({}, { crit: ["b64"] }), "malformed"],
      "the key of a stranger": [
        signToken(stranger, header, JSON.parse(Buffer.from(body, "base64url").toString())),
        "signature",
      ],
      "an unknown key": [host.token({}, { kid: "other" }), "unknownKey"],
      "the host of another site": [other.token({ site: String(site.id) }), "unknownKey"],
      "an event": [host.event({ "session.ended": { sub: "7", sid: "host-session-1" } }), "malformed"],
      "one of yesterday": [host.token({ iat: now - 86_400, nbf: now - 86_400, exp: now - 86_100 }), "expired"],
      "one for a day": [host.token({ exp: now + 86_400 }), "tooLong"],
      "another audience": [host.token({ aud: "elsewhere" }), "audience"],
      "a long one": [host.token({ name: "x".repeat(5_000) }), "malformed"],
      "three words": ["a.b.c", "malformed"],
    };
    for (const [what, [tried, problem]] of Object.entries(tries))
      expect(await problemOf(site, tried), what).toBe(`401 siteToken.${problem}`);
    expect(await problemOf(await buildSite(server), token)).toBe("401 siteToken.noHost");
    expect(await usersOf(site)).toEqual([]);
  });

  it("is accepted once if the host issued it for a single call", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const token = host.token({ via: "proxy" });
    expect(await problemOf(site, token)).toBe("accepted");
    expect(await problemOf(site, token)).toBe("401 siteToken.replayed");
    expect(await problemOf(site, host.token({ via: "proxy" }))).toBe("accepted");
  });

  it("is rejected after its session has ended here, and the next session is open again", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const token = host.token();
    expect(await problemOf(site, token)).toBe("accepted");
    await sendCall(server, closeSession, { siteId: site.id, headers: { "x-site-token": token } });
    expect(await problemOf(site, token)).toBe("401 siteToken.ended");
    expect(await problemOf(site, host.token())).toBe("401 siteToken.ended");
    expect(await problemOf(site, host.token({ sid: "host-session-2" }))).toBe("accepted");
  });

  it("is rejected for an account suspended by an administrator", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    expect(await problemOf(site, host.token())).toBe("accepted");
    await server.owner.updateTable("site_user").set({ is_suspended: true }).where("site_id", "=", site.id).execute();
    expect(await problemOf(site, host.token())).toBe("401 siteToken.closed");
  });
});

describe("the file access of such a session", () => {
  it("covers images and files, and nothing else; it ends with the session", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const slide = await buildSlide(site);
    const token = host.token({ roles: ["teacher"] });
    const pass = (await readSession(site, token)).answer?.filePass ?? "";
    expect(pass).toMatch(/^~\d+\./);
    const statusOf = async (url: string, headers = {}) => (await server.app.inject({ url, headers })).statusCode;
    const picture = `/tiles/${slide.id}/thumbnail/1`;
    const open = await statusOf(picture);
    expect(open).toBe(401);
    expect([200, 404]).toContain(await statusOf(`/${pass}${picture}`));
    // No response of a call, and not as a token or a header.
    expect(await statusOf(`/${pass}/api/user`)).toBe(401);
    expect(await statusOf(`/${pass}/api/v2/image/${slide.id}`)).toBe(401);
    for (const headers of [{ "x-file-pass": pass }, { "x-site-token": pass }, { cookie: `sid=${pass}` }])
      expect(await statusOf(picture, headers)).toBe(401);
    expect(server.logLines.join("\n")).not.toContain(pass);
    await sendEvent(site, host.event({ "session.ended": { sub: "7", sid: "host-session-1" } }));
    expect(await statusOf(`/${pass}${picture}`)).toBe(401);
  });
});

describe("an event of the host", () => {
  it("ends a session, also for issued tokens; it is accepted once", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const token = host.token();
    await readSession(site, token);
    const event = host.event({ "session.ended": { sub: "7", sid: "host-session-1" } });
    expect((await sendEvent(site, event)).status).toBe(204);
    expect(await problemOf(site, token)).toBe("401 siteToken.ended");
    const again = await sendEvent(site, event);
    expect([again.status, again.failure?.data]).toEqual([401, ["siteToken.replayed"]]);
  });

  it("and the sessions and rejections of its tokens are in the log of security events", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const token = host.token();
    const userId = (await readSession(site, token)).answer?.user?.id;
    await readSession(site, token);
    const before = securityEventsOf(server).length;
    await readSession(site, `${token.slice(0, -4)}AAAA`);
    expect(securityEventsOf(server).slice(before)).toMatchObject([
      { event: "signInFailed", way: "hostSite", reason: "siteToken.signature" },
    ]);
    await sendEvent(site, host.event({ "session.ended": { sub: "7", sid: "host-session-1" } }));
    expect(securityEventsOf(server, site.id)).toMatchObject([
      { event: "signedIn", way: "hostSite", userId },
      { event: "signInFailed", way: "hostSite" },
      { event: "sessionsEnded", reason: "endedByHost", count: 1 },
    ]);
  });

  it("that a person has changed invalidates older tokens, so that the new rights apply immediately", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const now = Math.floor(Date.now() / 1000);
    const older = host.token({ roles: ["teacher"], iat: now - 5, nbf: now - 5 });
    expect((await readSession(site, older)).answer?.user?.role).toBe("teacher");
    await sendEvent(site, host.event({ "user.changed": { sub: "7" } }));
    expect(await problemOf(site, older)).toBe("401 siteToken.outdated");
    expect((await readSession(site, host.token())).answer?.user?.role).toBe("learner");
  });

  it("that a person is deleted suspends the account", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    await readSession(site, host.token());
    await sendEvent(site, host.event({ "user.deleted": { sub: "7" } }));
    expect(await usersOf(site)).toMatchObject([{ is_suspended: true }]);
    expect(await problemOf(site, host.token())).toMatch(/^401 /);
  });

  it("cannot remove a site's last administrator: rejected completely until there is another", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site, { givesAdministrators: true });
    await readSession(site, host.token({ roles: ["admin"] }));
    const deleted = host.event({ "user.deleted": { sub: "7" } });
    const refusal = await sendEvent(site, deleted);
    expect([refusal.status, refusal.failure?.data]).toEqual([409, ["lastAdministrator"]]);
    expect((await readSession(site, host.token({ roles: ["admin"] }))).answer?.user?.role).toBe("administrator");
    await buildUser(site, { role: "administrator" });
    expect((await sendEvent(site, deleted)).status).toBe(204);
    expect(await problemOf(site, host.token({ roles: ["admin"] }))).toMatch(/^401 /);
  });

  it("is rejected if it is a sign-in, forged, old or of another host", async () => {
    const site = await buildSite(server);
    const host = await buildHost(site);
    const other = await buildHost(await buildSite(server));
    await readSession(site, host.token());
    const ended = { "session.ended": { sub: "7", sid: "host-session-1" } };
    const now = Math.floor(Date.now() / 1000);
    const tries = [
      host.token(),
      other.event(ended, { site: String(site.id) }),
      host.event(ended, { exp: now + 300 }),
      host.event(ended, { iat: now - 300, exp: now - 200 }),
      host.event(ended, { aud: "elsewhere" }),
      `${host.event(ended).slice(0, -4)}AAAA`,
    ];
    for (const tried of tries) expect((await sendEvent(site, tried)).status).toBe(401);
    expect(await problemOf(site, host.token())).toBe("accepted");
  });
});

it("the keys are fetched when their address is set, and again for a new key", async () => {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  let keys: object[] = [];
  const keyServer = createServer((_request, response) => response.end(JSON.stringify({ keys })));
  await new Promise<void>((resolve) => keyServer.listen(0, "127.0.0.1", resolve));
  const keysUrl = `http://127.0.0.1:${(keyServer.address() as AddressInfo).port}/jwks`;
  const host = await buildHost(site, { keysUrl: "http://127.0.0.1:9/none" });
  keys = [
    { kty: "RSA", kid: "x" },
    { kty: "OKP", crv: "Ed25519", ...host.publicKey },
  ];
  try {
    expect(await problemOf(site, host.token())).toBe("401 siteToken.unknownKey");
    const body = { hostKeysUrl: { value: keysUrl } };
    expect((await sendCall(server, putSiteOptions, { as: administrator, body: body as never })).status).toBe(200);
    await vi.waitFor(async () => expect(await problemOf(site, host.token())).toBe("accepted"), { timeout: 4_000 });
  } finally {
    keyServer.close();
  }
});

it("records of used tokens and ended sessions are deleted after an hour", async () => {
  const site = await buildSite(server);
  const host = await buildHost(site);
  await readSession(site, host.token({ via: "proxy" }));
  await sendEvent(site, host.event({ "session.ended": { sub: "7", sid: "host-session-1" } }));
  const rows = async () => {
    const uses = await server.owner
      .selectFrom("host_token_use")
      .select("used_at")
      .where("site_id", "=", site.id)
      .execute();
    const ends = await server.owner
      .selectFrom("host_session_end")
      .select("ended_at")
      .where("site_id", "=", site.id)
      .execute();
    return [uses.length, ends.length];
  };
  await clearAway(server.platform);
  expect(await rows()).toEqual([2, 1]);
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000) as never;
  await server.owner.updateTable("host_token_use").set({ used_at: past }).where("site_id", "=", site.id).execute();
  await server.owner.updateTable("host_session_end").set({ ended_at: past }).where("site_id", "=", site.id).execute();
  await clearAway(server.platform);
  expect(await rows()).toEqual([0, 0]);
});
