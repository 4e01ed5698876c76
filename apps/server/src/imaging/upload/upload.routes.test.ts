import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import {
  deleteUpload,
  getUpload,
  getUploadSpace,
  listUploads,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_MAX_BYTES,
} from "@parfocal/core/upload/upload.contract.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { describeSharedFile } from "@parfocal/slides/testing/shared-data.ts";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { announce, findOutcome, finish, sendChunk, sendFile, sha256Of } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tinyPyramid } from "#testing/tiny-pyramid.ts";
import { clearAway } from "../../janitor.ts";

let server: TestServer;
let freeBytes = Number.MAX_SAFE_INTEGER;
beforeAll(async () => {
  server = await createTestServer({ folders: { freeBytes: async () => freeBytes } });
  await server.startJobs();
});
afterAll(() => server.close());

async function buildTeacher() {
  const site = await buildSite(server);
  return { site, courseId: await buildCourse(site), teacher: await buildUser(site, { role: "teacher" }) };
}

const smallSlide = async () =>
  readFile(await tinyPyramid(server, { width: 700, height: 500, tileSize: 256, pixelSizeUm: { x: 0.5, y: 0.5 } }));

/** More than one chunk, less than three. */
const largeSlide = async () =>
  readFile(await tinyPyramid(server, { width: 2600, height: 1800, tileSize: 512, pixelSizeUm: null, isNoise: true }));

const chunkOf = (bytes: Buffer, number: number) =>
  bytes.subarray(number * UPLOAD_CHUNK_BYTES, (number + 1) * UPLOAD_CHUNK_BYTES);

const uploadFiles = () => readdir(server.platform.folders.uploads);
const slideFolderOf = (siteId: number) => join(server.dataFolder, "slides", String(siteId));

/** The failure is reported first, the file is deleted a moment later. */
async function expectNothingLeft(siteId: number, uploadId: number): Promise<void> {
  await expect.poll(uploadFiles).not.toContain(`${siteId}-${uploadId}`);
  const folder = slideFolderOf(siteId);
  expect(existsSync(folder) ? await readdir(folder) : []).toEqual([]);
  const items = await server.owner.selectFrom("item").select("kind").where("site_id", "=", siteId).execute();
  expect(items.filter(({ kind }) => kind === "image")).toEqual([]);
}

describe("an uploaded slide", () => {
  it("becomes an image in its course, with its own bytes, and is shown immediately", async () => {
    const { site, teacher, courseId } = await buildTeacher();
    const bytes = await largeSlide();
    expect(Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES)).toBeGreaterThan(1);
    const done = await sendFile(server, teacher, bytes, { filename: "Kidney 7.tif", parentId: courseId });
    expect(done).toMatchObject({ state: "done", progress: 1, error: null });
    const id = String(done.imageId);
    const { answer } = await sendCall(server, getImage, { as: teacher, params: { id } });
    expect(answer).toMatchObject({
      title: "Kidney 7",
      originalFilename: "Kidney 7.tif",
      state: "ready",
      parentId: courseId,
      fileBytes: bytes.length,
    });
    const params = { imageId: id, version: "2", level: "0", x: "0", y: "0" };
    expect((await sendCall(server, getTile, { as: teacher, params })).status).toBe(200);
    const { slide_file_id } = await server.owner
      .selectFrom("image")
      .select("slide_file_id")
      .where("item_id", "=", Number(id))
      .executeTakeFirstOrThrow();
    expect((await readFile(server.platform.folders.original(site.id, slide_file_id))).equals(bytes)).toBe(true);
    await expect.poll(uploadFiles).not.toContain(`${site.id}-${done.id}`);
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
  });

  it("can be resumed after a break: the server reports which chunks it has", async () => {
    const { teacher } = await buildTeacher();
    const bytes = await largeSlide();
    const { answer: upload } = await announce(server, teacher, { bytes: bytes.length });
    await sendChunk(server, teacher, {
      id: upload.id,
      number: upload.chunkCount - 1,
      bytes: chunkOf(bytes, upload.chunkCount - 1),
    });
    const known = (await sendCall(server, listUploads, { as: teacher })).answer;
    expect(known).toEqual([{ ...upload, receivedChunks: [upload.chunkCount - 1] }]);
    for (let number = 0; number < upload.chunkCount - 1; number += 1)
      await sendChunk(server, teacher, { id: upload.id, number, bytes: chunkOf(bytes, number) });
    await finish(server, teacher, upload.id, sha256Of(bytes));
    expect((await findOutcome(server, teacher, upload.id)).state).toBe("done");
    expect((await sendCall(server, listUploads, { as: teacher })).answer).toEqual([]);
  });

  it("whose finish is requested again after the first answer was lost is one image", async () => {
    const { site, teacher } = await buildTeacher();
    const bytes = await smallSlide();
    const { answer } = await announce(server, teacher, { bytes: bytes.length });
    await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => finish(server, teacher, answer.id, sha256Of(bytes))),
    );
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]));
    await findOutcome(server, teacher, answer.id);
    const images = await server.owner.selectFrom("image").selectAll().where("site_id", "=", site.id).execute();
    expect(images).toHaveLength(1);
  });

  it("as a plain image is converted, and then shown", async () => {
    const { teacher } = await buildTeacher();
    const { width, height, channels, samples } = buildPicture(600, 400);
    const png = await sharp(samples, { raw: { width, height, channels } }).png().toBuffer();
    const done = await sendFile(server, teacher, png, { filename: "picture.png" });
    expect(done.state).toBe("done");
    const ask = async () =>
      (await sendCall(server, getImage, { as: teacher, params: { id: String(done.imageId) } })).answer;
    await expect.poll(async () => (await ask()).state).toBe("ready");
    expect((await ask()).slideInformation).toMatchObject({ width: 600, height: 400 });
  });
});

describe("the finish", () => {
  it("closes the upload: a later chunk is rejected", async () => {
    const { teacher } = await buildTeacher();
    const bytes = await smallSlide();
    const done = await sendFile(server, teacher, bytes);
    expect((await sendChunk(server, teacher, { id: done.id, number: 0, bytes })).status).toBe(409);
  });

  it("with chunks missing is rejected, and the upload can be resumed", async () => {
    const { teacher } = await buildTeacher();
    const bytes = await smallSlide();
    const { answer } = await announce(server, teacher, { bytes: bytes.length });
    const early = await finish(server, teacher, answer.id, sha256Of(bytes));
    expect([early.status, early.failure.data]).toEqual([409, ["chunksMissing"]]);
    expect((await sendChunk(server, teacher, { id: answer.id, number: 0, bytes })).status).toBe(204);
    await finish(server, teacher, answer.id, sha256Of(bytes));
    expect((await findOutcome(server, teacher, answer.id)).state).toBe("done");
  });

  for (const sha256 of ["", "xyz", "A".repeat(64), "0".repeat(63)]) {
    it(`with "${sha256.slice(0, 8)}" as SHA-256 is rejected`, async () => {
      const { teacher } = await buildTeacher();
      const { answer } = await announce(server, teacher, { bytes: 8 });
      expect((await finish(server, teacher, answer.id, sha256)).status).toBe(400);
    });
  }

  const rotten: [what: string, make: () => Promise<Buffer>, filename: string, error: RegExp][] = [
    ["a text named .svs", async () => Buffer.from("This is no slide.\n".repeat(100)), "lie.svs", /not a slide/],
    ["random bytes", async () => randomBytes(5000), "noise.tif", /not a slide/],
    ["a slide truncated in the middle", async () => (await smallSlide()).subarray(0, 9000), "cut.tif", /\.$/],
    ["a slide truncated by its last byte", async () => (await smallSlide()).subarray(0, -1), "cut.tif", /\.$/],
    ["HTML named .png", async () => Buffer.from("<html><script>alert(1)</script></html>"), "page.png", /not a slide/],
    [
      "an SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      "a.svg",
      /\.$/,
    ],
    ["a TIFF with only a header", async () => Buffer.from("49492a0008000000", "hex"), "head.tif", /\.$/],
  ];
  for (const [what, make, filename, error] of rotten) {
    it(`of ${what} fails with a message and leaves nothing`, async () => {
      const { site, teacher } = await buildTeacher();
      const failed = await sendFile(server, teacher, await make(), { filename });
      expect(failed).toMatchObject({ state: "failed", imageId: null });
      expect(failed.error).toMatch(error);
      expect(failed.error).not.toMatch(/\/|ENOENT|Error:/);
      await expectNothingLeft(site.id, failed.id);
    });
  }

  it("with the SHA-256 of another file fails and leaves nothing", async () => {
    const { site, teacher } = await buildTeacher();
    const bytes = await smallSlide();
    const { answer } = await announce(server, teacher, { bytes: bytes.length });
    await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
    await finish(server, teacher, answer.id, sha256Of(Buffer.from("another file")));
    const failed = await findOutcome(server, teacher, answer.id);
    expect(failed.error).toBe("The file was damaged during upload. Upload it again.");
    await expectNothingLeft(site.id, answer.id);
  });
});

describe("an announcement", () => {
  it("is rejected with 507 when the disk has less than 2.2 times the file's size", async () => {
    const { site, teacher } = await buildTeacher();
    try {
      freeBytes = 2199;
      const rejected = await announce(server, teacher, { bytes: 1000 });
      expect([rejected.status, rejected.failure.data]).toEqual([507, ["outOfSpace"]]);
      expect((await sendCall(server, listUploads, { as: teacher })).answer).toEqual([]);
      expect((await uploadFiles()).filter((name) => name.startsWith(`${site.id}-`))).toEqual([]);
      expect((await sendCall(server, getUploadSpace, { as: teacher })).answer).toEqual({ availableBytes: 2199 });
      freeBytes = 2200;
      expect((await announce(server, teacher, { bytes: 1000 })).status).toBe(200);
    } finally {
      freeBytes = Number.MAX_SAFE_INTEGER;
    }
  });

  const wrong: [what: string, body: object][] = [
    ["no bytes", { bytes: 0 }],
    ["a negative number of bytes", { bytes: -1 }],
    ["half a byte", { bytes: 1.5 }],
    ["more than the largest slide", { bytes: UPLOAD_MAX_BYTES + 1 }],
    ["an empty name", { bytes: 8, filename: " " }],
    ["a name of 256 characters", { bytes: 8, filename: "x".repeat(256) }],
    ["a chunk size of its own", { bytes: 8, chunkBytes: 1 }],
  ];
  for (const [what, body] of wrong) {
    it(`of ${what} is rejected`, async () => {
      const { teacher } = await buildTeacher();
      expect((await announce(server, teacher, body as { bytes: number })).status).toBe(400);
    });
  }

  it("with an image as its parent is rejected", async () => {
    const { site, teacher } = await buildTeacher();
    const slide = await buildSlide(site);
    expect((await announce(server, teacher, { bytes: 8, parentId: slide.id })).status).toBe(400);
  });

  it("with a path as name writes to no other location", async () => {
    const { site, teacher } = await buildTeacher();
    const done = await sendFile(server, teacher, await smallSlide(), { filename: "../../../etc/evil.tif" });
    expect(done.state).toBe("done");
    expect(await readdir(slideFolderOf(site.id))).toHaveLength(1);
    expect(existsSync(join(server.dataFolder, "../etc/evil.tif"))).toBe(false);
  });
});

describe("an upload", () => {
  it("that is cancelled leaves nothing on the disk, and is not found any more", async () => {
    const { site, teacher } = await buildTeacher();
    const { answer } = await announce(server, teacher, { bytes: 8 });
    expect(await uploadFiles()).toContain(`${site.id}-${answer.id}`);
    const params = { id: String(answer.id) };
    expect((await sendCall(server, deleteUpload, { as: teacher, params })).status).toBe(204);
    await expectNothingLeft(site.id, answer.id);
    expect((await sendCall(server, deleteUpload, { as: teacher, params })).status).toBe(404);
    expect((await sendChunk(server, teacher, { id: answer.id, number: 0, bytes: Buffer.alloc(8) })).status).toBe(404);
  });

  it("that is cancelled at any moment of its check leaves a complete image, or nothing", async () => {
    const { site, teacher } = await buildTeacher();
    const bytes = await smallSlide();
    for (let turn = 0; turn < 12; turn += 1) {
      const { answer } = await announce(server, teacher, { bytes: bytes.length });
      await sendChunk(server, teacher, { id: answer.id, number: 0, bytes });
      await finish(server, teacher, answer.id, sha256Of(bytes));
      await new Promise((resolve) => setTimeout(resolve, turn * 4));
      const { status } = await sendCall(server, deleteUpload, { as: teacher, params: { id: String(answer.id) } });
      expect(status).toBe(204);
    }
    const openJobs = () =>
      server.owner
        .selectFrom("job")
        .select("id")
        .where("site_id", "=", site.id)
        .where("state", "in", ["queued", "running"])
        .execute();
    await expect.poll(openJobs).toEqual([]);
    const files = await server.owner.selectFrom("slide_file").select("id").where("site_id", "=", site.id).execute();
    const folder = slideFolderOf(site.id);
    expect((existsSync(folder) ? await readdir(folder) : []).sort()).toEqual(files.map(({ id }) => String(id)).sort());
    const leftover = async () => (await uploadFiles()).filter((name) => name.startsWith(`${site.id}-`));
    await expect.poll(leftover).toEqual([]);
  });

  it("of one teacher is not found by another", async () => {
    const { site, teacher } = await buildTeacher();
    const colleague = await buildUser(site, { role: "administrator" });
    const { answer } = await announce(server, teacher, { bytes: 8 });
    const params = { id: String(answer.id) };
    expect((await sendCall(server, getUpload, { as: colleague, params })).status).toBe(404);
    expect((await sendCall(server, deleteUpload, { as: colleague, params })).status).toBe(404);
    expect((await finish(server, colleague, answer.id, "0".repeat(64))).status).toBe(404);
    expect((await sendCall(server, listUploads, { as: colleague })).answer).toEqual([]);
  });

  it("is deleted a day after its last chunk, not before", async () => {
    const { site, teacher } = await buildTeacher();
    const [old, young] = [
      (await announce(server, teacher, { bytes: 8 })).answer.id,
      (await announce(server, teacher, { bytes: 8 })).answer.id,
    ];
    const age = (id: number, minutes: number) =>
      sql`UPDATE upload SET created_at = now() - interval '9 days', last_chunk_at = now() - make_interval(mins => ${minutes}) WHERE id = ${id}`.execute(
        server.owner,
      );
    await age(old, 24 * 60 + 1);
    await age(young, 24 * 60 - 1);
    await clearAway(server.platform);
    expect((await sendCall(server, listUploads, { as: teacher })).answer.map(({ id }) => id)).toEqual([young]);
    const names = await uploadFiles();
    expect([names.includes(`${site.id}-${old}`), names.includes(`${site.id}-${young}`)]).toEqual([false, true]);
  });
});

describeSharedFile("wsi/CMU-1-Small-Region.svs", (path) => {
  it("uploaded is 2220 x 2967 px with label, macro and thumbnail; truncated it is rejected and leaves nothing", async () => {
    const { teacher } = await buildTeacher();
    const bytes = await readFile(path);
    const done = await sendFile(server, teacher, bytes, { filename: "CMU-1-Small-Region.svs" });
    const { answer } = await sendCall(server, getImage, { as: teacher, params: { id: String(done.imageId) } });
    expect(answer.slideInformation).toMatchObject({ width: 2220, height: 2967, objectivePower: 20 });
    expect(answer.associatedImages.map(({ name }) => name).sort()).toEqual(["label", "macro", "thumbnail"]);
    const other = await buildTeacher();
    for (const length of [1000, 900_000, bytes.length - 1]) {
      const failed = await sendFile(server, other.teacher, bytes.subarray(0, length));
      expect(failed.state).toBe("failed");
      await expectNothingLeft(other.site.id, failed.id);
    }
  });
});

describeSharedFile("wsi/unreadable.svs", (path) => {
  it("fails with a message and leaves nothing", async () => {
    const { site, teacher } = await buildTeacher();
    const failed = await sendFile(server, teacher, await readFile(path));
    expect(failed).toMatchObject({ state: "failed", error: expect.stringMatching(/\.$/) });
    await expectNothingLeft(site.id, failed.id);
  });
});
