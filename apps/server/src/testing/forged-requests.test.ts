/**
 * SEC-12: no other page can make a call that changes something, with the session of the person who views it.
 *
 * Each request is one that the administrator could make: real IDs, a valid body, the cookie. It is rejected, and no row of
 * the site has changed. A missing nonce and a foreign origin are columns of the rights matrix (`rights-matrix.test.ts`).
 */
import { changePassword, changeProfile } from "@parfocal/core/account/account.contract.ts";
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { createCourse } from "@parfocal/core/course/course.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCommonPasswords } from "#account/common-passwords.ts";
import { nonceOf } from "#platform/http/origin.ts";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { buildSite } from "./build-site.ts";
import { buildUser, openTestSession } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf, sendCall } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const HOUR_MS = 60 * 60 * 1000;
const PASSWORD = "correct horse battery";

let server: TestServer;
let world: MatrixWorld;
let changes: SiteChanges;
/** Of the administrator, and of another user of the site. */
let token: string;
let otherToken: string;
beforeAll(async () => {
  server = await createTestServer();
  changes = await watchSiteChanges(server);
  world = await buildMatrixWorld(server);
  token = await openTestSession(world.site, world.users.administrator.id);
  otherToken = await openTestSession(world.site, world.users.teacher.id);
});
afterAll(() => server.close());

const WRITING = [...API_ROUTES, ...PICTURE_ROUTES]
  .map(({ contract }) => contract)
  .filter(({ method }) => !["GET", "HEAD"].includes(method));
const keyOf = ({ method, path }: Call) => `${method} ${path}`;

const nonceAt = (of: string, ms: number) => nonceOf(of, server.platform.nonceKey, ms);
const rightNonce = () => nonceAt(token, Date.now());

interface Forgery {
  readonly status: number;
  /** Calls that need no session are made without it, whatever nonce is sent. */
  readonly isAboutSession: boolean;
  readonly headers: () => Readonly<Record<string, string>>;
}

const FORGERIES: Readonly<Record<string, Forgery>> = {
  "the nonce of another person": {
    status: 401,
    isAboutSession: true,
    headers: () => ({ "x-nonce": nonceAt(otherToken, Date.now()) }),
  },
  "a nonce that is 25 hours old": {
    status: 401,
    isAboutSession: true,
    headers: () => ({ "x-nonce": nonceAt(token, Date.now() - 25 * HOUR_MS) }),
  },
  "the null origin": {
    status: 403,
    isAboutSession: false,
    headers: () => ({ "x-nonce": rightNonce(), origin: "null" }),
  },
  "no origin, from another site": {
    status: 403,
    isAboutSession: false,
    headers: () => ({ "x-nonce": rightNonce(), "sec-fetch-site": "cross-site" }),
  },
};

describe("a forged request", () => {
  it("is tried with each writing call", () => expect(WRITING.length).toBeGreaterThan(150));

  for (const contract of WRITING) {
    it(`${keyOf(contract)} is rejected`, async () => {
      const request = (await RIGHTS_MATRIX[keyOf(contract)]?.request?.(world)) ?? {};
      await changes.take(world.site);
      for (const [what, { status, isAboutSession, headers }] of Object.entries(FORGERIES)) {
        if (isAboutSession && contract.policy === "anyone") continue;
        const { statusCode } = await server.app.inject({
          method: contract.method,
          url: addressOf(contract, request.params),
          headers: {
            ...(Buffer.isBuffer(request.body) ? { "content-type": "application/octet-stream" } : {}),
            ...request.headers,
            cookie: `sid=${token}`,
            ...headers(),
          },
          ...(request.query ? { query: request.query } : {}),
          ...(request.body ? { payload: request.body } : {}),
        });
        expect(statusCode, what).toBe(status);
      }
      expect(await changes.take(world.site)).toEqual([]);
    });
  }
});

/** As a form on a page encodes it. */
function formOf(body: object): string {
  const fields = Object.entries(body).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(fields).toString();
}

describe("a body that a form on any page can send", () => {
  const withBody = WRITING.filter(({ body }) => body !== undefined);
  /** What another page can send: the cookie, never a custom header. */
  const FORMS = {
    "without a nonce": () => ({}),
    "with the nonce of another person": () => ({ "x-nonce": nonceAt(otherToken, Date.now()) }),
    "from another page": () => ({ "x-nonce": rightNonce(), origin: "https://evil.example" }),
    "from the null origin": () => ({ "x-nonce": rightNonce(), origin: "null" }),
  };
  for (const contract of withBody) {
    it(`is not read by ${keyOf(contract)}`, async () => {
      const { params, query, body } = (await RIGHTS_MATRIX[keyOf(contract)]?.request?.(world)) ?? {};
      expect(body).toBeTypeOf("object");
      await changes.take(world.site);
      const send = (headers: Readonly<Record<string, string>>, payload: string) =>
        server.app.inject({
          method: contract.method,
          url: addressOf(contract, params),
          headers,
          ...(query ? { query } : {}),
          payload,
        });
      const plain = await send({ "x-site-token": token, "content-type": "text/plain" }, JSON.stringify(body));
      expect([400, 415]).toContain(plain.statusCode);
      for (const [what, headers] of Object.entries(FORMS)) {
        const form = { cookie: `sid=${token}`, "content-type": "application/x-www-form-urlencoded", ...headers() };
        const { statusCode } = await send(form, formOf(body as object));
        expect([400, 401, 403], what).toContain(statusCode);
      }
      expect(await changes.take(world.site)).toEqual([]);
    });
  }
});

describe("a form of the site's own page, with the nonce of its session", () => {
  const send = (payload: string, headers: Readonly<Record<string, string>> = {}) =>
    server.app.inject({
      method: "POST",
      url: addressOf(createCourse, {}),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      payload,
    });

  it("is read like JSON; a token in the header replaces the nonce", async () => {
    const byCookie = { cookie: `sid=${token}`, "x-nonce": rightNonce() };
    for (const headers of [byCookie, { "x-site-token": token }]) {
      const { statusCode } = await send("title=Cells+%26+tissues", headers);
      expect(statusCode).toBe(200);
      expect(await changes.take(world.site)).not.toEqual([]);
    }
  });

  it("is validated by the same schema: an unknown field is rejected", async () => {
    const { statusCode } = await send("title=Cells&siteId=2", { "x-site-token": token });
    expect(statusCode).toBe(400);
    expect(await changes.take(world.site)).toEqual([]);
  });

  it("does not replace the body of a call with another method", async () => {
    const { statusCode } = await server.app.inject({
      method: "PUT",
      url: addressOf(changeProfile, {}),
      headers: { "content-type": "application/x-www-form-urlencoded", "x-site-token": token },
      payload: "displayName=Ada",
    });
    expect(statusCode).toBe(400);
  });
});

it("no page of another origin can read with the session", async () => {
  const listed = "https://school.example";
  const site = await buildSite(server, { origins: [listed] });
  const teacher = await buildUser(site, { role: "teacher" });
  const origins = [
    ...["https://evil.example", "null", "http://school.example", "https://school.example:8443", "file://"],
    ...["https://school.example.evil.example", "https://evil-school.example", "https://SCHOOL.example.", "*"],
    ...["http://localhost", "https://localhost:80", listed],
  ];
  expect(origins).toHaveLength(12);
  for (const origin of origins) {
    const preflight = await server.app.inject({
      method: "OPTIONS",
      url: "/api/v2/course",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-nonce" },
    });
    const read = await server.app.inject({ url: "/api/user", headers: { origin, cookie: `sid=${teacher.token}` } });
    expect(preflight.statusCode, origin).toBeGreaterThanOrEqual(400);
    for (const { headers } of [preflight, read])
      expect(
        Object.keys(headers).filter((name) => name.startsWith("access-control-")),
        origin,
      ).toEqual([]);
  }
});

describe("a password", () => {
  const change = async (newPassword: string) => {
    const site = await buildSite(server);
    const user = await buildUser(site, { password: PASSWORD });
    const body = { currentPassword: PASSWORD, newPassword, newPasswordRepeated: newPassword };
    const { status, failure } = await sendCall(server, changePassword, { as: user, body: body as never });
    const signIn = async (password: string) =>
      (await sendCall(server, openSession, { siteId: site.id, body: { login: user.email, password } })).status;
    return { status, codes: failure?.data, signIn };
  };

  it("can contain any characters, and at least 64 of them, without truncation", async () => {
    const long = `${"🔬 ünïcode\t'\"<>&%--".repeat(4)}${"x".repeat(120)}`;
    expect([...long].length).toBeGreaterThan(128);
    const { status, signIn } = await change(long);
    expect(status).toBe(200);
    expect([await signIn(long), await signIn(long.slice(0, -1)), await signIn(long.toLowerCase().trim())]).toEqual([
      200, 401, 200,
    ]);
    expect(await signIn(long.replace("ü", "Ü"))).toBe(401);
  });

  it("is rejected if it is common, for every entry of the list", async () => {
    // Shorter ones are rejected for their length, and are the core of longer ones (common-variants.ts).
    const common = [...(await readCommonPasswords())].filter((password) => password.length >= PASSWORD_MIN_CHARACTERS);
    expect(common.length).toBeGreaterThan(300);
    for (const password of [common[0], common.at(-1), common[Math.floor(common.length / 2)]])
      expect((await change(String(password))).codes, password).toEqual(["passwordTooCommon"]);
  });
});
