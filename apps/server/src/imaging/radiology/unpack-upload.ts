/**
 * The job on an uploaded zip: checks that the file on disk is the one that was sent, and extracts its images into a
 * temporary folder, which is renamed before its rows are written. The zip, which contains patient data, is deleted.
 *
 * Can be killed at any point and run again.
 */
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { RadiologyFault } from "@parfocal/core/radiology/radiology.contract.ts";
import type { FoundRadiology } from "@parfocal/slides/radiology/radiology-facts.ts";
import { unpackRadiologyInSandbox } from "@parfocal/slides/radiology/unpack-radiology-in-sandbox.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { withSite } from "#platform/db/database.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import { makeFolder, removeFolder, syncFolder } from "#platform/files/slide-folders.ts";
import { forgetCopy, gatherUpload, removeBelow, removeUpload } from "#platform/files/upload-files.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { findUpload, updateUpload } from "#upload/upload.queries.ts";
import type { UploadRow } from "#upload/upload.table.ts";
import { completeStudy, failStudy, lockStudyOfUpload } from "./radiology.queries.ts";

/** Subject: the upload. */
export const UNPACK_RADIOLOGY = "unpackRadiology";

/** Share of the job's progress for reading the file again. */
const HASHING_SHARE = 0.3;

const FAULTS: Readonly<Record<SlideFileError["reason"], RadiologyFault>> = {
  notASlide: "noPictures",
  unsupported: "unsupported",
  truncated: "damaged",
  damaged: "damaged",
  tooLarge: "tooLarge",
};

const studyPrefix = (siteId: number, studyId: number): string => `radiology/${siteId}/${studyId}/`;

/** @param file within the study. */
export const studyFileName = (siteId: number, studyId: number, file: string): string =>
  `${studyPrefix(siteId, studyId)}${file}`;

async function keepStudyFiles(
  platform: Platform,
  siteId: number,
  { studyId, part }: { studyId: number; part: string },
): Promise<void> {
  const { files, folders } = platform;
  if (files.isFolder) {
    await syncFolder(part);
    await rename(part, studyFolder(platform, siteId, studyId));
    return syncFolder(folders.radiology(siteId));
  }
  for (const file of await readdir(part)) await files.keep(studyFileName(siteId, studyId, file), join(part, file));
  await removeFolder(part);
}

export async function removeStudyFiles(platform: Platform, siteId: number, studyId: number): Promise<void> {
  await removeFolder(studyFolder(platform, siteId, studyId));
  if (!platform.files.isFolder) await removeBelow(platform.files, studyPrefix(siteId, studyId));
}

export const studyFolder = ({ folders }: Platform, siteId: number, studyId: number): string =>
  join(folders.radiology(siteId), String(studyId));

async function unpackUpload(platform: Platform, context: JobContext): Promise<void> {
  const { siteId, subjectId: uploadId } = context;
  const { database } = platform;
  const key = { siteId, uploadId };
  const upload = await withSite(database, siteId, (db) => findUpload(db, siteId, uploadId));
  // Finished by a run that was killed before it was marked as done.
  if (upload?.state !== "checking") return;
  const study = await withSite(database, siteId, (db) => lockStudyOfUpload(db, siteId, uploadId));
  const part = `${studyFolder(platform, siteId, study?.id ?? 0)}.part`;
  try {
    if (study) await unpackInto(platform, context, { upload, studyId: study.id, part });
    else await withSite(database, siteId, (db) => updateUpload(db, siteId, uploadId, { state: "failed" }));
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    await withSite(database, siteId, async (db) => {
      const fault = FAULTS[error.reason];
      if (study) await failStudy(db, siteId, study.id, { error: error.message, fault });
      await updateUpload(db, siteId, uploadId, { state: "failed", error: error.message, file_fault: error.reason });
    });
    await removeFolder(part);
    await removeUpload(platform, key);
    throw error;
  } finally {
    await forgetCopy(platform, key);
  }
  await removeUpload(platform, key);
}

async function unpackInto(
  platform: Platform,
  { siteId, signal, report }: JobContext,
  { upload, studyId, part }: { upload: UploadRow; studyId: number; part: string },
): Promise<void> {
  const { id: uploadId, bytes, chunk_bytes: chunkBytes } = upload;
  const path = await gatherUpload(platform, { siteId, uploadId, bytes, chunkBytes }, signal);
  const sha256 = await hashFile(path, upload.bytes, { signal, report: (done) => report(done * HASHING_SHARE) });
  if (sha256 !== upload.sha256)
    throw new SlideFileError("damaged", "The file was damaged during upload. Upload it again.");
  await removeFolder(part);
  await makeFolder(part);
  const found = await unpackRadiologyInSandbox(path, part, {
    signal,
    onProgress: (done) => report(HASHING_SHARE + done * (1 - HASHING_SHARE)),
  });
  await publish(platform, siteId, { uploadId, studyId, part, found });
}

/** The folder first, then the rows: a study with rows always has its files (rule D-5). */
async function publish(
  platform: Platform,
  siteId: number,
  { uploadId, studyId, part, found }: { uploadId: number; studyId: number; part: string; found: FoundRadiology },
): Promise<void> {
  // Left by a run that was killed after this step.
  await removeStudyFiles(platform, siteId, studyId);
  await keepStudyFiles(platform, siteId, { studyId, part });
  const hasStudy = await withSite(platform.database, siteId, async (db) => {
    const study = await lockStudyOfUpload(db, siteId, uploadId);
    if (study) await completeStudy(db, siteId, study.id, found);
    await updateUpload(db, siteId, uploadId, { state: study ? "done" : "failed" });
    return study !== undefined;
  });
  if (!hasStudy) await removeStudyFiles(platform, siteId, studyId);
}

export function radiologyJobHandlers(platform: Platform): Record<string, JobHandler> {
  return { [UNPACK_RADIOLOGY]: (context) => unpackUpload(platform, context) };
}
