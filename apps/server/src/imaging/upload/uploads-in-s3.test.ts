/** Uploads and radiology in an S3 store: our own test server, which checks the signatures of requests. */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getRadiologyInstance, getRadiologyThumbnail } from "@parfocal/core/radiology/radiology.contract.ts";
import { deleteUpload } from "@parfocal/core/upload/upload.contract.ts";
import { buildRadiologyZip, RADIOLOGY_SECRETS } from "@parfocal/slides/testing/build-radiology.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { tidyRadiology } from "#radiology/tidy-radiology.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { filesInS3, namesIn } from "#testing/files-in-s3.ts";
import { type S3StandIn, startS3StandIn } from "#testing/s3-stand-in.ts";
import { sendCall } from "#testing/send-call.ts";
import { announce, findOutcome, finish, sendChunk, sendFile, sha256Of } from "#testing/send-file.ts";
import { sendRadiology } from "#testing/send-radiology.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tinyPyramid } from "#testing/tiny-pyramid.ts";
import { tidyUploads } from "./tidy-uploads.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let server: TestServer;
let standIn: S3StandIn;
beforeAll(async () => {
  standIn = await startS3StandIn();
  server = await createTestServer({ files: filesInS3(standIn) });
  await server.startJobs();
});
afterAll(async () => {
  await server.close();
  await standIn.close();
});
beforeEach(() => {
  standIn.fault = () => null;
});

async function buildTeacher() {
  const site = await buildSite(server);
  return { site, courseId: await buildCourse(site), teacher: await buildUser(site, { role: "teacher" }) };
}
/** Of more than one chunk. */
const largeSlide = async () =>
  readFile(await tinyPyramid(server, { width: 1_900, height: 1_500, tileSize: 256, pixelSizeUm: null, isNoise: true }));
const chunksInStore = () => namesIn(standIn).filter((name) => name.startsWith("uploads/"));
const localFiles = () =>
  ["uploads", "radiology"]
    .map((name) => join(server.dataFolder, name))
    .flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe("an upload", () => {
  it("has each chunk in the store before it is acknowledged, and becomes a slide; nothing else is left", async () => {
    const { site, teacher } = await buildTeacher();
    const bytes = await largeSlide();
    const { answer: upload } = await announce(server, teacher, { bytes: bytes.length });
    expect(upload.chunkCount).toBeGreaterThan(1);
    for (let number = 0; number < upload.chunkCount; number += 1) {
      const chunk = bytes.subarray(number * upload.chunkBytes, (number + 1) * upload.chunkBytes);
      expect((await sendChunk(server, teacher, { id: upload.id, number, bytes: chunk })).status).toBe(204);
      expect(chunksInStore()).toContain(`uploads/${site.id}-${upload.id}/${number}`);
    }
    expect(localFiles()).toEqual([]);
    await finish(server, teacher, upload.id, sha256Of(bytes));
    expect(await findOutcome(server, teacher, upload.id)).toMatchObject({ state: "done" });
    await expect.poll(() => [...chunksInStore(), ...localFiles()]).toEqual([]);
    const stored = namesIn(standIn).filter((name) => name.startsWith(`slides/${site.id}/`));
    expect(stored).toHaveLength(1);
    expect((await server.platform.files.readWhole(stored[0] ?? ""))?.equals(bytes)).toBe(true);
  });

  it("whose chunk the store rejects returns 503, and continues with the same chunk", async () => {
    const { teacher } = await buildTeacher();
    const bytes = Buffer.from("a small file that is no slide");
    const { answer: upload } = await announce(server, teacher, { bytes: bytes.length });
    standIn.fault = () => ({ status: 503 });
    const rejected = await sendChunk(server, teacher, { id: upload.id, number: 0, bytes });
    expect([rejected.status, rejected.raw.headers["retry-after"]]).toEqual([503, "1"]);
    standIn.fault = () => null;
    expect((await sendChunk(server, teacher, { id: upload.id, number: 0, bytes })).status).toBe(204);
    await finish(server, teacher, upload.id, sha256Of(bytes));
    expect(await findOutcome(server, teacher, upload.id)).toMatchObject({ state: "failed", fileFault: "notASlide" });
    await expect.poll(() => [...chunksInStore(), ...localFiles()]).toEqual([]);
  });

  it("is removed when cancelled, leftover chunks after a day", async () => {
    const { site, teacher } = await buildTeacher();
    const { answer: upload } = await announce(server, teacher, { bytes: 3 });
    await sendChunk(server, teacher, { id: upload.id, number: 0, bytes: Buffer.from("abc") });
    const orphan = `uploads/${site.id}-999999/0`;
    await server.platform.files.write(orphan, Buffer.from("abc"));
    await sendCall(server, deleteUpload, { as: teacher, params: { id: String(upload.id) } });
    await expect.poll(chunksInStore).toEqual([orphan]);
    await tidyUploads(server.platform, Date.now());
    expect(chunksInStore()).toEqual([orphan]);
    await tidyUploads(server.platform, Date.now() + 2 * DAY_MS);
    expect(chunksInStore()).toEqual([]);
  });

  it("of the same bytes twice at once completes twice", async () => {
    const { teacher } = await buildTeacher();
    const bytes = await largeSlide();
    const outcomes = await Promise.all([sendFile(server, teacher, bytes), sendFile(server, teacher, bytes)]);
    expect(outcomes.map(({ state }) => state)).toEqual(["done", "done"]);
  });
});

it("a radiology study is in the store without patient data, its images are parts of it, and it is deleted with its item", async () => {
  const { site, courseId, teacher } = await buildTeacher();
  const { radiology } = await sendRadiology(server, teacher, buildRadiologyZip(3), {
    filename: "CT.zip",
    parentId: courseId,
  });
  expect(radiology).toMatchObject({ state: "ready", instanceCount: 3 });
  const inStudy = () =>
    namesIn(standIn).filter((name) => name.startsWith(`radiology/${site.id}/${radiology.version}/`));
  expect(inStudy()).toHaveLength(2);
  for (const name of inStudy()) {
    const bytes = (await server.platform.files.readWhole(name))!;
    expect(RADIOLOGY_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
  }
  await expect.poll(() => [...chunksInStore(), ...localFiles()]).toEqual([]);
  const params = { id: String(radiology.id), version: String(radiology.version) };
  for (const number of ["1", "2", "3"]) {
    const { raw } = await sendCall(server, getRadiologyInstance, { as: teacher, params: { ...params, number } });
    expect([raw.statusCode, raw.rawPayload.toString("latin1", 128, 132)]).toEqual([200, "DICM"]);
  }
  const { raw } = await sendCall(server, getRadiologyThumbnail, { as: teacher, params: { ...params, number: "1" } });
  expect([raw.statusCode, raw.rawPayload.toString("latin1", 8, 12)]).toEqual([200, "WEBP"]);
  const orphan = `radiology/${site.id}/0/instances`;
  await server.platform.files.write(orphan, Buffer.from("x"));
  await tidyRadiology(server.platform, site.id, Date.now() + 2 * DAY_MS);
  expect(namesIn(standIn)).not.toContain(orphan);
  expect(inStudy()).toHaveLength(2);
  await server.owner.deleteFrom("item").where("id", "=", radiology.id).execute();
  await tidyRadiology(server.platform, site.id, Date.now());
  expect(inStudy()).toEqual([]);
});
