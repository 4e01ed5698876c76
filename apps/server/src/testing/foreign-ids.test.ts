/**
 * IDs of another site's objects have the same response as IDs that do not exist, in every position of a call (T-01).
 */
import type { Call } from "@parfocal/core/call.contract.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { buildAlignedRows, rowBuilders } from "./build-every-row.ts";
import { idFieldsOf } from "./id-fields.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { answerWithoutId, FILTERS, LENIENT, requestWithId } from "./request-with-id.ts";
import { ACTORS, type MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { OWN_IDS_PER_TABLE, separateSequences } from "./spread-ids.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const UNKNOWN_ID = 987_654_321;

let server: TestServer;
let world: MatrixWorld;
let foreignWorld: MatrixWorld;
let foreignIds: ReadonlyMap<number, readonly string[]>;
let changes: SiteChanges;
beforeAll(async () => {
  server = await createTestServer();
  await separateSequences(server, { offset: 0 });
  world = await buildMatrixWorld(server);
  foreignWorld = await buildMatrixWorld(server);
  foreignIds = await buildAlignedRows(server, rowBuilders(foreignWorld));
  await separateSequences(server, { offset: OWN_IDS_PER_TABLE / 2 });
  changes = await watchSiteChanges(server);
});
afterAll(() => server.close());

const routes = [...API_ROUTES, ...PICTURE_ROUTES].map(({ contract }) => ({
  contract,
  key: `${contract.method} ${contract.path}`,
}));

/** A teacher if a teacher can call it, otherwise an administrator. */
function tokenFor(key: string): string {
  const mayTeacher = (RIGHTS_MATRIX[key]?.statuses[ACTORS.indexOf("teacher")] ?? 0) < 300;
  return world.users[mayTeacher ? "teacher" : "administrator"].token;
}

async function send(contract: Call, { params, query, body, headers }: MatrixRequest, id: number) {
  const answer = await server.app.inject({
    method: contract.method,
    url: addressOf(contract, params),
    headers: {
      ...(Buffer.isBuffer(body) ? { "content-type": "application/octet-stream" } : {}),
      "x-site-token": tokenFor(`${contract.method} ${contract.path}`),
      ...headers,
    },
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
  return answerWithoutId(answer, id);
}

for (const { contract, key } of routes) {
  for (const field of idFieldsOf(contract)) {
    it(`${key}, ${field.way.join(".")} in ${field.place}`, async () => {
      const request = (await RIGHTS_MATRIX[key]?.request?.(world)) ?? {};
      await changes.take(world.site);
      const ofUnknownId = await send(contract, requestWithId(request, key, field, UNKNOWN_ID), UNKNOWN_ID);
      // A filter by a missing object finds nothing, or is ignored; 409: it is not at the given position.
      const isLenient = LENIENT.includes(`${key} ${field.way.join(".")}`);
      const isFilter = field.place === "query" || FILTERS.includes(key);
      if (!isFilter && !isLenient) expect([400, 404, 409], ofUnknownId.said).toContain(ofUnknownId.status);
      for (const [id, types] of foreignIds) {
        const answer = await send(contract, requestWithId(request, key, field, id), id);
        expect(answer, `ID of a foreign ${types.join(", ")}`).toEqual(ofUnknownId);
      }
      // Exports are recorded, even empty ones.
      const isExport = isFilter && contract.method === "GET";
      const changed = (await changes.take(world.site)).filter((one) => !isExport || one !== "audit_entry INSERT");
      if (!isLenient) expect(changed).toEqual([]);
      expect(await changes.take(foreignWorld.site)).toEqual([]);
    });
  }
}

it("tries the ID of each type of row", () => {
  expect([...foreignIds.values()].flat().toSorted()).toEqual([
    "annotation",
    "annotationComment",
    "announcement",
    "attachment",
    "binEntry",
    "case",
    "cellAnalysis",
    "colourPreset",
    "course",
    "customField",
    "document",
    "embed",
    "enrollmentForm",
    "folder",
    "image",
    "invite",
    "job",
    "ltiChoice",
    "ltiGrade",
    "ltiPlatform",
    "media",
    "mediaFolder",
    "note",
    "option",
    "page",
    "question",
    "quiz",
    "quizSlide",
    "radiology",
    "radiologyUpload",
    "share",
    "slideFile",
    "textbook",
    "textbookMark",
    "textbookNote",
    "upload",
    "user",
    "userGroup",
    "voucher",
    "workGroup",
  ]);
});

it("checks every call that has an ID in its path, body or form", () => {
  for (const { contract, key } of routes) {
    const ways = idFieldsOf(contract).filter(({ place }) => place === "params");
    for (const [, name] of contract.path.matchAll(/\{(\w*[iI]d)\}/g))
      expect(ways, key).toContainEqual({ place: "params", way: [name] });
  }
  const found = routes.flatMap(({ contract, key }) => idFieldsOf(contract).map(({ way }) => `${key} ${way.join(".")}`));
  expect(found).toContain("PUT /v2/structure/moveMany items.[].itemId");
  expect(found).toContain("POST /v2/document/assign documents.[]");
  expect(found).toContain("PUT /v2/course/{id} backgroundMediaId");
  expect(found).toContain("POST /v2/textbook/ parentId");
});
