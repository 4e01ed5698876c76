/**
 * The job on a complete upload: checks that the file on disk is the one that was sent, and that it is a slide. If so,
 * it becomes an image; otherwise the file is deleted and the reason stored.
 */
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import type { KeepAnnotations } from "#image/slide-work.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import { forgetCopy, gatherUpload, removeUpload } from "#platform/files/upload-files.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
import type { Platform } from "#platform/platform.ts";
import { findImageOfFile, placeImage, type RequestedPlace, waitForSameFile } from "./known-slide.ts";
import { findUpload, lockUpload, updateUpload } from "./upload.queries.ts";
import type { UploadRow } from "./upload.table.ts";

export const CHECK_UPLOAD = "checkUpload";

/** Share of the job's progress for reading the file again. */
const HASHING_SHARE = 0.8;

/** Another upload of the same file became a slide while this one was checked, and that slide is to be reused. */
class AddedConcurrently extends Error {
  override readonly name = "AddedConcurrently";
}

export const requestedPlace = (row: UploadRow): RequestedPlace => ({
  parentId: row.parent_id,
  folders: row.folders,
  drop: row.drop_key === null || row.drop_number === null ? null : { key: row.drop_key, number: row.drop_number },
  createdBy: row.user_id,
});

async function checkUpload(platform: Platform, keepAnnotations: KeepAnnotations, context: JobContext): Promise<void> {
  const { siteId, subjectId, signal, report } = context;
  const { database } = platform;
  const upload = await withSite(database, siteId, (db) => findUpload(db, siteId, subjectId));
  // Cancelled, or finished by a run that was killed before it was marked as done.
  if (upload?.state !== "checking") return;
  const key = { siteId, uploadId: subjectId };
  try {
    const path = await gatherUpload(platform, { ...key, bytes: upload.bytes, chunkBytes: upload.chunk_bytes }, signal);
    const sha256 = await hashFile(path, upload.bytes, { signal, report: (done) => report(done * HASHING_SHARE) });
    if (sha256 !== upload.sha256)
      throw new SlideFileError("damaged", "The file was damaged during upload. Upload it again.");
    if (!(upload.is_known_reused && (await useKnown(platform, context, upload, sha256))))
      await adopt(platform, context, { upload, path, keepAnnotations });
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    const failure = { state: "failed", error: error.message, file_fault: error.reason } as const;
    await storeIfOwned(platform, context, (db) => updateUpload(db, siteId, subjectId, failure));
    await removeUpload(platform, key);
    throw error;
  } finally {
    await forgetCopy(platform, key);
  }
  await removeUpload(platform, key);
}

async function adopt(
  platform: Platform,
  context: JobContext,
  { upload, path, keepAnnotations }: { upload: UploadRow; path: string; keepAnnotations: KeepAnnotations },
): Promise<void> {
  const { siteId, subjectId, signal, assertOwned } = context;
  const sha256 = upload.sha256 ?? "";
  try {
    await adoptSlideFile(platform, {
      siteId,
      path,
      filename: upload.filename,
      sha256,
      bytes: upload.bytes,
      parentId: null,
      createdBy: upload.user_id,
      signal,
      async alongside(db, imageId, annotations) {
        await assertOwned(db);
        // Cancelled during the check: then no image may be created.
        if (!(await lockUpload(db, siteId, subjectId)))
          throw new SlideFileError("notASlide", "The upload was cancelled.");
        await waitForSameFile(db, siteId, sha256);
        if (upload.is_known_reused && (await findImageOfFile(db, siteId, sha256, imageId)))
          throw new AddedConcurrently();
        await finish(db, upload, imageId);
        await keepAnnotations(db, { siteId, imageId, annotations });
      },
    });
  } catch (error) {
    if (!(error instanceof AddedConcurrently)) throw error;
    // That slide has been deleted and no slide was created from this file: the file is kept and the job runs again.
    if (!(await useKnown(platform, context, upload, sha256))) throw error;
  }
}

/** @returns false if there is no slide of the same file. */
function useKnown(platform: Platform, context: JobContext, upload: UploadRow, sha256: string): Promise<boolean> {
  const { siteId } = context;
  return storeIfOwned(platform, context, async (db) => {
    if (!(await lockUpload(db, siteId, upload.id))) return true;
    const known = await findImageOfFile(db, siteId, sha256);
    if (known) await finish(db, upload, known.imageId);
    return known !== undefined;
  });
}

async function finish(db: SiteDb, upload: UploadRow, imageId: number): Promise<void> {
  await placeImage(db, upload.site_id, imageId, requestedPlace(upload));
  await updateUpload(db, upload.site_id, upload.id, { state: "done", image_id: imageId });
}

export function uploadJobHandlers(platform: Platform, keepAnnotations: KeepAnnotations): Record<string, JobHandler> {
  return { [CHECK_UPLOAD]: (context) => checkUpload(platform, keepAnnotations, context) };
}
