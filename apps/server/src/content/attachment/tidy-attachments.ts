/** Reconciles attached files with their rows (rule D-5), and deletes those removed long ago. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { listStoredFiles } from "./attachment.queries.ts";

/** A file without a row is kept so long: its row may be written a moment later. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** An attachment that was removed can come back in this time. */
const REMOVED_MS = 30 * 24 * 60 * 60 * 1000;

/** @param now reference time, in ms since the epoch. */
export async function tidyAttachments(platform: Platform, siteId: number, now: number): Promise<void> {
  const { database, folders, log } = platform;
  const folder = folders.attachments(siteId);
  // First the files, then the rows: a file that comes in between is not found, and not touched.
  const names = await namesIn(folder);
  const known = new Map(
    (await withSite(database, siteId, (db) => listStoredFiles(db, siteId))).map((row) => [row.storedName, row]),
  );
  for (const name of names) {
    const row = known.get(name);
    const isGone = row
      ? row.deletedAt !== null && now - row.deletedAt.getTime() > REMOVED_MS
      : await isOlderThan(join(folder, name), ORPHAN_MS, now);
    if (isGone) await rm(join(folder, name), { force: true });
  }
  const there = new Set(names);
  for (const { storedName, itemId, deletedAt } of known.values())
    if (deletedAt === null && !there.has(storedName)) log.warn({ siteId, itemId }, "an attached file is missing");
}

/** Empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** False for a missing file. */
export async function isOlderThan(path: string, ms: number, now: number): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => now - mtimeMs > ms,
    () => false,
  );
}
