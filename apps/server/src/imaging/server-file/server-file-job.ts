/** The job that imports a file of the server's disk as a slide. */
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import type { KeepAnnotations } from "#image/slide-work.ts";
import { withSite } from "#platform/db/database.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import type { DiskSlide } from "./disk-slide.ts";
import { importServerFile } from "./import-server-file.ts";
import { findServerFile } from "./server-file.queries.ts";
import type { ServerFileRow } from "./server-file.table.ts";
import { arrangeDiskFiles, findDiskFile, walkFolder } from "./walk-folder.ts";

export const IMPORT_SERVER_FILE = "importServerFile";

async function runServerFileImport(
  platform: Platform,
  keepAnnotations: KeepAnnotations,
  { siteId, subjectId, signal, report, assertOwned }: JobContext,
): Promise<void> {
  const row = await withSite(platform.database, siteId, (db) => findServerFile(db, siteId, subjectId));
  if (!row) return;
  const slide = await findAgain(row, signal);
  await importServerFile(platform, {
    siteId,
    slide,
    mode: row.mode,
    place: { parentId: row.parent_id, folders: row.folders, createdBy: null },
    keepAnnotations,
    assertOwned: assertOwned,
    signal,
    onProgress: report,
  });
}

/** The current state of the file found when the job was created. @throws SlideFileError if it no longer exists. */
async function findAgain({ path, set_folder, filename }: ServerFileRow, signal: AbortSignal): Promise<DiskSlide> {
  const files =
    set_folder === null
      ? [await findDiskFile(path)].filter((file) => file !== null)
      : await walkFolder(set_folder, "", signal).catch(() => []);
  const { slides } = await arrangeDiskFiles(files);
  const slide = slides.find((candidate) => candidate.filename === filename && candidate.folders.length === 0);
  if (!slide) throw new SlideFileError("notASlide", "This file no longer exists.");
  return slide;
}

export function serverFileJobHandlers(
  platform: Platform,
  keepAnnotations: KeepAnnotations,
): Record<string, JobHandler> {
  return { [IMPORT_SERVER_FILE]: (context) => runServerFileImport(platform, keepAnnotations, context) };
}
