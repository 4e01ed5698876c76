/**
 * Opens a stored slide from its folder: the original file or the pyramid generated from it, levels generated later, and
 * the cache of tiles that require decoding.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { withExtraLevels } from "@parfocal/slides/pyramid/extra-levels.ts";
import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import { withTileCache } from "@parfocal/slides/tile-cache/tile-cache.ts";
import { pathExists } from "#platform/files/path-exists.ts";
import type { SlideFolders } from "#platform/files/slide-folders.ts";

/** Where the pixels of a stored slide are. */
export interface StoredSlidePaths {
  /** The pyramid if there is one, otherwise the original file. */
  readonly slide: string;
  /** null: none were generated. */
  readonly extraLevels: string | null;
}

export async function findStoredSlide(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
): Promise<StoredSlidePaths> {
  const pyramid = folders.pyramid(siteId, slideFileId);
  const extraLevels = folders.extraLevels(siteId, slideFileId);
  return {
    slide: (await pathExists(pyramid)) ? pyramid : folders.original(siteId, slideFileId),
    extraLevels: (await pathExists(extraLevels)) ? extraLevels : null,
  };
}

/** Close the source when done. @throws SlideFileError or the file system's error. */
export async function openStoredSlide(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
): Promise<SlideSource> {
  const paths = await findStoredSlide(folders, siteId, slideFileId);
  const base = await openWithCache(folders, siteId, slideFileId, paths.slide);
  if (paths.extraLevels === null) return base;
  try {
    return withExtraLevels(base, await openWithCache(folders, siteId, slideFileId, paths.extraLevels));
  } catch (error) {
    await base.close();
    throw error;
  }
}

/** Increased when the same bytes give different tiles. */
const RECODING_VERSION = 1;

/**
 * A changed or replaced file has its own tile folder, so that no tile of an earlier file is shown.
 */
async function tileCacheOf(folders: SlideFolders, siteId: number, slideFileId: number, path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  const version = [RECODING_VERSION, ino, size, Math.round(mtimeMs)].join("-");
  return join(folders.tileCache(siteId, slideFileId), version);
}

/** Tile folders of the existing files; null if a file cannot be read, so that they are unknown. */
export async function listTileCaches(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
): Promise<string[] | null> {
  const { slide, extraLevels } = await findStoredSlide(folders, siteId, slideFileId);
  const paths = [slide, extraLevels].filter((path) => path !== null);
  const caches = paths.map((path) => tileCacheOf(folders, siteId, slideFileId, path));
  return Promise.all(caches).catch(() => null);
}

async function openWithCache(
  folders: SlideFolders,
  siteId: number,
  slideFileId: number,
  path: string,
): Promise<SlideSource> {
  const source = await openSlideFile(path);
  if (!source.isRecoding) return source;
  try {
    const room = folders.tileCacheRoom;
    return withTileCache(source, await tileCacheOf(folders, siteId, slideFileId, path), {
      hasRoom: (bytes) => room.hasRoom(bytes),
      onWritten: (bytes) => room.noteWritten(bytes),
    });
  } catch (error) {
    await source.close();
    throw error;
  }
}
