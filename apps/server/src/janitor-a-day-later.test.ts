/**
 * Deletes orphans older than a day, no younger files, and no files in use (rule D-5): everything that a kill can leave
 * is created at the same moment, and the janitor is given later and later times.
 */
import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listTileCaches } from "#image/stored-slide.ts";
import { CONVERT_IMAGE } from "#image-card/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUpload } from "#testing/build-upload.ts";
import { buildUser } from "#testing/build-user.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { CHECK_UPLOAD } from "#upload/check-upload.ts";
import { clearAway } from "./janitor.ts";

const HOUR_MS = 60 * 60 * 1000;
/** No process has this ID: Linux assigns none above 2^22. */
const NO_PROCESS = 2 ** 22 + 1;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function leave(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "left by a kill");
  return path;
}

interface World {
  /** Orphans, by how long they are kept. */
  readonly orphans: { readonly shortly: string[]; readonly aDay: string[] };
  readonly belongings: string[];
  /** Can be resumed for a day after its last chunk, which is the present. */
  readonly received: string;
}

async function buildWorld(): Promise<World> {
  const site = await buildSite(server);
  const owner = await buildUser(site, { role: "teacher" });
  const { folders, database } = server.platform;
  const [slide, converted, forgotten, removed] = [
    await buildSlide(site),
    await buildSlide(site),
    await buildSlide(site),
    await buildSlide(site),
  ];
  const inFolder = (slideFileId: number, name: string) => join(folders.slideFolder(site.id, slideFileId), name);

  // A slide whose rows were never committed; one whose rows are deleted, with all its files.
  for (const { slideFileId } of [forgotten, removed]) {
    await server.owner.deleteFrom("image").where("slide_file_id", "=", slideFileId).execute();
    await server.owner.deleteFrom("slide_file").where("id", "=", slideFileId).execute();
  }
  await leave(inFolder(removed.slideFileId, "tiles/1-2-3-4/0-0-0-0/0/0-0"));

  // A running conversion, beside one ended by a kill.
  await withSite(database, site.id, (db) =>
    insertJob(db, site.id, { kind: CONVERT_IMAGE, subjectId: converted.slideFileId }),
  );
  const atWork = await leave(inFolder(converted.slideFileId, "pyramid.tif.1.part"));
  const atWorkBeside = await leave(inFolder(converted.slideFileId, "pyramid.tif.1.part.foreign/work/slide.tif"));

  const [received, givenUp] = [await buildUpload(site, { owner }), await buildUpload(site, { owner })];
  const done = await buildUpload(site, { owner });
  await server.owner.deleteFrom("upload").where("id", "=", givenUp).execute();
  await server.owner.updateTable("upload").set({ state: "done" }).where("id", "=", done).execute();
  const checked = await buildUpload(site, { owner });
  await server.owner.updateTable("upload").set({ state: "checking" }).where("id", "=", checked).execute();
  await withSite(database, site.id, (db) => insertJob(db, site.id, { kind: CHECK_UPLOAD, subjectId: checked }));

  const current = await listTileCaches(server.platform, site.id, slide.slideFileId);
  const uploads = (name: string) => join(folders.uploads, name);
  return {
    orphans: {
      shortly: [
        await leave(inFolder(slide.slideFileId, "levels.tif.2.part")),
        await leave(inFolder(slide.slideFileId, "pyramid.tif.3.part.taken-out")),
        await leave(inFolder(slide.slideFileId, "pyramid.tif.3.part.pixels.v")),
        await leave(inFolder(slide.slideFileId, "pyramid.tif.4.part.foreign/set/slide/Data0000.dat")),
        await leave(inFolder(slide.slideFileId, "thumbnail.jpg.5.part")),
        await leave(uploads(`import-${NO_PROCESS}-1`)),
        await leave(uploads(`${site.id}-${done}.part`)),
        folders.upload(site.id, done),
      ],
      aDay: [
        dirname(forgotten.path),
        dirname(removed.path),
        folders.upload(site.id, givenUp),
        await leave(uploads(`import-${process.pid}-2`)),
        await leave(inFolder(slide.slideFileId, "tiles/1-2-3-4/0-0-0-0/0/0-0")),
      ],
    },
    belongings: [
      slide.path,
      converted.path,
      atWork,
      atWorkBeside,
      folders.upload(site.id, checked),
      await leave(join(current![0]!, "0-0-0-0/0/0-0")),
    ],
    received: folders.upload(site.id, received),
  };
}

describe("the remains of a kill", () => {
  it("are kept while they may be in use, and deleted after a day without deleting anything else", async () => {
    const world = await buildWorld();
    const begin = Date.now();
    const { shortly, aDay } = world.orphans;
    const { received, belongings } = world;
    const expected = [...aDay, ...belongings, received];
    const there = (paths: readonly string[]) =>
      paths.filter((path) => existsSync(path)).map((path) => relative(server.dataFolder, path));
    const names = (paths: readonly string[]) => paths.map((path) => relative(server.dataFolder, path));

    await clearAway(server.platform, begin + HOUR_MS);
    expect(there(shortly)).toEqual([]);
    expect(there(expected)).toEqual(names(expected));

    await clearAway(server.platform, begin + 23 * HOUR_MS);
    expect(there(expected)).toEqual(names(expected));

    await clearAway(server.platform, begin + 25 * HOUR_MS);
    expect(there([...aDay, received])).toEqual([]);
    expect(there(belongings)).toEqual(names(belongings));
  });

  it("of a slide with an unavailable disk are kept: their owner is unknown", async () => {
    const site = await buildSite(server);
    const { slideFileId, path } = await buildSlide(site);
    const { folders } = server.platform;
    const tile = await leave(join(folders.tileCache(site.id, slideFileId), "1-2-3-4/0-0-0-0/0/0-0"));
    const away = join(server.dataFolder, "away");
    await rename(path, away);
    await clearAway(server.platform, Date.now() + 25 * HOUR_MS);
    expect(existsSync(tile)).toBe(true);
    await rename(away, path);
    await clearAway(server.platform, Date.now() + 25 * HOUR_MS);
    expect(existsSync(tile)).toBe(false);
  });
});
