/**
 * A list takes as many queries for twelve rows as for two. Each call below is sent on a site with two of everything
 * and on a site with twelve, and its queries to the database are counted. Not with one: what a call reads about that
 * row and about the list would be the same question, which it asks once (`platform/db/read-once.ts`).
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import { removeItems } from "#structure/remove-items.ts";
import { insertChunk } from "#upload/upload.queries.ts";
import { API_ROUTES } from "../app.ts";
import { buildAnnotation, buildDeletedAnnotation } from "./build-annotation.ts";
import { buildAnnouncement } from "./build-announcement.ts";
import { buildAttachment } from "./build-attachment.ts";
import { buildCase } from "./build-case.ts";
import { buildColourPreset } from "./build-colour-preset.ts";
import { buildCourse, buildFolder, buildItem } from "./build-content.ts";
import { buildCustomField } from "./build-custom-field.ts";
import { buildEmbed, buildTextbook } from "./build-embed.ts";
import { buildEnrollmentForm } from "./build-enrollment.ts";
import { buildMedia, buildMediaFolder } from "./build-media.ts";
import { buildNote } from "./build-note.ts";
import { buildPage } from "./build-page.ts";
import { buildAttempt, buildQuiz } from "./build-quiz.ts";
import { buildRadiology, buildRadiologyUpload } from "./build-radiology.ts";
import { buildShare } from "./build-share.ts";
import { buildSite } from "./build-site.ts";
import { buildSlide } from "./build-slide.ts";
import { buildTextbookMark, buildTextbookNote } from "./build-textbook-note.ts";
import { buildUpload } from "./build-upload.ts";
import { buildUser, type TestUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { buildWorkGroup } from "./build-work-group.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";

const FEW = 2;
const MANY = 12;

let server: SharedTestServer;
let worlds: readonly [few: World, many: World];
beforeAll(async () => {
  server = await sharedTestServer();
  worlds = [await buildWorld(FEW), await buildWorld(MANY)];
});

type World = Awaited<ReturnType<typeof buildWorld>>;

/** @param count of each type of row, under one parent. */
async function buildWorld(count: number) {
  const site = await buildSite(server);
  const { database } = server.platform;
  const administrator = await buildUser(site, { role: "administrator" });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney folder" });
  const slide = await buildSlide(site, { parentId: folderId });
  const groupCourse = await buildCourse(site, { title: "Of groups" });
  const inRowsFolder = await buildFolder(site, { parentId: groupCourse });
  const uniquely = { title: () => `Kidney ${randomUUID()}` };
  const times = async <Made>(make: (index: number) => Promise<Made>): Promise<Made[]> => {
    const made: Made[] = [];
    for (let index = 0; index < count; index += 1) made.push(await make(index));
    return made;
  };
  const slides = await times(() => buildSlide(site, { parentId: folderId, title: uniquely.title() }));
  const firstSlide = slides[0] as (typeof slides)[number];
  const workGroups = await times(() => buildWorkGroup(site, { owner: learner, members: [teacher] }));
  const joined = await times(() => buildWorkGroup(site, { owner: teacher, members: [learner] }));
  const [workGroupId = 0] = workGroups;
  // A path of the same length and width, so that each folder is a parent from which groups are inherited.
  const assignedFolders = await times(() => buildFolder(site, { parentId: groupCourse, title: uniquely.title() }));
  for (const assigned of assignedFolders) {
    await buildItem(site, { kind: "page", parentId: assigned, title: uniquely.title() });
    await withSite(database, site.id, (db) =>
      db
        .insertInto("placement")
        .values({ site_id: site.id, parent_id: assigned, item_id: inRowsFolder, position: 9 })
        .execute(),
    );
  }
  const groups = await times(() => buildUserGroup(site, { members: [learner, teacher], resourceIds: assignedFolders }));
  const [groupId = 0] = groups;
  await times(() => buildCourse(site, { title: uniquely.title() }));
  await times(() => buildFolder(site, { parentId: courseId, title: uniquely.title() }));
  const attachments = await times(() => buildAttachment(site, { imageId: slide.id }));
  await times(() => buildAnnotation(site, { slide, author: teacher, title: uniquely.title() }));
  await times(() => buildAnnotation(site, { slide, author: learner }));
  await times(() => buildDeletedAnnotation(site, { slide, author: teacher }));
  await times(() => buildAnnouncement(site));
  await times(() => buildNote(site, { slide, author: learner }));
  await times(() => buildNote(site, { slide, author: learner, workGroupId }));
  await times(() => buildNote(site, { slide, author: learner, isDeleted: true }));
  await times(() => buildColourPreset(site, { imageId: slide.id, name: uniquely.title() }));
  await times(() => buildMedia(site));
  await times(() => buildMedia(site, { shelf: "document" }));
  await times(() => buildMediaFolder(site));
  await times(() =>
    buildCustomField(site, {
      title: uniquely.title(),
      values: { [slide.id]: "Kidney", ...Object.fromEntries(slides.map(({ id }) => [id, uniquely.title()])) },
    }),
  );
  await times(() =>
    buildCustomField(site, {
      title: uniquely.title(),
      postType: "sz-attachment",
      values: Object.fromEntries(attachments.map((id) => [id, "Kidney"])),
    }),
  );
  const uploads = await times(() => buildUpload(site, { owner: teacher }));
  for (const [number, id] of uploads.entries()) {
    const sha256 = "0".repeat(64);
    await withSite(database, site.id, async (db) => {
      await insertChunk(db, site.id, { uploadId: id, number: 0, sha256 });
      if (number % 2 === 1) return;
      await db
        .updateTable("upload")
        .set({ state: "checking" })
        .where("id", "=", id)
        .where("site_id", "=", site.id)
        .execute();
      const job = await insertJob(db, site.id, { kind: "checkUpload", subjectId: id });
      await db
        .updateTable("job")
        .set({ state: "failed", error: "It failed." })
        .where("site_id", "=", site.id)
        .where("id", "=", job.id)
        .execute();
    });
  }
  await times(() => buildRadiologyUpload(site, { owner: teacher }));
  const radiology = await times(() => buildRadiology(site, { parentId: folderId }));
  const caseId = await buildCase(site, {
    parentId: folderId,
    items: slides.map(({ id }) => ({ id })),
  });
  await times(() => buildCase(site, { parentId: folderId, title: uniquely.title() }));
  const { quizId, questionIds } = await buildQuiz(site, {
    parentId: courseId,
    questions: Array.from({ length: count }, () => ({})),
  });
  await times(async () => buildAttempt(site, { quizId, userId: (await buildUser(site)).id }));
  const textbookId = await buildTextbook(site, { parentId: folderId });
  await times((index) => buildTextbookMark(site, { textbookId, targetId: slides[index]?.id ?? 0 }));
  await times(() => buildTextbookNote(site, { textbookId, author: learner }));
  const embeds = await times(() => buildEmbed(site, { parentId: folderId }));
  const pages = await times(() => buildPage(site, { parentId: folderId, title: uniquely.title() }));
  const forms = await times(() =>
    buildEnrollmentForm(site, {
      parentId: folderId,
      userGroupId: groupId,
      title: uniquely.title(),
      registered: [learner],
    }),
  );
  await times(() => buildShare(site, { createdBy: teacher, itemId: slide.id }));
  await times(async () => {
    const parentId = await buildFolder(site, { parentId: courseId });
    const itemIds = [await buildItem(site, { kind: "page", parentId })];
    await withSite(database, site.id, async (db) => {
      await removeItems(db, site.id, { parentId, itemIds, removedBy: teacher.id });
      await removeItems(db, site.id, { parentId: courseId, itemIds: [parentId], removedBy: teacher.id });
    });
  });
  return {
    administrator,
    teacher,
    learner,
    courseId,
    folderId,
    slideId: slide.id,
    firstSlideId: firstSlide.id,
    workGroupId,
    joinedId: joined[0] ?? 0,
    groupId,
    assignedFolder: assignedFolders[0] ?? 0,
    inRowsFolder,
    caseId,
    quizId,
    questionId: questionIds[0] ?? 0,
    pageId: pages[0] ?? 0,
    embedId: embeds[0] ?? 0,
    textbookId,
    formId: forms[0] ?? 0,
    attachmentId: attachments[0] ?? 0,
    radiologyId: radiology[0]?.id ?? 0,
  };
}

type Role = "administrator" | "teacher" | "learner";
const EVERYBODY: readonly Role[] = ["administrator", "teacher", "learner"];
const STAFF: readonly Role[] = ["administrator", "teacher"];

interface ListCall {
  /** By the contract. */
  readonly call: string;
  readonly by: readonly Role[];
  readonly at: (world: World) => string;
  readonly body?: object;
}

const get = (path: string, by: readonly Role[], at: (world: World) => string = () => path): ListCall => ({
  call: `GET ${path}`,
  by,
  at,
});

const LISTS: readonly ListCall[] = [
  get("/session", EVERYBODY),
  get("/announcement", EVERYBODY),
  get("/v2/announcements", ["administrator"]),
  get("/v2/workgroups", EVERYBODY),
  get("/v2/workgroups/all", ["administrator"]),
  get("/v2/workgroups/{id}", ["learner"], ({ workGroupId }) => `/v2/workgroups/${workGroupId}`),
  get("/v2/course/", EVERYBODY),
  get("/v2/course/virtual/", EVERYBODY),
  get("/v2/course/{id}", EVERYBODY, ({ courseId }) => `/v2/course/${courseId}`),
  // The virtual course of a user group.
  get("/v2/course/{id}", ["learner"], ({ groupId }) => `/v2/course/${groupId}`),
  get("/v2/folder/{id}", EVERYBODY, ({ folderId }) => `/v2/folder/${folderId}`),
  get("/v2/folder/virtual/{id}", ["learner"], ({ assignedFolder }) => `/v2/folder/virtual/${assignedFolder}`),
  get("/v2/structure/tree", STAFF),
  get("/v2/structure/bin", STAFF),
  get("/v2/image", STAFF),
  get("/v2/image/{id}", EVERYBODY, ({ slideId }) => `/v2/image/${slideId}`),
  get("/v2/image/{id}/colourPreset", EVERYBODY, ({ slideId }) => `/v2/image/${slideId}/colourPreset`),
  get("/image/related/{id}", EVERYBODY, ({ firstSlideId }) => `/image/related/${firstSlideId}`),
  get("/v2/annotation/item/{itemId}", EVERYBODY, ({ slideId }) => `/v2/annotation/item/${slideId}`),
  get("/v2/annotation/item/{itemId}/deleted", STAFF, ({ slideId }) => `/v2/annotation/item/${slideId}/deleted`),
  get("/v2/annotation/item/{itemId}/review", STAFF, ({ slideId }) => `/v2/annotation/item/${slideId}/review`),
  get("/v2/annotation/review/count", STAFF),
  get("/v2/annotation/review", STAFF),
  get(
    "/v2/annotation/item/{itemId}/review/neighbours",
    STAFF,
    ({ slideId }) => `/v2/annotation/item/${slideId}/review/neighbours`,
  ),
  get("/v2/note/image/{id}", EVERYBODY, ({ slideId }) => `/v2/note/image/${slideId}`),
  get("/v2/note/image/{id}/deleted", ["learner"], ({ slideId }) => `/v2/note/image/${slideId}/deleted`),
  get(
    "/v2/note/image/{id}/workgroup/{gid}",
    ["learner"],
    ({ slideId, workGroupId }) => `/v2/note/image/${slideId}/workgroup/${workGroupId}`,
  ),
  get("/v2/textbook/{id}/mark", EVERYBODY, ({ textbookId }) => `/v2/textbook/${textbookId}/mark`),
  get("/v2/textbook/{id}/note", ["learner"], ({ textbookId }) => `/v2/textbook/${textbookId}/note`),
  get("/v2/attachment", STAFF),
  get("/v2/attachment/{id}", EVERYBODY, ({ attachmentId }) => `/v2/attachment/${attachmentId}`),
  get("/v2/media", STAFF),
  get("/v2/media/folders", STAFF),
  get("/v2/upload", STAFF),
  get("/v2/radiology", STAFF),
  get("/radiology", STAFF),
  get("/v2/radiology/{id}/series", EVERYBODY, ({ radiologyId }) => `/v2/radiology/${radiologyId}/series`),
  get("/v2/job", STAFF),
  get("/v2/case", STAFF),
  get("/v2/case/{id}", EVERYBODY, ({ caseId }) => `/v2/case/${caseId}`),
  get("/v2/quiz", STAFF),
  get("/v2/quiz/{id}", STAFF, ({ quizId }) => `/v2/quiz/${quizId}`),
  get("/v2/quiz/{id}/questions/export", STAFF, ({ quizId }) => `/v2/quiz/${quizId}/questions/export?format=qti`),
  get("/v2/quiz/{quizId}/questions", STAFF, ({ quizId }) => `/v2/quiz/${quizId}/questions`),
  get("/v2/quiz/{id}/results", STAFF, ({ quizId }) => `/v2/quiz/${quizId}/results`),
  get("/v2/quiz/{id}/statistics", STAFF, ({ quizId }) => `/v2/quiz/${quizId}/statistics`),
  get("/v2/quiz/question/{id}/consensus", STAFF, ({ questionId }) => `/v2/quiz/question/${questionId}/consensus`),
  get("/v2/quiz/question/{id}", STAFF, ({ questionId }) => `/v2/quiz/question/${questionId}`),
  get("/v2/staticpages/{id}", EVERYBODY, ({ pageId }) => `/v2/staticpages/${pageId}`),
  get("/v2/embed/{id}", EVERYBODY, ({ embedId }) => `/v2/embed/${embedId}`),
  get("/v2/enrollmentForm/{id}", EVERYBODY, ({ formId }) => `/v2/enrollmentForm/${formId}`),
  get(
    "/v2/enrollmentForm/{id}/registrations",
    ["administrator"],
    ({ formId }) => `/v2/enrollmentForm/${formId}/registrations`,
  ),
  get("/v2/assignment/resource/{resourceId}", STAFF, ({ inRowsFolder }) => `/v2/assignment/resource/${inRowsFolder}`),
  get("/v2/assignment/search", STAFF, () => "/v2/assignment/search?q=Kidney"),
  get("/v2/assignment/{id}", STAFF, ({ groupId }) => `/v2/assignment/${groupId}`),
  get("/v2/userGroup", ["administrator"]),
  get("/v2/userGroup/user/{userId}", ["administrator"], ({ learner }) => `/v2/userGroup/user/${learner.id}`),
  get("/v2/customField", STAFF),
  get("/v2/customField/item/{itemId}/{type}", STAFF, ({ slideId }) => `/v2/customField/item/${slideId}/image`),
  get("/v2/tag", STAFF),
  get("/v2/item/overview", EVERYBODY),
  get("/v2/search", EVERYBODY, () => "/v2/search?query=Kidney&page=1"),
];

/** The time when a session was last used is written once a minute, for any request. */
const isAboutSession = (words: readonly unknown[]): boolean => JSON.stringify(words).includes("last_seen_at");

async function countQueries(as: TestUser, path: string): Promise<{ status: number; queries: number }> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const { statusCode } = await server.app.inject({
      url: `/api${path}`,
      headers: { "x-site-token": as.token },
    });
    return { status: statusCode, queries: query.mock.calls.filter((words) => !isAboutSession(words)).length };
  } finally {
    query.mockRestore();
  }
}

describe(`a list takes no more queries for ${MANY} rows than for ${FEW}`, () => {
  for (const [index, { call, by, at }] of LISTS.entries()) {
    for (const role of by) {
      it(`${role}: ${call} (${index})`, async () => {
        const [few, many] = worlds;
        const counted = [await countQueries(few[role], at(few)), await countQueries(many[role], at(many))] as const;
        expect(counted.map(({ status }) => status)).toEqual([200, 200]);
        expect(counted[0].queries).toBeGreaterThan(0);
        // Fewer, if a page of one type of rows leaves no room for another type.
        expect(counted[1].queries).toBeLessThanOrEqual(counted[0].queries);
      });
    }
  }

  it("names calls that exist", () => {
    const existing = new Set(API_ROUTES.map(({ contract }) => `${contract.method} ${contract.path}`));
    expect(LISTS.filter(({ call }) => !existing.has(call))).toEqual([]);
  });
});
