/** Uploaded zips: tile sets are served from the zip, compressed slides are unpacked, hostile zips are rejected. */
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { buildDeepZoom, zipEntriesOf } from "@parfocal/slides/testing/tile-sets.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { sendFile } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

const PATIENCE_MS = 40_000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await server.startJobs();
});
afterAll(() => server.close());

const buildTeacher = async () => buildUser(await buildSite(server), { role: "teacher" });

async function waitUntilReady(teacher: TestUser, id: number) {
  const ask = async () => (await sendCall(server, getImage, { as: teacher, params: { id: String(id) } })).answer;
  await expect.poll(async () => (await ask()).state, { timeout: PATIENCE_MS, interval: 50 }).toBe("ready");
  return ask();
}

describe("an uploaded zip", { timeout: 2 * PATIENCE_MS }, () => {
  it("with a tile set becomes a slide, whose tiles are those in the zip", async () => {
    const teacher = await buildTeacher();
    const { files } = await buildDeepZoom({ width: 100, height: 70, tilePx: 32, overlapPx: 1 });
    const upload = await sendFile(server, teacher, buildZip({ entries: zipEntriesOf(files) }), { filename: "set.zip" });
    expect(upload).toMatchObject({ state: "done", error: null });
    const id = upload.imageId!;
    const image = await waitUntilReady(teacher, id);
    expect(image.slideInformation).toMatchObject({ width: 100, height: 70, tileSize: 32 });
    expect(image.slideInformation?.levels).toMatchObject([
      { width: 100, height: 70, tileOverlapPx: 1 },
      { width: 50, height: 35, tileOverlapPx: 1 },
      { width: 25, height: 18, tileOverlapPx: 1 },
    ]);
    const version = /^\/tiles\/\d+\/(\d+)\//.exec(image.slideInformation?.tilesMapUrl ?? "")![1]!;
    const answer = await sendCall(server, getTile, {
      as: teacher,
      params: { imageId: String(id), version, level: "0", x: "3", y: "1" },
    });
    expect(answer.status).toBe(200);
    const stored = files.find(({ name }) => name.endsWith("/7/3_1.png"))!;
    expect(answer.raw.rawPayload.equals(stored.contents)).toBe(true);
  });

  it("with one compressed slide becomes that slide", async () => {
    const teacher = await buildTeacher();
    const slide = buildTiff({
      pages: [rawPage(buildPicture(150, 110), { description: "Aperio Image|MPP = 0.25|AppMag = 40" })],
    });
    const zip = buildZip({ entries: [{ name: "case 7/slide.svs", contents: slide, isDeflated: true }] });
    const upload = await sendFile(server, teacher, zip, { filename: "case 7.zip" });
    const image = await waitUntilReady(teacher, upload.imageId!);
    expect(image.slideInformation).toMatchObject({
      width: 150,
      height: 110,
      micronsPerPixel: 0.25,
      objectivePower: 40,
    });
  });

  it("with a path outside the archive is rejected with a message, and nothing is left", async () => {
    const teacher = await buildTeacher();
    const { files } = await buildDeepZoom({ width: 20, height: 20, tilePx: 32 });
    const zip = buildZip({ entries: [...zipEntriesOf(files), { name: "../evil.sh", contents: Buffer.from("#!") }] });
    expect(await sendFile(server, teacher, zip)).toMatchObject({
      state: "failed",
      error: "This archive cannot be accepted: the name “../evil.sh” in it leads outside the archive.",
      imageId: null,
    });
  });
});
