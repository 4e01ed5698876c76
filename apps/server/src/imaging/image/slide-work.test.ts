import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { MESSAGES } from "@parfocal/core/messages.ts";
import { completeLevelsInSandbox } from "@parfocal/slides/convert/complete-levels-in-sandbox.ts";
import { buildOmeTiff } from "@parfocal/slides/testing/build-ome-tiff.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { adoptSlideFile } from "./adopt-slide-file.ts";
import { findImageRow } from "./image.queries.ts";

const PATIENCE_MS = 40_000;

let server: TestServer;
/** The folder of pyramids is not writable: not an error of any file. */
let isStorageBroken = false;
beforeAll(async () => {
  server = await createTestServer();
  const { pyramid } = server.platform.folders;
  Object.assign(server.platform.folders, {
    pyramid: (siteId: number, id: number) =>
      isStorageBroken ? join(server.dataFolder, "nowhere", "pyramid.tif") : pyramid(siteId, id),
  });
});
afterAll(() => server.close());

/** Uploaded; its job has not started yet. */
async function adopt(bytes: Uint8Array) {
  const site = await buildSite(server);
  const admin = await buildUser(site, { role: "administrator" });
  const { platform } = server;
  const path = join(server.dataFolder, `uploaded-${site.id}`);
  await writeFile(path, bytes);
  const id = await adoptSlideFile(platform, {
    siteId: site.id,
    path,
    filename: "picture.png",
    sha256: "0".repeat(64),
    bytes: bytes.length,
    parentId: null,
    createdBy: null,
  });
  const row = await withSite(platform.database, site.id, (db) => findImageRow(db, site.id, id));
  if (!row) throw new Error("no row");
  const ask = async () => (await sendCall(server, getImage, { as: admin, params: { id: String(id) } })).answer;
  const original = platform.folders.original(site.id, row.slideFile.id);
  return { site, admin, ask, original, slideFileId: row.slideFile.id };
}

/** Runs queued jobs until `isOver`. */
async function workUntil(isOver: () => Promise<boolean>): Promise<void> {
  await server.startJobs();
  await expect.poll(isOver, { timeout: PATIENCE_MS, interval: 50 }).toBe(true);
  await server.platform.jobs.stop();
}

const picture = () => {
  const { width, height, channels, samples } = buildPicture(600, 400);
  return sharp(samples, { raw: { width, height, channels } }).png().toBuffer();
};

describe("a conversion", { timeout: 2 * PATIENCE_MS }, () => {
  it("of a damaged image fails with its message, and leaves only the original", async () => {
    const { ask, original } = await adopt(await picture());
    await truncate(original, (await stat(original)).size >> 1);
    await workUntil(async () => (await ask()).state === "failed");
    const { job, slideInformation } = await ask();
    expect(slideInformation).toBeNull();
    expect(job).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/damaged or incomplete: it cannot be decoded\.$/),
    });
    expect(await readdir(dirname(original))).toEqual(["original"]);
  });

  it("that fails without a fault of the file reports it, and succeeds when retried", async () => {
    const { admin, ask, original } = await adopt(await picture());
    isStorageBroken = true;
    await workUntil(async () => (await ask()).state === "failed");
    isStorageBroken = false;
    const { job } = await ask();
    expect(job).toMatchObject({ state: "failed", error: MESSAGES["generic.failed"] });
    await sendCall(server, retryJob, { as: admin, params: { id: String(job?.id) } });
    expect(await ask()).toMatchObject({ state: "processing", job: { state: "queued", error: null } });
    await workUntil(async () => (await ask()).state === "ready");
    expect((await ask()).slideInformation).toMatchObject({ width: 600, height: 400 });
    expect((await readdir(dirname(original))).sort()).toEqual(["original", "pyramid.tif"]);
  });

  it("that was killed leaves nothing behind when it is run again", async () => {
    const { ask, original } = await adopt(await picture());
    const folder = dirname(original);
    for (const name of ["pyramid.tif.part", "pyramid.tif.old.part", "pyramid.tif.old.part.pixels.v"])
      await writeFile(join(folder, name), "half");
    await workUntil(async () => (await ask()).state === "ready");
    expect((await readdir(folder)).sort()).toEqual(["original", "pyramid.tif"]);
  });
});

describe("missing resolution levels of a slide", { timeout: 2 * PATIENCE_MS }, () => {
  const oneLevel = () => buildTiff({ pages: [rawPage(buildPicture(2500, 600, 1))] });

  const slides: [what: string, bytes: () => Buffer][] = [
    ["of a colour image", oneLevel],
    ["of one of several planes", () => buildOmeTiff({ width: 1300, height: 40, channels: 2, depths: 2 })],
  ];
  for (const [what, bytes] of slides) {
    it(`${what} are created and published`, async () => {
      const { ask, original } = await adopt(bytes());
      expect((await ask()).slideInformation?.levels).toHaveLength(1);
      await workUntil(async () => ((await ask()).slideInformation?.levels.length ?? 0) > 1);
      expect((await ask()).state).toBe("ready");
      // Tiles of planes are cached too.
      const remaining = (await readdir(dirname(original))).filter((name) => name !== "tiles");
      expect(remaining.sort()).toEqual(["levels.tif", "original"]);
    });
  }

  it("are published by the next run if the previous one was killed in between", async () => {
    const { ask, site, original, slideFileId } = await adopt(oneLevel());
    const outputPath = server.platform.folders.extraLevels(site.id, slideFileId);
    await completeLevelsInSandbox({ slidePath: original, extraLevelsPath: null, outputPath });
    const made = await readFile(outputPath);
    await workUntil(async () => ((await ask()).slideInformation?.levels.length ?? 0) > 1);
    expect((await readFile(outputPath)).equals(made)).toBe(true);
  });
});
