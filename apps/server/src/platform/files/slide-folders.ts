/** Folders of slide files on disk: one per slide file, one per upload, both on the same file system. */
import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createDiskRoom, type DiskRoom, listTileFolders, TILE_CACHE_FOLDER } from "./disk-room.ts";

export interface SlideFolders {
  /** Folder of one slide file. */
  slideFolder(siteId: number, slideFileId: number): string;
  /** The uploaded file. */
  original(siteId: number, slideFileId: number): string;
  /** The pyramid created from a file that has no usable tiles. */
  pyramid(siteId: number, slideFileId: number): string;
  /** Resolution levels that the file itself lacks. */
  extraLevels(siteId: number, slideFileId: number): string;
  /** @param turnedToDeg rotation set by a user; null or omitted: the file's own. */
  thumbnail(siteId: number, slideFileId: number, turnedToDeg?: number | null): string;
  /** Folder of all files that are being received. */
  readonly uploads: string;
  /** A file that is being received. */
  upload(siteId: number, uploadId: number): string;
  /** Folder of the files that a site has attached to its content. */
  attachments(siteId: number): string;
  /** Folder of the files of a site's media library, and of its documents. */
  media(siteId: number): string;
  /** Folder of the images of a site's radiology items: a folder for each study. */
  radiology(siteId: number): string;
  /** Free disk space in bytes. */
  freeBytes(): Promise<number>;
  /** Size of the file system that holds the data folder. */
  totalBytes(): Promise<number>;
  /** Folder of the cached decoded tiles of all files of one slide file. */
  tileCache(siteId: number, slideFileId: number): string;
  readonly tileCacheRoom: DiskRoom;
}

interface SlideFoldersOptions {
  /** Limit for the cached tiles of all slides together. */
  readonly maxTileCacheBytes?: number;
  /** Disk space that the tile cache leaves free; default: a gigabyte. */
  readonly reservedBytes?: number;
}

const MAX_TILE_CACHE_BYTES = 4 * 2 ** 30;

export async function openSlideFolders(
  dataFolder: string,
  { maxTileCacheBytes = MAX_TILE_CACHE_BYTES, reservedBytes }: SlideFoldersOptions = {},
): Promise<SlideFolders> {
  const slides = join(dataFolder, "slides");
  const uploads = join(dataFolder, "uploads");
  await makeFolder(slides);
  await makeFolder(uploads);
  const slideFolder = (siteId: number, slideFileId: number) => join(slides, String(siteId), String(slideFileId));
  return {
    slideFolder,
    uploads,
    original: (siteId, slideFileId) => join(slideFolder(siteId, slideFileId), "original"),
    pyramid: (siteId, slideFileId) => join(slideFolder(siteId, slideFileId), "pyramid.tif"),
    extraLevels: (siteId, slideFileId) => join(slideFolder(siteId, slideFileId), "levels.tif"),
    thumbnail: (siteId, slideFileId, turnedToDeg = null) =>
      join(slideFolder(siteId, slideFileId), turnedToDeg === null ? "thumbnail.jpg" : `thumbnail.${turnedToDeg}.jpg`),
    upload: (siteId, uploadId) => join(uploads, `${siteId}-${uploadId}`),
    attachments: (siteId) => join(dataFolder, "attachments", String(siteId)),
    media: (siteId) => join(dataFolder, "media", String(siteId)),
    radiology: (siteId) => join(dataFolder, "radiology", String(siteId)),
    async freeBytes() {
      const { bavail, bsize } = await statfs(slides);
      return bavail * bsize;
    },
    async totalBytes() {
      const { blocks, bsize } = await statfs(slides);
      return blocks * bsize;
    },
    tileCache: (siteId, slideFileId) => join(slideFolder(siteId, slideFileId), TILE_CACHE_FOLDER),
    tileCacheRoom: createDiskRoom(slides, () => listTileFolders(slides), {
      maxBytes: maxTileCacheBytes,
      reservedBytes,
    }),
  };
}

/** Creates a folder and its missing parents; their names survive a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** @returns false if something of this name already exists; nothing is changed then. */
export async function makeOwnFolder(folder: string): Promise<boolean> {
  await makeFolder(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Makes names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a finished file to its final path, durably: contents first, then the name (rule D-5). */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  const handle = await open(from, "r+");
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(from, to);
  await syncFolder(dirname(to));
  await syncFolder(dirname(dirname(to)));
}

/** Writes a small file durably, completely or not at all, even if several callers write it at the same time. */
export async function writeFully(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(path));
  const part = `${path}.${randomUUID()}.part`;
  try {
    await writeSynced(part, bytes);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
