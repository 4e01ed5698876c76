/**
 * The job on a complete upload: is what lies on disk what was sent, and is it a slide? Then it becomes an image; else
 * it is thrown away and the reason is kept.
 */
import { rm } from "node:fs/promises";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import { findItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { findUpload, lockUpload, updateUpload } from "./upload.queries.ts";

export const CHECK_UPLOAD = "checkUpload";

/** Share of the job that is reading the file once more. */
const HASHING_SHARE = 0.8;

async function checkUpload(platform: Platform, { siteId, subjectId, signal, report }: JobContext): Promise<void> {
  const { database, folders } = platform;
  const upload = await withSite(database, siteId, (db) => findUpload(db, siteId, subjectId));
  // Given up, or finished by a run that was killed before it could say so.
  if (upload?.state !== "checking") return;
  const path = folders.upload(siteId, subjectId);
  try {
    const sha256 = await hashFile(path, upload.bytes, { signal, report: (done) => report(done * HASHING_SHARE) });
    if (sha256 !== upload.sha256)
      throw new SlideFileError("damaged", "The file was changed on its way here. Please upload it again.");
    const parentId = await withSite(database, siteId, async (db) =>
      upload.parent_id !== null && (await findItem(db, siteId, upload.parent_id)) ? upload.parent_id : null,
    );
    await adoptSlideFile(platform, {
      siteId,
      path,
      filename: upload.filename,
      sha256,
      bytes: upload.bytes,
      parentId,
      createdBy: upload.user_id,
      signal,
      async alongside(db, imageId) {
        // Given up while it was looked at: then there must be no image either.
        if (!(await lockUpload(db, siteId, subjectId)))
          throw new SlideFileError("notASlide", "The upload was given up.");
        await updateUpload(db, siteId, subjectId, { state: "done", image_id: imageId });
      },
    });
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    await withSite(database, siteId, (db) =>
      updateUpload(db, siteId, subjectId, { state: "failed", error: error.message }),
    );
    await rm(path, { force: true });
    throw error;
  }
  await rm(path, { force: true });
}

export function uploadJobHandlers(platform: Platform): Record<string, JobHandler> {
  return { [CHECK_UPLOAD]: (context) => checkUpload(platform, context) };
}
