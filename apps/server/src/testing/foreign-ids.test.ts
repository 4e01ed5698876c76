/** Ids of another site's things, in every place where an id can stand, are answered as an id that no thing has (T-01). */
import type { Call } from "@parfocal/core/call.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { fieldsOf } from "./contract-fields.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { type MatrixRequest, RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { rowsOfSite } from "./site-rows.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const NO_THING = 987_654_321;
const ID_FIELD = /^id$|Id$|^parent$/;

let server: TestServer;
let world: MatrixWorld;
let foreignWorld: MatrixWorld;
beforeAll(async () => {
  server = await createTestServer();
  await separateSequences();
  world = await buildMatrixWorld(server);
  foreignWorld = await buildMatrixWorld(server);
});
afterAll(() => server.close());

/** No number is the id of two things, of whatever kind: else an id of our own could be taken for a foreign one. */
async function separateSequences(): Promise<void> {
  await sql`
    SELECT setval(oid::regclass, 1000000 * row_number) FROM (
      SELECT oid, row_number() OVER (ORDER BY relname) FROM pg_class WHERE relkind = 'S'
    ) AS sequences
  `.execute(server.owner);
}

/** One of each kind of thing of the other site. */
async function foreignIds(): Promise<Record<string, number>> {
  return {
    course: foreignWorld.courseId,
    folder: foreignWorld.folderId,
    image: foreignWorld.slide.id,
    slideFile: foreignWorld.slide.slideFileId,
    user: foreignWorld.users.learner.id,
    annotation: await foreignWorld.freshExpertAnnotation(),
    upload: await foreignWorld.freshUpload(),
    job: await foreignWorld.freshFailedJob(),
  };
}

const namesIn = (schema: z.ZodType | undefined): string[] =>
  Object.keys(fieldsOf(schema)).filter((name) => ID_FIELD.test(name));

type Place = "params" | "query" | "body";

async function send(contract: Call, { params, query, body, headers }: MatrixRequest) {
  const answer = await server.app.inject({
    method: contract.method,
    url: addressOf(contract, params),
    headers: {
      ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
      "x-site-token": world.users.teacher.token,
      ...headers,
    },
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
  const isJson = answer.headers["content-type"]?.toString().includes("json");
  const { requestId: _, ...said } = isJson ? (answer.json() as Record<string, unknown>) : {};
  return { status: answer.statusCode, said };
}

const withField = (request: MatrixRequest, place: Place, name: string, id: number): MatrixRequest => ({
  ...request,
  [place]: { ...request[place], [name]: place === "query" ? String(id) : id },
});

for (const { contract } of [...API_ROUTES, ...PICTURE_ROUTES]) {
  const key = `${contract.method} ${contract.path}`;
  const places: [place: Place, name: string][] = [
    ...namesIn(contract.params).map((name) => ["params", name] as [Place, string]),
    ...namesIn(contract.query).map((name) => ["query", name] as [Place, string]),
    ...namesIn(contract.body).map((name) => ["body", name] as [Place, string]),
  ];
  for (const [place, name] of places) {
    it(`${key}, ${name} in ${place}`, async () => {
      const request = (await RIGHTS_MATRIX[key]?.request?.(world)) ?? {};
      const ids = await foreignIds();
      const before = [await rowsOfSite(world.site), await rowsOfSite(foreignWorld.site)];
      const ofNoThing = await send(contract, withField(request, place, name, NO_THING));
      // A filter by something that is not there finds nothing, or does not count.
      if (place !== "query") expect([400, 404]).toContain(ofNoThing.status);
      for (const [kind, id] of Object.entries(ids)) {
        expect(await send(contract, withField(request, place, name, id)), `id of a foreign ${kind}`).toEqual(ofNoThing);
      }
      expect([await rowsOfSite(world.site), await rowsOfSite(foreignWorld.site)]).toEqual(before);
    });
  }
}

it("looks at every call that has an id", () => {
  const withBraces = [...API_ROUTES, ...PICTURE_ROUTES].filter(({ contract }) => /\{\w*[iI]d\}/.test(contract.path));
  for (const { contract } of withBraces) expect(namesIn(contract.params), contract.path).not.toEqual([]);
});
