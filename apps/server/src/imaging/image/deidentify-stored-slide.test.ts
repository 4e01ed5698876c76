import { readdir, readFile, symlink, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deidentifyImage, getImage, listImages } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { privateSvs } from "@parfocal/slides/testing/private-slides.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SLIDE_JOBS } from "#image-card/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { fixturesFolder } from "#testing/tiny-pyramid.ts";
import { adoptSlideFile } from "./adopt-slide-file.ts";
import { findImageRow } from "./image.queries.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await server.startJobs();
});
afterAll(() => server.close());

async function buildSchool() {
  const site = await buildSite(server);
  return { site, teacher: await buildUser(site, { role: "teacher" }) };
}

async function writeFixture(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(fixturesFolder(server.dataFolder), name);
  await writeFile(path, bytes);
  return path;
}

const rowOf = async (siteId: number, id: number) =>
  (await withSite(server.platform.database, siteId, (db) => findImageRow(db, siteId, id)))!.slideFile;

/** Runs until no work is left for the slide. @returns the reason of a failure, if any. */
async function settled(siteId: number, slideFileId: number): Promise<string | null> {
  const jobs = () =>
    withSite(server.platform.database, siteId, (db) => listOpenJobs(db, siteId, SLIDE_JOBS, [slideFileId]));
  await expect.poll(async () => (await jobs()).filter(({ state }) => state !== "failed")).toEqual([]);
  return (await jobs())[0]?.error ?? null;
}

async function tileOf(as: TestUser, id: number): Promise<Buffer> {
  const { answer } = await sendCall(server, getImage, { as, params: { id: String(id) } });
  const version = /\/(\d+)\/\{z\}/.exec(answer.slideInformation!.tilesMapUrl!)![1]!;
  const params = { imageId: String(id), version, level: "0", x: "1", y: "0" };
  const { raw } = await sendCall(server, getTile, { as, params });
  expect(raw.statusCode).toBe(200);
  return raw.rawPayload;
}

describe("patient data of a stored slide", () => {
  it("is removed on request: same tiles, a new version, nothing left in the file or in the stored metadata", async () => {
    const { site, teacher } = await buildSchool();
    const { bytes, secrets } = privateSvs();
    const slide = await buildSlide(site, { file: await writeFixture("private.svs", bytes), title: "SECRET title" });
    const before = await tileOf(teacher, slide.id);
    const params = { id: String(slide.id) };
    const { status, answer } = await sendCall(server, deidentifyImage, {
      as: teacher,
      params,
      body: { title: "Liver" },
    });
    expect([status, answer.kind]).toEqual([200, "deidentifySlide"]);
    expect(await settled(site.id, slide.slideFileId)).toBeNull();
    const stored = await readFile(slide.path);
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
    expect((await tileOf(teacher, slide.id)).equals(before)).toBe(true);
    const image = (await sendCall(server, getImage, { as: teacher, params })).answer;
    expect(image).toMatchObject({ title: "Liver", associatedImages: [], deidentifiedAt: expect.any(String) });
    expect(image.scanFacts).toMatchObject({
      scannerMaker: "Aperio",
      objectivePower: 20,
      barcode: null,
      scannedAt: null,
    });
    expect(JSON.stringify(image)).not.toContain("SECRET");
    expect((await sendCall(server, listImages, { as: teacher, query: { q: "SECRET" } })).answer).toEqual([]);
    const row = await rowOf(site.id, slide.id);
    expect(row).toMatchObject({ version: slide.version + 1, sha256: "0".repeat(64), bytes: stored.length });
    expect((await readdir(dirname(slide.path))).filter((name) => name !== "tiles")).toEqual(["original"]);
  });

  it("is removed only from our copy if the file is linked", async () => {
    const { site, teacher } = await buildSchool();
    const { bytes } = privateSvs();
    const outside = await writeFixture("outside.svs", bytes);
    const slide = await buildSlide(site, { file: outside });
    await unlink(slide.path);
    await symlink(outside, slide.path);
    await sendCall(server, deidentifyImage, {
      as: teacher,
      params: { id: String(slide.id) },
      body: { title: "Liver" },
    });
    expect(await settled(site.id, slide.slideFileId)).toBeNull();
    expect((await readFile(outside)).equals(bytes)).toBe(true);
    expect((await readFile(slide.path)).includes("SECRET")).toBe(false);
  });

  it("is removed from an image and its pyramid on upload, if enabled", async () => {
    const { site, teacher } = await buildSchool();
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#a05080" } })
      .withExif({ IFD0: { Artist: "SECRET-ARTIST" } })
      .jpeg()
      .toBuffer();
    const id = await adoptSlideFile(server.platform, {
      siteId: site.id,
      path: await writeFixture("picture.jpg", picture),
      filename: "SECRET NAME.jpg",
      sha256: "2".repeat(64),
      bytes: picture.length,
      parentId: await buildCourse(site),
      createdBy: teacher.id,
      isDeidentified: true,
    });
    const { id: slideFileId } = await rowOf(site.id, id);
    await expect.poll(async () => (await rowOf(site.id, id)).deidentified_at).not.toBeNull();
    expect(await settled(site.id, slideFileId)).toBeNull();
    const { answer } = await sendCall(server, getImage, { as: teacher, params: { id: String(id) } });
    expect(answer).toMatchObject({ title: `Slide ${slideFileId}`, fileFormat: "plain-image", state: "ready" });
    const folder = server.platform.folders.slideFolder(site.id, slideFileId);
    for (const name of ["original", "pyramid.tif"])
      expect((await readFile(join(folder, name))).includes("SECRET"), name).toBe(false);
    expect(JSON.stringify(await rowOf(site.id, id))).not.toContain("SECRET");
  });

  it("that is in the pixel data is not removed; the slide is unchanged, and the reason is reported", async () => {
    const { site, teacher } = await buildSchool();
    const { bytes } = privateSvs();
    // A tile, which is copied unchanged, and a text that is removed.
    const damaged = Buffer.from(bytes);
    Buffer.from("SECRET-SVS-user").copy(damaged, 400);
    const slide = await buildSlide(site, { file: await writeFixture("in-pixels.svs", damaged) });
    await sendCall(server, deidentifyImage, {
      as: teacher,
      params: { id: String(slide.id) },
      body: { title: "Liver" },
    });
    expect(await settled(site.id, slide.slideFileId)).toMatch(/cannot be removed from this file/);
    expect((await readFile(slide.path)).equals(damaged)).toBe(true);
    expect((await readdir(dirname(slide.path))).filter((name) => name !== "tiles")).toEqual(["original"]);
    const { answer } = await sendCall(server, getImage, { as: teacher, params: { id: String(slide.id) } });
    expect(answer).toMatchObject({ state: "ready", deidentifiedAt: null, job: { state: "failed" } });
  });
});
