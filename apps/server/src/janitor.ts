/** Clears away what nobody will ask for again: at start, and each hour. */
import { rm } from "node:fs/promises";
import { deleteOldAnnotations } from "#annotation/annotation-bin.queries.ts";
import { tidyAttachments } from "#attachment/tidy-attachments.ts";
import { fillScanFacts } from "#image/image.queries.ts";
import { tidySlideFolders } from "#image/tidy-slide-folders.ts";
import { tidyMedia } from "#media/tidy-media.ts";
import { deleteOldNotes } from "#note/note.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { deleteOldKeys } from "#platform/http/idempotency.ts";
import type { Platform } from "#platform/platform.ts";
import { tidyRadiology } from "#radiology/tidy-radiology.ts";
import { UNPACK_RADIOLOGY } from "#radiology/unpack-upload.ts";
import { deleteOldFailures, deleteOldSessions } from "#session/session.queries.ts";
import { binLooseImages } from "#structure/bin-loose-images.ts";
import { emptyBin } from "#structure/empty-bin.ts";
import { CHECK_UPLOAD } from "#upload/check-upload.ts";
import { tidyUploads } from "#upload/tidy-uploads.ts";
import { deleteExpiredUploads } from "#upload/upload.queries.ts";
import { deleteOldUnknownEmails } from "#work-group/unknown-email.queries.ts";
import { deleteOldWorkGroups } from "#work-group/work-group.queries.ts";

const EVERY_MS = 60 * 60 * 1000;
/** Slides whose facts are filled in one transaction. */
const FACTS_AT_ONCE = 200;

export function startJanitor(platform: Platform): { stop(): void } {
  const tidy = () =>
    clearAway(platform).catch((error: unknown) =>
      platform.log.warn({ err: error }, "clearing away failed; it is tried again"),
    );
  void tidy();
  const timer = setInterval(tidy, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** @param now instant to judge at, in ms since the epoch. */
export async function clearAway(platform: Platform, now = Date.now()): Promise<void> {
  const { database, folders } = platform;
  const sites = await database.selectFrom("site").select("id").execute();
  for (const { id: siteId } of sites) {
    const expired = await withSite(database, siteId, async (db) => {
      await deleteOldKeys(db, siteId);
      await deleteOldSessions(db, siteId);
      await deleteOldFailures(db, siteId);
      await deleteOldAnnotations(db, siteId, now);
      await deleteOldWorkGroups(db, siteId, now);
      await deleteOldNotes(db, siteId, now);
      await deleteOldUnknownEmails(db, siteId);
      await binLooseImages(db, siteId, now);
      return deleteExpiredUploads(db, siteId, [CHECK_UPLOAD, UNPACK_RADIOLOGY], now);
    });
    for (const id of expired) await rm(folders.upload(siteId, id), { force: true });
    await emptyBin(platform, siteId, now);
    await tidySlideFolders(platform, siteId, now);
    await tidyRadiology(platform, siteId, now);
    await tidyAttachments(platform, siteId, now);
    await tidyMedia(platform, siteId, now);
    while ((await withSite(database, siteId, (db) => fillScanFacts(db, siteId, FACTS_AT_ONCE))) === FACTS_AT_ONCE);
  }
  await tidyUploads(platform, now);
  await folders.tileCacheRoom.sweep();
}
