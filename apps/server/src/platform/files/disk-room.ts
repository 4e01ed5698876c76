/**
 * Disk space for caches (decoded tiles, blocks of remote files): limited by the configuration, and never the last free
 * space of the disk.
 *
 * Several servers may share the folder: each writes only a part of the limit before it counts again what all of them
 * have written.
 */
import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { sweepTileCaches } from "@parfocal/slides/tile-cache/sweep-tile-caches.ts";

export interface DiskRoom {
  /** Whether this many bytes may be written. Requests a sweep if that would help. */
  hasRoom(bytes: number): boolean;
  noteWritten(bytes: number): void;
  /** Counts the cached bytes, and removes the least recently used files if there are too many. */
  sweep(): Promise<void>;
}

interface DiskRoomOptions {
  /** Total limit; 0: no cache. */
  readonly maxBytes: number;
  /** Left free on the disk for more important data. */
  readonly reservedBytes?: number;
}

/** In the folder of a slide. */
export const TILE_CACHE_FOLDER = "tiles";

/** In the data folder. */
export const BLOCKS_FOLDER = "blocks";

const RESERVED_BYTES = 2 ** 30;
/** Share of the limit that may be written between two counts. */
const SHARE_BETWEEN_COUNTS = 0.1;
/** Minimum interval between sweeps for lack of space. */
const SWEEP_INTERVAL_MS = 60_000;
/** Writing such a file never takes longer than this. */
const UNFINISHED_MS = 60 * 60 * 1000;

const NUMBER = /^[1-9]\d*$/;

/**
 * @param disk an existing folder on the file system.
 * @param listFolders returns the folders whose files are counted, at any depth.
 */
export function createDiskRoom(
  disk: string,
  listFolders: () => Promise<readonly string[]>,
  { maxBytes, reservedBytes = RESERVED_BYTES }: DiskRoomOptions,
): DiskRoom {
  let mayWriteBytes = 0;
  let lastSweepMs = Number.NEGATIVE_INFINITY;
  let sweeping: Promise<void> | null = null;

  async function sweepNow(): Promise<void> {
    lastSweepMs = performance.now();
    const cachedBytes = await sweepTileCaches(await listFolders(), {
      maxBytes: maxBytes * (1 - SHARE_BETWEEN_COUNTS),
      unfinishedMs: UNFINISHED_MS,
      now: Date.now(),
    });
    const { bavail, bsize } = await statfs(disk);
    const room = Math.min(maxBytes - cachedBytes, bavail * bsize - reservedBytes);
    mayWriteBytes = Math.min(room, maxBytes * SHARE_BETWEEN_COUNTS);
  }

  function sweep(): Promise<void> {
    sweeping ??= sweepNow().finally(() => {
      sweeping = null;
    });
    return sweeping;
  }

  return {
    hasRoom(bytes) {
      if (bytes <= mayWriteBytes) return true;
      // After a failure no space is granted. The janitor's own sweep reports the cause.
      if (maxBytes > 0 && performance.now() - lastSweepMs > SWEEP_INTERVAL_MS) void sweep().catch(() => {});
      return false;
    },
    noteWritten(bytes) {
      mayWriteBytes -= bytes;
    },
    sweep,
  };
}

/** @param slidesFolder contains a folder for each site, which contains one for each slide. */
export async function listTileFolders(slidesFolder: string): Promise<string[]> {
  const folders: string[] = [];
  for (const site of await numberedIn(slidesFolder)) {
    for (const slide of await numberedIn(join(slidesFolder, site))) {
      folders.push(join(slidesFolder, site, slide, TILE_CACHE_FOLDER));
    }
  }
  return folders;
}

async function numberedIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => NUMBER.test(name));
}
