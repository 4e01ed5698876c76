/** Reconciles attached files with their rows (rule D-5), and deletes those removed long ago. */
import { withSite } from "#platform/db/database.ts";
import { attachmentName, type FileStore } from "#platform/files/file-store.ts";
import type { Platform } from "#platform/platform.ts";
import { listStoredFiles } from "./attachment.queries.ts";

/** A file without a row is kept for this time: its row may be written a moment later. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** A removed attachment can be restored for this time. */
const REMOVED_MS = 30 * 24 * 60 * 60 * 1000;

/** @param now reference time, in ms since the epoch. */
export async function tidyAttachments(platform: Platform, siteId: number, now: number): Promise<void> {
  const { database, files, log } = platform;
  // Reads the files first, then the rows: a file created in between is not found and not touched.
  const found = await filesIn(files, attachmentName(siteId, ""));
  const known = new Map(
    (await withSite(database, siteId, (db) => listStoredFiles(db, siteId))).map((row) => [row.storedName, row]),
  );
  for (const [name, writtenMs] of found) {
    const row = known.get(name);
    const isGone = row
      ? row.deletedAt !== null && now - row.deletedAt.getTime() > REMOVED_MS
      : now - writtenMs > ORPHAN_MS;
    if (isGone) await files.remove(attachmentName(siteId, name));
  }
  for (const { storedName, itemId, deletedAt } of known.values())
    if (deletedAt === null && !found.has(storedName)) log.warn({ siteId, itemId }, "an attached file is missing");
}

/** When each file was written, in ms since the epoch, by its name below the prefix. */
export async function filesIn(files: FileStore, prefix: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { name, ageMs } of files.list(prefix)) found.set(name.slice(prefix.length), Date.now() - ageMs);
  return found;
}
