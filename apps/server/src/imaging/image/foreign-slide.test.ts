/** Slides that another program reads: the result with and without that program installed. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { findProgram } from "@parfocal/slides/convert/find-program.ts";
import { buildMirax } from "@parfocal/slides/testing/build-mirax.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { adoptSlideFile } from "./adopt-slide-file.ts";
import { findImageRow } from "./image.queries.ts";

const PATIENCE_MS = 40_000;

const program = await findProgram();

async function miraxZip(): Promise<Buffer> {
  const files = await buildMirax({ picture: buildPicture(640, 384) });
  return buildZip({ entries: [...files].map(([name, contents]) => ({ name, contents })) });
}

/** Uploaded as MIRAX in a zip; its job does not start before `server.startJobs`. */
async function adoptMirax(server: TestServer) {
  const site = await buildSite(server);
  const admin = await buildUser(site, { role: "administrator" });
  const bytes = await miraxZip();
  const path = join(server.dataFolder, `uploaded-${site.id}`);
  await writeFile(path, bytes);
  const id = await adoptSlideFile(server.platform, {
    siteId: site.id,
    path,
    filename: "slide.zip",
    sha256: "0".repeat(64),
    bytes: bytes.length,
    parentId: null,
    createdBy: null,
  });
  const row = await withSite(server.platform.database, site.id, (db) => findImageRow(db, site.id, id));
  if (!row) throw new Error("no row");
  const ask = async () => (await sendCall(server, getImage, { as: admin, params: { id: String(id) } })).answer;
  return { admin, ask, id, folder: dirname(server.platform.folders.original(site.id, row.slideFile.id)) };
}

describe("a MIRAX slide, if no other program may be used", { timeout: 2 * PATIENCE_MS }, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ intake: { usesOtherPrograms: false } });
  });
  afterAll(() => server.close());

  it("fails with a message that names what to install, and keeps the original", async () => {
    const { ask, folder } = await adoptMirax(server);
    await server.startJobs();
    await expect.poll(async () => (await ask()).state, { timeout: PATIENCE_MS, interval: 50 }).toBe("failed");
    expect((await ask()).job).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/install libvips-tools \(Debian: apt-get install libvips-tools\)/),
    });
    expect(await readdir(folder)).toEqual(["original"]);
  });
});

describe("a MIRAX slide, if vips is installed", { timeout: 2 * PATIENCE_MS }, () => {
  if (program === null) {
    it.skip("requires Debian's libvips-tools, which are not installed on this machine", () => {});
    return;
  }

  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("becomes a slide; nothing is left of an earlier run that was killed", async () => {
    const { admin, ask, id, folder } = await adoptMirax(server);
    const halfDone = join(folder, "pyramid.tif.old.part.foreign", "set");
    await mkdir(halfDone, { recursive: true });
    await writeFile(join(halfDone, "slide.mrxs"), "half");
    await server.startJobs();
    await expect.poll(async () => (await ask()).state, { timeout: PATIENCE_MS, interval: 50 }).toBe("ready");
    const { slideInformation } = await ask();
    expect(slideInformation).toMatchObject({ width: 640, height: 384, micronsPerPixel: 0.25, objectivePower: 20 });
    expect((await readdir(folder)).sort()).toEqual(["original", "pyramid.tif"]);
    const [, version] = /\/tiles\/\d+\/(\d+)\//.exec(slideInformation?.tilesMapUrl ?? "") ?? [];
    const params = { imageId: String(id), version: String(version), level: "0", x: "0", y: "0" };
    expect((await sendCall(server, getTile, { as: admin, params })).status).toBe(200);
  });
});
