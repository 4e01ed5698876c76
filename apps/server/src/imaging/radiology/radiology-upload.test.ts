import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { MESSAGES } from "@parfocal/core/messages.ts";
import { getRadiology } from "@parfocal/core/radiology/radiology.contract.ts";
import {
  RADIOLOGY_CHUNK_BYTES,
  RADIOLOGY_FILE_FAULTS,
  RADIOLOGY_MAX_BYTES,
  RADIOLOGY_MAX_FILES,
} from "@parfocal/core/radiology/radiology-limits.ts";
import {
  deleteRadiologyUpload,
  getRadiologyUpload,
  headRadiologyUpload,
  listRadiologyUploads,
} from "@parfocal/core/radiology/radiology-upload.contract.ts";
import { getUpload, listUploads } from "@parfocal/core/upload/upload.contract.ts";
import { buildRadiologyZip, RADIOLOGY_SECRETS } from "@parfocal/slides/testing/build-radiology.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { describeSharedFile } from "@parfocal/slides/testing/shared-data.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildRadiologyUpload } from "#testing/build-radiology.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { digestOf, sendChunk, sha256Of } from "#testing/send-file.ts";
import {
  announceRadiology,
  createItem,
  findCheckedRadiology,
  sendRadiology,
  sendRadiologyChunk,
  sendRadiologyChunks,
} from "#testing/send-radiology.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { untilWaiting } from "#testing/until-waiting.ts";
import { clearAway } from "../../janitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let freeBytes = Number.MAX_SAFE_INTEGER;
/** The folder of studies is not writable: not an error of any file. */
let isStorageBroken = false;
beforeAll(async () => {
  server = await createTestServer({ folders: { freeBytes: async () => freeBytes } });
  const { radiology } = server.platform.folders;
  const notAFolder = join(server.dataFolder, "not-a-folder");
  await writeFile(notAFolder, "");
  Object.assign(server.platform.folders, {
    radiology: (siteId: number) => (isStorageBroken ? join(notAFolder, String(siteId)) : radiology(siteId)),
  });
  await server.startJobs();
});
afterAll(() => server.close());
beforeEach(() => {
  freeBytes = Number.MAX_SAFE_INTEGER;
  isStorageBroken = false;
});

async function buildTeacher() {
  const site = await buildSite(server);
  return { site, courseId: await buildCourse(site), teacher: await buildUser(site, { role: "teacher" }) };
}

const studyNames = async (site: TestSite): Promise<string[]> => {
  const folder = server.platform.folders.radiology(site.id);
  return existsSync(folder) ? (await readdir(folder)).sort() : [];
};
const zipOf = (site: TestSite, uploadId: number) => server.platform.folders.upload(site.id, uploadId);

/** Of several chunks: noise does not compress. */
const largeZip = () => buildRadiologyZip(3, { "noise.bin": randomBytes(RADIOLOGY_CHUNK_BYTES + 100_000) });

describe("a zip upload", () => {
  it("in chunks of 1 MiB becomes an item in its course; nothing of the zip is left", async () => {
    const { site, courseId, teacher } = await buildTeacher();
    const { radiology, upload } = await sendRadiology(server, teacher, largeZip(), {
      filename: "Head_CT 7.zip",
      parentId: courseId,
    });
    expect(upload).toMatchObject({ chunkBytes: 1_048_576, chunkCount: 2 });
    expect(radiology).toMatchObject({
      title: "Head CT 7",
      state: "ready",
      progress: 1,
      error: null,
      fault: null,
      failedJobId: null,
      seriesCount: 1,
      instanceCount: 3,
      ignoredCount: 1,
      path: [{ id: courseId }, { id: radiology.id }],
    });
    expect(radiology.version).toBeGreaterThan(0);
    await expect.poll(() => existsSync(zipOf(site, upload.id))).toBe(false);
    expect(await studyNames(site)).toEqual([String(radiology.version)]);
    for (const file of await readdir(join(server.platform.folders.radiology(site.id), String(radiology.version)))) {
      const bytes = await readFile(join(server.platform.folders.radiology(site.id), String(radiology.version), file));
      expect(RADIOLOGY_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    }
  });

  it("creates one item, even if requested repeatedly", async () => {
    const { teacher, courseId, site } = await buildTeacher();
    const bytes = buildRadiologyZip(2);
    const { answer: upload } = await announceRadiology(server, teacher, { bytes: bytes.length, parentId: courseId });
    await sendRadiologyChunks(server, teacher, upload, bytes);
    const input = { sha256: sha256Of(bytes), title: "Chest", subtitle: "CT", summary: "Of a phantom." };
    const answers = await Promise.all([1, 2, 3].map(() => createItem(server, teacher, upload, input)));
    const ids = new Set(answers.map(({ answer }) => answer.id));
    expect(ids.size).toBe(1);
    const done = await findCheckedRadiology(server, teacher, [...ids][0] ?? 0);
    expect(done).toMatchObject({ title: "Chest", subtitle: "CT", summary: "Of a phantom.", state: "ready" });
    expect((await createItem(server, teacher, upload, input)).answer.id).toBe(done.id);
    const items = await server.owner
      .selectFrom("item")
      .select("id")
      .where("site_id", "=", site.id)
      .where("kind", "=", "radiology")
      .execute();
    expect(items).toHaveLength(1);
  });

  it("reports received chunks, in the answer and in headers, so that it can be resumed", async () => {
    const { teacher } = await buildTeacher();
    const bytes = Buffer.concat([randomBytes(3 * RADIOLOGY_CHUNK_BYTES), Buffer.from("end")]);
    const { answer: upload } = await announceRadiology(server, teacher, { bytes: bytes.length });
    const send = (number: number) =>
      sendRadiologyChunk(server, teacher, upload, {
        number,
        bytes: bytes.subarray(number * RADIOLOGY_CHUNK_BYTES, (number + 1) * RADIOLOGY_CHUNK_BYTES),
      });
    for (const number of [0, 1, 3, 1]) expect((await send(number)).status).toBe(204);
    const params = { id: String(upload.id) };
    const again = await sendCall(server, getRadiologyUpload, { as: teacher, params });
    expect(again.answer).toEqual({ ...upload, receivedChunks: [0, 1, 3] });
    const { raw, status } = await sendCall(server, headRadiologyUpload, { as: teacher, params });
    expect(status).toBe(204);
    expect(raw.headers).toMatchObject({
      "upload-length": String(bytes.length),
      "upload-offset": String(2 * RADIOLOGY_CHUNK_BYTES),
      "upload-chunks": "0-1,3",
      "cache-control": "no-store",
    });
    expect((await createItem(server, teacher, upload, { sha256: sha256Of(bytes) })).failure.data).toEqual([
      "chunksMissing",
    ]);
    expect((await sendCall(server, listRadiologyUploads, { as: teacher })).answer).toEqual([again.answer]);
  });

  it("rejects a chunk that has a wrong digest, differs from the first, is beyond the end, or is not signed", async () => {
    const { teacher } = await buildTeacher();
    const { answer: upload } = await announceRadiology(server, teacher, { bytes: 4 });
    const bytes = Buffer.from("four");
    const send = (more: object, from = upload) =>
      sendRadiologyChunk(server, teacher, from, { number: 0, bytes, ...more });
    expect((await send({ digest: digestOf(Buffer.from("five")) })).status).toBe(400);
    expect((await send({}, { ...upload, signature: "x".repeat(43) })).status).toBe(404);
    expect((await send({ number: 1 })).status).toBe(413);
    expect((await send({})).status).toBe(204);
    expect((await send({ bytes: Buffer.from("five") })).status).toBe(409);
  });

  it("is cancelled: nothing is left", async () => {
    const { site, teacher } = await buildTeacher();
    const { answer: upload } = await announceRadiology(server, teacher, { bytes: 8 });
    const params = { id: String(upload.id) };
    expect((await sendCall(server, deleteRadiologyUpload, { as: teacher, params })).status).toBe(204);
    expect(existsSync(zipOf(site, upload.id))).toBe(false);
    expect((await sendCall(server, getRadiologyUpload, { as: teacher, params })).status).toBe(404);
  });

  it("cannot be cancelled while an item is created from it", async () => {
    const { site, teacher } = await buildTeacher();
    const id = await buildRadiologyUpload(site, { owner: teacher });
    let answer: Promise<{ status: number }> | undefined;
    await server.owner.transaction().execute(async (other) => {
      await other.updateTable("upload").set({ state: "checking" }).where("id", "=", id).execute();
      answer = sendCall(server, deleteRadiologyUpload, { as: teacher, params: { id: String(id) } });
      await untilWaiting(server);
    });
    expect((await answer)?.status).toBe(404);
    expect(await server.owner.selectFrom("upload").select("id").where("id", "=", id).execute()).toHaveLength(1);
  });

  it("is not a slide upload, and vice versa", async () => {
    const { site, teacher } = await buildTeacher();
    const params = { id: String(await buildRadiologyUpload(site, { owner: teacher })) };
    expect((await sendCall(server, getUpload, { as: teacher, params })).status).toBe(404);
    expect((await sendCall(server, listUploads, { as: teacher })).answer).toEqual([]);
    const bytes = Buffer.alloc(8);
    expect((await sendChunk(server, teacher, { id: Number(params.id), number: 0, bytes })).status).toBe(404);
    const slide = { id: String(await buildUpload(site, { owner: teacher })) };
    expect((await sendCall(server, getRadiologyUpload, { as: teacher, params: slide })).status).toBe(404);
  });
});

describe("before anything is sent", () => {
  const files: readonly [filename: string, bytes: number, fault: keyof typeof RADIOLOGY_FILE_FAULTS | null][] = [
    ["a.zip", 1, null],
    ["A.ZIP", RADIOLOGY_MAX_BYTES, null],
    ["a.zip", RADIOLOGY_MAX_BYTES + 1, "tooLarge"],
    ["a.zip", 0, "empty"],
    ["a.dcm", 1, "notZip"],
    ["zip", 1, "notZip"],
    [".zip", 1, "notZip"],
    ["a.zip.exe", 1, "notZip"],
  ];
  for (const [filename, bytes, fault] of files)
    it(`${filename} of ${bytes} bytes: ${fault ?? "accepted"}`, async () => {
      const { teacher } = await buildTeacher();
      const { status, failure } = await announceRadiology(server, teacher, { filename, bytes });
      if (fault === null) expect(status).toBe(200);
      else expect([status, failure.message, failure.data]).toEqual([400, RADIOLOGY_FILE_FAULTS[fault], [fault]]);
    });

  it("free space must be 2.2 times the file size; the message names the free space", async () => {
    const { teacher } = await buildTeacher();
    const bytes = 2 * 2 ** 30;
    freeBytes = bytes * 2.2 - 1;
    const { status, failure } = await announceRadiology(server, teacher, { bytes });
    expect([status, failure.data]).toEqual([507, ["outOfSpace"]]);
    expect(failure.message).toContain("4.4 GiB needed, 4.4 GiB free");
    freeBytes = Math.ceil(bytes * 2.2);
    expect((await announceRadiology(server, teacher, { bytes })).status).toBe(200);
  });

  it("thirty uploads are accepted at a time, the next after one is cancelled; each person has their own limit", async () => {
    const { site, teacher } = await buildTeacher();
    for (let file = 0; file < RADIOLOGY_MAX_FILES; file += 1) await buildRadiologyUpload(site, { owner: teacher });
    const { status, failure } = await announceRadiology(server, teacher, { bytes: 8 });
    expect([status, failure.data]).toEqual([409, ["tooManyUploads"]]);
    const other = await buildUser(site, { role: "teacher" });
    expect((await announceRadiology(server, other, { bytes: 8 })).status).toBe(200);
    const [first] = (await sendCall(server, listRadiologyUploads, { as: teacher })).answer;
    await sendCall(server, deleteRadiologyUpload, { as: teacher, params: { id: String(first?.id) } });
    expect((await announceRadiology(server, teacher, { bytes: 8 })).status).toBe(200);
  });
});

describe("a zip that cannot be used", () => {
  const text = { name: "readme.txt", contents: Buffer.from("no picture") };
  const cases: readonly [what: string, zip: () => Buffer, fault: string, says: RegExp][] = [
    ["without an image", () => buildZip({ entries: [text] }), "noPictures", /no readable DICOM images/],
    ["that is not a zip", () => Buffer.from("I am called zip"), "damaged", /incomplete/],
    ["with a password", () => buildZip({ entries: [{ ...text, flags: 1 }] }), "unsupported", /password/],
    [
      "with another zip in it",
      () => buildZip({ entries: [{ name: "x", contents: buildRadiologyZip(1) }] }),
      "unsupported",
      /another archive/,
    ],
    [
      "with a path outside of it",
      () => buildZip({ entries: [{ ...text, name: "../../evil" }] }),
      "damaged",
      /outside the archive/,
    ],
  ];
  for (const [what, zip, fault, says] of cases)
    it(`${what}: its item names the reason, and nothing is left on the disk`, async () => {
      const { site, teacher, courseId } = await buildTeacher();
      const { radiology, upload } = await sendRadiology(server, teacher, zip(), { parentId: courseId });
      expect(radiology).toMatchObject({ state: "failed", fault, version: 0, failedJobId: null });
      expect(radiology.error).toMatch(says);
      await expect.poll(() => existsSync(zipOf(site, upload.id))).toBe(false);
      expect(await studyNames(site)).toEqual([]);
      const learner = await buildUser(site);
      const seen = await sendCall(server, getRadiology, {
        as: learner,
        params: { id: String(radiology.id) },
        query: {},
      });
      expect(seen.answer).toMatchObject({ state: "failed", error: null, ignoredCount: null });
    });

  it("because it was changed in transit", async () => {
    const { teacher } = await buildTeacher();
    const bytes = buildRadiologyZip(1);
    const { answer: upload } = await announceRadiology(server, teacher, { bytes: bytes.length });
    await sendRadiologyChunks(server, teacher, upload, bytes);
    const { answer } = await createItem(server, teacher, upload, { sha256: "0".repeat(64) });
    expect(await findCheckedRadiology(server, teacher, answer.id)).toMatchObject({
      state: "failed",
      fault: "damaged",
      error: "The file was damaged during upload. Upload it again.",
    });
  });
});

describe("a check that is interrupted", () => {
  async function failWithServerError(): Promise<
    { site: TestSite; teacher: TestUser } & Awaited<ReturnType<typeof sendRadiology>>
  > {
    const { site, teacher, courseId } = await buildTeacher();
    isStorageBroken = true;
    const sent = await sendRadiology(server, teacher, buildRadiologyZip(2), { parentId: courseId });
    isStorageBroken = false;
    return { site, teacher, ...sent };
  }

  it("by a server error reports it, keeps the zip, and is resumed without sending a byte twice", async () => {
    const { site, teacher, radiology, upload } = await failWithServerError();
    expect(radiology).toMatchObject({ state: "failed", fault: null, error: MESSAGES["generic.failed"] });
    expect(existsSync(zipOf(site, upload.id))).toBe(true);
    await sendCall(server, retryJob, { as: teacher, params: { id: String(radiology.failedJobId) } });
    expect(await findCheckedRadiology(server, teacher, radiology.id)).toMatchObject({ state: "ready", error: null });
    await expect.poll(() => existsSync(zipOf(site, upload.id))).toBe(false);
  });

  it("and never resumed ends after a day, leaving nothing", async () => {
    const { site, teacher, radiology, upload } = await failWithServerError();
    await clearAway(server.platform, Date.now() + 2 * DAY_MS);
    await clearAway(server.platform, Date.now() + 2 * DAY_MS);
    expect(await findCheckedRadiology(server, teacher, radiology.id)).toMatchObject({
      state: "failed",
      failedJobId: null,
      error: expect.stringMatching(/Upload it again/),
    });
    expect(existsSync(zipOf(site, upload.id))).toBe(false);
  });

  it("between the folder and its rows restarts with the same result", async () => {
    const { site, courseId, teacher } = await buildTeacher();
    const { radiology, upload } = await sendRadiology(server, teacher, buildRadiologyZip(2), { parentId: courseId });
    // The first check removes its zip once its rows exist: wait for that.
    await expect.poll(() => existsSync(zipOf(site, upload.id))).toBe(false);
    // As after a kill: the folder has its name, the zip exists, the rows do not.
    await writeFile(zipOf(site, upload.id), buildRadiologyZip(2));
    await withSite(server.platform.database, site.id, async (db) => {
      await db.deleteFrom("radiology_series").where("site_id", "=", site.id).execute();
      await db.updateTable("radiology_study").set({ state: "checking" }).where("site_id", "=", site.id).execute();
      await db.updateTable("upload").set({ state: "checking" }).where("site_id", "=", site.id).execute();
      await server.platform.jobs.add(db, site.id, { kind: "unpackRadiology", subjectId: upload.id });
    });
    server.platform.jobs.wake();
    const done = await findCheckedRadiology(server, teacher, radiology.id);
    expect(done).toMatchObject({ state: "ready", version: radiology.version, instanceCount: 2 });
    expect(await studyNames(site)).toEqual([String(radiology.version)]);
  });

  it("folders left by a kill are deleted after a day: unfinished ones and those without a row", async () => {
    const { site } = await buildTeacher();
    const root = server.platform.folders.radiology(site.id);
    const { mkdir } = await import("node:fs/promises");
    await mkdir(join(root, "1.part"), { recursive: true });
    await mkdir(join(root, "1"), { recursive: true });
    await clearAway(server.platform);
    expect(await studyNames(site)).toEqual(["1", "1.part"]);
    await clearAway(server.platform, Date.now() + 2 * DAY_MS);
    expect(await studyNames(site)).toEqual([]);
    await rm(root, { recursive: true, force: true });
  });
});

describeSharedFile("radiology/KNIX_knee_MR_17.zip", (path) => {
  it("a knee in lossless JPEG becomes an item with two series", async () => {
    const { teacher, courseId } = await buildTeacher();
    const { radiology } = await sendRadiology(server, teacher, await readFile(path), { parentId: courseId });
    expect(radiology).toMatchObject({ state: "ready", seriesCount: 2, instanceCount: 17, ignoredCount: 0 });
  });
});
