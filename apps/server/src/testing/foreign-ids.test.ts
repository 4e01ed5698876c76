/** Ids of another site's things, in every place where an id can stand, are answered as an id that no thing has (T-01). */
import type { Call } from "@parfocal/core/call.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { API_ROUTES, PICTURE_ROUTES } from "../app.ts";
import { buildCase } from "./build-case.ts";
import { buildColourPreset } from "./build-colour-preset.ts";
import { buildEmbed, buildTextbook } from "./build-embed.ts";
import { buildEnrollmentForm } from "./build-enrollment.ts";
import { buildPage } from "./build-page.ts";
import { buildQuiz, testOption } from "./build-quiz.ts";
import { buildRadiology, buildRadiologyUpload } from "./build-radiology.ts";
import { buildSlide } from "./build-slide.ts";
import { buildUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { formBody } from "./form-body.ts";
import { type IdField, idFieldsOf, withId } from "./id-fields.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { ACTORS, type MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SiteChanges, watchSiteChanges } from "./site-changes.ts";
import { createTestServer, type TestServer } from "./test-server.ts";

const NO_THING = 987_654_321;

/** In a body too it only narrows down what is found. */
const FILTERS = [
  "POST /v2/image/search",
  "POST /v2/attachment/search",
  "POST /v2/quiz/question/search",
  "POST /v2/tag/count",
  "POST /v2/annotation/slide/{id}/",
];
/** What is not there does not count: the order of what is there is told, and counted as changed; who is out stays out. */
const LENIENT = [
  "PUT /structure/orderFolders folderIds.[]",
  "PUT /v2/structure/orderItems itemIds.[]",
  "DELETE /v2/assignment/{id}/user/{userId} userId",
  // By which way one came: one that is none is not kept.
  "PUT /v2/item/{id}/opened parentId",
];
/** What an element of a list needs beside its id. */
const ELEMENTS: Readonly<Record<string, object>> = {
  slides: { itemType: "image" },
  questions: { title: "Which?", type: "short-answer" },
  answerOptions: { option: "Kidney" },
};
/** What a form needs beside the id. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "POST /v2/attachment/": { url: "https://atlas.example.org/kidney" },
  "POST /v2/textbook/": { title: "Pathology" },
  "POST /v2/media": {},
};

let server: TestServer;
let world: MatrixWorld;
let foreignWorld: MatrixWorld;
let foreignIds: ReadonlyMap<number, readonly string[]>;
let changes: SiteChanges;
beforeAll(async () => {
  server = await createTestServer();
  await separateSequences({ offset: 0 });
  world = await buildMatrixWorld(server);
  foreignWorld = await buildMatrixWorld(server);
  foreignIds = await buildForeignRows(foreignWorld);
  await separateSequences({ offset: OWN_IDS_PER_TABLE / 2 });
  changes = await watchSiteChanges(server);
});
afterAll(() => server.close());

const OWN_IDS_PER_TABLE = 1_000_000;
/** Above every ID of our own site. */
const FIRST_FOREIGN_ID = 500_000_000;

/** No two rows of our own site get the same ID, in any table, and none gets a foreign row's. */
async function separateSequences({ offset }: { offset: number }): Promise<void> {
  await sql`
    SELECT setval(oid::regclass, ${OWN_IDS_PER_TABLE}::int * row_number + ${offset}::int) FROM (
      SELECT oid, row_number() OVER (ORDER BY relname) FROM pg_class WHERE relkind = 'S'
    ) AS sequences
  `.execute(server.owner);
}

/**
 * The next row of each table gets the first multiple of 1000 that the table has not used yet. So one number is the ID of
 * a foreign row in many tables, and one request tries them all.
 */
async function alignSequences(): Promise<void> {
  await sql`
    SELECT setval(
      format('%I.%I', schemaname, sequencename)::regclass,
      (greatest(last_value, ${FIRST_FOREIGN_ID}) / 1000 + 1) * 1000 - 1
    ) FROM pg_sequences
  `.execute(server.owner);
}

/** One row of each type in the other site. @returns the IDs, each with the types that have it. */
async function buildForeignRows(foreign: MatrixWorld): Promise<Map<number, readonly string[]>> {
  const { site, folderId: parentId, slide } = foreign;
  const question = { type: "multiple-choice" as const, answerOptions: [testOption("Kidney", true)] };
  const builders: Readonly<Record<string, () => Promise<number | Readonly<Record<string, number>>>>> = {
    course: () => foreign.freshItem("course"),
    folder: () => foreign.freshItem("folder"),
    image: async () => {
      const { id, slideFileId } = await buildSlide(site, { parentId });
      return { image: id, slideFile: slideFileId };
    },
    case: () => buildCase(site, { parentId, items: [{ id: slide.id }] }),
    page: () => buildPage(site, { parentId }),
    embed: () => buildEmbed(site, { parentId }),
    textbook: () => buildTextbook(site, { parentId }),
    quiz: async () => {
      const quiz = await buildQuiz(site, { parentId, imageId: slide.id, questions: [question] });
      const [questionId = 0] = quiz.questionIds;
      const [optionId = 0] = quiz.optionIds;
      return { quiz: quiz.quizId, quizSlide: quiz.slideId ?? 0, question: questionId, option: optionId };
    },
    colourPreset: () => buildColourPreset(site, { imageId: slide.id }),
    customField: () => foreign.freshCustomField(),
    attachment: () => foreign.freshAttachment(),
    media: () => foreign.freshMedia(),
    mediaFolder: () => foreign.freshMediaFolder(),
    document: () => foreign.freshDocument(),
    binEntry: () => foreign.freshBinEntry(),
    user: async () => (await buildUser(site)).id,
    userGroup: () => buildUserGroup(site, { title: "Semester 4" }),
    enrollmentForm: () => buildEnrollmentForm(site, { parentId, userGroupId: foreign.userGroup.groupId }),
    annotation: () => foreign.freshExpertAnnotation(),
    radiology: async () => (await buildRadiology(site, { parentId })).id,
    radiologyUpload: () => buildRadiologyUpload(site, { owner: foreign.users.teacher }),
    upload: () => foreign.freshUpload(),
    job: () => foreign.freshFailedJob(),
    workGroup: () => foreign.freshWorkGroup(),
    note: () => foreign.freshNote(),
    share: async () => (await foreign.freshShare()).id,
  };
  const types = new Map<number, readonly string[]>();
  for (const [type, build] of Object.entries(builders)) {
    await alignSequences();
    const built = await build();
    const ids = typeof built === "number" ? { [type]: built } : built;
    for (const [name, id] of Object.entries(ids)) types.set(id, [...(types.get(id) ?? []), name]);
  }
  return types;
}

const routes = [...API_ROUTES, ...PICTURE_ROUTES].map(({ contract }) => ({
  contract,
  key: `${contract.method} ${contract.path}`,
}));

/** A teacher where a teacher may, else an administrator. */
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
  // The answer to a HEAD says that it is JSON, and is none.
  const isJson = answer.headers["content-type"]?.toString().includes("json") && answer.body !== "";
  const { requestId: _, ...said } = isJson ? (answer.json() as Record<string, unknown>) : {};
  // What was sent may be said again: that number, not one that has it in it.
  const text = JSON.stringify(said).replace(new RegExp(`(?<!\\d)${id}(?!\\d)`, "g"), "…");
  return { status: answer.statusCode, said: text.replace(/"version":\d+/, '"version":…') };
}

function withField(request: MatrixRequest, key: string, { place, way }: IdField, id: number): MatrixRequest {
  if (place === "form") return { ...request, ...formBody({ ...FORMS[key], [way[0] as string]: String(id) }) };
  const value = place === "query" ? String(id) : id;
  const changed = withId(request[place], way, value, ELEMENTS[way[0] as string]);
  return { ...request, [place]: changed };
}

for (const { contract, key } of routes) {
  for (const field of idFieldsOf(contract)) {
    it(`${key}, ${field.way.join(".")} in ${field.place}`, async () => {
      const request = (await RIGHTS_MATRIX[key]?.request?.(world)) ?? {};
      await changes.take(world.site);
      const ofNoThing = await send(contract, withField(request, key, field, NO_THING), NO_THING);
      // A filter by something that is not there finds nothing, or does not count; 409: it is not where it is said to be.
      const isLenient = LENIENT.includes(`${key} ${field.way.join(".")}`);
      const isFilter = field.place === "query" || FILTERS.includes(key);
      if (!isFilter && !isLenient) expect([400, 404, 409], ofNoThing.said).toContain(ofNoThing.status);
      for (const [id, types] of foreignIds) {
        const answer = await send(contract, withField(request, key, field, id), id);
        expect(answer, `ID of a foreign ${types.join(", ")}`).toEqual(ofNoThing);
      }
      if (!isLenient) expect(await changes.take(world.site)).toEqual([]);
      expect(await changes.take(foreignWorld.site)).toEqual([]);
    });
  }
}

it("tries the ID of each type of row", () => {
  expect([...foreignIds.values()].flat().toSorted()).toEqual([
    "annotation",
    "attachment",
    "binEntry",
    "case",
    "colourPreset",
    "course",
    "customField",
    "document",
    "embed",
    "enrollmentForm",
    "folder",
    "image",
    "job",
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
    "upload",
    "user",
    "userGroup",
    "workGroup",
  ]);
});

it("looks at every call that has an id, in its path, its body and its form", () => {
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
