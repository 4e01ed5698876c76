/**
 * REL-03: conversions that were killed at several stages are resumed at the next start, two at once, for each type
 * of conversion: a repacked archive, rewritten planes. (`lab/kill-stages.ts` kills a real server in each stage.)
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getTile } from "@parfocal/core/tile/tile.contract.ts";
import { buildOmeTiff } from "@parfocal/slides/testing/build-ome-tiff.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { takeJob } from "#platform/jobs/job.queries.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { adoptSlideFile } from "./adopt-slide-file.ts";
import { findImageRow } from "./image.queries.ts";

const PATIENCE_MS = 40_000;
const MAX_AT_ONCE = 2;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const SLIDE = buildTiff({ pages: [rawPage(buildPicture(150, 110), { description: "Aperio Image|MPP = 0.25" })] });

const ZIP = buildZip({ entries: [{ name: "slide.svs", contents: SLIDE, isDeflated: true }] });

/** So wide that its strips are not read directly. */
const channels = (height: number) => buildOmeTiff({ width: 2_100, height, channels: 2, depths: 1, times: 1 });

interface UploadedFile {
  readonly what: string;
  readonly bytes: Buffer;
  /** What a killed run left beside the file, by name. */
  readonly left: readonly string[];
}

const FILES: readonly UploadedFile[] = [
  {
    what: "an archive, whose slide is in its place and not yet described",
    bytes: ZIP,
    left: ["pyramid.tif", "pyramid.tif.a.part.taken-out"],
  },
  { what: "planes, half written", bytes: channels(40), left: ["pyramid.tif.b.part"] },
  {
    what: "planes, after two kills",
    bytes: channels(50),
    left: ["pyramid.tif.c.part", "pyramid.tif.d.part.foreign/work/e"],
  },
];

it(
  "conversions of all types are resumed after a kill, two at once; nothing incomplete is shown or left",
  async () => {
    const site = await buildSite(server);
    const admin = await buildUser(site, { role: "administrator" });
    const { platform } = server;
    const ask = async (id: number) =>
      (await sendCall(server, getImage, { as: admin, params: { id: String(id) } })).answer;
    const ids = await Promise.all(
      FILES.map(async ({ bytes }, index) => {
        const path = join(server.dataFolder, `uploaded-${index}`);
        await writeFile(path, bytes);
        return adoptSlideFile(platform, {
          siteId: site.id,
          path,
          filename: "uploaded",
          sha256: "0".repeat(64),
          bytes: bytes.length,
          parentId: null,
          createdBy: null,
        });
      }),
    );
    const folders = await Promise.all(
      ids.map(async (id) => {
        const row = await withSite(platform.database, site.id, (db) => findImageRow(db, site.id, id));
        return dirname(platform.folders.original(site.id, row!.slideFile.id));
      }),
    );
    for (const [index, { left }] of FILES.entries()) {
      for (const name of left) {
        const path = join(folders[index]!, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, SLIDE);
      }
      expect(await ask(ids[index]!)).toMatchObject({ state: "processing", slideInformation: null, thumbnail: null });
    }
    for (const worker of ["killed", "killed too"])
      await withSite(platform.database, site.id, (db) => takeJob(db, site.id, { worker, silentMs: 20_000 }));

    let maxAtOnce = 0;
    await server.startJobs();
    await expect
      .poll(
        async () => {
          const jobs = await countJobs(site.id);
          maxAtOnce = Math.max(maxAtOnce, jobs.running);
          return jobs.done;
        },
        { timeout: PATIENCE_MS, interval: 20 },
      )
      .toBe(FILES.length);
    await platform.jobs.stop();
    expect(maxAtOnce).toBe(MAX_AT_ONCE);

    for (const [index, { what, bytes }] of FILES.entries()) {
      const image = await ask(ids[index]!);
      expect(image.state, what).toBe("ready");
      const params = { imageId: String(ids[index]), version: "2", level: "0", x: "0", y: "0" };
      expect((await sendCall(server, getTile, { as: admin, params })).status, what).toBe(200);
      const files = (await readdir(folders[index]!)).filter((name) => name !== "tiles").sort();
      expect(files, what).toEqual(["original", "pyramid.tif"]);
      expect((await readFile(join(folders[index]!, "original"))).equals(bytes), what).toBe(true);
    }
  },
  2 * PATIENCE_MS,
);

async function countJobs(siteId: number): Promise<{ running: number; done: number }> {
  const jobs = await server.owner.selectFrom("job").select("state").where("site_id", "=", siteId).execute();
  const count = (state: string) => jobs.filter((job) => job.state === state).length;
  return { running: count("running"), done: count("done") };
}
