/**
 * Opens a stored slide from the file store: the original file or the pyramid generated from it, levels generated later, and
 * the cache of tiles that require decoding.
 */
import { join } from "node:path";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { withExtraLevels } from "@parfocal/slides/pyramid/extra-levels.ts";
import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import { withTileCache } from "@parfocal/slides/tile-cache/tile-cache.ts";
import { type FileFacts, type FileStore, slideNames } from "#platform/files/file-store.ts";
import type { SlideFolders } from "#platform/files/slide-folders.ts";
import type { Platform } from "#platform/platform.ts";

/** A file of a stored slide. */
interface StoredFile {
  readonly name: string;
  readonly facts: FileFacts;
}

/** Where the pixels of a stored slide are. */
interface StoredSlideFiles {
  /** The pyramid if there is one, otherwise the original file. */
  readonly slide: StoredFile;
  /** null: none were generated. */
  readonly extraLevels: StoredFile | null;
}

type FilesAndFolders = Pick<Platform, "files" | "folders">;

async function findFile(files: FileStore, name: string): Promise<StoredFile | null> {
  const facts = await files.factsOf(name);
  return facts && { name, facts };
}

/** @throws Error if there is no file. */
export async function findStoredSlide(
  files: FileStore,
  siteId: number,
  slideFileId: number,
): Promise<StoredSlideFiles> {
  const names = slideNames(siteId, slideFileId);
  const [pyramid, extraLevels] = await Promise.all([
    findFile(files, names.pyramid),
    findFile(files, names.extraLevels),
  ]);
  const slide = pyramid ?? (await findFile(files, names.original));
  if (!slide) throw new Error(`the file ${names.original} is missing`);
  return { slide, extraLevels };
}

/** Close the source when done. @throws SlideFileError, AppError `unavailable`, or the file system's error. */
export async function openStoredSlide(
  platform: FilesAndFolders,
  siteId: number,
  slideFileId: number,
): Promise<SlideSource> {
  const { slide, extraLevels } = await findStoredSlide(platform.files, siteId, slideFileId);
  const base = await openWithCache(platform, siteId, slideFileId, slide);
  if (extraLevels === null) return base;
  try {
    return withExtraLevels(base, await openWithCache(platform, siteId, slideFileId, extraLevels));
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
function tileCacheOf(folders: SlideFolders, siteId: number, slideFileId: number, { facts }: StoredFile): string {
  const version = [RECODING_VERSION, facts.version.replaceAll(/[^A-Za-z0-9-]/g, "")].join("-");
  return join(folders.tileCache(siteId, slideFileId), version);
}

/** Tile folders of the existing files; null if a file cannot be read, so that they are unknown. */
export async function listTileCaches(
  { files, folders }: FilesAndFolders,
  siteId: number,
  slideFileId: number,
): Promise<string[] | null> {
  const found = await findStoredSlide(files, siteId, slideFileId).catch(() => null);
  if (found === null) return null;
  const { slide, extraLevels } = found;
  return [slide, ...(extraLevels ? [extraLevels] : [])].map((file) => tileCacheOf(folders, siteId, slideFileId, file));
}

async function openWithCache(
  { files, folders }: FilesAndFolders,
  siteId: number,
  slideFileId: number,
  stored: StoredFile,
): Promise<SlideSource> {
  const { path, file } = files.slideAt(stored.name, stored.facts);
  const source = await openSlideFile(path, { file });
  if (!source.isRecoding) return source;
  const room = folders.tileCacheRoom;
  return withTileCache(source, tileCacheOf(folders, siteId, slideFileId, stored), {
    hasRoom: (bytes) => room.hasRoom(bytes),
    onWritten: (bytes) => room.noteWritten(bytes),
  });
}
