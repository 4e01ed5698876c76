/** Slides in an S3 store: our own test server, which checks the signatures of requests. */
import { existsSync, readdirSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deidentifyImage, getImage, type Image } from "@parfocal/core/image/image.contract.ts";
import { getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { privateSvs } from "@parfocal/slides/testing/private-slides.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import { findImageRow } from "#image/image.queries.ts";
import { tidyFoldersHere, tidySlideFolders } from "#image/tidy-slide-folders.ts";
import { COMPLETE_LEVELS, SLIDE_JOBS } from "#image-card/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { slideFolderName, slideNames } from "#platform/files/file-store.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import { colourPng } from "#testing/build-media.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { blocksIn, filesInS3, namesIn, PREFIX } from "#testing/files-in-s3.ts";
import { type S3StandIn, startS3StandIn } from "#testing/s3-stand-in.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { fixturesFolder, tinyPyramid } from "#testing/tiny-pyramid.ts";
import { closeOpenSlides } from "./read-stored-slide.ts";

const HOUR_MS = 60 * 60 * 1000;
let server: TestServer;
let standIn: S3StandIn;
beforeAll(async () => {
  standIn = await startS3StandIn();
  server = await createTestServer({ files: filesInS3(standIn) });
  await server.startJobs();
});
afterAll(async () => {
  await closeOpenSlides();
  await server.close();
  await standIn.close();
});
beforeEach(() => {
  standIn.fault = () => null;
});

const rowOf = async (siteId: number, id: number) =>
  (await withSite(server.platform.database, siteId, (db) => findImageRow(db, siteId, id)))!.slideFile;

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const adopt = async (bytes: Uint8Array, more: { isLinked?: boolean } = {}) => {
    const path = join(fixturesFolder(server.dataFolder), `uploaded-${site.id}`);
    await writeFile(path, bytes);
    const order = { siteId: site.id, path, filename: "slide", sha256: "0".repeat(64), parentId: null, createdBy: null };
    const id = await adoptSlideFile(server.platform, { ...order, ...more, bytes: bytes.length });
    const { id: slideFileId } = await rowOf(site.id, id);
    return { id, slideFileId, names: slideNames(site.id, slideFileId), path };
  };
  return { site, teacher, adopt };
}
const smallSlide = async () =>
  readFile(await tinyPyramid(server, { width: 700, height: 500, tileSize: 256, pixelSizeUm: { x: 0.5, y: 0.5 } }));

async function tileOf(as: TestUser, siteId: number, id: number, [level, x, y] = ["0", "1", "0"]) {
  const { version } = await rowOf(siteId, id);
  const params = { imageId: String(id), version: String(version), level: level!, x: x!, y: y! };
  const { raw } = await sendCall(server, getTile, { as, params });
  return raw;
}
async function tileOfFile(path: string): Promise<Buffer> {
  const slide = await openSlideFile(path);
  const { bytes } = await slide.readTile(0, 1, 0);
  await slide.close();
  return bytes;
}
async function settled(siteId: number, slideFileId: number): Promise<void> {
  const jobs = () =>
    withSite(server.platform.database, siteId, (db) => listOpenJobs(db, siteId, SLIDE_JOBS, [slideFileId]));
  await expect.poll(jobs).toEqual([]);
}
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
const localFiles = () => ["slides", "uploads"].flatMap((name) => filesBelow(join(server.dataFolder, name)));
const forgetBlocks = async () => {
  await server.platform.files.settle();
  await closeOpenSlides();
  await rm(blocksIn(server.dataFolder), { recursive: true, force: true });
};

describe("a slide", () => {
  it("is in the store once its rows exist, not on this machine, and its tiles equal those of the file", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const { id, names, path } = await adopt(await smallSlide());
    expect(namesIn(standIn)).toContain(names.original);
    expect(localFiles()).toEqual([]);
    const tile = await tileOf(teacher, site.id, id);
    expect([tile.statusCode, tile.rawPayload.equals(await tileOfFile(path))]).toEqual([200, true]);
    const { statusCode } = await sendThumbnail(teacher, site.id, id);
    expect([statusCode, namesIn(standIn).includes(names.thumbnail(null))]).toEqual([200, true]);
  });

  it("in a list is not opened: each stored thumbnail is one request to the store", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const slides = [];
    for (let count = 0; count < 5; count += 1) slides.push(await adopt(await smallSlide()));
    const before = await Promise.all(slides.map(({ id }) => sendThumbnail(teacher, site.id, id)));
    await forgetBlocks();
    standIn.seen.length = 0;
    const after = await Promise.all(slides.map(({ id }) => sendThumbnail(teacher, site.id, id)));
    expect(after.map(({ rawPayload }) => rawPayload)).toEqual(before.map(({ rawPayload }) => rawPayload));
    expect(standIn.seen.map(({ method, key }) => `${method} ${key}`).toSorted()).toEqual(
      slides.map(({ names }) => `GET ${PREFIX}${names.thumbnail(null)}`).toSorted(),
    );
  });

  const sendThumbnail = async (as: TestUser, siteId: number, id: number) => {
    const { version } = await rowOf(siteId, id);
    return (await sendCall(server, getThumbnail, { as, params: { imageId: String(id), version: String(version) } }))
      .raw;
  };

  it("returns 503 with Retry-After while the store is unavailable, and tiles once it is back, without a restart", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const { id } = await adopt(await smallSlide());
    for (const fault of [{ status: 503 } as const, "cut" as const]) {
      await forgetBlocks();
      standIn.fault = () => fault;
      const rejected = await tileOf(teacher, site.id, id);
      expect([rejected.statusCode, rejected.headers["retry-after"]]).toEqual([503, "1"]);
      standIn.fault = () => null;
      await expect.poll(async () => (await tileOf(teacher, site.id, id)).statusCode).toBe(200);
    }
  });

  it("that is replaced in the store is opened again", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const { id, names } = await adopt(await smallSlide());
    const before = (await tileOf(teacher, site.id, id)).rawPayload;
    const key = [...standIn.objects.keys()].find((each) => each.endsWith(names.original)) ?? "";
    const object = standIn.objects.get(key)!;
    standIn.objects.set(key, { ...object, etag: '"another"' });
    await server.platform.files.settle();
    await rm(blocksIn(server.dataFolder), { recursive: true, force: true });
    // Cached blocks are still those of the file that was opened.
    const answers = [];
    for (const y of ["0", "1", "0"]) answers.push(await tileOf(teacher, site.id, id, ["0", "1", y]));
    expect(answers.at(-1)?.statusCode).toBe(200);
    expect(answers.at(-1)?.rawPayload.equals(before)).toBe(true);
  });

  it("that is deleted leaves no blocks on this machine, whichever server deleted it", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const [retained, gone] = [await adopt(await smallSlide()), await adopt(await smallSlide())];
    for (const { id } of [retained, gone]) expect((await tileOf(teacher, site.id, id)).statusCode).toBe(200);
    await server.platform.files.settle();
    const folderOf = ({ slideFileId }: { slideFileId: number }) =>
      join(blocksIn(server.dataFolder), slideFolderName(site.id, slideFileId));
    const haveBlocks = () => [retained, gone].map((slide) => filesBelow(folderOf(slide)).length > 0);
    await tidyFoldersHere(server.platform, site.id, Date.now());
    expect(haveBlocks()).toEqual([true, true]);
    await server.owner.deleteFrom("image").where("item_id", "=", gone.id).execute();
    await server.owner.deleteFrom("slide_file").where("id", "=", gone.slideFileId).execute();
    await tidyFoldersHere(server.platform, site.id, Date.now());
    expect(haveBlocks()).toEqual([true, false]);
  });

  it("cannot be linked", async () => {
    const { adopt } = await buildWorld();
    await expect(adopt(await smallSlide(), { isLinked: true })).rejects.toThrow("Import them as copies.");
  });

  it("whose rows cannot be written leaves nothing in the store", async () => {
    const { site } = await buildWorld();
    const path = join(fixturesFolder(server.dataFolder), "refused");
    await writeFile(path, await smallSlide());
    const order = { siteId: site.id, path, filename: "a", sha256: "0", bytes: 1, parentId: null, createdBy: null };
    const alongside = () => Promise.reject(new Error("no connection"));
    await expect(adoptSlideFile(server.platform, { ...order, alongside })).rejects.toThrow("no connection");
    expect(namesIn(standIn).filter((name) => name.startsWith(`slides/${site.id}/`))).toEqual([]);
    expect(existsSync(path)).toBe(true);
  });
});

describe("processing of a slide", () => {
  it("converts an image in the store, waits while it is unavailable, and leaves nothing on this machine", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const png = await colourPng(900, 700);
    let isRejected = false;
    standIn.fault = ({ method, key }) => {
      if (method !== "POST" && method !== "PUT") return null;
      if (!key.endsWith("pyramid.tif")) return null;
      isRejected = true;
      return { status: 403, code: "AccessDenied" };
    };
    const { id, slideFileId, names } = await adopt(png);
    await expect.poll(() => isRejected).toBe(true);
    standIn.fault = () => null;
    const job = () =>
      server.owner
        .selectFrom("job")
        .selectAll()
        .where("subject_id", "=", slideFileId)
        .where("site_id", "=", site.id)
        .executeTakeFirstOrThrow();
    await expect.poll(async () => (await job()).not_before).not.toBeNull();
    expect(await job()).toMatchObject({ state: "queued", attempts: 0 });
    await server.owner
      .updateTable("job")
      .set({ not_before: null })
      .where("id", "=", (await job()).id)
      .execute();
    server.platform.jobs.wake();
    await settled(site.id, slideFileId);
    expect(namesIn(standIn)).toEqual(expect.arrayContaining([names.original, names.pyramid]));
    expect(localFiles()).toEqual([]);
    expect((await tileOf(teacher, site.id, id)).statusCode).toBe(200);
  });

  it("creates missing levels, stores them in the store, and does not create them again after a kill", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const { id, slideFileId, names } = await adopt(buildTiff({ pages: [rawPage(buildPicture(2500, 600, 1))] }));
    await settled(site.id, slideFileId);
    expect(namesIn(standIn).filter((name) => name.startsWith(`slides/${site.id}/`))).toEqual([
      names.extraLevels,
      names.original,
    ]);
    expect(localFiles()).toEqual([]);
    const levels = async () => {
      const { answer } = await sendCall(server, getImage, { as: teacher, params: { id: String(id) } });
      return (answer as Image).slideInformation!.levels;
    };
    const made = await levels();
    expect(made.length).toBeGreaterThan(1);
    const last = await tileOf(teacher, site.id, id, [String(made.length - 1), "0", "0"]);
    expect(last.statusCode).toBe(200);
    // Killed after the levels were in the store and before their rows were written.
    const stored = await server.platform.files.factsOf(names.extraLevels);
    await server.owner
      .updateTable("slide_file")
      .set({ levels: JSON.stringify(made.slice(0, 1)) })
      .where("id", "=", slideFileId)
      .execute();
    await withSite(server.platform.database, site.id, (db) =>
      server.platform.jobs.add(db, site.id, { kind: COMPLETE_LEVELS, subjectId: slideFileId }),
    );
    server.platform.jobs.wake();
    await settled(site.id, slideFileId);
    expect([await levels(), await server.platform.files.factsOf(names.extraLevels)]).toEqual([made, stored]);
  });

  it("removes patient data from the file in the store", async () => {
    const { site, teacher, adopt } = await buildWorld();
    const { bytes, secrets } = privateSvs();
    const { id, slideFileId, names } = await adopt(bytes);
    await settled(site.id, slideFileId);
    const before = (await tileOf(teacher, site.id, id)).rawPayload;
    const params = { id: String(id) };
    expect((await sendCall(server, getImage, { as: teacher, params })).status).toBe(200);
    const { status } = await sendCall(server, deidentifyImage, { as: teacher, params, body: { title: "Liver" } });
    expect(status).toBe(200);
    await settled(site.id, slideFileId);
    const cleaned = (await server.platform.files.readWhole(names.original))!.toString("latin1");
    for (const secret of secrets) expect(cleaned).not.toContain(secret);
    expect(localFiles()).toEqual([]);
    const after = await tileOf(teacher, site.id, id);
    expect([after.statusCode, after.rawPayload.equals(before)]).toEqual([200, true]);
  });
});

it("files without a row are deleted after a day; a slide with a missing file reports it, and is ready when it is back", async () => {
  const { site, adopt } = await buildWorld();
  const { platform } = server;
  const { id, slideFileId, names } = await adopt(await smallSlide());
  const orphan = `${slideFolderName(site.id, 1)}original`;
  const younger = `${slideFolderName(site.id, slideFileId + 1_000)}original`;
  for (const name of [orphan, younger]) await platform.files.write(name, Buffer.from("x"));
  await tidySlideFolders(platform, site.id, Date.now() + 23 * HOUR_MS);
  expect(namesIn(standIn)).toContain(orphan);
  await tidySlideFolders(platform, site.id, Date.now() + 25 * HOUR_MS);
  expect(namesIn(standIn)).not.toContain(orphan);
  expect(namesIn(standIn)).toEqual(expect.arrayContaining([younger, names.original]));
  const bytes = (await platform.files.readWhole(names.original))!;
  await platform.files.remove(names.original);
  await tidySlideFolders(platform, site.id, Date.now());
  expect((await rowOf(site.id, id)).state).toBe("missing");
  await platform.files.write(names.original, bytes);
  await tidySlideFolders(platform, site.id, Date.now());
  expect((await rowOf(site.id, id)).state).toBe("ready");
});
