import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import {
  ALREADY_HERE,
  createUpload,
  findKnownSlide,
  finishUpload,
  placeKnownSlide,
} from "@parfocal/core/upload/upload.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { findOutcome, sendChunk, sha256Of } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tinyPyramid } from "#testing/tiny-pyramid.ts";

let server: TestServer;
let bytes: Buffer;
let sha256 = "";
beforeAll(async () => {
  server = await createTestServer();
  bytes = await readFile(
    await tinyPyramid(server, { width: 700, height: 500, tileSize: 256, pixelSizeUm: { x: 0.5, y: 0.5 } }),
  );
  sha256 = sha256Of(bytes);
});
afterAll(() => server.close());

async function buildSchool() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, teacher, kidney: await buildCourse(site), skin: await buildCourse(site) };
}

/** All calls of an upload except its finish. */
async function sendAll(teacher: TestUser, parentId: number, folders: string[] = []) {
  const body = { filename: "slide.tif", bytes: bytes.length, parentId, folders };
  const { answer } = await sendCall(server, createUpload, { as: teacher, body });
  await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
  return answer.id;
}

/** A slide that was created from the file earlier. @returns its image's ID. */
async function buildKnown(site: TestSite, parentId: number, title = "Kidney"): Promise<number> {
  const { id, slideFileId } = await buildSlide(site, { parentId, title });
  await server.owner.updateTable("slide_file").set({ sha256 }).where("id", "=", slideFileId).execute();
  return id;
}

const finish = (teacher: TestUser, id: number, ifKnown: "add" | "ask") =>
  sendCall(server, finishUpload, { as: teacher, params: { id: String(id) }, body: { sha256, ifKnown } });
const find = (teacher: TestUser) => sendCall(server, findKnownSlide, { as: teacher, query: { sha256 } });
const itemsOf = async (teacher: TestUser, courseId: number) =>
  (await sendCall(server, getCourse, { as: teacher, params: { id: String(courseId) } })).answer;

// First: no job has started.
it("two uploads of one file that are checked at the same time become one slide, placed in both parents", async () => {
  const { teacher, kidney, skin } = await buildSchool();
  const ids = [await sendAll(teacher, kidney), await sendAll(teacher, skin)];
  for (const id of ids) expect((await finish(teacher, id, "ask")).status).toBe(200);
  await server.startJobs();
  const outcomes = await Promise.all(ids.map((id) => findOutcome(server, teacher, id)));
  expect(outcomes.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(outcomes[0]?.imageId).toBe(outcomes[1]?.imageId);
  for (const courseId of [kidney, skin]) expect((await itemsOf(teacher, courseId)).items).toHaveLength(1);
}, 20_000);

describe("a file that is already stored", () => {
  it("is found by its hash, with its locations; not at another site", async () => {
    const { site, teacher, kidney } = await buildSchool();
    const stranger = await buildSchool();
    expect((await find(teacher)).answer).toEqual({ slide: null });
    const imageId = await buildKnown(site, kidney, "Glomerulus");
    expect((await find(teacher)).answer.slide).toMatchObject({ imageId, title: "Glomerulus", parentIds: [kidney] });
    expect((await find(teacher)).answer.slide?.path.map(({ id }) => id)).toEqual([kidney, imageId]);
    expect((await find(stranger.teacher)).answer).toEqual({ slide: null });
  });

  it("requires a choice when another upload finishes, which can then become another slide", async () => {
    const { site, teacher, kidney, skin } = await buildSchool();
    const first = await buildKnown(site, kidney);
    const id = await sendAll(teacher, skin);
    const conflict = await finish(teacher, id, "ask");
    expect(conflict.status).toBe(409);
    expect(conflict.answer).toMatchObject({ data: [ALREADY_HERE] });
    await finish(teacher, id, "add");
    const second = await findOutcome(server, teacher, id);
    expect(second.state).toBe("done");
    expect(second.imageId).not.toBe(first);
  });

  it("replaces another upload, of which nothing is left; a repeated request has the same result", async () => {
    const { site, teacher, kidney, skin } = await buildSchool();
    const imageId = await buildKnown(site, kidney);
    const id = await sendAll(teacher, skin, ["Epidermis"]);
    const path = server.platform.folders.upload(site.id, id);
    expect(existsSync(path)).toBe(true);
    for (let time = 0; time < 2; time += 1) {
      const { answer } = await sendCall(server, placeKnownSlide, {
        as: teacher,
        params: { id: String(id) },
        body: { sha256 },
      });
      expect(answer).toMatchObject({ state: "done", imageId });
    }
    expect(existsSync(path)).toBe(false);
    const { folders } = await itemsOf(teacher, skin);
    expect(folders.map(({ title }) => title)).toEqual(["Epidermis"]);
    const folder = await sendCall(server, getFolder, { as: teacher, params: { id: String(folders[0]?.id) } });
    expect(folder.answer.items.map((item) => item.id)).toEqual([imageId]);
  });

  it("cannot replace another person's upload, or any if the slide does not exist", async () => {
    const { site, teacher, kidney } = await buildSchool();
    const other = await buildUser(site, { role: "teacher" });
    const id = await sendAll(teacher, kidney);
    const place = (as: TestUser) =>
      sendCall(server, placeKnownSlide, { as, params: { id: String(id) }, body: { sha256 } });
    expect((await place(teacher)).status).toBe(404);
    await buildKnown(site, kidney);
    expect((await place(other)).status).toBe(404);
    expect((await place(teacher)).status).toBe(200);
  });
});

describe("the folders of an upload", () => {
  it("are created when its slide is placed, and reused by the next", async () => {
    const { site, teacher, kidney } = await buildSchool();
    const known = await buildFolder(site, { parentId: kidney, title: "Cortex" });
    const ids = [await sendAll(teacher, kidney, ["Cortex", "PAS"]), await sendAll(teacher, kidney, ["Cortex", "PAS"])];
    expect((await itemsOf(teacher, kidney)).folders.map(({ itemCount }) => itemCount)).toEqual([0]);
    for (const id of ids) await finish(teacher, id, "add");
    for (const id of ids) expect((await findOutcome(server, teacher, id)).state).toBe("done");
    expect((await itemsOf(teacher, kidney)).folders.map(({ id }) => id)).toEqual([known]);
    const cortex = await sendCall(server, getFolder, { as: teacher, params: { id: String(known) } });
    expect(cortex.answer.folders).toMatchObject([{ title: "PAS", itemCount: 2 }]);
  });

  it("are not created if the upload is rejected", async () => {
    const { teacher, kidney } = await buildSchool();
    const rubbish = Buffer.from("no slide at all");
    const body = { filename: "a.tif", bytes: rubbish.length, parentId: kidney, folders: ["New"] };
    const { answer } = await sendCall(server, createUpload, { as: teacher, body });
    await sendChunk(server, teacher, { id: answer.id, number: 0, bytes: rubbish });
    const params = { id: String(answer.id) };
    await sendCall(server, finishUpload, { as: teacher, params, body: { sha256: sha256Of(rubbish) } });
    expect(await findOutcome(server, teacher, answer.id)).toMatchObject({ state: "failed", fileFault: "notASlide" });
    expect((await itemsOf(teacher, kidney)).folders).toEqual([]);
  });
});
