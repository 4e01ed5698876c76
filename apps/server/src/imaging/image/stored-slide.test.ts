import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { folderFiles } from "#platform/files/folder-files.ts";
import { openSlideFolders, type SlideFolders } from "#platform/files/slide-folders.ts";
import { openStoredSlide } from "./stored-slide.ts";

let dataFolder = "";
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "parfocal-stored-slide-"));
});
afterAll(() => rm(dataFolder, { recursive: true }));

/** An uncompressed slide: its tiles are encoded before they are sent. */
async function storeSlide(folders: SlideFolders, slideFileId: number, seed: number): Promise<void> {
  const path = folders.original(1, slideFileId);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, buildTiff({ pages: [rawPage(buildPicture(100, 80, 3, seed))] }));
}

async function firstTile(folders: SlideFolders, slideFileId: number): Promise<string> {
  const slide = await openStoredSlide({ files: folderFiles(join(folders.uploads, "..")), folders }, 1, slideFileId);
  const { bytes } = await slide.readTile(0, 0, 0);
  await slide.close();
  return bytes.toString("base64");
}

async function storedFiles(folders: SlideFolders, slideFileId: number): Promise<string[]> {
  const entries = await readdir(folders.tileCache(1, slideFileId), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

it("a decoded tile is cached beside its slide, and never shown again after a change of the file", async () => {
  const folders = await openSlideFolders(dataFolder, { reservedBytes: 0 });
  await folders.tileCacheRoom.sweep();
  await storeSlide(folders, 1, 5);
  const before = await firstTile(folders, 1);
  await vi.waitFor(async () => expect(await storedFiles(folders, 1)).toHaveLength(1));
  expect(await firstTile(folders, 1)).toBe(before);
  await storeSlide(folders, 1, 6);
  const after = await firstTile(folders, 1);
  expect(after).not.toBe(before);
  await vi.waitFor(async () => expect(await storedFiles(folders, 1)).toHaveLength(2));
  expect(await firstTile(folders, 1)).toBe(after);
});

it("if no cache is allowed, nothing is cached, and the slide is still shown", async () => {
  const folders = await openSlideFolders(dataFolder, { maxTileCacheBytes: 0 });
  await folders.tileCacheRoom.sweep();
  await storeSlide(folders, 2, 5);
  await storeSlide(folders, 3, 5);
  expect(await firstTile(folders, 2)).toBe(await firstTile(folders, 3));
  expect(existsSync(folders.tileCache(1, 2))).toBe(false);
});

it("a disk whose remaining space is reserved caches no tiles", async () => {
  const folders = await openSlideFolders(dataFolder, { reservedBytes: Number.MAX_SAFE_INTEGER });
  await folders.tileCacheRoom.sweep();
  await storeSlide(folders, 4, 5);
  await firstTile(folders, 4);
  expect(existsSync(folders.tileCache(1, 4))).toBe(false);
});

it("all slides together cache no more than allowed: the cleanup deletes old tiles to make room for new ones", async () => {
  const folder = await mkdtemp(join(dataFolder, "bounded-"));
  await storeSlide(await openSlideFolders(folder), 1, 5);
  const tileBytes = Buffer.from(await firstTile(await openSlideFolders(folder), 1), "base64").length + 100;
  // A tenth of the limit, here a tile and a little, may be written between two measurements.
  const folders = await openSlideFolders(folder, { maxTileCacheBytes: tileBytes * 12, reservedBytes: 0 });
  const slides = Array.from({ length: 16 }, (_, index) => index + 1);
  for (const slide of slides) {
    await folders.tileCacheRoom.sweep();
    await storeSlide(folders, slide, slide);
    await firstTile(folders, slide);
    await vi.waitFor(async () => expect(await storedFiles(folders, slide)).toHaveLength(1));
  }
  await folders.tileCacheRoom.sweep();
  const fileCounts = await Promise.all(slides.map(async (slide) => (await storedFiles(folders, slide)).length));
  const total = fileCounts.reduce((sum, count) => sum + count, 0);
  expect(total).toBeLessThanOrEqual(12);
  expect(total).toBeGreaterThan(8);
  expect(fileCounts[slides.length - 1]).toBe(1);
});
