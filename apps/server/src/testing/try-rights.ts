/**
 * SEC-01: tests the cells of the rights matrix. The routes are divided among RIGHTS_PARTS test files, which run in
 * parallel: `rights-matrix-1.test.ts` and so on.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { nonceOf } from "#platform/http/origin.ts";
import type { Route } from "#platform/http/route.ts";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import type { TestSite } from "./build-site.ts";
import { openTestSession } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { ACTORS, type Actor, type MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

export const RIGHTS_PARTS = 3;

export const RIGHTS_ROUTES: readonly Route[] = [...API_ROUTES, ...PICTURE_ROUTES];
export const keyOf = ({ contract }: Route) => `${contract.method} ${contract.path}`;

/** Calls that open or end sessions: each actor uses a separate session. */
const ABOUT_SESSIONS = "/session";

/** Defines the tests of each RIGHTS_PARTS-th route. @param part from 1. */
export function tryRights(part: number): void {
  let server: TestServer;
  let world: MatrixWorld;
  let changes: SiteChanges;
  beforeAll(async () => {
    server = await createTestServer();
    changes = await watchSiteChanges(server);
    world = await buildMatrixWorld(server);
  });
  afterAll(() => server.close());

  const sessions = new Map<number, string>();
  /** One session per person, except for calls about sessions. */
  async function sessionOf({ contract }: Route, site: TestSite, userId: number): Promise<string> {
    if (contract.path.startsWith(ABOUT_SESSIONS)) return openTestSession(site, userId);
    const token = sessions.get(userId) ?? (await openTestSession(site, userId));
    sessions.set(userId, token);
    return token;
  }

  /** Headers that an actor adds to a request. */
  async function headersOf(route: Route, actor: Actor): Promise<Record<string, string>> {
    const { site, users, foreignSite, foreignAdministrator } = world;
    if (actor === "anonymous") return { "x-site-id": String(site.id) };
    if (isForeign(actor)) {
      const token = await sessionOf(route, foreignSite, foreignAdministrator.id);
      return {
        "x-site-token": token,
        ...(actor === "foreignAdministratorHere" ? { "x-site-id": String(site.id) } : {}),
      };
    }
    if (actor === "cookieWithoutNonce" || actor === "foreignOrigin") {
      const token = await sessionOf(route, site, users.administrator.id);
      const nonce = { "x-nonce": nonceOf(token, server.platform.nonceKey, Date.now()), origin: "https://evil.example" };
      return { cookie: `sid=${token}`, ...(actor === "foreignOrigin" ? nonce : {}) };
    }
    return { "x-site-token": await sessionOf(route, site, users[actor].id) };
  }

  async function send(route: Route, actor: Actor, { params, query, body, headers }: MatrixRequest) {
    const { contract } = route;
    return server.app.inject({
      method: contract.method,
      url: addressOf(contract, params),
      headers: {
        ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
        ...(await headersOf(route, actor)),
        ...headers,
      },
      ...(query ? { query } : {}),
      ...(body ? { payload: body } : {}),
    });
  }

  for (const [index, route] of RIGHTS_ROUTES.entries()) {
    if (index % RIGHTS_PARTS !== part - 1) continue;
    const row = RIGHTS_MATRIX[keyOf(route)];
    if (!row) continue;
    it(`${keyOf(route)}: as the matrix says`, async () => {
      const statuses: number[] = [];
      const logged = server.logLines.length;
      const isRead = ["GET", "HEAD"].includes(route.contract.method);
      let request: MatrixRequest | null = null;
      for (const actor of ACTORS) {
        // Requests that only read are created once for all actors.
        if (!isRead || !request) {
          request = (await row.request?.(world)) ?? {};
          await changes.take(world.site);
        }
        const { statusCode, body } = await send(route, actor, request);
        statuses.push(statusCode);
        if (statusCode >= 400 && route.contract.method !== "HEAD") expect(JSON.parse(body)).toHaveProperty("message");
        const mayChange = statusCode < 400 && !isRead && !isForeign(actor);
        if (mayChange) continue;
        const changed = await changes.take(world.site);
        // Exports are recorded although the call only reads.
        const isExport = statusCode < 400 && isRead;
        expect(
          changed.filter((change) => !isExport || change !== "audit_entry INSERT"),
          `what ${actor} changed`,
        ).toEqual([]);
      }
      expect(
        Object.fromEntries(ACTORS.map((actor, index) => [actor, statuses[index]])),
        server.logLines.slice(logged).join(""),
      ).toEqual(Object.fromEntries(ACTORS.map((actor, index) => [actor, row.statuses[index]])));
    });
  }
}

const isForeign = (actor: Actor): actor is "foreignAdministrator" | "foreignAdministratorHere" =>
  actor.startsWith("foreignAdministrator");
