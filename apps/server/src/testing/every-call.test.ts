/** Four checks for every call: no session, an insufficient role, another site, an invalid body. */
import { CAPABILITIES, ROLES, type Role } from "@parfocal/core/access/capabilities.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { fieldsOf } from "./contract-fields.ts";
import { addressOf, isPicture } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

let server: TestServer;
let site: TestSite;
let foreignSite: TestSite;
let administrator: TestUser;
let people: Readonly<Record<Role, TestUser>>;
let changes: SiteChanges;
beforeAll(async () => {
  server = await createTestServer();
  changes = await watchSiteChanges(server);
  site = await buildSite(server);
  foreignSite = await buildSite(server);
  administrator = await buildUser(site, { role: "administrator" });
  people = {
    learner: await buildUser(site, { role: "learner" }),
    expert: await buildUser(site, { role: "expert" }),
    teacher: await buildUser(site, { role: "teacher" }),
    administrator,
  };
});
afterAll(() => server.close());

const contracts = [...API_ROUTES, ...PICTURE_ROUTES].map(({ contract }) => contract);
const nameOf = (contract: Call) => `${contract.method} ${contract.path}`;

/** Sends minimal requests: guards are checked before contents. */
function send(contract: Call, headers: Record<string, string>, payload?: unknown, query: Record<string, string> = {}) {
  return server.app.inject({
    method: contract.method,
    url: addressOf(contract, {}),
    query,
    headers: { ...headers, ...(payload === undefined ? {} : { "content-type": "application/json" }) },
    ...(payload === undefined ? {} : { payload: typeof payload === "string" ? payload : JSON.stringify(payload) }),
  });
}

describe("without a session", () => {
  for (const contract of contracts) {
    it(`${nameOf(contract)} is ${contract.policy === "anyone" ? "accepted" : "rejected"}`, async () => {
      const { statusCode } = await send(contract, { "x-site-id": String(site.id) });
      if (contract.policy === "anyone") expect(statusCode).not.toBe(401);
      else expect(statusCode).toBe(401);
    });
  }
});

describe("with an insufficient role", () => {
  for (const contract of contracts) {
    const mayCall = (CAPABILITIES as Record<string, readonly string[]>)[contract.policy];
    const tooSmall = ROLES.filter((role) => mayCall && !mayCall.includes(role));
    for (const role of tooSmall) {
      it(`${nameOf(contract)} is rejected for a user with role ${role}`, async () => {
        expect((await send(contract, { "x-site-token": people[role].token })).statusCode).toBe(403);
      });
    }
  }
});

describe("from another site", () => {
  for (const contract of contracts.filter(({ path }) => path !== "/health")) {
    it(`${nameOf(contract)} is not found for a session of this site that names the other`, async () => {
      const headers = { "x-site-token": administrator.token, "x-site-id": String(foreignSite.id) };
      expect((await send(contract, headers)).statusCode).toBe(404);
    });
    it(`${nameOf(contract)} is not found at a site that does not exist`, async () => {
      expect((await send(contract, { "x-site-id": "987654321" })).statusCode).toBe(404);
      expect((await send(contract, { "x-site-id": "1 OR true" })).statusCode).toBe(404);
    });
  }
});

/** Names that a client must not be able to set (check SEC-25). */
const FIELDS_OF_THE_SERVER = [
  "siteId",
  "site_id",
  "userId",
  "role",
  "authorId",
  "author_id",
  "author",
  "createdBy",
  "score",
  "isSubmitted",
  "isCorrect",
  "userCanEdit",
  "isUserOwner",
  "isStudent",
  "isConverted",
  "deadline",
  "order",
  "state",
  "imageUrl",
  "constructor",
  "prototype",
  "toString",
];

/** Regardless of the field's schema. */
const UNSTORABLE: readonly (readonly [what: string, payload: string])[] = [
  ["half of a surrogate pair", '{"measurement":"a\\ud83d"}'],
  ["half of a surrogate pair as a name", '{"\\udc00":1}'],
  ["U+0000", '{"title":"a\\u0000"}'],
  ["arrays nested 5,000 deep", `{"measurement":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
];

describe("an invalid body", () => {
  const withBody = contracts.filter(({ body }) => body !== undefined);
  // From here on nothing else changes the site: changes after a call are made by that call.
  beforeAll(() => changes.take(site));

  for (const contract of withBody) {
    const shape = fieldsOf(contract.body);

    async function isRejected(payload: unknown): Promise<void> {
      const answer = await send(contract, { "x-site-token": administrator.token }, payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ message: expect.any(String), data: expect.any(Array) });
      expect(await changes.take(site)).toEqual([]);
    }

    it(`${nameOf(contract)} accepts a strict object, and documents each field`, () => {
      expect(Object.keys(shape).length).toBeGreaterThan(0);
    });
    for (const payload of [[], "text", 7, true, [{}]]) {
      it(`${nameOf(contract)} rejects ${JSON.stringify(payload)}`, () => isRejected(JSON.stringify(payload)));
    }
    it(`${nameOf(contract)} rejects invalid JSON`, () => isRejected('{"title":'));
    for (const [what, payload] of UNSTORABLE) {
      it(`${nameOf(contract)} rejects ${what}, with a message`, async () => {
        await isRejected(payload);
        const headers = { "x-site-token": administrator.token, "idempotency-key": "a-key-of-a-hostile-body" };
        expect((await send(contract, headers, payload)).json().message).toMatch(/^The .*(stored|levels deep).*\.$/);
      });
    }

    for (const [name, field] of Object.entries(shape)) {
      const wrong = { not: ["what", "is", "due"] };
      if (field.safeParse(wrong).success) continue;
      it(`${nameOf(contract)} rejects an object as ${name}`, () => isRejected({ [name]: wrong }));
    }
    it(`${nameOf(contract)} rejects fields that only the server sets`, async () => {
      for (const name of FIELDS_OF_THE_SERVER.filter((candidate) => !Object.hasOwn(shape, candidate))) {
        await isRejected({ [name]: 1 });
      }
    });
    it(`${nameOf(contract)} rejects __proto__, and no object is changed by it`, async () => {
      await isRejected('{"__proto__":{"isAdministrator":true}}');
      await isRejected('{"constructor":{"prototype":{"isAdministrator":true}}}');
      expect(({} as Record<string, unknown>).isAdministrator).toBeUndefined();
    });
  }
});

describe("a path that no item can have", () => {
  const withId = contracts.filter(({ params }) => params !== undefined);
  const wrongIds = ["0", "-1", "1.5", "1e3", "abc", "01", "9".repeat(16), "%00", "1%20", "..%2f1", "1'--", "NaN"];
  for (const contract of withId) {
    it(`${nameOf(contract)} with IDs such as ${wrongIds.slice(0, 4).join(", ")} is not found`, async () => {
      for (const id of wrongIds) {
        const { statusCode } = await server.app.inject({
          method: contract.method,
          url: `${isPicture(contract) ? "" : "/api"}${contract.path.replace(/\{\w+\}/g, id)}`,
          headers: { "x-site-token": administrator.token },
        });
        // A null byte is not a valid path.
        expect([404, 400], id).toContain(statusCode);
        if (id !== "%00") expect(statusCode, id).toBe(404);
      }
    });
  }
});

it("a trailing slash is accepted and ignored everywhere", async () => {
  // Unknown paths are answered with 404, known ones require a session.
  for (const contract of contracts.filter(({ policy }) => policy !== "anyone")) {
    const url = `${addressOf(contract, {}).replace(/\/$/, "")}/`;
    const { statusCode } = await server.app.inject({
      method: contract.method,
      url,
      headers: { "x-site-id": String(site.id) },
    });
    expect(statusCode, `${contract.method} ${url}`).toBe(401);
  }
  const needsNothing = ({ params, query }: Call) => !params && (query?.safeParse({}).success ?? true);
  for (const contract of contracts.filter((call) => call.method === "GET" && needsNothing(call))) {
    const path = `/api${contract.path}`.replace(/\/$/, "");
    const headers = { "x-site-token": administrator.token };
    const [without, withSlash] = await Promise.all(
      [path, `${path}/`].map((url) => server.app.inject({ method: "GET", url, headers })),
    );
    // Calls that the browser opens as pages redirect.
    expect([200, 303], path).toContain(without?.statusCode);
    expect(withSlash?.statusCode, path).toBe(without?.statusCode);
  }
});
