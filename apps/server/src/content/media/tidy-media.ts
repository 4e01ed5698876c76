/** Reconciles the files of the library with their rows (rule D-5), and deletes those removed long ago. */
import { filesIn } from "#attachment/tidy-attachments.ts";
import { withSite } from "#platform/db/database.ts";
import { mediaName } from "#platform/files/file-store.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteOldMedia, listStoredMedia } from "./media.queries.ts";
import { smallPictureName } from "./small-picture.ts";

/** A file without a row is kept for this time: its row may be written a moment later. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** Removed files can be restored for this time. */
const REMOVED_MS = 30 * 24 * 60 * 60 * 1000;

/** @param now reference time, in ms since the epoch. */
export async function tidyMedia(platform: Platform, siteId: number, now: number): Promise<void> {
  const { database, files, log } = platform;
  // Reads the files first, then the rows: a file created in between is not found and not touched.
  const found = await filesIn(files, mediaName(siteId, ""));
  const { gone, known } = await withSite(database, siteId, async (db) => {
    const before = await listStoredMedia(db, siteId);
    await deleteOldMedia(db, siteId, now - REMOVED_MS);
    const rows = await listStoredMedia(db, siteId);
    const left = new Set(rows.map(({ storedName }) => storedName));
    return { gone: new Set(before.map(({ storedName }) => storedName).filter((name) => !left.has(name))), known: rows };
  });
  const expectedNames = new Set(known.flatMap(({ storedName }) => [storedName, smallPictureName(storedName)]));
  for (const [name, writtenMs] of found) {
    if (expectedNames.has(name)) continue;
    const ofGone = gone.has(name) || [...gone].some((stored) => smallPictureName(stored) === name);
    if (ofGone || now - writtenMs > ORPHAN_MS) await files.remove(mediaName(siteId, name));
  }
  for (const { id, storedName, deletedAt } of known)
    if (deletedAt === null && !found.has(storedName)) log.warn({ siteId, mediaId: id }, "a media file is missing");
}
