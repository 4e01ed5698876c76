/**
 * No call reveals hidden data to learners: every GET, with the IDs of hidden objects in every position of an ID, and
 * searches for them. Hidden objects contain a word that is nowhere else.
 */
import { saveBox } from "@parfocal/core/box/box.contract.ts";
import { updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { saveAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import { removeItems } from "@parfocal/core/structure/structure.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { API_ROUTES } from "../app.ts";
import { buildAttachment } from "./build-attachment.ts";
import { buildCase } from "./build-case.ts";
import { buildCourse, buildFolder } from "./build-content.ts";
import { buildCustomField } from "./build-custom-field.ts";
import { buildMedia } from "./build-media.ts";
import { buildPage } from "./build-page.ts";
import { buildQuiz, testOption } from "./build-quiz.ts";
import { buildSlide } from "./build-slide.ts";
import type { TestUser } from "./build-user.ts";
import { idFieldsOf, withId } from "./id-fields.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import type { MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf, sendCall } from "./send-call.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";

const SECRET = "zyxwv";
const title = `Hidden ${SECRET}`;
const content = `<p>Hidden ${SECRET}</p>`;

let server: SharedTestServer;
let world: MatrixWorld;
let hidden: Readonly<Record<string, number>>;
beforeAll(async () => {
  server = await sharedTestServer();
  world = await buildMatrixWorld(server);
  hidden = await buildHidden(world);
});

/** By content type; the items in them are hidden with them. */
async function buildHidden({ site, courseId, folderId, slide, users }: MatrixWorld): Promise<Record<string, number>> {
  const as = users.teacher;
  const course = await buildCourse(site, { title, isVisible: false });
  const folder = await buildFolder(site, { parentId: folderId, title, isActive: false });
  const slideInside = await buildSlide(site, { parentId: folder });
  const binned = await buildPage(site, { parentId: folderId, title, content });
  const removal = {
    params: { parentType: "folder" as const, parentId: String(folderId) },
    body: { itemIds: [binned] },
  };
  expect((await sendCall(server, removeItems, { as, ...removal })).status).toBe(200);
  const quiz = await buildQuiz(site, {
    parentId: folderId,
    questions: [
      { title, content, type: "multiple-choice", answerOptions: [testOption(title, true), testOption(`Not ${title}`)] },
      { title, content, type: "short-answer", correctAnswer: title, answerOptions: [] },
    ],
  });
  const notificationEmail = `${SECRET}@example.org`;
  const settings = { params: { id: String(quiz.quizId) }, body: { notificationEmail } };
  expect((await sendCall(server, updateQuiz, { as, ...settings })).status).toBe(200);
  const pages = [
    { title: "Shown", content: "<p>Shown</p>", isActive: true },
    { title, content, isActive: false },
  ];
  const box = {
    params: { id: String(courseId), type: "course" as const },
    body: { tabs: [{ title: "Tab", contentPages: pages }] },
  };
  expect((await sendCall(server, saveBox, { as, ...box })).status).toBe(200);
  const asked = await buildSlide(site, { parentId: folder, title });
  const running = await buildQuiz(site, {
    parentId: folderId,
    questions: [{ title: "What is shown?", itemId: asked.id }],
  });
  const starting = { params: { id: String(running.quizId) }, body: { quizId: running.quizId } };
  expect((await sendCall(server, saveAnswers, { as: users.learner, ...starting })).status).toBe(200);
  return {
    askedByRunningQuiz: asked.id,
    runningQuiz: running.quizId,
    course,
    pageOfCourse: await buildPage(site, { parentId: course, title, content }),
    folder,
    pageOfFolder: await buildPage(site, { parentId: folder, title, content }),
    slide: slideInside.id,
    page: await buildPage(site, { parentId: folderId, title, content, isActive: false }),
    case: await buildCase(site, { parentId: folder, title, items: [{ id: slide.id }] }),
    attachment: await buildAttachment(site, { imageId: slideInside.id, title, filename: `${SECRET}.png` }),
    field: await buildCustomField(site, { values: { [slideInside.id]: title } }),
    media: await buildMedia(site, { title, filename: `${SECRET}.png` }),
    document: await buildMedia(site, { shelf: "document", title, filename: `${SECRET}.png` }),
    binned,
    quiz: quiz.quizId,
    question: quiz.questionIds[0] ?? 0,
    option: quiz.optionIds[0] ?? 0,
    group: world.userGroup.groupId,
  };
}

async function ask(contract: (typeof reading)[number], { params, query }: MatrixRequest, as: TestUser) {
  const { statusCode, payload, headers } = await server.app.inject({
    method: "GET",
    url: addressOf(contract, params),
    headers: { "x-site-token": as.token },
    ...(query ? { query } : {}),
  });
  return { status: statusCode, text: `${JSON.stringify(headers)}${payload}` };
}

/** Email addresses of everyone but the learner, and hidden data. */
const secretsOf = ({ users }: MatrixWorld): string[] => [
  SECRET,
  ...[users.teacher, users.expert, users.administrator].map(({ email }) => email),
];

const reading = API_ROUTES.map(({ contract }) => contract).filter(({ method }) => method === "GET");

for (const contract of reading) {
  const key = `${contract.method} ${contract.path}`;
  it(`${key} returns nothing hidden to a learner`, async () => {
    const request = (await RIGHTS_MATRIX[key]?.request?.(world)) ?? {};
    const requests: MatrixRequest[] = [request];
    for (const { place, way } of idFieldsOf(contract))
      for (const id of [...Object.values(hidden), world.courseId, world.folderId, world.slide.id])
        requests.push({ ...request, [place]: withId(request[place as "params"], way, String(id)) });
    for (const request of requests) {
      const { text } = await ask(contract, request, world.users.learner);
      const leaks = secretsOf(world).filter((secret) => text.includes(secret));
      expect(leaks, `${JSON.stringify(request)} ${text.slice(0, 600)}`).toEqual([]);
    }
  });
}

it("a search returns nothing hidden to a learner, and most of it to a content manager", async () => {
  const contract = reading.find(({ path }) => path === "/v2/search");
  if (!contract) throw new Error("There is no search.");
  for (const words of ["hidden", `${SECRET}`.slice(0, 4), "hiden"]) {
    const { status, text } = await ask(contract, { query: { query: words } }, world.users.learner);
    expect([status, text.includes(SECRET)], words).toEqual([200, false]);
  }
  const { text } = await ask(contract, { query: { query: "hidden" } }, world.users.teacher);
  expect(text).toContain(SECRET);
});

it("content managers get it by the same calls", async () => {
  const pageOf = reading.find(({ path }) => path === "/v2/staticpages/{id}");
  const quizOf = reading.find(({ path }) => path === "/v2/quiz/{quizId}/questions");
  if (!pageOf || !quizOf) throw new Error("The calls are gone.");
  const { teacher } = world.users;
  expect((await ask(pageOf, { params: { id: hidden.page ?? 0 } }, teacher)).text).toContain(SECRET);
  expect((await ask(quizOf, { params: { quizId: hidden.quiz ?? 0 } }, teacher)).text).toContain(SECRET);
});
