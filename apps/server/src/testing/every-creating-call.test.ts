/** REL-11: each creating call, sent ten times at once with one key, creates one object. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { API_ROUTES } from "../app.ts";
import { openTestSession } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import type { MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const TIMES = 10;
const CREATING = API_ROUTES.map(({ contract }) => contract).filter(({ isCreating }) => isCreating);

let server: TestServer;
let world: MatrixWorld;
let changes: SiteChanges;
let token: string;
beforeAll(async () => {
  server = await createTestServer();
  changes = await watchSiteChanges(server);
  world = await buildMatrixWorld(server);
  token = await openTestSession(world.site, world.users.administrator.id);
});
afterAll(() => server.close());

function send(contract: (typeof CREATING)[number], request: MatrixRequest, key: string) {
  const { params, query, body, headers } = request;
  return server.app.inject({
    method: contract.method,
    url: addressOf(contract, params),
    headers: {
      ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
      "x-site-token": token,
      "idempotency-key": key,
      ...headers,
    },
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
}

for (const contract of CREATING) {
  const name = `${contract.method} ${contract.path}`;
  it(`${name}: ten equal answers, and an eleventh changes nothing`, async () => {
    const request = (await RIGHTS_MATRIX[name]?.request?.(world)) ?? {};
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: TIMES }, () => send(contract, request, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => answers[0]?.statusCode));
    expect(answers[0]?.statusCode).toBeLessThan(300);
    expect(new Set(answers.map(({ body }) => sorted(body))).size).toBe(1);
    expect(await changes.take(world.site)).not.toEqual([]);
    expect(sorted((await send(contract, request, key)).body)).toBe(sorted(answers[0]?.body ?? ""));
    expect(await changes.take(world.site)).toEqual([]);
    const violations = await withSite(server.platform.database, world.site.id, (db) =>
      countViolations(db, world.site.id),
    );
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
  });
}

/** jsonb keeps no order of keys. @param text of a response; empty: no body. */
function sorted(text: string): string {
  if (text === "") return "";
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
