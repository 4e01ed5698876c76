import { existsSync, readFileSync } from "node:fs";
import {
  appendFile,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { annotationKeeper } from "#annotation/keep-file-annotations.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tinyPyramid } from "#testing/tiny-pyramid.ts";
import { clearAway } from "../../janitor.ts";
import { watchFolder } from "../../watch-folder.ts";
import { importSlides } from "./import-slides.ts";
import { findSlidesAt } from "./walk-folder.ts";

let server: TestServer;
let site: TestSite;
let courseId = 0;
let disk = "";
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  site = await buildSite(server);
  courseId = await buildCourse(site);
  disk = await realpath(await mkdtemp(join(tmpdir(), "parfocal-disk-")));
  return () => rm(disk, { recursive: true });
});

/** A generated slide on the disk; another width gives another file. */
async function putSlide(path: string, width = 600): Promise<string> {
  const options = { width, height: 500, tileSize: 256, pixelSizeUm: null };
  await mkdir(join(disk, path, ".."), { recursive: true });
  await copyFile(await tinyPyramid(server, options), join(disk, path));
  return join(disk, path);
}

/** A Deep Zoom image with its tiles, in a folder of its own. */
async function putDeepZoom(folder: string): Promise<string> {
  await mkdir(join(disk, folder), { recursive: true });
  const noise = { create: { width: 500, height: 300, channels: 3, background: "#b07090" } } as const;
  await sharp(noise)
    .tile({ size: 254, overlap: 1, layout: "dz" })
    .toFile(join(disk, folder, "picture.dzi"));
  return join(disk, folder);
}

async function importFiles(
  paths: readonly string[],
  { mode = "copy", hasFolders = false }: { mode?: "link" | "copy"; hasFolders?: boolean } = {},
) {
  const said: string[] = [];
  const { slides, leftOut } = await findSlidesAt(paths);
  const counts = await importSlides(server.platform, {
    keepAnnotations: annotationKeeper(server.platform),
    siteId: site.id,
    slides,
    mode,
    parentId: courseId,
    hasFolders,
    signal: new AbortController().signal,
    report: {
      progress: () => undefined,
      slide: (kind, _imageId, title) => void said.push(`${kind} ${title}`),
      failure: (path, sentence) => void said.push(`error ${path}: ${sentence}`),
    },
  });
  return { said, counts, leftOut: leftOut.map(({ path }) => path) };
}

/** The stored slide files: the path and type of each. */
async function listOriginals() {
  const rows = await server.owner
    .selectFrom("slide_file")
    .selectAll()
    .where("site_id", "=", site.id)
    .orderBy("id")
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const path = server.platform.folders.original(site.id, row.id);
      return { path, state: row.state, format: row.format, isLink: (await lstat(path)).isSymbolicLink() };
    }),
  );
}

it("a folder of slides is copied once; a second run adds nothing that is already stored", async () => {
  await putSlide("scans/a.tif", 600);
  await putSlide("scans/deep/b.tif", 601);
  await writeFile(join(disk, "scans/notes.txt"), "not a slide");
  await writeFile(join(disk, "scans/broken.svs"), "not a slide either");
  const path = join(disk, "scans");
  const first = await importFiles([path], { hasFolders: true });
  expect(first.counts).toEqual({ added: 2, known: 0, failed: 1 });
  expect(first.said.toSorted()).toEqual([
    `error ${path}/broken.svs: This is not a slide or image that Parfocal can read.`,
    "image a",
    "image b",
  ]);
  expect(first.leftOut).toEqual(["scans/notes.txt"]);
  const folders = await server.owner
    .selectFrom("item")
    .select("title")
    .where("site_id", "=", site.id)
    .where("kind", "=", "folder")
    .execute();
  expect(folders.map(({ title }) => title).toSorted()).toEqual(["deep", "scans"]);

  await rm(join(path, "broken.svs"));
  await copyFile(join(path, "a.tif"), join(path, "a again.tif"));
  expect((await importFiles([path], { hasFolders: true })).counts).toEqual({ added: 0, known: 3, failed: 0 });
  expect((await listOriginals()).map(({ isLink }) => isLink)).toEqual([false, false]);
  expect(await readdir(server.platform.folders.uploads)).toEqual([]);
}, 30_000);

it("a linked file stays where it is; it is missing when it is moved away, and ready when it is back", async () => {
  const path = await putSlide("here.tif", 602);
  await importFiles([path], { mode: "link" });
  const [original] = await listOriginals();
  expect(original).toMatchObject({ state: "ready", isLink: true });
  expect(readFileSync(original?.path ?? "")).toEqual(readFileSync(path));
  await rename(path, `${path}.away`);
  await clearAway(server.platform);
  const { state } = await server.owner
    .selectFrom("slide_file")
    .select("state")
    .where("site_id", "=", site.id)
    .executeTakeFirstOrThrow();
  expect(state).toBe("missing");
  await rename(`${path}.away`, path);
  await clearAway(server.platform);
  expect((await listOriginals())[0]?.state).toBe("ready");
}, 30_000);

it("a set in a folder of its own is linked as that folder, otherwise packed; both can be viewed", async () => {
  const teacher = await buildUser(site, { role: "teacher" });
  const folder = await putDeepZoom("alone");
  expect((await importFiles([folder], { mode: "link" })).counts).toEqual({ added: 1, known: 0, failed: 0 });
  const [linked] = await listOriginals();
  expect(linked).toMatchObject({ state: "ready", format: "deep-zoom", isLink: true });
  expect(await realpath(linked?.path ?? "")).toBe(folder);

  await server.owner.updateTable("slide_file").set({ sha256: "another" }).where("site_id", "=", site.id).execute();
  await putSlide("alone/neighbour.tif", 603);
  expect((await importFiles([folder], { mode: "link" })).counts.failed).toBe(0);
  const packed = (await listOriginals()).find(({ format, isLink }) => format === "deep-zoom" && !isLink);
  expect(packed?.state).toBe("ready");
  expect(
    readFileSync(packed?.path ?? "")
      .subarray(0, 4)
      .toString("latin1"),
  ).toBe("PK\u0003\u0004");
  const images = await server.owner.selectFrom("image").select("item_id").where("site_id", "=", site.id).execute();
  for (const { item_id } of images) {
    const { answer } = await sendCall(server, getImage, { as: teacher, params: { id: String(item_id) } });
    expect(answer.slideInformation?.levels.length).toBeGreaterThan(0);
  }
}, 30_000);

it("an import stopped in the middle leaves nothing", async () => {
  const path = await putSlide("a.tif", 604);
  const stop = new AbortController();
  const { slides } = await findSlidesAt([path]);
  const work = importSlides(server.platform, {
    keepAnnotations: annotationKeeper(server.platform),
    siteId: site.id,
    slides,
    mode: "copy",
    parentId: courseId,
    hasFolders: false,
    signal: stop.signal,
    report: { progress: () => stop.abort(new Error("stopped")), slide: () => undefined, failure: () => undefined },
  });
  await expect(work).rejects.toThrow("stopped");
  expect(await listOriginals()).toEqual([]);
  expect(await readdir(server.platform.folders.uploads)).toEqual([]);
});

it("a path that does not exist is reported", async () => {
  await expect(findSlidesAt([join(disk, "nowhere")])).rejects.toThrow(`${join(disk, "nowhere")} does not exist.`);
});

it("imports files from a watched folder once they stop changing; retries failed files when they change", async () => {
  const jobs = () => server.owner.selectFrom("job").selectAll().where("site_id", "=", site.id).orderBy("id").execute();
  let nowMs = 0;
  const folder = { path: disk, parentId: courseId, mode: "copy", stillMs: 30_000 } as const;
  const watch = watchFolder(server.platform, folder, { siteId: site.id, clockMs: () => nowMs });
  try {
    const slide = await putSlide("kidney/a.tif", 605);
    await writeFile(join(disk, "broken.svs"), "no slide");
    expect(await watch.look()).toBe(0);
    nowMs = 20_000;
    await appendFile(slide, "");
    await utimes(slide, 1_000_000, 1_000_000);
    expect(await watch.look()).toBe(0);
    nowMs = 31_000;
    // The file at the top has not changed for long enough; the one in the folder was touched.
    expect(await watch.look()).toBe(1);
    nowMs = 51_000;
    expect(await watch.look()).toBe(1);
    expect(await watch.look()).toBe(0);

    await server.startJobs();
    await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(["failed", "done"]);
    expect((await jobs())[0]).toMatchObject({ kind: "importServerFile", file_fault: "notASlide" });
    expect(await listOriginals()).toHaveLength(1);
    const placed = await server.owner
      .selectFrom("item")
      .select("title")
      .where("site_id", "=", site.id)
      .orderBy("id")
      .execute();
    expect(placed.map(({ title }) => title)).toEqual(["Histology", "a", "kidney"]);

    nowMs = 200_000;
    expect(await watch.look()).toBe(0);
    await putSlide("broken.svs", 606);
    expect(await watch.look()).toBe(0);
    nowMs = 240_000;
    expect(await watch.look()).toBe(1);
    await expect.poll(async () => (await jobs()).at(-1)?.state).toBe("done");
    expect(await listOriginals()).toHaveLength(2);
    expect(existsSync(slide)).toBe(true);
  } finally {
    await watch.stop();
  }
}, 60_000);
