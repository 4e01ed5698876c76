import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildSite } from "#testing/build-site.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { adoptSlideFile } from "./adopt-slide-file.ts";
import { findImageRow, findLastSlideFileId } from "./image.queries.ts";

const PATIENCE_MS = 40_000;
const FORGOTTEN = 3;

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** An uploaded file, and the function that adopts it. */
async function buildUploaded(bytes: Buffer) {
  const site = await buildSite(server);
  const path = join(server.dataFolder, `uploaded-${site.id}`);
  await writeFile(path, bytes);
  const adopt = (alongside?: () => Promise<void>) =>
    adoptSlideFile(server.platform, {
      siteId: site.id,
      path,
      filename: "slide.tif",
      sha256: "0".repeat(64),
      bytes: bytes.length,
      parentId: null,
      createdBy: null,
      ...(alongside ? { alongside } : {}),
    });
  return { site, adopt };
}

const SLIDE = buildTiff({ pages: [rawPage(buildPicture(150, 110))] });

it(
  "after a restored backup, a new slide leaves folders of slides unknown to the database unchanged",
  async () => {
    const { site, adopt } = await buildUploaded(SLIDE);
    const { database, folders } = server.platform;
    const last = await withSite(database, site.id, (db) => findLastSlideFileId(db));
    const forgotten = Array.from({ length: FORGOTTEN }, (_, index) => folders.original(site.id, last + 1 + index));
    for (const original of forgotten) {
      await mkdir(dirname(original), { recursive: true });
      await writeFile(original, "younger than the backup");
    }
    const id = await adopt();
    const row = await withSite(database, site.id, (db) => findImageRow(db, site.id, id));
    expect((await readFile(folders.original(site.id, row!.slideFile.id))).equals(SLIDE)).toBe(true);
    for (const original of forgotten) expect(await readFile(original, "utf8")).toBe("younger than the backup");
    const { rows } = await sql`SELECT id FROM slide_file WHERE site_id = ${site.id}`.execute(server.owner);
    expect(rows).toHaveLength(1);
  },
  PATIENCE_MS,
);

it(
  "a slide whose rows cannot be written leaves no folder, and the file unchanged",
  async () => {
    const { site, adopt } = await buildUploaded(SLIDE);
    await expect(adopt(() => Promise.reject(new Error("no connection")))).rejects.toThrow("no connection");
    expect(await readdir(dirname(server.platform.folders.slideFolder(site.id, 1)))).toEqual([]);
    expect((await readFile(join(server.dataFolder, `uploaded-${site.id}`))).equals(SLIDE)).toBe(true);
    await adopt();
  },
  PATIENCE_MS,
);
