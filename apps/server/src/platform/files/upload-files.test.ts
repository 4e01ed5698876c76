import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileStore } from "./file-store.ts";
import type { SlideFolders } from "./slide-folders.ts";
import { reserveUpload } from "./upload-files.ts";

/** Rejected by Node on every file system, after the file was created. */
const IMPOSSIBLE_BYTES = 0.5;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-upload-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("a file of the final size is reserved for the chunks; if that fails, no file is left", async () => {
  const places = {
    files: { isFolder: true } as FileStore,
    folders: {
      uploads: folder,
      upload: (siteId: number, uploadId: number) => join(folder, `${siteId}-${uploadId}`),
    } as SlideFolders,
  };
  await reserveUpload(places, { siteId: 1, uploadId: 1 }, 5_000);
  expect((await stat(join(folder, "1-1"))).size).toBe(5_000);
  await expect(reserveUpload(places, { siteId: 1, uploadId: 2 }, IMPOSSIBLE_BYTES)).rejects.toThrow("integer");
  expect(await readdir(folder)).toEqual(["1-1"]);
});
