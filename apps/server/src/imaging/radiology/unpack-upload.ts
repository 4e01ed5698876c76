/**
 * The job on an uploaded zip: checks that the file on disk is the one that was sent, and extracts its images into a
 * temporary folder, whose files are renamed before its rows are written. The zip, which contains patient data, is deleted.
 *
 * Can be killed at any point and run again.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RadiologyFault } from "@parfocal/core/radiology/radiology.contract.ts";
import type { FoundRadiology } from "@parfocal/slides/radiology/radiology-facts.ts";
import { unpackRadiologyInSandbox } from "@parfocal/slides/radiology/unpack-radiology-in-sandbox.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { withSite } from "#platform/db/database.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import { removeFolder } from "#platform/files/slide-folders.ts";
import { forgetCopy, gatherUpload, removeBelow, removeUpload } from "#platform/files/upload-files.ts";
import type { JobContext, JobHandler } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
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

/**
 * A new temporary folder. Folders of earlier runs are removed: a server that has lost the job can then no longer store
 * its files (`publish`).
 */
async function startPart(platform: Platform, siteId: number, studyId: number): Promise<string> {
  const root = platform.folders.radiology(siteId);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const leftovers = (await readdir(root)).filter((name) => name.startsWith(`${studyId}.`));
  for (const name of leftovers) await removeFolder(join(root, name));
  const part = `${studyFolder(platform, siteId, studyId)}.${randomUUID()}.part`;
  await mkdir(part, { mode: 0o700 });
  return part;
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
  try {
    if (study) await unpack(platform, context, { upload, studyId: study.id });
    else await storeIfOwned(platform, context, (db) => updateUpload(db, siteId, uploadId, { state: "failed" }));
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    await storeIfOwned(platform, context, async (db) => {
      const fault = FAULTS[error.reason];
      if (study) await failStudy(db, siteId, study.id, { error: error.message, fault });
      await updateUpload(db, siteId, uploadId, { state: "failed", error: error.message, file_fault: error.reason });
    });
    await removeUpload(platform, key);
    throw error;
  } finally {
    await forgetCopy(platform, key);
  }
  await removeUpload(platform, key);
}

async function unpack(
  platform: Platform,
  context: JobContext,
  { upload, studyId }: { upload: UploadRow; studyId: number },
): Promise<void> {
  const { siteId, signal, report } = context;
  const { id: uploadId, bytes, chunk_bytes: chunkBytes } = upload;
  const path = await gatherUpload(platform, { siteId, uploadId, bytes, chunkBytes }, signal);
  const sha256 = await hashFile(path, upload.bytes, { signal, report: (done) => report(done * HASHING_SHARE) });
  if (sha256 !== upload.sha256)
    throw new SlideFileError("damaged", "The file was damaged during upload. Upload it again.");
  const part = await startPart(platform, siteId, studyId);
  try {
    const found = await unpackRadiologyInSandbox(path, part, {
      signal,
      onProgress: (done) => report(HASHING_SHARE + done * (1 - HASHING_SHARE)),
    });
    await publish(platform, context, { uploadId, studyId, part, found });
  } finally {
    await removeFolder(part);
  }
}

/**
 * Stores the files first, then the rows: a study with rows always has its files (rule D-5). The files are never removed
 * in between: a server that has lost the job would remove those of the study that another server has published. Files
 * of a killed run are identical, and are replaced.
 */
async function publish(
  platform: Platform,
  context: JobContext,
  { uploadId, studyId, part, found }: { uploadId: number; studyId: number; part: string; found: FoundRadiology },
): Promise<void> {
  const { siteId, signal, assertOwned } = context;
  const names = await readdir(part);
  await withSite(platform.database, siteId, assertOwned);
  // A server that takes over the job after this point first removes the part, so that nothing is left to rename.
  for (const name of names) await platform.files.keep(studyFileName(siteId, studyId, name), join(part, name), signal);
  const hasStudy = await storeIfOwned(platform, context, async (db) => {
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
