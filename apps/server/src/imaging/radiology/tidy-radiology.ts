/** Reconciles the folders of studies with their rows (rule D-5), and deletes studies that no item shows. */
import { join } from "node:path";
import { filesIn } from "#attachment/tidy-attachments.ts";
import { withSite } from "#platform/db/database.ts";
import { isOlderThan, namesIn } from "#platform/files/look-up-files.ts";
import { removeFolder } from "#platform/files/slide-folders.ts";
import { removeUpload } from "#platform/files/upload-files.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteUploadRow } from "#upload/upload.queries.ts";
import { deleteUnusedStudies, failAbandonedStudies, findLastStudyId, listStudyIds } from "./radiology.queries.ts";
import { removeStudyFiles, studyFileName, UNPACK_RADIOLOGY } from "./unpack-upload.ts";

/** A folder without a row is kept for this time. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** A running unpack job writes to its folder more often than this; otherwise it was killed. */
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
    await removeStudyFiles(platform, siteId, studyId);
    if (uploadId !== null) await removeUpload(platform, { siteId, uploadId });
  }
  if (!platform.files.isFolder) await tidyStoredStudies(platform, siteId, now);
  // Reads the folders first, then the rows: a folder created in between is not found and not touched.
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

/** The same for the files of a store. */
async function tidyStoredStudies({ database, files, log }: Platform, siteId: number, now: number): Promise<void> {
  const prefix = studyFileName(siteId, 0, "").slice(0, -"0/".length);
  const found = await filesIn(files, prefix);
  if (found.size === 0) return;
  const { known, lastId } = await withSite(database, siteId, async (db) => ({
    known: new Set(await listStudyIds(db, siteId)),
    lastId: await findLastStudyId(db),
  }));
  for (const [path, writtenMs] of found) {
    const id = Number.parseInt(path, 10);
    if (known.has(id) || now - writtenMs <= ORPHAN_MS) continue;
    if (id > lastId) log.warn({ name: prefix + path }, "a study's file without a row in this database is kept");
    else await files.remove(prefix + path);
  }
}
