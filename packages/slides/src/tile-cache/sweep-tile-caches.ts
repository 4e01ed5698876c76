/**
 * Keeps the tiles that are cached of all slides within a size: the least recently used go first.
 */
import type { Dirent } from "node:fs";
import { opendir, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";

export interface SweepOptions {
  /** What all folders together may hold afterwards. */
  readonly maxBytes: number;
  /** Files that are still being written, and are this old, were left by a kill. */
  readonly unfinishedMs: number;
  /** instant to compare with, in ms since the epoch. */
  readonly now: number;
}

interface KeptTile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

const UNFINISHED = /\.part$/;
/** Files are looked at so many at a time. */
const AT_ONCE = 64;

/**
 * @param folders of caches, as given to `withTileCache`; those that are not there hold nothing.
 * @returns bytes that are left.
 */
export async function sweepTileCaches(folders: readonly string[], options: SweepOptions): Promise<number> {
  const kept: KeptTile[] = [];
  for (const folder of folders) {
    for await (const batch of batchesOf(filesBelow(folder))) {
      const tiles = await Promise.all(batch.map((path) => look(path, options)));
      kept.push(...tiles.filter((tile) => tile !== null));
    }
  }
  let bytes = kept.reduce((sum, tile) => sum + tile.bytes, 0);
  kept.sort((one, other) => one.usedMs - other.usedMs);
  for (const tile of kept) {
    if (bytes <= options.maxBytes) break;
    await rm(tile.path, { force: true });
    bytes -= tile.bytes;
  }
  return bytes;
}

/** null: it is gone, or was left half-written and is removed. */
async function look(path: string, { now, unfinishedMs }: SweepOptions): Promise<KeptTile | null> {
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
    // One that is empty now goes; if a tile comes into it at this moment it stays.
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
