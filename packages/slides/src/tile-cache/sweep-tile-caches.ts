/** Keeps the tile caches of all slides below a size limit by deleting the least recently used tiles. */
import type { Dirent } from "node:fs";
import { opendir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface SweepOptions {
  /** Maximum total size of all folders afterwards. */
  readonly maxBytes: number;
  /** Unfinished files older than this were left by a killed process. */
  readonly unfinishedMs: number;
  /** Instant to compare with, in ms since the epoch. */
  readonly now: number;
}

interface CachedTile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

const UNFINISHED = /\.part$/;
/** Number of files examined at the same time. */
const AT_ONCE = 64;

/**
 * @param folders cache folders, as passed to `withTileCache`; missing folders count as empty.
 * @returns number of bytes left.
 */
export async function sweepTileCaches(folders: readonly string[], options: SweepOptions): Promise<number> {
  const cached: CachedTile[] = [];
  for (const folder of folders) {
    for await (const batch of batchesOf(filesBelow(folder))) {
      const tiles = await Promise.all(batch.map((path) => look(path, options)));
      cached.push(...tiles.filter((tile) => tile !== null));
    }
  }
  let bytes = cached.reduce((sum, tile) => sum + tile.bytes, 0);
  cached.sort((one, other) => one.usedMs - other.usedMs);
  for (const tile of cached) {
    if (bytes <= options.maxBytes) break;
    await rm(tile.path, { force: true });
    bytes -= tile.bytes;
  }
  return bytes;
}

/** null: the file is gone, or was left unfinished and is removed. */
async function look(path: string, { now, unfinishedMs }: SweepOptions): Promise<CachedTile | null> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) return null;
  if (UNFINISHED.test(path)) {
    if (now - facts.mtimeMs > unfinishedMs) await rm(path, { force: true });
    return null;
  }
  return { path, bytes: facts.size, usedMs: facts.mtimeMs };
}

async function* filesBelow(folder: string): AsyncGenerator<string, void> {
  const entries = await opendir(folder).catch(() => null);
  if (entries === null) return;
  const below: Dirent[] = [];
  for await (const entry of entries) {
    if (entry.isDirectory()) below.push(entry);
    else if (entry.isFile()) yield join(folder, entry.name);
  }
  for (const { name } of below) {
    yield* filesBelow(join(folder, name));
    // Removes an empty folder; fails, and keeps it, if a tile was just written into it.
    await rmdir(join(folder, name)).catch(() => {});
  }
}

async function* batchesOf(paths: AsyncGenerator<string, void>): AsyncGenerator<string[], void> {
  let batch: string[] = [];
  for await (const path of paths) {
    batch.push(path);
    if (batch.length === AT_ONCE) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
