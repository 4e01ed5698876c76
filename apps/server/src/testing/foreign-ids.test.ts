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
let foreignIds: Readonly<Record<string, number>>;
let changes: SiteChanges;
beforeAll(async () => {
  server = await createTestServer();
  await separateSequences();
  world = await buildMatrixWorld(server);
  foreignWorld = await buildMatrixWorld(server);
  foreignIds = await buildForeignThings(foreignWorld);
  changes = await watchSiteChanges(server);
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
async function buildForeignThings(foreign: MatrixWorld): Promise<Record<string, number>> {
  const { site, courseId, folderId: parentId, slide, users } = foreign;
  const question = { type: "multiple-choice" as const, answerOptions: [testOption("Kidney", true)] };
  const quiz = await buildQuiz(site, { parentId, imageId: slide.id, questions: [question] });
  return {
    course: courseId,
    folder: parentId,
    image: slide.id,
    case: await buildCase(site, { parentId, items: [{ id: slide.id }] }),
    page: await buildPage(site, { parentId }),
    embed: await buildEmbed(site, { parentId }),
    textbook: await buildTextbook(site, { parentId }),
    quiz: quiz.quizId,
    quizSlide: quiz.slideId ?? 0,
    question: quiz.questionIds[0] ?? 0,
    option: quiz.optionIds[0] ?? 0,
    slideFile: slide.slideFileId,
    colourPreset: await buildColourPreset(site, { imageId: slide.id }),
    customField: await foreign.freshCustomField(),
    attachment: await foreign.freshAttachment(),
    media: await foreign.freshMedia(),
    mediaFolder: await foreign.freshMediaFolder(),
    document: await foreign.freshDocument(),
    binEntry: await foreign.freshBinEntry(),
    user: users.learner.id,
    userGroup: foreign.userGroup.groupId,
    enrollmentForm: await buildEnrollmentForm(site, { parentId, userGroupId: foreign.userGroup.groupId }),
    annotation: await foreign.freshExpertAnnotation(),
    radiology: (await buildRadiology(site, { parentId })).id,
    radiologyUpload: await buildRadiologyUpload(site, { owner: users.teacher }),
    upload: await foreign.freshUpload(),
    job: await foreign.freshFailedJob(),
    workGroup: await foreign.freshWorkGroup(),
    note: await foreign.freshNote(),
    share: (await foreign.freshShare()).id,
  };
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
      for (const [kind, id] of Object.entries(foreignIds)) {
        const answer = await send(contract, withField(request, key, field, id), id);
        expect(answer, `id of a foreign ${kind}`).toEqual(ofNoThing);
      }
      if (!isLenient) expect(await changes.take(world.site)).toEqual([]);
      expect(await changes.take(foreignWorld.site)).toEqual([]);
    });
  }
}

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
