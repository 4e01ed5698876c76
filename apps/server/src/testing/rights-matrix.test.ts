/** SEC-01: every cell of the rights matrix, tried. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonceOf } from "#platform/http/origin.ts";
import type { Route } from "#platform/http/route.ts";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { openTestSession } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { ACTORS, type Actor, type MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX, RIGHTS_OF_SLICES } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const ROUTES: readonly Route[] = [...API_ROUTES, ...PICTURE_ROUTES];
const keyOf = ({ contract }: Route) => `${contract.method} ${contract.path}`;
const DOCUMENT = join(import.meta.dirname, "../../../../docs/rights-matrix.md");

let server: TestServer;
let world: MatrixWorld;
let changes: SiteChanges;
beforeAll(async () => {
  server = await createTestServer();
  changes = await watchSiteChanges(server);
  world = await buildMatrixWorld(server);
});
afterAll(() => server.close());

/** What an actor adds to a request, with a session of its own for each. */
async function headersOf(actor: Actor): Promise<Record<string, string>> {
  const { site, users, foreignSite, foreignAdministrator } = world;
  if (actor === "anonymous") return { "x-site-id": String(site.id) };
  if (isForeign(actor)) {
    const token = await openTestSession(foreignSite, foreignAdministrator.id);
    return { "x-site-token": token, ...(actor === "foreignAdministratorHere" ? { "x-site-id": String(site.id) } : {}) };
  }
  if (actor === "cookieWithoutNonce" || actor === "foreignOrigin") {
    const token = await openTestSession(site, users.administrator.id);
    const nonce = { "x-nonce": nonceOf(token, server.platform.nonceKey, Date.now()), origin: "https://evil.example" };
    return { cookie: `sid=${token}`, ...(actor === "foreignOrigin" ? nonce : {}) };
  }
  return { "x-site-token": await openTestSession(site, users[actor].id) };
}

async function send({ contract }: Route, actor: Actor, { params, query, body, headers }: MatrixRequest) {
  return server.app.inject({
    method: contract.method,
    url: addressOf(contract, params),
    headers: {
      ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
      ...(await headersOf(actor)),
      ...headers,
    },
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
}

const isForeign = (actor: Actor): actor is "foreignAdministrator" | "foreignAdministratorHere" =>
  actor.startsWith("foreignAdministrator");

it("has one row for every route, and none for what is no route", () => {
  expect(RIGHTS_OF_SLICES.flatMap((rows) => Object.keys(rows)).sort()).toEqual(ROUTES.map(keyOf).sort());
});

for (const route of ROUTES) {
  const row = RIGHTS_MATRIX[keyOf(route)];
  if (!row) continue;
  it(`${keyOf(route)}: as the matrix says`, async () => {
    const statuses: number[] = [];
    for (const actor of ACTORS) {
      const request = (await row.request?.(world)) ?? {};
      await changes.take(world.site);
      const { statusCode, body } = await send(route, actor, request);
      statuses.push(statusCode);
      const isRead = ["GET", "HEAD"].includes(route.contract.method);
      if (statusCode >= 400 && route.contract.method !== "HEAD") expect(JSON.parse(body)).toHaveProperty("message");
      const mayChange = statusCode < 400 && !isRead && !isForeign(actor);
      if (!mayChange) expect(await changes.take(world.site), `what ${actor} changed`).toEqual([]);
    }
    expect(Object.fromEntries(ACTORS.map((actor, index) => [actor, statuses[index]]))).toEqual(
      Object.fromEntries(ACTORS.map((actor, index) => [actor, row.statuses[index]])),
    );
  });
}

describe("docs/rights-matrix.md", () => {
  it("is what the matrix says (written anew by this test with --update)", () => {
    const text = formatMatrix();
    if (isUpdateRun()) writeFileSync(DOCUMENT, text);
    expect(existsSync(DOCUMENT) ? readFileSync(DOCUMENT, "utf8") : "").toBe(text);
  });
});

/** Whether vitest was started with --update: then files of this test are written, as snapshots are. */
function isUpdateRun(): boolean {
  return expect.getState().snapshotState?.snapshotUpdateState === "all";
}

function formatMatrix(): string {
  const lines = [
    "# Rights matrix",
    "",
    "Every route times every actor, with the status that is due; tried by `apps/server/src/testing/rights-matrix.test.ts`,",
    "which also writes this file (`vitest run apps/server/src/testing/rights-matrix.test.ts --update`).",
    "",
    `| route | ${ACTORS.join(" | ")} | note |`,
    `|---|${ACTORS.map(() => "---|").join("")}---|`,
    ...Object.entries(RIGHTS_MATRIX).map(
      ([route, { statuses, note }]) => `| \`${route}\` | ${statuses.join(" | ")} | ${note ?? ""} |`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
