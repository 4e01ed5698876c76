/** Reconciles the folders of studies with their rows (rule D-5), and deletes studies that no item shows. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isOlderThan, namesIn } from "#attachment/tidy-attachments.ts";
import { withSite } from "#platform/db/database.ts";
import { removeFolder } from "#platform/files/slide-folders.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteUploadRow } from "#upload/upload.queries.ts";
import { deleteUnusedStudies, failAbandonedStudies, findLastStudyId, listStudyIds } from "./radiology.queries.ts";
import { studyFolder, UNPACK_RADIOLOGY } from "./unpack-upload.ts";

/** A folder without a row is kept for this time. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** A running unpack job writes to its folder at shorter intervals; otherwise it was killed. */
const UNTOUCHED_MS = 60 * 60 * 1000;
const NEVER_CHECKED = "The file could not be checked and was deleted after a day. Upload it again.";

/** @param now current time, ms since the epoch. */
export async function tidyRadiology(platform: Platform, siteId: number, now: number): Promise<void> {
  const { database, folders, log } = platform;
  const unused = await withSite(database, siteId, async (db) => {
    await failAbandonedStudies(db, siteId, NEVER_CHECKED);
    const studies = await deleteUnusedStudies(db, siteId, UNPACK_RADIOLOGY);
    for (const { uploadId } of studies) if (uploadId !== null) await deleteUploadRow(db, siteId, uploadId);
    return studies;
  });
  for (const { studyId, uploadId } of unused) {
    await removeFolder(studyFolder(platform, siteId, studyId));
    if (uploadId !== null) await rm(folders.upload(siteId, uploadId), { force: true });
  }
  // Folders first, then rows: a folder created in between is not found, and not touched.
  const root = folders.radiology(siteId);
  const names = await namesIn(root);
  if (names.length === 0) return;
  const { known, lastId } = await withSite(database, siteId, async (db) => ({
    known: new Set((await listStudyIds(db, siteId)).map(String)),
    lastId: await findLastStudyId(db),
  }));
  for (const name of names) {
    const path = join(root, name);
    const [id = ""] = name.split(".");
    const isUnfinished = name !== id;
    if (known.has(id) && !isUnfinished) continue;
    if (!(await isOlderThan(path, isUnfinished ? UNTOUCHED_MS : ORPHAN_MS, now))) continue;
    // Created after the backup from which the database was restored: its contents must not be lost.
    if (!isUnfinished && Number(id) > lastId)
      log.warn({ folder: path }, "study folder without a row in this database is kept");
    else await removeFolder(path);
  }
}
