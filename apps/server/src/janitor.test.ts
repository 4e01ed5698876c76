import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMPLETE_LEVELS } from "#image-card/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { finishJob, insertJob, takeJob } from "#platform/jobs/job.queries.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway, startJanitor } from "./janitor.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** No process has this ID: Linux assigns none above 2^22. */
const NO_PROCESS = 2 ** 22 + 1;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function fileOfAge(path: string, ageMs: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "left by a kill");
  await age(path, ageMs);
  return path;
}

async function age(path: string, ageMs: number): Promise<void> {
  const then = new Date(Date.now() - ageMs);
  await utimes(path, then, then);
}

const inUploads = (name: string) => join(server.platform.folders.uploads, name);

describe("the upload folder", () => {
  const cases: [what: string, name: string, ageMs: number, isRetained: boolean][] = [
    ["a partial file that is no longer written", "1-7.part", 3 * MINUTE_MS, false],
    ["a partial file that was just written to", "1-8.part", 1000, true],
    ["pixels of a killed conversion", "1-9.part.pixels.v", 3 * MINUTE_MS, false],
    ["a copy of an import whose process has ended", `import-${NO_PROCESS}-0123456789abcdef`, 3 * MINUTE_MS, false],
    ["a copy of an import on another machine", `import-${NO_PROCESS}-1123456789abcdef`, 1000, true],
    ["a copy of a running import", `import-${process.pid}-2123456789abcdef`, HOUR_MS, true],
    ["a copy of an import whose number another process got", `import-${process.pid}-31`, 25 * HOUR_MS, false],
    ["an unrelated file", "notes.txt", 90 * HOUR_MS, true],
  ];
  for (const [what, name, ageMs, isRetained] of cases) {
    it(`${what} is ${isRetained ? "kept" : "removed"}`, async () => {
      const path = await fileOfAge(inUploads(name), ageMs);
      await clearAway(server.platform);
      expect(existsSync(path)).toBe(isRetained);
    });
  }

  it("a file without its row is kept for a day; that of a finished upload is deleted, one being received is kept", async () => {
    const site = await buildSite(server);
    const owner = await buildUser(site, { role: "teacher" });
    const [received, failed] = [await buildUpload(site, { owner }), await buildUpload(site, { owner })];
    await server.owner.updateTable("upload").set({ state: "failed" }).where("id", "=", failed).execute();
    const young = await fileOfAge(inUploads(`${site.id}-900001`), 23 * HOUR_MS);
    const old = await fileOfAge(inUploads(`${site.id}-900002`), 25 * HOUR_MS);
    await clearAway(server.platform);
    const { upload } = server.platform.folders;
    expect([upload(site.id, received), upload(site.id, failed), young, old].map(existsSync)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

describe("the folder of a slide", () => {
  const UNFINISHED = ["pyramid.tif.1.part", "pyramid.tif.1.part.pixels.v", "levels.tif.2.part"];

  async function slideWithLeftovers() {
    const site = await buildSite(server);
    const slide = await buildSlide(site);
    const folder = dirname(slide.path);
    const leftovers = await Promise.all(UNFINISHED.map((name) => fileOfAge(join(folder, name), 0)));
    return { site, slide, folder, leftovers };
  }

  const addJob = (site: TestSite, slide: TestSlide) =>
    withSite(server.platform.database, site.id, (db) =>
      insertJob(db, site.id, { kind: COMPLETE_LEVELS, subjectId: slide.slideFileId }),
    );

  it("loses partial files while no job is running on it, and nothing else", async () => {
    const { slide, leftovers } = await slideWithLeftovers();
    await clearAway(server.platform);
    expect(leftovers.map(existsSync)).toEqual([false, false, false]);
    expect(existsSync(slide.path)).toBe(true);
  });

  it("keeps them while a job is waiting or running, and loses them after it has failed", async () => {
    const { site, slide, leftovers } = await slideWithLeftovers();
    const { database } = server.platform;
    const { id } = await addJob(site, slide);
    await clearAway(server.platform);
    expect(leftovers.map(existsSync)).toEqual([true, true, true]);
    await withSite(database, site.id, (db) => takeJob(db, site.id, { worker: "w", silentMs: 1000 }));
    await clearAway(server.platform);
    expect(leftovers.map(existsSync)).toEqual([true, true, true]);
    await withSite(database, site.id, (db) =>
      finishJob(db, site.id, id, { worker: "w", state: "failed", error: "No." }),
    );
    await clearAway(server.platform);
    expect(leftovers.map(existsSync)).toEqual([false, false, false]);
  });

  it("keeps a thumbnail that is being written, whatever jobs exist", async () => {
    const { folder } = await slideWithLeftovers();
    const young = await fileOfAge(join(folder, "thumbnail.jpg.3.part"), 1000);
    const old = await fileOfAge(join(folder, "thumbnail.jpg.4.part"), 2 * MINUTE_MS);
    await clearAway(server.platform);
    expect([young, old].map(existsSync)).toEqual([true, false]);
  });

  async function folderWithoutRow(ageMs: number): Promise<string> {
    const site = await buildSite(server);
    const slide = await buildSlide(site);
    await server.owner.deleteFrom("image").where("site_id", "=", site.id).execute();
    await server.owner.deleteFrom("slide_file").where("site_id", "=", site.id).execute();
    await age(dirname(slide.path), ageMs);
    return dirname(slide.path);
  }

  it("without a row is kept for a day", async () => {
    const [young, old] = [await folderWithoutRow(23 * HOUR_MS), await folderWithoutRow(25 * HOUR_MS)];
    await clearAway(server.platform);
    expect([young, old].map(existsSync)).toEqual([true, false]);
  });

  it("with a number that this database never assigned is never deleted: it may be newer than a restored backup", async () => {
    const site = await buildSite(server);
    const folder = server.platform.folders.slideFolder(site.id, 9_000_000);
    await fileOfAge(join(folder, "original"), 90 * HOUR_MS);
    await age(folder, 90 * HOUR_MS);
    await clearAway(server.platform);
    expect(existsSync(folder)).toBe(true);
    expect(server.logLines.some((line) => line.includes("without a row in this database"))).toBe(true);
  });

  it("without its original makes the slide missing, and ready again when the same file is back", async () => {
    const site = await buildSite(server);
    const [lost, whole] = [await buildSlide(site), await buildSlide(site)];
    const admin = await buildUser(site, { role: "administrator" });
    const ask = async ({ id }: TestSlide) =>
      (await sendCall(server, getImage, { as: admin, params: { id: String(id) } })).answer;
    await rename(lost.path, `${lost.path}-away`);
    await clearAway(server.platform);
    expect(await ask(lost)).toMatchObject({ state: "missing", slideInformation: null, thumbnail: null });
    expect((await ask(whole)).state).toBe("ready");
    const params = { imageId: String(lost.id), version: String(lost.version), level: "0", x: "0", y: "0" };
    expect((await sendCall(server, getTile, { as: admin, params })).status).toBe(404);

    await writeFile(lost.path, "another file");
    await clearAway(server.platform);
    expect((await ask(lost)).state).toBe("missing");
    await rm(lost.path);
    await rename(`${lost.path}-away`, lost.path);
    await clearAway(server.platform);
    expect((await ask(lost)).state).toBe("ready");
    expect((await sendCall(server, getTile, { as: admin, params })).status).toBe(200);
  });

  it("without the pyramid of a converted image also makes it missing", async () => {
    const site = await buildSite(server);
    const slide = await buildSlide(site);
    const pyramid = server.platform.folders.pyramid(site.id, slide.slideFileId);
    await writeFile(pyramid, await readFile(slide.path));
    const stateOf = async () => {
      await clearAway(server.platform);
      const rows = server.owner.selectFrom("slide_file").select("state").where("id", "=", slide.slideFileId);
      return (await rows.executeTakeFirstOrThrow()).state;
    };
    await server.owner
      .updateTable("slide_file")
      .set({ format: "plain-image" })
      .where("id", "=", slide.slideFileId)
      .execute();
    expect(await stateOf()).toBe("ready");
    await rm(pyramid);
    expect(await stateOf()).toBe("missing");
  });
});

describe("a server that stops during the cleanup", () => {
  it("starts no further step, waits for the present one, and reports no failure", async () => {
    const own = await createTestServer();
    const warnings: unknown[] = [];
    const janitor = startJanitor({
      ...own.platform,
      log: { ...own.platform.log, warn: (...words: unknown[]) => void warnings.push(words) },
    });
    await janitor.stop();
    await own.close();
    await nextTurns();
    expect(warnings).toEqual([]);
  });

  it("runs all steps again after the next start", async () => {
    const stopped = new AbortController();
    stopped.abort();
    const path = await fileOfAge(inUploads("1-70.part"), 3 * MINUTE_MS);
    await clearAway(server.platform, Date.now(), stopped.signal);
    expect(existsSync(path)).toBe(true);
    await clearAway(server.platform);
    expect(existsSync(path)).toBe(false);
  });
});

/** Long enough for a step that was started too late to fail. */
async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}
