/** Brings the folders of studies and their rows together again (rule D-5), and clears away what no item shows any more. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isOlderThan, namesIn } from "#attachment/tidy-attachments.ts";
import { withSite } from "#platform/db/database.ts";
import { removeFolder } from "#platform/files/slide-folders.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteUploadRow } from "#upload/upload.queries.ts";
import { deleteUnusedStudies, failAbandonedStudies, findLastStudyId, listStudyIds } from "./radiology.queries.ts";
import { studyFolder, UNPACK_RADIOLOGY } from "./unpack-upload.ts";

/** A folder without a row is kept so long. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** Those who unpack write into their folder sooner than this, or have been killed. */
const UNTOUCHED_MS = 60 * 60 * 1000;
const NEVER_CHECKED = "The file could not be checked and was deleted after a day. Upload it again.";

/** @param now instant to judge at, in ms since the epoch. */
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
  // First the folders, then the rows: a folder that comes in between is not found, and not touched.
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
    // Made after the backup that the database was restored from: nothing in it may be lost.
    if (!isUnfinished && Number(id) > lastId)
      log.warn({ folder: path }, "study folder without a row in this database is kept");
    else await removeFolder(path);
  }
}
